import 'server-only';
import { Worker } from 'node:worker_threads';
import { DOCUMENT_MS, MAX_DOCUMENT_JOBS } from '@/lib/platform/limits';
import { createWorkerQueue } from '@/lib/platform/worker-queue';
import type { RenderJob } from './render-pdf';
import type { RenderedPdf } from './worker';

const LIMITS = {
  /** Allows a whole office to adopt at once, but bounds the queue. */
  maxJobs: MAX_DOCUMENT_JOBS,
  /** Shorter than the timeout of callers. */
  waitMs: 25_000,
  /** The longest timeout of a caller. */
  runMs: DOCUMENT_MS,
  idleMs: 5 * 60_000,
};
const RESOURCE_LIMITS = {
  /** 200 lines need about 100 MB. */
  maxOldGenerationSizeMb: 512,
  /** More lets a document be drawn no faster, and stays with the process while the worker lives. */
  maxYoungGenerationSizeMb: 16,
};

const start = () => new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS });
/** Drafts and proposals are public; documents of verified adoptions have their own worker and never wait for them. */
const drafts = createWorkerQueue<RenderJob, RenderedPdf>(start, LIMITS);
const adopted = createWorkerQueue<RenderJob, RenderedPdf>(start, LIMITS);

/**
 * Renders a document in a worker thread, so that the event loop stays responsive.
 * @param requester client address; the queue serves addresses in turn
 * @returns null if the queue is full or the wait is too long
 * @throws Error if rendering fails or takes longer than a minute
 */
export async function renderInWorker(job: RenderJob, requester: string): Promise<Buffer | null> {
  const isDraft = job.kind === 'proposal' || (job.kind === 'summary' && job.url === null);
  const queue = isDraft ? drafts : adopted;
  const pdf = await queue.run(job, requester);
  if (pdf === 'failed') throw new Error('Could not render the document');
  return pdf && Buffer.from(pdf.buffer);
}
