import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { userAgentOf } from '@/lib/platform/device';
import { clientAddress } from '@/lib/platform/http';
import { logIn } from '@/lib/accounts/mutations';

/** POST /api/user/login: returns the user and the bearer token, and sets the cookie for pages. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.login, async ({ request, body: { email, password }, respond }) => {
    const outcome = orRefuse(await logIn(email, password, clientAddress(request), userAgentOf(request)));
    const { user, token, cookie } = outcome;
    return respond(200, { user, token }, { 'Set-Cookie': cookie });
  }),
});
