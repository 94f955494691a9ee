import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { moveStudent } from '@/lib/register/mutations';

/** POST /api/office/students/{enrolmentId}/move {course_id, number}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.moveStudent, async ({ scope, params, body, respond }) => {
    orRefuse(await moveStudent(scope, params.enrolmentId, body));
    return respond(200, { success: true });
  }),
});
