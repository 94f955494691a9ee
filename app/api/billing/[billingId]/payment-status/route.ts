import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/payment';
import { HttpError } from '@/lib/core/errors';
import { sendAfterResponse } from '@/lib/notification/after';
import { allowPaymentCheck, checkBilling } from '@/lib/payment/check-billing';

const check = createHandler(endpoints.checkBillingPayment, async ({ scope, params: { billingId }, respond }) => {
  await allowPaymentCheck(scope, billingId);
  const status = await checkBilling(scope, billingId);
  if (!status) throw new HttpError(404, 'own_adoption.not_found');
  sendAfterResponse();
  return respond(200, { status });
});

/** POST /api/billing/{billingId}/payment-status: asks the provider about the open payment of the adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: check });
