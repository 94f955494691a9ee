import { recordCheck } from '@/lib/register/checks/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/reports';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'report.not_found': 404, 'report.check_changed': 409 } as Partial<Record<string, 404 | 409>>;

/** POST /api/admin/reports/{reportId}/check {check_id, findings}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordReportCheck, async ({ scope, params, body, respond }) => {
    const outcome = await recordCheck(scope, params.reportId, body);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code);
    return respond(200, { success: true });
  }),
});
