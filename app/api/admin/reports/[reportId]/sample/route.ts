import { openSample } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/reports';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/reports/{reportId}/sample {reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.openReportSample, async ({ scope, params, body: { reason }, respond }) => {
    const outcome = await openSample(scope, params.reportId, reason);
    if (!outcome.ok) throw new HttpError(outcome.code === 'report.not_found' ? 404 : 409, outcome.code);
    return respond(200, outcome.sample);
  }),
});
