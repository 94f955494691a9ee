import { proposeBranch } from '@/lib/proposals/mutations';
import { readBranch } from '@/lib/proposals/read';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/proposals';
import { HttpError } from '@/lib/platform/errors';

const CONFLICTS: ReadonlySet<string> = new Set(endpoints.proposeBranch.errors[409].codes);
const statusOf = (code: string) => (code === 'admin.not_found' ? 404 : CONFLICTS.has(code) ? 409 : 400);

/** POST /api/office/institutes/{instituteId}/proposals: for heads; 409 names a branch that is spelled nearly the same as `similar`. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.proposeBranch, async ({ scope, params, body, respond }) => {
    const read = readBranch(body);
    const outcome = read.ok ? await proposeBranch(scope, params.instituteId, read.wanted) : read;
    if (outcome.ok) return respond(200, { proposals: outcome.proposals });
    const { code, params: values } = outcome;
    const details = code === 'offer_proposal.branch_similar' ? { similar: values?.branch } : undefined;
    throw new HttpError(statusOf(code), code, { params: values, details });
  }),
});
