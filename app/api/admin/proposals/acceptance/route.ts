import { acceptProposals, checkProposals } from '@/lib/proposals/mutations';
import { findChosen } from '@/lib/proposals/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/proposals';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';

/**
 * POST /api/admin/proposals/acceptance {chosen, apply}: the dry run of their import; with `apply`, its digest, performs
 * exactly that import.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.acceptProposals, async ({ scope, body: { chosen, apply }, respond }) => {
    const { ids } = orRefuse(await findChosen(scope, chosen));
    if (apply === null) {
      const { dryRun } = orRefuse(await checkProposals(scope, ids));
      return respond(200, { dryRun, imported: null });
    }
    const applied = orRefuse(await acceptProposals(scope, ids, apply), (refused) =>
      'dryRun' in refused ? { details: { dryRun: refused.dryRun } } : {},
    );
    offerAfterResponse();
    const { added, changed, institutes, entry } = applied;
    return respond(200, { dryRun: null, imported: { success: true, added, changed, institutes, entry } });
  }),
});
