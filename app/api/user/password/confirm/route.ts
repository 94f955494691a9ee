import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { confirmPassword } from '@/lib/accounts/credentials';

/** POST /api/user/password/confirm: notes that the password was entered again in this session. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.confirmPassword, async ({ request, scope, body: { password }, locale, respond }) => {
    orRefuse(await confirmPassword(scope, password, clientAddress(request)));
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('confirm.done') });
  }),
});
