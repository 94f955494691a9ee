import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { enterMarks } from '@/lib/register/report-mutations';

/** POST /api/office/offers/{courseId}/reports/{kind}/rows {rows, enter}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterMarks, async ({ scope, params, body, respond }) => {
    const outcome = orRefuse(await enterMarks(scope, params.courseId, params.kind, body));
    return respond(200, outcome.plan);
  }),
});
