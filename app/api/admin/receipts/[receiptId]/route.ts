import { rejectUnmatchedReceipt } from '@/lib/admin/receipts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/receipts';

/** POST /api/admin/receipts/{receiptId} {action: 'reject', reason}: rejects a receipt that belongs to no adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.rejectReceipt, async ({ scope, params: { receiptId }, body: { reason }, respond }) => {
    orRefuse(await rejectUnmatchedReceipt(scope, receiptId, reason));
    return respond(200, { success: true });
  }),
});
