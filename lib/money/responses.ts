import 'server-only';
import { errorText } from '@/lib/platform/i18n/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { PaymentOutcome } from './mutations';

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
