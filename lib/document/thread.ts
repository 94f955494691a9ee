import 'server-only';
import { parentPort } from 'node:worker_threads';
import { describeError, log } from '@/lib/core/log';
import { draw, type Job } from './draw';

/** What the thread is asked and what it answers: `pdf` is null for a document that could not be drawn. */
export type Question = { id: number; job: Job };
export type Answer = { id: number; pdf: Uint8Array<ArrayBuffer> | null };

/** The thread that draws documents, started by ./pool: one after the other, since drawing leaves no time in between. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', ({ id, job }: Question) => {
  last = last.then(async () => {
    const pdf = await drawn(job);
    parentPort?.postMessage({ id, pdf } satisfies Answer, pdf ? [pdf.buffer] : []);
  });
});

async function drawn(job: Job): Promise<Answer['pdf']> {
  try {
    return new Uint8Array(await draw(job));
  } catch (error) {
    log.error('document_failed', describeError(error));
    return null;
  }
}
