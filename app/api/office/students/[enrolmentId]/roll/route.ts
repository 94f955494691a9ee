import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { correctRoll } from '@/lib/register/mutations';

/** POST /api/office/students/{enrolmentId}/roll {roll, replace}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.correctRoll, async ({ scope, params, body, respond }) => {
    const outcome = orRefuse(await correctRoll(scope, params.enrolmentId, body));
    return respond(200, { matches: outcome.matches });
  }),
});
