import { undoPage } from '@/lib/proposals/institute-pages/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/institute-pages';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/institutes/{instituteId}/page {before_entry, version}: undoes a change of the page and those after it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.undoPage, async ({ scope, params, body, respond }) => {
    const outcome = await undoPage(scope, params.instituteId, body);
    if (outcome.ok) return respond(200, { success: true });
    throw new HttpError(outcome.code === 'institute.not_found' ? 404 : 409, outcome.code);
  }),
});
