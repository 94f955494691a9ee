import { actOnAdoption, type ActionProblem } from '@/lib/admin/adoptions/mutations';
import type { AdoptionAction } from '@/lib/admin/adoptions/schema';
import { offerAfterResponse } from '@/lib/operation/jobs/offer-after-response';
import * as endpoints from '@/lib/api/admin-adoption';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import { sendAfterResponse } from '@/lib/notifications/after';
import { closePaymentsAfterResponse } from '@/lib/money/after';

/**
 * POST /api/admin/billings/{reference} {action, version, reason, …}: carries out an action; `done` is false if it waits
 * for a second administrator. 409 with the reason if the adoption does not allow it.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.actOnBilling, async ({ scope, params: { reference }, body, respond }) => {
    const { done, version } = orRefuse(await actOnAdoption(scope, reference, body), ({ code }) => ({
      details: { field: fieldOf(code, body) },
    }));
    offerAfterResponse();
    sendAfterResponse();
    closePaymentsAfterResponse({ reference });
    return respond(200, { done, version });
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
