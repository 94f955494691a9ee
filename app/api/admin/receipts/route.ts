import { recordUnmatchedReceipt } from '@/lib/admin/receipts/mutations';
import { findReceiptAdoption } from '@/lib/admin/receipts/queries';
import { toApiAdoption } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { findAdoption, recordReceipt } from '@/lib/contract/receipts';
import { HttpError } from '@/lib/core/errors';

/**
 * POST /api/admin/receipts {mode, credited_on, amount, bank_reference, payer, reason, …}: records money that belongs to
 * no adoption yet; 409 if its reference is recorded already. GET ?reference=SA-…: the adoption that a receipt is for.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(recordReceipt, async ({ scope, body, respond }) => {
    const recorded = await recordUnmatchedReceipt(scope, body);
    if (recorded.ok) return respond(200, { success: true, id: recorded.id });
    throw new HttpError(recorded.code === 'adoption.reference_used' ? 409 : 400, recorded.code);
  }),
  GET: createHandler(findAdoption, async ({ scope, query: { reference }, respond }) => {
    const adoption = await findReceiptAdoption(scope, reference);
    if (!adoption) throw new HttpError(404, 'adoption.not_found');
    return respond(200, toApiAdoption(adoption));
  }),
});
