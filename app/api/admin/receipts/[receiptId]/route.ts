import { rejectUnmatchedReceipt } from '@/lib/admin/receipts/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';
import { HttpError } from '@/lib/platform/errors';

const STATUS = { 'receipt.not_found': 404, 'receipt.gone': 409 } as const;

/** POST /api/admin/receipts/{receiptId} {action: 'reject', reason}: rejects a receipt that belongs to no adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.rejectReceipt, async ({ scope, params: { receiptId }, body: { reason }, respond }) => {
    const result = await rejectUnmatchedReceipt(scope, receiptId, reason);
    if (!result.ok) throw new HttpError(STATUS[result.code], result.code);
    return respond(200, { success: true });
  }),
});
