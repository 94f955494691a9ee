import 'server-only';
import { fileProblemText } from '@/lib/catalogue/import/messages';
import { readSheetsInWorker } from '@/lib/file-worker/read-in-worker';
import { indianIsoDay } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { MAX_STATEMENT_ROWS } from '@/lib/core/limits';
import { getTranslator } from '@/lib/i18n/server';
import { readStatement } from '@/lib/admin/bank-statements/read-statement';
import type { Statement } from './schema';

const t = getTranslator('en', 'attention.statement');

type ReadStatementFile =
  { ok: true; statement: Statement; bad: { line: number; problems: string[] }[] } | { ok: false; reason: string };

/**
 * Reads a bank statement, a text or a workbook, in the worker thread that reads catalogue files.
 * @param requester queue key of the worker
 * @returns its credits and the sentences about its bad lines; or why it cannot be read, as a sentence
 * @throws HttpError 503 'catalogue.busy' when the queue is full
 */
export async function readBankStatementFile(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  requester: string,
): Promise<ReadStatementFile> {
  const file = await readSheetsInWorker(bytes, fileName, requester);
  if (!file.ok) return { ok: false, reason: fileProblemText(file.problem) };
  if (file.sheets.some(({ rows }) => rows.length > MAX_STATEMENT_ROWS))
    return { ok: false, reason: t('tooManyRows', { max: formatCount(MAX_STATEMENT_ROWS) }) };
  const statement = readStatement(file.sheets, { today: indianIsoDay(new Date()) });
  if (!statement) return { ok: false, reason: t('noHeader') };
  const bad = statement.bad.map(({ line, problem: { code, params } }) => ({
    line,
    problems: [t(`problem.${code}`, params)],
  }));
  return { ok: true, statement, bad };
}
