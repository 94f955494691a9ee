import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import { env } from '@/lib/core/env';
import { loadFit } from './fonts';
import { ReceiptDocument } from './payment-receipt';
import type { PaymentReceipt, Summary } from './rules';
import { SummaryDocument } from './summary';

/** Rendering is computing on the one thread that also answers everybody else: more than this many at once only queue there. */
const MAX_AT_ONCE = 2;
let running = 0;

/** The PDF of a summary; null when this process is already rendering two documents. */
export async function renderSummary(summary: Summary): Promise<Buffer | null> {
  const address = summary.reference && checkAddress(summary.reference);
  return render(async () => <SummaryDocument summary={summary} address={address} fit={await loadFit()} />);
}

/** The PDF of a payment's receipt; null when this process is already rendering two documents. */
export async function renderReceipt(receipt: PaymentReceipt): Promise<Buffer | null> {
  const address = checkAddress(receipt.reference);
  return render(async () => <ReceiptDocument receipt={receipt} address={address} fit={await loadFit()} />);
}

const checkAddress = (reference: string) => new URL(`/verify/${reference}`, env().APP_URL).href;

async function render(draw: () => Promise<Parameters<typeof renderToBuffer>[0]>): Promise<Buffer | null> {
  if (running >= MAX_AT_ONCE) return null;
  running += 1;
  try {
    return await renderToBuffer(await draw());
  } finally {
    running -= 1;
  }
}
