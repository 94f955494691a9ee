import 'server-only';
import { parentPort } from 'node:worker_threads';
import { describeError, log } from '@/lib/core/log';
import { draw, type Job } from './draw';

/** What the thread answers to a job: the PDF, or 'failed' for a document that could not be drawn. */
export type Answer = Uint8Array<ArrayBuffer> | 'failed';

/** The thread that draws documents, started by ./pool, which asks for one at a time. */
parentPort?.on('message', async (job: Job) => {
  const pdf = await drawn(job);
  parentPort?.postMessage(pdf satisfies Answer, pdf === 'failed' ? [] : [pdf.buffer]);
});

async function drawn(job: Job): Promise<Answer> {
  try {
    return new Uint8Array(await draw(job));
  } catch (error) {
    log.error('document_failed', describeError(error));
    return 'failed';
  }
}
