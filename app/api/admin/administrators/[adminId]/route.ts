import { editAdmin } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** PATCH /api/admin/administrators/{adminId} {role, active}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editAdministrator, async ({ scope, params: { adminId: id }, body, respond }) => {
    orRefuse(await editAdmin(scope, { id, ...body }));
    return respond(200, { success: true });
  }),
});
