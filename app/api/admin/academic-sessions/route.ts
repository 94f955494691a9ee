import { planSession } from '@/lib/admin/sessions/mutations';
import * as endpoints from '@/lib/api/academic-sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/academic-sessions {name, first_day, last_day, adopting_from, adopting_until} */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.planSession, async ({ scope, body, respond }) => {
    const outcome = await planSession(scope, body);
    if (outcome.ok) return respond(200, { success: true });
    throw new HttpError(outcome.code === 'session.name_of_year' ? 400 : 409, outcome.code, { params: outcome.params });
  }),
});
