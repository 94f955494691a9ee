import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Locale } from '@/lib/i18n/locale';
import { createDocumentContext, type DocumentContext } from './context';
import { ReceiptDocument } from './payment-receipt';
import type { PaymentReceipt, Summary } from './rules';
import { SummaryDocument } from './summary';

/** A document to draw, as it crosses to the thread that draws: plain data. `address` is its page under /verify, null in a draft. */
export type RenderJob = { locale: Locale } & (
  { kind: 'summary'; summary: Summary; url: string | null } | { kind: 'receipt'; receipt: PaymentReceipt; url: string }
);

/** Draws a document as a PDF. It computes for a second or more where there are many lines: ./render-in-worker has it done in a thread. */
export async function renderPdf(job: RenderJob): Promise<Buffer> {
  return renderToBuffer(
    documentOf(job, await createDocumentContext(job.kind === 'summary' ? job.summary : job.receipt, job.locale)),
  );
}

function documentOf(job: RenderJob, context: DocumentContext) {
  return job.kind === 'summary' ? (
    <SummaryDocument summary={job.summary} url={job.url} context={context} />
  ) : (
    <ReceiptDocument receipt={job.receipt} url={job.url} context={context} />
  );
}
