import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payment';
import { HttpError } from '@/lib/platform/errors';
import { allowPaymentCheck } from '@/lib/money/check-billing';
import { payForBilling } from '@/lib/money/mutations';
import { toPaid, toPending } from '@/lib/money/responses';
import { sendAfterResponse } from '@/lib/notifications/after';

const pay = createHandler(
  endpoints.payBilling,
  async ({ scope, params: { billingId }, body: { payment_method }, locale, respond }) => {
    await allowPaymentCheck(scope, billingId);
    const outcome = await payForBilling(scope, billingId, payment_method);
    if (!outcome) throw new HttpError('own_adoption.not_found');
    if (!outcome.ok && outcome.code === 'payment.pending') return respond(202, toPending(outcome, locale));
    const paid = orRefuse(outcome);
    sendAfterResponse();
    return respond(200, toPaid(paid, locale));
  },
);

/** POST /api/billing/{billingId}/pay: pays for an adoption from its own page. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: pay });
