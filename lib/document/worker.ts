import 'server-only';
import { parentPort } from 'node:worker_threads';
import { describeError, log } from '@/lib/core/log';
import { renderPdf, type RenderJob } from './render-pdf';

/** What the thread answers to a job: the PDF, or 'failed' for a document that could not be drawn. */
export type RenderedPdf = Uint8Array<ArrayBuffer> | 'failed';

/** The thread that draws documents, started by ./render-in-worker, which asks for one at a time. */
parentPort?.on('message', async (job: RenderJob) => {
  const pdf = await render(job);
  parentPort?.postMessage(pdf satisfies RenderedPdf, pdf === 'failed' ? [] : [pdf.buffer]);
});

async function render(job: RenderJob): Promise<RenderedPdf> {
  try {
    return new Uint8Array(await renderPdf(job));
  } catch (error) {
    log.error('document_failed', describeError(error));
    return 'failed';
  }
}
