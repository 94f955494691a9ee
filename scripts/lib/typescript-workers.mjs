import { isMainThread } from 'node:worker_threads';

// `--import tsx` reads TypeScript in the main thread alone; worker threads inherit this import and do it here.
if (!isMainThread) (await import('tsx/esm/api')).register();
