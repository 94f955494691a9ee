import { confirmReceipts } from '@/lib/admin/receipts/many';
import { toApiOutcome } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/admin/receipts/confirmations {receipts, reason}: confirms receipts, each as the action `confirm_receipt` does. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.confirmReceipts, async ({ scope, body: { receipts, reason }, respond }) => {
    const done = await confirmReceipts(scope, receipts, reason);
    sendAfterResponse();
    return respond(200, { results: done.map(toApiOutcome) });
  }),
});
