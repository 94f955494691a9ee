import { enterPaid } from '@/lib/admin/bank-files/mutations';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/payees';

/** POST /api/admin/bank-payments {payments: [{reference, paid_on, bank_reference}], reason}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterPaid, async ({ scope, body, respond }) =>
    respond(200, await enterPaid(scope, body)),
  ),
});
