import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { enterStudents } from '@/lib/register/mutations';

/** POST /api/office/offers/{courseId}/students {rows, from_day, enter}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterStudents, async ({ scope, params, body, respond }) => {
    const outcome = orRefuse(await enterStudents(scope, params.courseId, body));
    return respond(200, outcome.plan);
  }),
});
