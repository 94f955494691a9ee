import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Locale } from '@/lib/i18n/locale';
import { openPaper, type Paper } from './paper';
import { ReceiptDocument } from './payment-receipt';
import type { PaymentReceipt, Summary } from './rules';
import { SummaryDocument } from './summary';

/** A document to draw, as it crosses to the thread that draws: plain data. `address` is its page under /verify, null in a draft. */
export type Job = { locale: Locale } & (
  | { kind: 'summary'; summary: Summary; address: string | null }
  | { kind: 'receipt'; receipt: PaymentReceipt; address: string }
);

/** Draws a document as a PDF. It computes for a second or more where there are many lines: ./pool has it done in a thread. */
export async function draw(job: Job): Promise<Buffer> {
  return renderToBuffer(
    documentOf(job, await openPaper(job.kind === 'summary' ? job.summary : job.receipt, job.locale)),
  );
}

function documentOf(job: Job, paper: Paper) {
  return job.kind === 'summary' ? (
    <SummaryDocument summary={job.summary} address={job.address} paper={paper} />
  ) : (
    <ReceiptDocument receipt={job.receipt} address={job.address} paper={paper} />
  );
}
