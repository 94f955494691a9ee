import { proposeBranch } from '@/lib/proposals/mutations';
import { readBranch } from '@/lib/proposals/read';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';

/** POST /api/office/institutes/{instituteId}/proposals: for heads; 409 names a branch that is spelled nearly the same as `similar`. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.proposeBranch, async ({ scope, params, body, respond }) => {
    const read = readBranch(body);
    const { proposals } = orRefuse(
      read.ok ? await proposeBranch(scope, params.instituteId, read.wanted) : read,
      ({ code, params }) => (code === 'offer_proposal.branch_similar' ? { details: { similar: params?.branch } } : {}),
    );
    return respond(200, { proposals });
  }),
});
