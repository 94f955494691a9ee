import { createHandler, routeHandlers } from '@/lib/contract/handler';
import { processPayment } from '@/lib/contract/payment';
import { HttpError } from '@/lib/core/errors';
import { errorText } from '@/lib/i18n/errors';
import { getTranslator } from '@/lib/i18n/server';
import { sendAfterResponse } from '@/lib/notification/after';
import { payForAdoption, type PaymentRefusal } from '@/lib/payment/mutations';

const STATUS: Record<Exclude<PaymentRefusal, 'payment.pending'>, 400 | 403 | 409 | 422 | 503> = {
  'payment.key_reused': 422,
  'payment.not_verified': 403,
  'payment.hold_ended': 403,
  'payment.method_required': 400,
  'selection.changed': 409,
  'payment.declined': 409,
  'payment.refund_due': 409,
  'payment.failed': 503,
};

/**
 * POST /api/billing/process-payment: pays for the held adoption of the session's sponsor. Repeating a request is safe,
 * with or without an Idempotency-Key. 202 if the provider confirms later.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(processPayment, async ({ scope, body, headers, locale, respond }) => {
    const outcome = await payForAdoption(scope, body, { key: headers['idempotency-key'] ?? null });
    if (outcome.ok) {
      sendAfterResponse();
      const { transactionId: transaction_id, billingId: billing_id, reference } = outcome;
      const message = getTranslator(locale, 'dashboardPayment')('successful');
      return respond(200, { success: true, transaction_id, message, billing_id, reference });
    }
    const { code } = outcome;
    if (code === 'payment.pending') return respond(202, { message: errorText(code, {}, locale), code });
    throw new HttpError(STATUS[code], code);
  }),
});
