import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { changePassword } from '@/lib/accounts/credentials';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/user/password/change: changes the password, which ends all other sessions. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.changePassword, async ({ request, scope, body, locale, respond }) => {
    orRefuse(await changePassword(scope, body, clientAddress(request), locale));
    sendAfterResponse();
    return respond(200, { success: true, message: getTranslator(locale, 'profile')('password.done') });
  }),
});
