import { remindOffice } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/reports';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/institutes/{instituteId}/reminder: reminds the office of an institute of its late reports. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.remindOffice, async ({ scope, params, respond }) => {
    const outcome = await remindOffice(scope, params.instituteId);
    if (!outcome.ok) throw new HttpError(outcome.code === 'institute.not_found' ? 404 : 409, outcome.code);
    return respond(200, { success: true });
  }),
});
