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
      const queue = waiting.get(requester) ?? [];
      queue.push({ job, since: performance.now(), resolve, reject });
      waiting.set(requester, queue);
    }).finally(() => (jobs -= 1));
    if (!isRunning) void runAll();
    return answer;
  }

  /** Refuses the newest job of the requester with the most jobs, unless it has hardly more than this one. */
  function makeRoom(requester: string): boolean {
    const most = [...waiting.values()].reduce(
      (longest, queue) => (queue.length > longest.length ? queue : longest),
      [],
    );
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
    scheduleShutdown();
  }

  async function runNow(job: Job): Promise<Result> {
    const started = (current ??= startWorker());
    clearTimeout(started.idle);
    // Keeps the process alive for a running job, but not for an idle worker.
    started.worker.ref();
    const late = setTimeout(() => {
      started.failure = new WorkerFailure('timeout');
      void started.worker.terminate();
    }, runMs);
    try {
      return await new Promise<Result>((resolve, reject) => {
        started.pending = { resolve, reject };
        started.worker.postMessage(job);
      });
    } finally {
      clearTimeout(late);
      started.pending = null;
    }
  }

  function startWorker(): Started<Result> {
    const started: Started<Result> = { worker: start(), pending: null };
    started.worker.on('message', (result: Result) => started.pending?.resolve(result));
    started.worker.on('error', (error: NodeJS.ErrnoException) => {
      started.failure ??= new WorkerFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error);
    });
    // Also follows 'error'. The next worker is started only after this one has exited.
    started.worker.on('exit', () => {
      clearTimeout(started.idle);
      if (current === started) current = null;
      started.pending?.reject(started.failure ?? new WorkerFailure('ended'));
    });
    return started;
  }

  function scheduleShutdown(): void {
    const started = current;
    if (!started) return;
    started.worker.unref();
    started.idle = setTimeout(() => {
      current = null;
      void started.worker.terminate();
    }, idleMs).unref();
  }

  return { run };
}
