import { handOver } from '@/lib/accounts/company/hand-over';
import { endSession } from '@/lib/accounts/session';
import * as endpoints from '@/lib/api/company';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { clientAddress } from '@/lib/platform/http';
import { HttpError } from '@/lib/platform/errors';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendAfterResponse } from '@/lib/notifications/after';

const STATUS = { 'auth.password_wrong': 400, 'company.not_found': 404, 'auth.too_many_attempts': 429 } as const;

/** POST /api/company/people/{personId}/owner: hands the company over to a colleague and removes the cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.handOverCompany,
    async ({ request, scope, params: { personId }, body, locale, respond }) => {
      const handed = await handOver(scope, personId, body.current_password, clientAddress(request), locale);
      if (handed.ok) {
        sendAfterResponse();
        const message = getTranslator(locale, 'profile')('people.handedOver');
        return respond(200, { success: true, message }, { 'Set-Cookie': await endSession(scope) });
      }
      const { code, retryAfterSeconds } = handed;
      throw new HttpError(STATUS[code as keyof typeof STATUS], code, { retryAfterSeconds });
    },
  ),
});
