import { renameInstitute } from '@/lib/admin/institutes/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/institutes';
import { orRefuse } from '@/lib/api/or-refuse';

/** PUT /api/admin/institutes/{instituteId}/name {name, reason, version}: renames an institute. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.renameInstitute, async ({ scope, params, body, respond }) => {
    orRefuse(await renameInstitute(scope, params.instituteId, body));
    return respond(200, { success: true });
  }),
});
