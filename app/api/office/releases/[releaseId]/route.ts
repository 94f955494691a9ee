import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/funds';
import { acknowledgeRelease } from '@/lib/funds/mutations';

/** POST /api/office/releases/{releaseId} {received_on}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.acknowledgeRelease, async ({ scope, params, body, respond }) => {
    orRefuse(await acknowledgeRelease(scope, params.releaseId, body.received_on));
    return respond(200, { success: true });
  }),
});
