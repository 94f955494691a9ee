import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';
import { register } from '@/lib/accounts/mutations';

/** POST /api/user/register: creates an account without a session. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.register, async ({ request, body, locale, respond }) => {
    orRefuse(await register(body, clientAddress(request)));
    return respond(201, { success: true, message: getTranslator(locale, 'auth')('registered') });
  }),
});
