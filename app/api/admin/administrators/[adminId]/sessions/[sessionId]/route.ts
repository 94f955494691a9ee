import { endSessionOf } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** DELETE /api/admin/administrators/{adminId}/sessions/{sessionId}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(
    endpoints.endAdministratorSession,
    async ({ scope, params: { adminId, sessionId }, respond }) => {
      if (!(await endSessionOf(scope, adminId, sessionId))) throw new HttpError('admin.not_found');
      return respond(200, { success: true });
    },
  ),
});
