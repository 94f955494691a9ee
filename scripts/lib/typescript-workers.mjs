import { isMainThread } from 'node:worker_threads';

// `--import tsx` reads TypeScript only in the main thread; worker threads inherit this import, which adds it there.
if (!isMainThread) (await import('tsx/esm/api')).register();
