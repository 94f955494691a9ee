import { actOnAdoption, type ActionProblem } from '@/lib/admin/adoptions/mutations';
import type { AdoptionAction } from '@/lib/admin/adoptions/schema';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import * as endpoints from '@/lib/api/admin-adoption';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';
import { closePaymentsAfterResponse } from '@/lib/money/after';

/** Refusals that are about a value of the body alone: another value would be accepted. */
const INVALID: readonly ActionProblem['code'][] = [
  'adoption.date_in_future',
  'adoption.date_in_past',
  'adoption.unchanged',
];

/**
 * POST /api/admin/billings/{reference} {action, version, reason, …}: carries out an action; `done` is false if it waits
 * for a second administrator. 409 with the reason if the adoption does not allow it.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.actOnBilling, async ({ scope, params: { reference }, body, respond }) => {
    const result = await actOnAdoption(scope, reference, body);
    if (result.ok) {
      offerAfterResponse();
      sendAfterResponse();
      closePaymentsAfterResponse({ reference });
      return respond(200, { done: result.done, version: result.version });
    }
    const { code } = result;
    if (code === 'adoption.not_found') throw new HttpError(404, code);
    throw new HttpError(INVALID.includes(code) ? 400 : 409, code, { details: { field: fieldOf(code, body) } });
  }),
});

/** Returns the property of the body that a refusal is about; undefined if it is about the adoption. */
function fieldOf(code: ActionProblem['code'], { action }: AdoptionAction): string | undefined {
  switch (code) {
    case 'adoption.date_in_future':
      return action === 'record_receipt' ? 'credited_on' : 'paid_on';
    case 'adoption.date_in_past':
      return 'due_on';
    case 'adoption.reference_used':
      return 'bank_reference';
    case 'adoption.refund_range':
      return action === 'record_refund' || action === 'refund_online' ? 'amount' : undefined;
    case 'adoption.unchanged':
      return action === 'correct' ? 'sponsor' : 'lines';
    case 'adoption.line_unknown':
    case 'adoption.seats_range':
    case 'adoption.none_left':
      return 'lines';
    default:
      return undefined;
  }
}
