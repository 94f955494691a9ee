import { MAX_STATEMENT_ROWS } from '@/lib/platform/limits';
import { readSheets, refused, textOf } from '@/lib/platform/table-file/read';
import { Refused, type ReadProblem } from '@/lib/platform/table-file/schema';
import { isCamt, readCamt } from './camt';
import type { CodedStatement, CodedFormat } from './coded-statements';
import { isMt940, readMt940 } from './mt940';
import { readCodedStatements, readStatement, type NoStatement } from './read-statement';
import type { ColumnChoice, Statement } from './schema';

/** A bank statement, or why the file has none; or why it cannot be read. */
export type ReadStatement = { ok: true; statement: Statement | NoStatement } | { ok: false; problem: ReadProblem };

type Options = { today: string; columns?: ColumnChoice };

/**
 * Reads a bank statement: MT940, camt.052 to 054, or a table as readSheets reads it. Servers call it in
 * lib/admin/file-worker only.
 * @param options see readStatement
 */
export function readStatementFile(bytes: Uint8Array, options: Options): ReadStatement {
  const text = textOf(bytes);
  if (text !== null && isMt940(text)) return readAs('MT940', () => readMt940(text), options);
  if (text !== null && isCamt(text)) return readAs('camt', () => readCamt(text), options);
  const file = readSheets(bytes);
  if (!file.ok) return file;
  if (file.sheets.some(({ rows }) => rows.length > MAX_STATEMENT_ROWS)) return TOO_MANY;
  return { ok: true, statement: readStatement(file.sheets, options) };
}

const TOO_MANY: ReadStatement = { ok: false, problem: { code: 'too_many_rows', params: { max: MAX_STATEMENT_ROWS } } };

function readAs(format: CodedFormat, read: () => CodedStatement[], options: Options): ReadStatement {
  try {
    const statements = read();
    const count = statements.reduce((sum, { rows }) => sum + rows.length, 0);
    return count > MAX_STATEMENT_ROWS
      ? TOO_MANY
      : { ok: true, statement: readCodedStatements(statements, format, options) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(error);
  }
}
