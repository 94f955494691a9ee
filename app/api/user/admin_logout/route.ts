import { endAdminSession } from '@/lib/accounts/administrators/session';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** POST /api/user/admin_logout: ends the session of the bearer token and clears its cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.adminLogout, async ({ scope, respond }) =>
    respond(200, { success: true }, { 'Set-Cookie': await endAdminSession(scope) }),
  ),
});
