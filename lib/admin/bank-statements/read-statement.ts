import { mayBegin, mayName } from './adoption-references';
import { cellText, type Cell } from '@/lib/platform/cell';
import { groupBy } from '@/lib/platform/group-by';
import type { DayOrder } from '@/lib/platform/read-day';
import type { Row, Sheet } from '@/lib/platform/table-file/schema';
import { longRows, shortRows, withoutSurplus } from '@/lib/platform/table-file/surplus';
import { accountOf } from './accounts';
import { checkBalance, joinChecks, type BalanceCheck, type Side } from './balance';
import { shapeOf, withoutBreaks } from './broken';
import { foreignAbove, foreignBalance } from './currency';
import { readFirstDay } from './days';
import { findHeader, type Header } from './header';
import { counterLines, kindOf } from './kinds';
import { checkClosing, type CodedStatement, type CodedFormat } from './coded-statements';
import { isOwnBook } from './own-book';
import { bankOf, payerOf } from './payer';
import { chequesOf, isUtr, modeOf, rrnsOf, utrsOf } from './references';
import { decimalOf, isSigned, minusOf, openingOf, readRows, type MoneyRow } from './rows';
import type { ColumnChoice, Layout, LineProblem, Statement, StatementLine } from './schema';
import { STATEMENT_COLUMNS, type StatementColumn, type StatementColumns } from './titles';

/** Why a file has no statement: no sheet has rows with days, or it is a bank book of the own accounts. */
export type NoStatement = 'no_titles' | 'own_book';

type Options = { today: string; columns?: ColumnChoice };

/**
 * Reads the credits and debits of a bank statement from the first sheet that looks like one, shown sheets first.
 * @param today YYYY-MM-DD in India: later lines are problems
 * @param columns the columns that somebody chose
 */
export function readStatement(
  sheets: readonly Sheet[],
  { today, columns: choice = {} }: Options,
): Statement | NoStatement {
  const inOrder = sheets.toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
  const found = inOrder.flatMap((sheet) => {
    const header = findHeader(sheet);
    return header ? { sheet, header } : [];
  });
  const complete = found.filter(({ header: { columns } }) => (columns.credit ?? columns.amount) !== null);
  const { sheet, header } = complete[0] ?? found[0] ?? {};
  if (!sheet || !header) return 'no_titles';
  const others = complete.slice(1).map(({ sheet: { name } }) => name);
  return readSheet(sheet, header, choice, today, others);
}

/** Reads the credits and debits of MT940 or camt. */
export function readCodedStatements(
  statements: readonly CodedStatement[],
  format: CodedFormat,
  { today }: Options,
): Statement {
  const rows = statements.flatMap((statement) => statement.rows);
  const columns = Object.fromEntries(STATEMENT_COLUMNS.map((column) => [column, null])) as StatementColumns;
  const layout = { format, sheet: '', others: [], headerLine: 1, titles: [], columns, decimal: '.' as const };
  const balance = checkClosing(statements);
  return finish(rows, balance, { ...layout, dayOrder: 'day first', account: statements[0]?.account ?? null }, today);
}

