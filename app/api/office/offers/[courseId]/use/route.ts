import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/funds';
import { stateUse } from '@/lib/funds/mutations';

/** POST /api/office/offers/{courseId}/use {financial_year, used, heads, revision}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.stateUse, async ({ scope, params, body, respond }) => {
    const { revision } = orRefuse(await stateUse(scope, params.courseId, body));
    return respond(200, { success: true, revision });
  }),
});
