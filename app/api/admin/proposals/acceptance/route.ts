import { acceptProposals, checkProposals } from '@/lib/proposals/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/proposals';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import { HttpError } from '@/lib/platform/errors';

/**
 * POST /api/admin/proposals/acceptance {proposals, apply}: the dry run of their import; with `apply`, its digest, performs
 * exactly that import.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.acceptProposals, async ({ scope, body: { proposals, apply }, respond }) => {
    if (apply === null) {
      const checked = await checkProposals(scope, proposals);
      if (checked.ok) return respond(200, { dryRun: checked.dryRun, imported: null });
      throw refusal(checked);
    }
    const applied = await acceptProposals(scope, proposals, apply);
    if (!applied.ok) throw refusal(applied);
    offerAfterResponse();
    const { added, changed, institutes, entry } = applied;
    return respond(200, { dryRun: null, imported: { success: true, added, changed, institutes, entry } });
  }),
});

type Refused = Extract<Awaited<ReturnType<typeof acceptProposals>>, { ok: false }>;

function refusal(refused: Refused): HttpError {
  const details = 'dryRun' in refused ? { dryRun: refused.dryRun } : undefined;
  return new HttpError(refused.code === 'offer_proposal.not_found' ? 404 : 409, refused.code, { details });
}