function readSheet(
  sheet: Sheet,
  header: Header,
  choice: ColumnChoice,
  today: string,
  others: string[],
): Statement | NoStatement {
  const columns = { ...header.columns, ...choice };
  const above = sheet.rows.slice(0, header.index);
  const below = sheet.rows.slice(header.index);
  const decimal = decimalOf(below, columns);
  const isChosen = (column: StatementColumn) => columns[column] !== header.columns[column];
  const account = accountOf(above);
  const opening = openingOf(above);
  const read = (rows: readonly Row[], shifted: ReadonlySet<number>) => {
    const result = readRows(rows, {
      columns,
      balanceSide: header.balanceSide,
      decimal,
      account,
      shifted,
      titles: header.titles,
      chosen: new Set(STATEMENT_COLUMNS.filter((column) => isChosen(column))),
      isSigned: isSigned(rows, columns, decimal),
      minus: minusOf(rows, columns, decimal),
      foreign: foreignAbove(above) ?? foreignBalance(header.titles[columns.balance ?? -1] ?? '', header.titles),
    });
    return { ...result, balance: checkAccounts(result.rows, result.openingPaise ?? opening) };
  };
  const { rows, skipped, balance } = readShifted(sheet, below, header.titles.length, columns, read);
  const isProved = balance !== null && balance.right.length > balance.wrong.length;
  if (!isProved && isOwnBook(above, header.titles, below, columns)) return 'own_book';
  const dayOrder = header.dayOrder ?? orderOf(rows.map(({ day }) => day));
  const titles = allTitles(header, below);
  const layout = { format: 'table' as const, sheet: sheet.name, others, headerLine: header.line, titles };
  const known = account ?? rows.find((row) => row.account !== null)?.account ?? null;
  return { ...finish(rows, balance, { ...layout, columns, dayOrder, decimal, account: known }, today), skipped };
}

/**
 * Reads rows of which some are longer than the titles: as they are if the balance then fits, else with the surplus cells
 * in the text if it fits so; else they are problems. So are rows with an amount that end before the balance, where others
 * have one.
 */
function readShifted<R extends { balance: BalanceCheck | null }>(
  sheet: Sheet,
  rows: readonly Row[],
  width: number,
  columns: StatementColumns,
  read: (rows: readonly Row[], shifted: ReadonlySet<number>) => R,
): R {
  const { date, text, reference, credit, debit, amount } = columns;
  const has = ({ cells }: Row, place: number | null) => place !== null && /\d/.test(cellText(cells[place] ?? null));
  const dated = rows.filter(({ cells }) => date !== null && readFirstDay(cells[date] ?? null) !== null);
  const long = longRows(sheet, dated, width);
  const moving = dated.filter((row) => [credit, debit, amount].some((place) => has(row, place)));
  const short = shortRows(sheet, moving, columns.balance).map(({ line }) => line);
  if (long.length === 0) return read(rows, new Set(short));
  const fits = ({ balance }: R) => new Set(balance?.right);
  const rightAsTheyAre = fits(read(rows, new Set()));
  const place = text ?? reference;
  const open = new Set(long.filter(({ line }) => !rightAsTheyAre.has(line)));
  const joined = rows.map((row) => (open.has(row) && place !== null ? withoutSurplus(row, width, place) : row));
  const rightIfJoined = fits(read(joined, new Set()));
  const wrong = [...open].map(({ line }) => line).filter((line) => !rightIfJoined.has(line));
  return read(joined, new Set([...wrong, ...short]));
}

/** Compares the lines of each account with its balance. The opening balance is that of the first account. */
function checkAccounts(rows: readonly MoneyRow[], openingPaise: number | null): BalanceCheck | null {
  const accounts = [...groupBy(rows, ({ account }) => account).values()];
  return joinChecks(accounts.map((lines, at) => checkBalance(lines, at === 0 ? openingPaise : null)));
}

/** Reads the day of each movement, and adds what its line says. */
function finish(
  rows: readonly MoneyRow[],
  balance: BalanceCheck | null,
  layout: Omit<Layout, 'accounts'>,
  today: string,
): Statement {
  const wrong = new Set(balance?.wrong.map(({ line }) => line));
  const read = rows.map((row) => readLine(row, { dayOrder: layout.dayOrder, today, isWrong: wrong.has(row.line) }));
  const several = new Set(rows.flatMap(({ account }) => account ?? []));
  const accounts = several.size > 1 ? [...several].map(ending) : [];
  const lines = withReferences(
    read.flatMap((line) => ('date' in line ? line : [])),
    accounts.length > 0,
  );
  const bad = read.flatMap((line) => ('date' in line ? [] : line));
  return { layout: { ...layout, accounts }, lines, bad, skipped: 0, balance };
}

