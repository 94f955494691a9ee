import { explainDifference } from '@/lib/money/payouts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payouts';

/** POST /api/admin/differences/{differenceId} {action: 'explain', reason}: a difference needs no attention any more. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.explainDifference,
    async ({ scope, params: { differenceId }, body: { reason }, respond }) => {
      orRefuse(await explainDifference(scope, differenceId, reason));
      return respond(200, { success: true });
    },
  ),
});
