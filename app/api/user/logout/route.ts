import * as endpoints from '@/lib/api/account';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { endSession } from '@/lib/accounts/session';

/** POST /api/user/logout: ends the session of the bearer token and clears its cookie. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.logout, async ({ scope, respond }) =>
    respond(200, { success: true }, { 'Set-Cookie': await endSession(scope) }),
  ),
});
