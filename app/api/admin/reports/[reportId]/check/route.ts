import { recordCheck } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/reports';

/** POST /api/admin/reports/{reportId}/check {check_id, findings}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordReportCheck, async ({ scope, params, body, respond }) => {
    orRefuse(await recordCheck(scope, params.reportId, body));
    return respond(200, { success: true });
  }),
});
