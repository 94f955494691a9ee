import 'server-only';
import { Worker } from 'node:worker_threads';
import type { ReadStatement } from '@/lib/admin/bank-statements/read-file';
import type { ColumnChoice } from '@/lib/admin/bank-statements/schema';
import type { ReadFigures } from '@/lib/catalogue/district-figures/schema';
import { HttpError } from '@/lib/platform/errors';
import { IMPORT_HEAP_MIB, IMPORT_READ_MS, OFFICE_HEAP_MIB, OFFICE_READ_MS } from '@/lib/platform/limits';
import { createWorkerQueue, WorkerFailure } from '@/lib/platform/worker-queue';
import type { ReadCatalogue } from '@/lib/catalogue-import/read';
import type { ReadMarks, ReadRolls } from '@/lib/register/read-rolls';
import type { FileJob } from './worker';

const LIMITS = { maxJobs: 4, waitMs: 60_000, idleMs: 10_000 };

const BUSY_SECONDS = 5;

type Result = ReadCatalogue | ReadStatement | ReadRolls | ReadMarks | ReadFigures;

const startWorker = (maxOldGenerationSizeMb: number) =>
  new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb } });

const administrators = createWorkerQueue<FileJob, Result>(() => startWorker(IMPORT_HEAP_MIB), {
  ...LIMITS,
  runMs: IMPORT_READ_MS,
});

/** A queue of its own: a file of an administrator never waits for those of offices. */
const offices = createWorkerQueue<FileJob, Result>(() => startWorker(OFFICE_HEAP_MIB), {
  ...LIMITS,
  maxJobs: 8,
  runMs: OFFICE_READ_MS,
});

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
  return run(administrators, { bytes, fileName, as: 'catalogue' }, requester) as Promise<ReadCatalogue>;
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
  return run(administrators, { bytes, today, columns, as: 'statement' }, requester) as Promise<ReadStatement>;
}

/** Like readInWorker, for figures of districts. */
export function readFiguresInWorker(bytes: Uint8Array<ArrayBuffer>, requester: string): Promise<ReadFigures> {
  return run(administrators, { bytes, as: 'figures' }, requester) as Promise<ReadFigures>;
}

/**
 * Like readInWorker, for roll numbers of an office, in its own thread.
 * @param lists the lists of the file that somebody chose
 */
export function readRollsInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  requester: string,
  lists?: readonly number[],
): Promise<ReadRolls> {
  return run(offices, { bytes, lists, as: 'rolls' }, requester) as Promise<ReadRolls>;
}

/** The same with what is said of each student. */
export function readMarksInWorker(
  bytes: Uint8Array<ArrayBuffer>,
  requester: string,
  lists?: readonly number[],
): Promise<ReadMarks> {
  return run(offices, { bytes, lists, as: 'marks' }, requester) as Promise<ReadMarks>;
}

async function run(queue: typeof offices, job: FileJob, requester: string): Promise<Result> {
  try {
    const read = await queue.run(job, requester);
    if (!read) throw new HttpError('catalogue.busy', { retryAfterSeconds: BUSY_SECONDS });
    return read;
  } catch (error) {
    if (!(error instanceof WorkerFailure) || error.reason === 'ended') throw error;
    return { ok: false, problem: { code: error.reason === 'timeout' ? 'too_slow' : 'too_much_memory' } };
  }
}
