import { z } from 'zod';
import { HttpError } from '@/lib/core/errors';
import { json, MAX_SELECTION_BYTES, parseOrThrow, readJson, route } from '@/lib/core/http';
import { requireOwner } from '@/lib/identity/session';
import { payForAdoption, type PaymentRefusal } from '@/lib/payment/mutations';
import { idempotencyKeySchema, processPaymentSchema } from '@/lib/payment/schema';
import { errorText } from '@/lib/text/errors';
import { requestLocale } from '@/lib/text/request';
import { texts } from '@/lib/text/server';

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
 * POST /api/billing/process-payment (R-API-22, R-API-23): pays for the held adoption of the session's own sponsor. Checks in
 * the order of A-62; repeating it is harmless, with an Idempotency-Key or without. 202 when the provider answers later.
 */
export const POST = route(async (request: Request) => {
  const given = await readJson(request, z.looseObject({}), MAX_SELECTION_BYTES);
  const scope = await requireOwner(request, given.userId);
  const body = parseOrThrow(processPaymentSchema, given);
  const key = parseOrThrow(idempotencyKeySchema, request.headers.get('Idempotency-Key'));

  const outcome = await payForAdoption(scope, body, { key });
  if (outcome.ok) {
    const { transactionId: transaction_id, billingId: billing_id, reference } = outcome;
    return json({
      success: true,
      transaction_id,
      message: texts(requestLocale(request), 'pay')('successful'),
      billing_id,
      reference,
    });
  }
  const { code } = outcome;
  if (code === 'payment.pending')
    return json({ message: errorText(code, {}, requestLocale(request)), code }, { status: 202 });
  throw new HttpError(STATUS[code], code);
});
