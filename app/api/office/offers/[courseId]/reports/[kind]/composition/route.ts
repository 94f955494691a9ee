import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { stateComposition } from '@/lib/register/composition';

/** POST /api/office/offers/{courseId}/reports/{kind}/composition {version, women, sc, st, obc}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.stateComposition, async ({ scope, params, body, respond }) => {
    orRefuse(await stateComposition(scope, params.courseId, params.kind, body));
    return respond(200, { success: true });
  }),
});
