import { recordCredit } from '@/lib/admin/receipts/mutations';
import { findReceiptAdoptions } from '@/lib/admin/receipts/queries';
import { toApiAdoption } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';
import { HttpError } from '@/lib/platform/errors';

/**
 * POST /api/admin/receipts {mode, credited_on, amount, bank_reference, payer, reason, parts, …}: records a credit of the
 * bank account, divided over adoptions; 409 if it is recorded already. GET ?search=TEXT: the adoptions that it can belong to.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.recordReceipt, async ({ scope, body, respond }) => {
    const recorded = await recordCredit(scope, body);
    if (recorded.ok) return respond(200, { success: true, id: recorded.id, parts: recorded.parts });
    const { code, part } = recorded;
    const status = code === 'adoption.not_found' ? 404 : code === 'adoption.date_in_future' ? 400 : 409;
    throw new HttpError(status, code, part === undefined ? {} : { details: { field: `parts.${part}` } });
  }),
  GET: createHandler(endpoints.findAdoptions, async ({ scope, query: { search, told }, respond }) => {
    const adoptions = await findReceiptAdoptions(scope, search, told !== undefined);
    return respond(200, { adoptions: adoptions.map(toApiAdoption) });
  }),
});
