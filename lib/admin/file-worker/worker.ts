import 'server-only';
import { parentPort } from 'node:worker_threads';
import { readStatementFile, type ReadStatement } from '@/lib/admin/bank-statements/read-file';
import type { ColumnChoice } from '@/lib/admin/bank-statements/schema';
import { readFigures } from '@/lib/catalogue/district-figures/read';
import type { ReadFigures } from '@/lib/catalogue/district-figures/schema';
import { readCatalogueFile, type ReadCatalogue } from '@/lib/catalogue-import/read';
import { MAX_OFFICE_UNPACKED_BYTES } from '@/lib/platform/limits';
import { readMarks, readRolls, type ReadMarks, type ReadRolls } from '@/lib/register/read-rolls';
import { readSheets } from '@/lib/platform/table-file/read';
import { freezePrototypes } from './freeze';

type Bytes = Uint8Array<ArrayBuffer>;

/** `today` is the day in India, YYYY-MM-DD; `columns` are those that somebody chose. */
type StatementJob = { as: 'statement'; bytes: Bytes; today: string; columns?: ColumnChoice };

/** Of roll numbers, or of these and marks; `lists` are those that somebody chose. */
type OfficeJob<As> = { as: As; bytes: Bytes; lists?: readonly number[] };

/** A file to read, as posted to the worker. */
export type FileJob =
  | { as: 'catalogue'; bytes: Bytes; fileName: string }
  | OfficeJob<'rolls'>
  | OfficeJob<'marks'>
  | StatementJob
  | { as: 'figures'; bytes: Bytes };

freezePrototypes();

/** The worker that reads files; ./read-in-worker starts it and posts one file at a time. */
parentPort?.on('message', (job: FileJob) => {
  parentPort?.postMessage(readFile(job) satisfies ReadCatalogue | ReadStatement | ReadRolls | ReadMarks | ReadFigures);
});

function readFile(job: FileJob): ReadCatalogue | ReadStatement | ReadRolls | ReadMarks | ReadFigures {
  if (job.as === 'figures') return readFigures(readSheets(job.bytes, MAX_OFFICE_UNPACKED_BYTES));
  if (job.as === 'statement') return readStatementFile(job.bytes, job);
  if (job.as === 'rolls') return readRolls(readSheets(job.bytes, MAX_OFFICE_UNPACKED_BYTES), job.lists);
  if (job.as === 'marks') return readMarks(readSheets(job.bytes, MAX_OFFICE_UNPACKED_BYTES), job.lists);
  return readCatalogueFile(job.bytes, job.fileName);
}
