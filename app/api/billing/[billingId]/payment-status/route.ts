import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/payment';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';
import { allowPaymentCheck, checkBilling } from '@/lib/money/check-billing';

const check = createHandler(endpoints.checkBillingPayment, async ({ scope, params: { billingId }, respond }) => {
  await allowPaymentCheck(scope, billingId);
  const status = await checkBilling(scope, billingId);
  if (!status) throw new HttpError('own_adoption.not_found');
  sendAfterResponse();
  return respond(200, { status });
});

/** POST /api/billing/{billingId}/payment-status: asks the provider about the open payment of the adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: check });
