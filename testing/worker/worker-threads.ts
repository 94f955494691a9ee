// Imported under its old name, because vitest.config.ts resolves 'node:worker_threads' to this file.
import { Worker as NodeWorker, type WorkerOptions } from 'worker_threads';

export * from 'worker_threads';

/** A worker thread that can load TypeScript. */
export class Worker extends NodeWorker {
  constructor(file: URL, options: WorkerOptions = {}) {
    super(new URL('./typescript-worker.mjs', import.meta.url), { ...options, argv: [file.href] });
  }
}
