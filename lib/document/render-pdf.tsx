import 'server-only';
import { renderToBuffer } from '@react-pdf/renderer';
import type { Locale } from '@/lib/i18n/locale';
import { createDocumentContext, type DocumentContext } from './context';
import { ReceiptDocument } from './payment-receipt';
import type { PaymentReceipt, Summary } from './rules';
import { SummaryDocument } from './summary';

/**
 * A document to render, as plain data that can be sent to a worker thread. `url` is its page under /verify, null in a
 * draft.
 */
export type RenderJob = { locale: Locale } & (
  { kind: 'summary'; summary: Summary; url: string | null } | { kind: 'receipt'; receipt: PaymentReceipt; url: string }
);

/** Renders a document as a PDF. Blocks for a second or more with many lines: use ./render-in-worker. */
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
