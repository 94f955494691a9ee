import 'server-only';
import { parentPort } from 'node:worker_threads';
import { readCatalogueFile, readTable, type ReadCatalogue, type ReadFile } from './read';

/** A file to read, as posted to the worker: a catalogue, or any table. */
export type FileJob = { bytes: Uint8Array<ArrayBuffer>; fileName: string; as: 'catalogue' | 'table' };

/** The worker that reads files; ./read-in-worker starts it and posts one file at a time. */
parentPort?.on('message', async ({ bytes, fileName, as }: FileJob) => {
  const read = as === 'table' ? readTable : readCatalogueFile;
  parentPort?.postMessage((await read(bytes, fileName)) satisfies ReadCatalogue | ReadFile);
});
