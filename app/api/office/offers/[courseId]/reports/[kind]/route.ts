import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { markStudents } from '@/lib/register/report-mutations';

/** POST /api/office/offers/{courseId}/reports/{kind} {version, marks, state}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.markStudents, async ({ scope, params, body, respond }) => {
    const outcome = orRefuse(await markStudents(scope, params.courseId, params.kind, body));
    const { gone, unmarked, stated } = outcome;
    return respond(200, { gone, unmarked, stated });
  }),
});
