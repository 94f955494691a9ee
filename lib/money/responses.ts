import 'server-only';
import { HttpError } from '@/lib/platform/errors';
import { errorText } from '@/lib/platform/i18n/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { PaymentOutcome, PaymentRefusal } from './mutations';

const STATUS: Record<PaymentRefusal, 400 | 403 | 409 | 422 | 503> = {
  'payment.key_reused': 422,
  'payment.not_verified': 403,
  'payment.hold_ended': 403,
  'payment.method_required': 400,
  'selection.changed': 409,
  'payment.declined': 409,
  'payment.too_large': 409,
  'payment.not_payable': 409,
  'payment.refund_due': 409,
  'payment.failed': 503,
};

type Of<T> = Extract<PaymentOutcome, T>;

/** Returns the body of the response to a payment that succeeded. */
export function toPaid({ transactionId, billingId, reference }: Of<{ ok: true }>, locale: Locale) {
  const message = getTranslator(locale, 'dashboardPayment')('successful');
  return { success: true, transaction_id: transactionId, message, billing_id: billingId, reference } as const;
}

/** Returns the body of the response to a payment whose result follows. */
export const toPending = ({ code, billingId, next }: Of<{ code: 'payment.pending' }>, locale: Locale) => ({
  message: errorText(code, {}, locale),
  code,
  billing_id: billingId,
  next,
});

/** Throws the HttpError of a payment that was refused. */
export function throwRefusal({ code, params }: Of<{ code: PaymentRefusal }>): never {
  throw new HttpError(STATUS[code], code, { params });
}
