import { editAdmin } from '@/lib/accounts/administrators/mutations';
import * as endpoints from '@/lib/api/administrators';
import { readArea } from '@/lib/catalogue/areas/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** PATCH /api/admin/administrators/{adminId} {role, active, area}: for owners. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editAdministrator, async ({ scope, params: { adminId: id }, body, respond }) => {
    const area = body.area && orRefuse(await readArea(body.area)).area;
    orRefuse(await editAdmin(scope, { id, ...body, area }));
    return respond(200, { success: true });
  }),
});
