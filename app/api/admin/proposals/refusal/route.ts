import { refuseProposals } from '@/lib/proposals/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';

/** POST /api/admin/proposals/refusal {proposals, reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.refuseProposals, async ({ scope, body: { proposals, reason }, respond }) => {
    orRefuse(await refuseProposals(scope, proposals, reason));
    return respond(200, { success: true });
  }),
});
