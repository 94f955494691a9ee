import { logInAdmin } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { userAgentOf } from '@/lib/platform/device';
import { clientAddress } from '@/lib/platform/http';

/** POST /api/user/admin_login: returns the administrator and the bearer token, and sets the cookie for pages. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.adminLogin,
    async ({ request, body: { username, password, code, area }, locale, respond }) => {
      const details = { code, area, userAgent: userAgentOf(request), locale };
      const outcome = orRefuse(await logInAdmin(username, password, clientAddress(request), details));
      const { admin, token, cookie } = outcome;
      return respond(200, { token, admin }, { 'Set-Cookie': cookie });
    },
  ),
});
