import { handOver } from '@/lib/company/people/hand-over';
import { endSession } from '@/lib/accounts/session';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/company/people/{personId}/owner: hands the company over to a colleague and removes the cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.handOverCompany,
    async ({ request, scope, params: { personId }, body, locale, respond }) => {
      orRefuse(await handOver(scope, personId, body.current_password, clientAddress(request), locale));
      sendAfterResponse();
      const message = getTranslator(locale, 'profile')('people.handedOver');
      return respond(200, { success: true, message }, { 'Set-Cookie': await endSession(scope) });
    },
  ),
});