/** The end of an account's number, as it is shown. */
const ending = (account: string): string => account.slice(-4);

/** Returns the titles, with empty ones for the columns that only the rows below have. */
function allTitles({ titles }: Header, below: readonly Row[]): string[] {
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), titles.length);
  return Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, at) => titles[at] ?? '');
}

/** A choice of columns can name these. */
const MAX_COLUMNS = 1_000;

/** Returns the order that the days of a column prove: the month first if a day can be read only so. */
function orderOf(days: readonly Cell[]): DayOrder {
  if (days.some((day) => readFirstDay(day) === null && readFirstDay(day, 'month first') !== null)) {
    const isMixed = days.some((day) => readFirstDay(day) !== null && readFirstDay(day, 'month first') === null);
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
  // The balance may say the side all the same.
  const isOpen = problem?.code === 'type' || problem?.code === 'sign';
  if (problem && (!isOpen || side === null)) return refuse(problem.code, problem.value);
  if (side === null) return refuse(isWrong ? 'balance' : 'side');
  const date = readFirstDay(day, dayOrder);
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
function withReferences(rows: readonly DatedRow[], isNamed: boolean): StatementLine[] {
  const shapes = rows.map(({ texts }) => new Set(utrsOf(capitalsOf(texts)).map(shapeOf)));
  const counts = new Map<string, number>();
  for (const shape of shapes.flatMap((each) => [...each])) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  // Those of other lines.
  const shapesBeside = (at: number) =>
    new Set([...counts].flatMap(([shape, count]) => (count > (shapes[at]!.has(shape) ? 1 : 0) ? shape : [])));
  const candidates = rows.map((row, at) => candidatesOf(row, shapesBeside(at)));
  const contents = new Map<string, Set<string>>();
  for (const [at, { references }] of candidates.entries()) {
    const { side, date, paise, texts } = rows[at]!;
    const content = `${date} ${paise} ${texts.text}`;
    for (const reference of new Set(references)) {
      const key = `${side} ${reference}`;
      contents.set(key, (contents.get(key) ?? new Set()).add(content));
    }
  }
  const lines = rows.map((row, at) => {
    const { mode, references, cheques } = candidates[at]!;
    const uniqueReference = references.find((reference) => contents.get(`${row.side} ${reference}`)!.size === 1);
    return statementLine(row, mode, uniqueReference ?? cheques[0] ?? null);
  });
  const pairs = counterLines(lines.map((line, at) => ({ ...line, text: allOf(rows[at]!.texts) })));
  return lines.map((line) => ({
    ...line,
    counterLine: pairs.get(line.line) ?? null,
    account: isNamed && line.account !== null ? ending(line.account) : null,
  }));
}

const allOf = ({ text, reference, cheque }: MoneyRow['texts']): string => `${text} ${reference} ${cheque}`;
const capitalsOf = ({ text, reference, cheque }: MoneyRow['texts']) => ({
  text: text.toUpperCase(),
  reference: reference.toUpperCase(),
  cheque: cheque.toUpperCase(),
});

function candidatesOf({ texts, date }: DatedRow, shapes: ReadonlySet<string>) {
  const broken = capitalsOf(texts);
  const whole = (text: string) => withoutBreaks(text, { date, shapes, isUtr });
  const capitals = { text: whole(broken.text), reference: whole(broken.reference), cheque: broken.cheque };
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
  const { line, side, date, paise, texts, account, isReversal } = row;
  return {
    line,
    side,
    date,
    amountPaise: paise,
    text: texts.text,
    bankReference,
    mode,
    account,
    counterLine: null,
    kind: isReversal ? 'returned' : kindOf(texts.text),
    payer: texts.payer || payerOf(texts.text),
    payerBank: bankOf(allOf(texts), bankReference),
    mayName: [...new Set([texts.text, texts.reference, texts.cheque].flatMap(mayName))],
    mayBegin: [texts.text, texts.reference, texts.cheque].flatMap(mayBegin),
  };
}
