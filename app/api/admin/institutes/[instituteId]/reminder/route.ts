import { remindOffice } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/reports';

/** POST /api/admin/institutes/{instituteId}/reminder: reminds the office of an institute of its late reports. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.remindOffice, async ({ scope, params, respond }) => {
    orRefuse(await remindOffice(scope, params.instituteId));
    return respond(200, { success: true });
  }),
});
