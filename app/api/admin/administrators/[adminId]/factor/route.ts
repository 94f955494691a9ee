import { removeFactor } from '@/lib/accounts/administrators/second-factor';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** DELETE /api/admin/administrators/{adminId}/factor: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.removeAdministratorFactor, async ({ scope, params: { adminId: id }, respond }) => {
    const outcome = await removeFactor(scope, { id });
    if (!outcome.ok) throw new HttpError('admin.not_found');
    return respond(200, { success: true });
  }),
});
