import { undoPage } from '@/lib/proposals/institute-pages/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/institute-pages';

/** POST /api/admin/institutes/{instituteId}/page {before_entry, version}: undoes a change of the page and those after it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.undoPage, async ({ scope, params, body, respond }) => {
    orRefuse(await undoPage(scope, params.instituteId, body));
    return respond(200, { success: true });
  }),
});
