import { savePage } from '@/lib/proposals/institute-pages/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/institute-pages';

/** PUT /api/office/institutes/{instituteId}/page: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.savePage, async ({ scope, params, body, respond }) => {
    orRefuse(await savePage(scope, params.instituteId, body));
    return respond(200, { success: true });
  }),
});
