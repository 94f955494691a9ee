// By its old name: 'node:worker_threads' is this file here (vitest.config.ts).
import { Worker as NodeWorker, type WorkerOptions } from 'worker_threads';

export * from 'worker_threads';

/** A thread of TypeScript. */
export class Worker extends NodeWorker {
  constructor(file: URL, options: WorkerOptions = {}) {
    super(new URL('./typescript-worker.mjs', import.meta.url), { ...options, argv: [file.href] });
  }
}
