import { endSessionsOf } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/administrators/{adminId}/logout: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endAdministratorSessions, async ({ scope, params: { adminId }, respond }) => {
    const ended = await endSessionsOf(scope, adminId);
    if (ended === null) throw new HttpError('admin.not_found');
    return respond(200, { ended });
  }),
});
