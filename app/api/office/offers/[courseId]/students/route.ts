import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';
import { enterStudents } from '@/lib/register/mutations';

const STATUS = { 'admin.not_found': 404, 'enrolment.changed': 409 } as Partial<Record<string, 404 | 409>>;

/** POST /api/office/offers/{courseId}/students {rows, from_day, enter}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterStudents, async ({ scope, params, body, respond }) => {
    const outcome = await enterStudents(scope, params.courseId, body);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code, { params: outcome.params });
    return respond(200, outcome.plan);
  }),
});
