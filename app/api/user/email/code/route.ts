import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { sendNewEmailCode } from '@/lib/accounts/credentials';

/** POST /api/user/email/code: sends a code to the address that the account is to have. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.sendNewEmailCode, async ({ request, scope, body: { email }, locale, respond }) => {
    orRefuse(await sendNewEmailCode(scope, email, clientAddress(request), locale));
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('newEmail.sent') });
  }),
});
