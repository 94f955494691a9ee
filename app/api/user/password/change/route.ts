import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { changePassword } from '@/lib/accounts/credentials';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/user/password/change: changes the password, which ends all other sessions. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changePassword, async ({ request, scope, body, locale, respond }) => {
    const changed = await changePassword(scope, body, clientAddress(request), locale);
    if (changed.ok) {
      sendAfterResponse();
      return respond(200, { success: true, message: getTranslator(locale, 'profile')('password.done') });
    }
    const { code, params, retryAfterSeconds } = changed;
    throw new HttpError(code === 'auth.too_many_attempts' ? 429 : 400, code, { params, retryAfterSeconds });
  }),
});
