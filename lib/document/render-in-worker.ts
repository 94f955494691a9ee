import 'server-only';
import { Worker } from 'node:worker_threads';
import { DOCUMENT_MS, MAX_DOCUMENT_JOBS } from '@/lib/core/limits';
import { createWorkerQueue } from '@/lib/core/worker-queue';
import type { RenderJob } from './render-pdf';
import type { RenderedPdf } from './worker';

const LIMITS = {
  maxJobs: MAX_DOCUMENT_JOBS,
  /** Callers still listen after this time. */
  waitMs: 25_000,
  /** No caller waits longer. */
  runMs: DOCUMENT_MS,
  idleMs: 5 * 60_000,
};
/** Two hundred lines need about 100 MB. */
const MAX_HEAP_MEGABYTES = 512;

const start = () =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  });
/** Anybody can ask for drafts; documents of verified adoptions have a worker of their own and never wait for them (security 66). */
const drafts = createWorkerQueue<RenderJob, RenderedPdf>(start, LIMITS);
const adopted = createWorkerQueue<RenderJob, RenderedPdf>(start, LIMITS);

/**
 * Has a document drawn in a worker thread, so that the server answers everybody else meanwhile.
 * @param requester the address that asks: the queue serves addresses in turn
 * @returns null when the queue is full, or the turn comes too late
 * @throws Error when it could not be drawn, or not within a minute
 */
export async function renderInWorker(job: RenderJob, requester: string): Promise<Buffer | null> {
  const queue = job.url === null ? drafts : adopted;
  const pdf = await queue.run(job, requester);
  if (pdf === 'failed') throw new Error('The document could not be drawn');
  return pdf && Buffer.from(pdf.buffer);
}
