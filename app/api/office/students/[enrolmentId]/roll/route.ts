import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { HttpError } from '@/lib/platform/errors';
import { correctRoll } from '@/lib/register/mutations';

const STATUS = {
  ...{ 'admin.not_found': 404, 'enrolment.gone': 409, 'enrolment.reported': 409, 'enrolment.taken': 409 },
} as Partial<Record<string, 404 | 409>>;

/** POST /api/office/students/{enrolmentId}/roll {roll, replace}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.correctRoll, async ({ scope, params, body, respond }) => {
    const outcome = await correctRoll(scope, params.enrolmentId, body);
    if (!outcome.ok) throw new HttpError(STATUS[outcome.code] ?? 400, outcome.code);
    return respond(200, { matches: outcome.matches });
  }),
});
