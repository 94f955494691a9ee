import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';
import { moveStudent } from '@/lib/register/mutations';

const STATUS = { 'admin.not_found': 404, 'enrolment.gone': 409, 'enrolment.reported': 409 } as Partial<
  Record<string, 404 | 409>
>;

/** POST /api/office/students/{enrolmentId}/move {course_id, number}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.moveStudent, async ({ scope, params, body, respond }) => {
    const outcome = await moveStudent(scope, params.enrolmentId, body);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code);
    return respond(200, { success: true });
  }),
});
