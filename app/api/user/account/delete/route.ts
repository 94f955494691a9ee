import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { endSession } from '@/lib/accounts/session';
import { sendAfterResponse } from '@/lib/notifications/after';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';

const STATUS = { 'auth.too_many_attempts': 429, 'auth.password_wrong': 400 } as const;

/** POST /api/user/account/delete: deletes the account and removes the cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.deleteAccount, async ({ request, scope, body, locale, respond }) => {
    const deleted = await deleteAccount(scope, body.current_password, clientAddress(request), locale);
    if (deleted.ok) {
      sendAfterResponse();
      const message = getTranslator(locale, 'profile')('deletion.done');
      return respond(200, { success: true, message }, { 'Set-Cookie': await endSession(scope) });
    }
    const { code, retryAfterSeconds } = deleted;
    throw new HttpError(STATUS[code as keyof typeof STATUS] ?? 409, code, { retryAfterSeconds });
  }),
});
