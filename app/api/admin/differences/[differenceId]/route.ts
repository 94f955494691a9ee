import { explainDifference as explain } from '@/lib/admin/settlements/mutations';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { explainDifference } from '@/lib/contract/settlements';
import { HttpError } from '@/lib/core/errors';

const STATUS = { 'difference.not_found': 404, 'difference.gone': 409 } as const;

/** POST /api/admin/differences/{differenceId} {action: 'explain', reason}: a difference needs no attention any more. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(explainDifference, async ({ scope, params: { differenceId }, body: { reason }, respond }) => {
    const result = await explain(scope, differenceId, reason);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    return respond(200, { success: true });
  }),
});
