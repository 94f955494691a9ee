import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';
import { enterMarks } from '@/lib/register/report-mutations';
import { REPORT_STATUS } from '@/lib/register/report-schema';

/** POST /api/office/offers/{courseId}/reports/{kind}/rows {rows, enter}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterMarks, async ({ scope, params, body, respond }) => {
    const outcome = await enterMarks(scope, params.courseId, params.kind, body);
    if (!outcome.ok) throw new HttpError(REPORT_STATUS[outcome.code] ?? 400, outcome.code, { params: outcome.params });
    return respond(200, outcome.plan);
  }),
});
