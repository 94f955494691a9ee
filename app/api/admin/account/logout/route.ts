import { endSessionsOf } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';

/** POST /api/admin/account/logout: ends the other sessions of the own account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endOwnAdministratorSessions, async ({ scope, respond }) =>
    // Null if the account was deleted meanwhile: then no session is left.
    respond(200, { ended: (await endSessionsOf(scope, scope.adminId)) ?? 0 }),
  ),
});
