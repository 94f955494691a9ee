import 'server-only';
import { recallColumns, rememberColumns } from '@/lib/admin/bank-statements/memory';
import type { ColumnChoice, Statement } from '@/lib/admin/bank-statements/schema';
import { fileProblemText } from '@/lib/catalogue-import/problem-texts';
import { indianIsoDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { MAX_STATEMENT_ROWS } from '@/lib/platform/limits';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readStatementInWorker } from './read-in-worker';

const t = getTranslator('en', 'attention.statement');

type ReadStatementFile =
  | { ok: true; statement: Statement; isRemembered: boolean; bad: { line: number; problems: string[] }[] }
  | { ok: false; reason: string };

/**
 * Reads a bank statement, a text or a workbook, in the worker thread that reads catalogue files.
 * @param requester queue key of the worker
 * @param columns the columns that somebody chose; remembered for the next file of this account with these titles
 * @returns its credits and the sentences about its bad lines; or why it cannot be read, as a sentence
 * @throws HttpError 503 'catalogue.busy' when the queue is full
 */
export async function readBankStatementFile(
  bytes: Uint8Array<ArrayBuffer>,
  requester: string,
  columns?: ColumnChoice,
): Promise<ReadStatementFile> {
  const today = indianIsoDay(new Date());
  const first = await readStatementInWorker(bytes, today, requester, columns);
  const layout = first.ok && typeof first.statement === 'object' ? first.statement.layout : null;
  const remembered = !columns && layout?.format === 'table' ? await recallColumns(layout) : null;
  const read = remembered ? await readStatementInWorker(bytes, today, requester, remembered) : first;
  if (!read.ok && read.problem.code === 'too_many_rows')
    return { ok: false, reason: t('tooManyRows', { max: formatCount(MAX_STATEMENT_ROWS) }) };
  if (!read.ok) return { ok: false, reason: fileProblemText(read.problem) };
  const { statement } = read;
  if (typeof statement === 'string') return { ok: false, reason: t(statement === 'own_book' ? 'ownBook' : 'noHeader') };
  if (columns && statement.layout.format === 'table' && statement.lines.length > 0)
    await rememberColumns(statement.layout);
  const bad = statement.bad.map(({ line, problem: { code, params } }) => ({
    line,
    problems: [t(`problem.${code}`, params)],
  }));
  return { ok: true, statement, isRemembered: remembered !== null, bad };
}
