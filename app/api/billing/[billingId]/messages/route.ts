import { writeAsSponsor } from '@/lib/conversation/mutations';
import * as endpoints from '@/lib/api/conversation';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { getTranslator } from '@/lib/platform/i18n/server';

/** POST /api/billing/{billingId}/messages: the sponsor of an adoption writes to the department. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.writeAsSponsor, async ({ scope, params: { billingId }, body, locale, respond }) => {
    orRefuse(await writeAsSponsor(scope, billingId, body));
    return respond(201, { success: true, message: getTranslator(locale, 'conversation')('sent') });
  }),
});
