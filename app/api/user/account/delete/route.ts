import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { endSession } from '@/lib/accounts/session';
import { sendAfterResponse } from '@/lib/notifications/after';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';

/** POST /api/user/account/delete: deletes the account and removes the cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.deleteAccount, async ({ request, scope, body, locale, respond }) => {
    orRefuse(await deleteAccount(scope, body.current_password, clientAddress(request), locale));
    sendAfterResponse();
    const message = getTranslator(locale, 'profile')('deletion.done');
    return respond(200, { success: true, message }, { 'Set-Cookie': await endSession(scope) });
  }),
});
