import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { endEnrolment } from '@/lib/register/mutations';

/** POST /api/office/students/{enrolmentId}/leave {day, reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endEnrolment, async ({ scope, params, body, respond }) => {
    orRefuse(await endEnrolment(scope, params.enrolmentId, body));
    return respond(200, { success: true });
  }),
});
