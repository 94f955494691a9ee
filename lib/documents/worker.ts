import 'server-only';
import { parentPort } from 'node:worker_threads';
import { describeError, log } from '@/lib/platform/log';
import { renderPdf, type RenderJob } from './render-pdf';

/** Response to a job: the PDF, or 'failed' if it could not be rendered. */
export type RenderedPdf = Uint8Array<ArrayBuffer> | 'failed';

/** Worker thread that renders documents, started by ./render-in-worker, which sends one job at a time. */
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
