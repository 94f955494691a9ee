import { refuseProposals } from '@/lib/proposals/mutations';
import { findChosen } from '@/lib/proposals/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';

/** POST /api/admin/proposals/refusal {chosen, reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.refuseProposals, async ({ scope, body: { chosen, reason }, respond }) => {
    const { ids } = orRefuse(await findChosen(scope, chosen));
    orRefuse(await refuseProposals(scope, ids, reason));
    return respond(200, { success: true });
  }),
});
