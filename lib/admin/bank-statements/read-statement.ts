import { mayName } from './adoption-references';
import { cellText, type Cell } from '@/lib/platform/cell';
import { readDay, type DayOrder } from '@/lib/platform/read-day';
import type { Row, Sheet } from '@/lib/platform/table-file/schema';
import { checkBalance, type Side } from './balance';
import { accountOf, findHeader, type Header } from './header';
import { bankOf, payerOf } from './payer';
import { chequesOf, modeOf, rrnsOf, utrsOf } from './references';
import { decimalOf, isSigned, openingOf, readRows, type MoneyRow } from './rows';
import type { ColumnChoice, LineProblem, Statement, StatementLine } from './schema';
import { STATEMENT_COLUMNS, type StatementColumn } from './titles';

/**
 * Reads the credits and debits of a bank statement from the first sheet that looks like one, shown sheets first.
 * @param today YYYY-MM-DD in India: later lines are problems
 * @param columns the columns that somebody chose
 * @returns null if no sheet has rows with days
 */
export function readStatement(
  sheets: readonly Sheet[],
  { today, columns: choice = {} }: { today: string; columns?: ColumnChoice },
): Statement | null {
  const inOrder = sheets.toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
  const found = inOrder.flatMap((sheet) => {
    const header = findHeader(sheet);
    return header ? { sheet, header } : [];
  });
  const complete = found.find(({ header: { columns } }) => (columns.credit ?? columns.amount) !== null);
  const { sheet, header } = complete ?? found[0] ?? {};
  return sheet && header ? readSheet(sheet, header, choice, today) : null;
}

function readSheet(sheet: Sheet, header: Header, choice: ColumnChoice, today: string): Statement {
  const columns = { ...header.columns, ...choice };
  const above = sheet.rows.slice(0, header.index);
  const below = sheet.rows.slice(header.index);
  const decimal = decimalOf(below, columns);
  const isChosen = (column: StatementColumn) => columns[column] !== header.columns[column];
  const chosen = new Set(STATEMENT_COLUMNS.filter((column) => isChosen(column)));
  const { rows, openingPaise, skipped } = readRows(below, {
    ...{ columns, balanceSide: header.balanceSide, decimal, chosen },
    isSigned: isSigned(below, columns, decimal),
  });
  const balance = checkBalance(rows, openingPaise ?? openingOf(above));
  const dayOrder = header.dayOrder ?? orderOf(rows.map(({ day }) => day));
  const wrong = new Set(balance?.wrong);
  const read = rows.map((row) => readLine(row, { dayOrder, today, isWrong: wrong.has(row.line) }));
  const lines = withReferences(read.flatMap((line) => ('date' in line ? line : [])));
  return {
    layout: {
      ...{ sheet: sheet.name, headerLine: header.line, titles: allTitles(header, below), columns, dayOrder, decimal },
      account: accountOf(above),
    },
    lines,
    bad: read.flatMap((line) => ('date' in line ? [] : line)),
    skipped,
    balance,
  };
}

/** Returns the titles, with empty ones for the columns that only the rows below have. */
function allTitles({ titles }: Header, below: readonly Row[]): string[] {
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), titles.length);
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, at) => titles[at] ?? '');
}

/** A choice of columns can name these. */
const MAX_COLUMNS = 1_000;

/** Returns the order that the days of a column prove: the month first if a day can be read only so. */
function orderOf(days: readonly Cell[]): DayOrder {
  if (days.some((day) => readDay(day) === null && readDay(day, 'month first') !== null)) {
    const isMixed = days.some((day) => readDay(day) !== null && readDay(day, 'month first') === null);
    return isMixed ? 'day first' : 'month first';
  }
  return 'day first';
}

type DatedRow = Omit<MoneyRow, 'problem'> & { side: Side; date: string };
type BadLine = { line: number; problem: LineProblem };

function readLine(
  row: MoneyRow,
  { dayOrder, today, isWrong }: { dayOrder: DayOrder; today: string; isWrong: boolean },
): DatedRow | BadLine {
  const { line, side, problem, day } = row;
  const refuse = (code: LineProblem['code'], value: Cell = ''): BadLine => {
    return { line, problem: { code, params: { value: shown(value) } } };
  };
  if (problem && (problem.code !== 'type' || side === null)) return refuse(problem.code, problem.value);
  if (side === null) return refuse(isWrong ? 'balance' : 'side');
  const date = readDay(day, dayOrder);
  if (date === null) return refuse('date', day);
  if (date > today) return refuse('future', day);
  return { ...row, side, date };
}

const MAX_SHOWN = 60;
const shown = (cell: Cell) => {
  const text = cellText(cell);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

/** Adds references: what stands in several lines that differ, such as the bank's own account, is none. */
function withReferences(rows: readonly DatedRow[]): StatementLine[] {
  const candidates = rows.map((row) => candidatesOf(row));
  const contents = new Map<string, Set<string>>();
  for (const [at, { references }] of candidates.entries()) {
    const { side, date, paise, texts } = rows[at]!;
    const content = `${date} ${paise} ${texts.text}`;
    for (const reference of new Set(references)) {
      const key = `${side} ${reference}`;
      contents.set(key, (contents.get(key) ?? new Set()).add(content));
    }
  }
  return rows.map((row, at) => {
    const { mode, references, cheques } = candidates[at]!;
    const uniqueReference = references.find((reference) => contents.get(`${row.side} ${reference}`)!.size === 1);
    return statementLine(row, mode, uniqueReference ?? cheques[0] ?? null);
  });
}

function candidatesOf({ texts, date }: DatedRow) {
  const capitals = {
    text: texts.text.toUpperCase(),
    reference: texts.reference.toUpperCase(),
    cheque: texts.cheque.toUpperCase(),
  };
  const mode = modeOf(capitals);
  const isCheque = mode === 'cheque' || mode === 'demand_draft';
  const utrs = utrsOf(capitals);
  // Of NEFT and RTGS, twelve digits are an account.
  const rrns = mode === 'NEFT' || mode === 'RTGS' ? [] : rrnsOf(capitals, date);
  return {
    mode,
    references: mode === 'IMPS' || mode === 'UPI' ? [...rrns, ...utrs] : [...utrs, ...rrns],
    cheques: isCheque ? chequesOf(capitals) : [],
  };
}

function statementLine(row: DatedRow, mode: StatementLine['mode'], bankReference: string | null): StatementLine {
  const { line, side, date, paise, texts } = row;
  const all = `${texts.text} ${texts.reference} ${texts.cheque}`;
  return {
    ...{ line, side, date, amountPaise: paise, text: texts.text, bankReference, mode },
    payer: texts.payer || payerOf(texts.text),
    payerBank: bankOf(all, bankReference),
    mayName: [...new Set([texts.text, texts.reference, texts.cheque].flatMap(mayName))],
  };
}
