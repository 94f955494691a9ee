import { confirmReceipts } from '@/lib/admin/receipts/many';
import { toApiOutcome } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';
import { sendAfterResponse } from '@/lib/notifications/after';

/** POST /api/admin/receipts/confirmations {of, receipts or seen_until, reason}: confirms receipts, each as the action `confirm_receipt` does. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.confirmReceipts, async ({ scope, body, respond }) => {
    const seen = body.of === 'page' ? { receipts: body.receipts } : { until: new Date(body.seen_until) };
    const done = await confirmReceipts(scope, seen, body.reason);
    sendAfterResponse();
    return respond(200, { results: done.map(toApiOutcome) });
  }),
});
