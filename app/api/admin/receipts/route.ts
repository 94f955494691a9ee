import { recordCredit } from '@/lib/admin/receipts/mutations';
import { findReceiptAdoptions } from '@/lib/admin/receipts/queries';
import { toApiAdoption } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/receipts';

/**
 * POST /api/admin/receipts {mode, credited_on, amount, bank_reference, payer, reason, parts, …}: records a credit of the
 * bank account, divided over adoptions; 409 if it is recorded already. GET ?search=TEXT: the adoptions that it can belong to.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordReceipt, async ({ scope, body, respond }) => {
    const { id, parts } = orRefuse(await recordCredit(scope, body), ({ part }) => ({
      details: part === undefined ? {} : { field: `parts.${part}` },
    }));
    return respond(200, { success: true, id, parts });
  }),
  GET: createHandler(endpoints.findAdoptions, async ({ scope, query: { search, told }, respond }) => {
    const adoptions = await findReceiptAdoptions(scope, search, told !== undefined);
    return respond(200, { adoptions: adoptions.map(toApiAdoption) });
  }),
});
