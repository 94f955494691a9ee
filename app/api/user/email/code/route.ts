import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendNewEmailCode } from '@/lib/accounts/credentials';

/** POST /api/user/email/code: sends a code to the address that the account is to have. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.sendNewEmailCode, async ({ request, scope, body: { email }, locale, respond }) => {
    const sent = await sendNewEmailCode(scope, email, clientAddress(request), locale);
    if (sent.ok) return respond(200, { success: true, message: getTranslator(locale, 'profile')('newEmail.sent') });
    const { code, params, retryAfterSeconds } = sent;
    throw new HttpError(code === 'otp.send_failed' ? 503 : 429, code, { params, retryAfterSeconds });
  }),
});
