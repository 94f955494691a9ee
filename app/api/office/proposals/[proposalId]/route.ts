import { withdrawProposal } from '@/lib/proposals/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/proposals';
import { HttpError } from '@/lib/platform/errors';

/** DELETE /api/office/proposals/{proposalId}: for heads. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  DELETE: createHandler(endpoints.withdrawProposal, async ({ scope, params, respond }) => {
    const outcome = await withdrawProposal(scope, params.proposalId);
    if (outcome.ok) return respond(200, { success: true });
    throw new HttpError(outcome.code === 'offer_proposal.not_found' ? 404 : 409, outcome.code);
  }),
});
