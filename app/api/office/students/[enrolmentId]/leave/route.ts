import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';
import { endEnrolment } from '@/lib/register/mutations';

const STATUS = { 'admin.not_found': 404, 'enrolment.gone': 409 } as Partial<Record<string, 404 | 409>>;

/** POST /api/office/students/{enrolmentId}/leave {day, reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.endEnrolment, async ({ scope, params, body, respond }) => {
    const outcome = await endEnrolment(scope, params.enrolmentId, body);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code);
    return respond(200, { success: true });
  }),
});
