import { openSample } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/reports';

/** POST /api/admin/reports/{reportId}/sample {reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.openReportSample, async ({ scope, params, body: { reason }, respond }) => {
    const outcome = orRefuse(await openSample(scope, params.reportId, reason));
    return respond(200, outcome.sample);
  }),
});
