import { savePage } from '@/lib/proposals/institute-pages/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/institute-pages';
import { HttpError } from '@/lib/platform/errors';

/** PUT /api/office/institutes/{instituteId}/page: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.savePage, async ({ scope, params, body, respond }) => {
    const outcome = await savePage(scope, params.instituteId, body);
    if (outcome.ok) return respond(200, { success: true });
    throw new HttpError(outcome.code === 'institute.not_found' ? 404 : 409, outcome.code);
  }),
});
