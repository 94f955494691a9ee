import { refuseProposals } from '@/lib/proposals/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/proposals';
import { HttpError } from '@/lib/platform/errors';

/** POST /api/admin/proposals/refusal {proposals, reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.refuseProposals, async ({ scope, body: { proposals, reason }, respond }) => {
    const outcome = await refuseProposals(scope, proposals, reason);
    if (outcome.ok) return respond(200, { success: true });
    throw new HttpError(outcome.code === 'offer_proposal.not_found' ? 404 : 409, outcome.code);
  }),
});
