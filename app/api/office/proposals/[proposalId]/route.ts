import { withdrawProposal } from '@/lib/proposals/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';

/** DELETE /api/office/proposals/{proposalId}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.withdrawProposal, async ({ scope, params, respond }) => {
    orRefuse(await withdrawProposal(scope, params.proposalId));
    return respond(200, { success: true });
  }),
});
