import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/payment';
import { HttpError } from '@/lib/platform/errors';
import { sendAfterResponse } from '@/lib/notifications/after';
import { allowPaymentCheck, closeBilling } from '@/lib/money/check-billing';

const close = createHandler(endpoints.closeBillingPayment, async ({ scope, params: { billingId }, respond }) => {
  await allowPaymentCheck(scope, billingId);
  const status = await closeBilling(scope, billingId);
  if (!status) throw new HttpError('own_adoption.not_found');
  sendAfterResponse();
  return respond(200, { status });
});

/** POST /api/billing/{billingId}/payment-close: gives up an online payment that was begun. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: close });
