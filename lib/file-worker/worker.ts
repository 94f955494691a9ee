import 'server-only';
import { parentPort } from 'node:worker_threads';
import { readCatalogueFile, type ReadCatalogue } from '@/lib/catalogue/import/read';
import { readSheets } from '@/lib/table-file/read';
import type { ReadFile } from '@/lib/table-file/schema';
import { freezePrototypes } from './freeze';

/** A file to read, as posted to the worker: a catalogue, or the sheets of any file. */
export type FileJob = { bytes: Uint8Array<ArrayBuffer>; fileName: string; as: 'catalogue' | 'sheets' };

freezePrototypes();

/** The worker that reads files; ./read-in-worker starts it and posts one file at a time. */
parentPort?.on('message', ({ bytes, fileName, as }: FileJob) => {
  const read = as === 'sheets' ? readSheets(bytes) : readCatalogueFile(bytes, fileName);
  parentPort?.postMessage(read satisfies ReadCatalogue | ReadFile);
});
