import { endSessionOf } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** DELETE /api/admin/account/sessions/{sessionId}: ends a session of the own account. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.endOwnAdministratorSession, async ({ scope, params: { sessionId }, respond }) => {
    if (!(await endSessionOf(scope, scope.adminId, sessionId))) throw new HttpError('admin.not_found');
    return respond(200, { success: true });
  }),
});
