import { withdrawRequest } from '@/lib/waiting/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuseWithContact } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/waiting';
import { getTranslator } from '@/lib/platform/i18n/server';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

const withdraw = createHandler(endpoints.withdrawRequest, async ({ params: { requestId }, locale, respond }) => {
  await orRefuseWithContact(await withdrawRequest(requestId), locale);
  offerAfterResponse();
  return respond(200, { success: true, message: getTranslator(locale, 'waiting')('withdrawn') });
});

/** DELETE /api/waiting/{requestId}: ends a request for whoever has its link; what was offered to it is free again. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ DELETE: withdraw });
