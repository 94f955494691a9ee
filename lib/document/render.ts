import 'server-only';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/i18n/locale';
import type { PaymentReceipt, Summary } from './rules';
import { drawInThread } from './pool';

/** The PDF of a summary in a language for a client address; null when this process already has as many documents to draw as it takes. */
export async function renderSummary(summary: Summary, locale: Locale, requester: string): Promise<Buffer | null> {
  const address = summary.reference === null ? null : checkAddress(summary.reference);
  return drawInThread({ kind: 'summary', summary, address, locale }, requester);
}

/** The PDF of a payment's receipt in a language for a client address; null when this process already has as many documents to draw as it takes. */
export async function renderReceipt(
  receipt: PaymentReceipt,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> {
  return drawInThread({ kind: 'receipt', receipt, address: checkAddress(receipt.reference), locale }, requester);
}

const checkAddress = (reference: string) => new URL(`/verify/${reference}`, env().APP_URL).href;
