import { planSession } from '@/lib/sessions/mutations';
import * as endpoints from '@/lib/api/sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/academic-sessions {name, first_day, last_day, adopting_from, adopting_until} */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.planSession, async ({ scope, body, respond }) => {
    orRefuse(await planSession(scope, body));
    return respond(200, { success: true });
  }),
});
