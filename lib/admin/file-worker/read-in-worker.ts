import 'server-only';
import { Worker } from 'node:worker_threads';
import type { ColumnChoice } from '@/lib/admin/bank-statements/schema';
import { HttpError } from '@/lib/platform/errors';
import { IMPORT_HEAP_MIB, IMPORT_READ_MS } from '@/lib/platform/limits';
import { createWorkerQueue, WorkerFailure } from '@/lib/platform/worker-queue';
import type { ReadCatalogue } from '@/lib/admin/catalogue-import/read';
import type { ReadMarks, ReadRolls } from '@/lib/register/read-rolls';
import type { FileJob, ReadStatement } from './worker';

const LIMITS = { maxJobs: 4, waitMs: 60_000, runMs: IMPORT_READ_MS, idleMs: 10_000 };

const BUSY_SECONDS = 5;

const queue = createWorkerQueue<FileJob, ReadCatalogue | ReadStatement | ReadRolls | ReadMarks>(
  () =>
    new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: IMPORT_HEAP_MIB },
    }),
  LIMITS,
);

/**
 * Reads and checks a catalogue file in a worker thread with time and memory limits, so that the server keeps responding
 * regardless of the file's content.
 * @param requester queue key: requesters take turns
 * @throws HttpError 503 'catalogue.busy' when the queue is full
 */
export function readInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  requester: string,
): Promise<ReadCatalogue> {
  return run({ bytes, fileName, as: 'catalogue' }, requester) as Promise<ReadCatalogue>;
}

/**
 * Like readInWorker, for a bank statement.
 * @param today the day in India, YYYY-MM-DD
 * @param columns the columns that somebody chose
 */
export function readStatementInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  today: string,
  requester: string,
  columns?: ColumnChoice,
): Promise<ReadStatement> {
  return run({ bytes, today, columns, as: 'statement' }, requester) as Promise<ReadStatement>;
}

/** Like readInWorker, for roll numbers of an office. */
export function readRollsInWorker(bytes: Uint8Array<ArrayBuffer>, requester: string): Promise<ReadRolls> {
  return run({ bytes, as: 'rolls' }, requester) as Promise<ReadRolls>;
}

/** The same with what is said of each student. */
export function readMarksInWorker(bytes: Uint8Array<ArrayBuffer>, requester: string): Promise<ReadMarks> {
  return run({ bytes, as: 'marks' }, requester) as Promise<ReadMarks>;
}

async function run(job: FileJob, requester: string): Promise<ReadCatalogue | ReadStatement | ReadRolls | ReadMarks> {
  try {
    const read = await queue.run(job, requester);
    if (!read) throw new HttpError(503, 'catalogue.busy', { retryAfterSeconds: BUSY_SECONDS });
    return read;
  } catch (error) {
    if (!(error instanceof WorkerFailure) || error.reason === 'ended') throw error;
    return { ok: false, problem: { code: error.reason === 'timeout' ? 'too_slow' : 'too_much_memory' } };
  }
}
