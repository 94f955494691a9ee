import 'server-only';
import { parentPort } from 'node:worker_threads';
import { readCatalogueFile, type ReadCatalogue } from './read';

/** A file to read, as posted to the worker. */
export type FileJob = { bytes: Uint8Array<ArrayBuffer>; fileName: string };

/** The worker that reads catalogue files; ./read-in-worker starts it and posts one file at a time. */
parentPort?.on('message', async ({ bytes, fileName }: FileJob) => {
  parentPort?.postMessage((await readCatalogueFile(bytes, fileName)) satisfies ReadCatalogue);
});
