import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/payment';
import { HttpError } from '@/lib/core/errors';
import { sendAfterResponse } from '@/lib/notification/after';
import { allowPaymentCheck, closeBilling } from '@/lib/payment/check-billing';

const close = createHandler(endpoints.closeBillingPayment, async ({ scope, params: { billingId }, respond }) => {
  await allowPaymentCheck(scope, billingId);
  const status = await closeBilling(scope, billingId);
  if (!status) throw new HttpError(404, 'own_adoption.not_found');
  sendAfterResponse();
  return respond(200, { status });
});

/** POST /api/billing/{billingId}/payment-close: gives up an online payment that was begun. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: close });
