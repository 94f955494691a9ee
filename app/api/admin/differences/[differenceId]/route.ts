import { explainDifference } from '@/lib/money/payouts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/settlements';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'difference.not_found': 404, 'difference.gone': 409 } as const;

/** POST /api/admin/differences/{differenceId} {action: 'explain', reason}: a difference needs no attention any more. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.explainDifference,
    async ({ scope, params: { differenceId }, body: { reason }, respond }) => {
      const result = await explainDifference(scope, differenceId, reason);
      if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
      return respond(200, { success: true });
    },
  ),
});
