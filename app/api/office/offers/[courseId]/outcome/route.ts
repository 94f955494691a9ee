import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { stateOutcome } from '@/lib/register/report-mutations';

/** POST /api/office/offers/{courseId}/outcome {version, apprentices, employed, studying, looking, unknown}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.stateOutcome, async ({ scope, params, body, respond }) => {
    orRefuse(await stateOutcome(scope, params.courseId, body));
    return respond(200, { success: true });
  }),
});
