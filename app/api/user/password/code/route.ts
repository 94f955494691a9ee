import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendEmailCode } from '@/lib/accounts/email-code';

/** POST /api/user/password/code: the same response whether or not an account has this e-mail. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.sendPasswordCode, async ({ request, body: { email }, locale, respond }) => {
    orRefuse(await sendEmailCode(email, clientAddress(request), locale, 'password'));
    return respond(200, { success: true, message: getTranslator(locale, 'auth')('reset.sent') });
  }),
});
