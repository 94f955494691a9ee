import 'server-only';
import type { Worker } from 'node:worker_threads';

type Limits = {
  /** Maximum jobs running or waiting; further ones are refused. */
  maxJobs: number;
  /** Maximum time a job waits, in milliseconds. */
  waitMs: number;
  /** Maximum time a job runs, in milliseconds; then its worker is terminated. */
  runMs: number;
  /** Idle time in milliseconds after which the worker is terminated to free its memory. */
  idleMs: number;
};

/**
 * Why a job failed: it exceeded `runMs`, the worker reached its memory limit, or the worker ended for another reason.
 */
export class WorkerFailure extends Error {
  constructor(
    readonly reason: 'timeout' | 'memory' | 'ended',
    cause?: unknown,
  ) {
    super(`worker failed: ${reason}`, { cause });
    this.name = 'WorkerFailure';
  }
}

type Waiting<Job, Result> = {
  job: Job;
  since: number;
  resolve: (result: Result | null) => void;
  reject: (error: unknown) => void;
};

type Started<Result> = {
  worker: Worker;
  pending: { resolve: (result: Result) => void; reject: (error: Error) => void } | null;
  failure?: WorkerFailure;
  idle?: NodeJS.Timeout;
};

/**
 * Creates a job queue for one worker thread, started on demand. Jobs run one at a time, since two would only share the
 * processor. Requesters take turns, so that one with many jobs delays the others by one job at most.
 * @param start starts the worker, which answers each message with one. `new Worker(new URL(…, import.meta.url))` must
 * be in the calling module, where the bundler finds the file. Pass `resourceLimits`: they limit the heap only, not
 * buffers, and a single allocation of many megabytes beyond them ends the whole process, so bound large input
 * separately.
 */
export function createWorkerQueue<Job, Result>(start: () => Worker, { maxJobs, waitMs, runMs, idleMs }: Limits) {
  /** Jobs by requester; the first requester is next. */
  const waiting = new Map<string, Waiting<Job, Result>[]>();
  let jobs = 0;
  let isRunning = false;
  let current: Started<Result> | null = null;

  /**
   * Runs a job.
   * @param requester the owner of the job, such as a client address
   * @returns null when the queue is full or the job waited too long
   * @throws WorkerFailure
   */
  function run(job: Job, requester: string): Promise<Result | null> {
    if (jobs >= maxJobs && !makeRoom(requester)) return Promise.resolve(null);
    jobs += 1;
    const answer = new Promise<Result | null>((resolve, reject) => {
      const own = waiting.get(requester) ?? [];
      own.push({ job, since: performance.now(), resolve, reject });
      waiting.set(requester, own);
    }).finally(() => (jobs -= 1));
    if (!isRunning) void runAll();
    return answer;
  }

  /** Refuses the newest job of the requester with the most jobs, unless it has hardly more than this one. */
  function makeRoom(requester: string): boolean {
    const most = [...waiting.values()].reduce((longest, own) => (own.length > longest.length ? own : longest), []);
    if (most.length <= (waiting.get(requester)?.length ?? 0) + 1) return false;
    most.pop()?.resolve(null);
    return true;
  }

  function takeNext(): Waiting<Job, Result> | undefined {
    for (const [requester, own] of waiting) {
      waiting.delete(requester);
      const next = own.shift();
      if (own.length > 0) waiting.set(requester, own);
      return next;
    }
    return undefined;
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = takeNext(); next; next = takeNext()) {
      if (performance.now() - next.since > waitMs) next.resolve(null);
      else await runNow(next.job).then(next.resolve, next.reject);
    }
    isRunning = false;
    rest();
  }

  async function runNow(job: Job): Promise<Result> {
    const own = (current ??= startWorker());
    clearTimeout(own.idle);
    // Keeps the process alive for a running job, but not for an idle worker.
    own.worker.ref();
    const late = setTimeout(() => {
      own.failure = new WorkerFailure('timeout');
      void own.worker.terminate();
    }, runMs);
    try {
      return await new Promise<Result>((resolve, reject) => {
        own.pending = { resolve, reject };
        own.worker.postMessage(job);
      });
    } finally {
      clearTimeout(late);
      own.pending = null;
    }
  }

  function startWorker(): Started<Result> {
    const own: Started<Result> = { worker: start(), pending: null };
    own.worker.on('message', (result: Result) => own.pending?.resolve(result));
    own.worker.on('error', (error: NodeJS.ErrnoException) => {
      own.failure ??= new WorkerFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error);
    });
    // Also follows 'error'. The next worker is started only after this one has exited.
    own.worker.on('exit', () => {
      clearTimeout(own.idle);
      if (current === own) current = null;
      own.pending?.reject(own.failure ?? new WorkerFailure('ended'));
    });
    return own;
  }

  function rest(): void {
    const own = current;
    if (!own) return;
    own.worker.unref();
    own.idle = setTimeout(() => {
      current = null;
      void own.worker.terminate();
    }, idleMs).unref();
  }

  return { run };
}
