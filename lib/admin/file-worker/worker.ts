import 'server-only';
import { parentPort } from 'node:worker_threads';
import { readStatement } from '@/lib/admin/bank-statements/read-statement';
import type { ColumnChoice, Statement } from '@/lib/admin/bank-statements/schema';
import { readCatalogueFile, type ReadCatalogue } from '@/lib/admin/catalogue-import/read';
import { MAX_OFFICE_UNPACKED_BYTES, MAX_STATEMENT_ROWS } from '@/lib/platform/limits';
import { readMarks, readRolls, type ReadMarks, type ReadRolls } from '@/lib/register/read-rolls';
import { readSheets } from '@/lib/platform/table-file/read';
import type { ReadProblem } from '@/lib/platform/table-file/schema';
import { freezePrototypes } from './freeze';

type Bytes = Uint8Array<ArrayBuffer>;

/** `today` is the day in India, YYYY-MM-DD; `columns` are those that somebody chose. */
type StatementJob = { as: 'statement'; bytes: Bytes; today: string; columns?: ColumnChoice };

/** Of roll numbers, or of these and marks; `lists` are those that somebody chose. */
type OfficeJob<As> = { as: As; bytes: Bytes; lists?: readonly number[] };

/** A file to read, as posted to the worker. */
export type FileJob =
  { as: 'catalogue'; bytes: Bytes; fileName: string } | OfficeJob<'rolls'> | OfficeJob<'marks'> | StatementJob;

/** A bank statement, null if no sheet has its header; or why the file cannot be read. */
export type ReadStatement = { ok: true; statement: Statement | null } | { ok: false; problem: ReadProblem };

freezePrototypes();

/** The worker that reads files; ./read-in-worker starts it and posts one file at a time. */
parentPort?.on('message', (job: FileJob) => {
  parentPort?.postMessage(readFile(job) satisfies ReadCatalogue | ReadStatement | ReadRolls | ReadMarks);
});

function readFile(job: FileJob): ReadCatalogue | ReadStatement | ReadRolls | ReadMarks {
  if (job.as === 'statement') return readStatementFile(job);
  if (job.as === 'rolls') return readRolls(readSheets(job.bytes, MAX_OFFICE_UNPACKED_BYTES), job.lists);
  if (job.as === 'marks') return readMarks(readSheets(job.bytes, MAX_OFFICE_UNPACKED_BYTES), job.lists);
  return readCatalogueFile(job.bytes, job.fileName);
}

function readStatementFile({ bytes, today, columns }: StatementJob): ReadStatement {
  const file = readSheets(bytes);
  if (!file.ok) return file;
  if (file.sheets.some(({ rows }) => rows.length > MAX_STATEMENT_ROWS))
    return { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_STATEMENT_ROWS } } };
  return { ok: true, statement: readStatement(file.sheets, { today, columns }) };
}
