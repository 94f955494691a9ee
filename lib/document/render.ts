import 'server-only';
import { env } from '@/lib/core/env';
import type { Locale } from '@/lib/i18n/locale';
import type { PaymentReceipt, Summary } from './rules';
import { renderInWorker } from './render-in-worker';

/** Returns the PDF of a summary; null if the render queue is full. `requester` is the client address. */
export async function renderSummary(summary: Summary, locale: Locale, requester: string): Promise<Buffer | null> {
  const url = summary.reference === null ? null : verifyUrl(summary.reference);
  return renderInWorker({ kind: 'summary', summary, url, locale }, requester);
}

/** Returns the PDF of a payment receipt; null if the render queue is full. `requester` is the client address. */
export async function renderReceipt(
  receipt: PaymentReceipt,
  locale: Locale,
  requester: string,
): Promise<Buffer | null> {
  return renderInWorker({ kind: 'receipt', receipt, url: verifyUrl(receipt.reference), locale }, requester);
}

const verifyUrl = (reference: string) => new URL(`/verify/${reference}`, env().APP_URL).href;
