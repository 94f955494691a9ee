import { recordCredits } from '@/lib/admin/receipts/many';
import { toApiOutcome } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';

/** POST /api/admin/receipts/many {receipts}: records credits of the bank account, each as POST /api/admin/receipts does. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordReceipts, async ({ scope, body: { receipts }, respond }) =>
    respond(200, { results: (await recordCredits(scope, receipts)).map(toApiOutcome) }),
  ),
});
