import { stopExport } from '@/lib/admin/exports/mutations';
import * as endpoints from '@/lib/api/administrators';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** DELETE /api/admin/exports/{exportId}: stops a table by e-mail. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.stopExport, async ({ scope, params: { exportId }, respond }) => {
    orRefuse(await stopExport(scope, exportId));
    return respond(200, { success: true });
  }),
});
