import { askAsSponsor } from '@/lib/waiting/mutations';
import { wishOf } from '@/lib/waiting/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/waiting';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { refusedRequest } from '../../waiting/refusals';

const ask = createHandler(endpoints.askAsSponsor, async ({ request, scope, body, locale, respond }) => {
  const outcome = await askAsSponsor(scope, wishOf(body), { clientAddress: clientAddress(request), locale });
  if (!outcome.ok) throw await refusedRequest(outcome, locale);
  return respond(200, { success: true, message: getTranslator(locale, 'waiting')('saved'), id: outcome.id });
});

/** POST /api/user/waiting: stores a request of a signed-in sponsor, whose confirmed address needs no code. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: ask });
