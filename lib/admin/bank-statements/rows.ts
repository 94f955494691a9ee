import { cellText, type Cell } from '@/lib/platform/cell';
import { decimalMarkOf, readAmount, type Amount } from '@/lib/platform/read-amount';
import type { DecimalMark } from '@/lib/platform/read-number';
import type { Row } from '@/lib/platform/table-file/schema';
import { accountOf } from './accounts';
import type { Side } from './balance';
import { currencyAbove, foreignAbove, foreignIn, foreignOf } from './currency';
import { readFirstDay } from './days';
import { sideOf, titleWords, columnOf, type StatementColumn, type StatementColumns } from './titles';

/** How the rows below the titles are read. `chosen`: columns that somebody chose, whose titles prove no side. */
type Reading = {
  columns: StatementColumns;
  balanceSide: number | null;
  decimal: DecimalMark;
  chosen: ReadonlySet<StatementColumn>;
  /** The column for both sides has a sign: what has none was received. */
  isSigned: boolean;
  /** What a minus in the columns of credits and debits means; null: it can be either. */
  minus: Record<'credit' | 'debit', Side | null>;
  titles: readonly string[];
  /** What stands above the titles. */
  account: string | null;
  foreign: string | null;
  /** Lines whose cells have shifted. */
  shifted: ReadonlySet<number>;
};

/** Why the amounts of a row cannot be read. */
type MoneyProblem = {
  code: 'amount' | 'both' | 'type' | 'sign' | 'none' | 'cells' | 'currency' | 'entry' | 'pending';
  value: string;
};

/** A row that moved an amount, with the problem that its amounts have, if any. */
export type MoneyRow = {
  line: number;
  day: Cell;
  texts: Record<'text' | 'reference' | 'cheque' | 'payer', string>;
  paise: number;
  side: Side | null;
  /** The title of the column or the amount itself says the side, not a word beside it. */
  isCertain: boolean;
  balancePaise: number | null;
  /** The number of the account, null if the file does not say it. */
  account: string | null;
  /** The bank itself says that it takes back an earlier line. */
  isReversal?: true;
  problem?: MoneyProblem;
};

/** The rows of a statement: its movements, the balance before the first of them, and how many rows say nothing else. */
type ReadRows = { rows: MoneyRow[]; openingPaise: number | null; skipped: number };

const BLANK = /^[-–—.*=_\s]*$/;
const SUMMARY = /summary|total|legend|end of statement|computer generated|page \d/i;
const CARRIED = /\b(opening|closing|brought forward|carried forward|b\/f|c\/f)\b/i;

const amountColumns = ({ credit, debit, amount }: StatementColumns) => [credit, debit, amount];

/** Returns the decimal mark that the amounts of the rows prove. */
export const decimalOf = (rows: readonly Row[], columns: StatementColumns): DecimalMark =>
  decimalMarkOf(
    rows.flatMap(({ cells }) => amountColumns(columns).flatMap((at) => (at === null ? [] : (cells[at] ?? [])))),
  );

/** True if an amount in the column for both sides is negative. */
export const isSigned = (rows: readonly Row[], { amount }: StatementColumns, decimal: DecimalMark): boolean =>
  rows.some((row) => readAmount(cellAt(row, amount), { cr: 'credit', decimal })?.isNegative);

/**
 * Returns what a minus in the columns of credits and debits means, by the whole column: where each debit has one it is the
 * sign of a debit; a credit with a minus among others was taken back. Anything else can be both.
 */
export function minusOf(rows: readonly Row[], { credit, debit }: StatementColumns, decimal: DecimalMark) {
  const signsOf = (place: number | null) =>
    rows.flatMap((row) => {
      const amount = readAmount(cellAt(row, place), { cr: 'credit', decimal });
      return amount && amount.paise !== 0 ? [amount.isNegative] : [];
    });
  return {
    credit: signsOf(credit).includes(false) ? ('debit' as const) : null,
    debit: signsOf(debit).includes(false) ? null : ('debit' as const),
  };
}

/**
 * Reads the rows below the titles. Rows of stars, sums and carried balances are left out, and what follows a summary until
 * the titles come again; a row with a text only belongs to the row above.
 */
export function readRows(rows: readonly Row[], reading: Reading): ReadRows {
  const result: ReadRows = { rows: [], openingPaise: null, skipped: 0 };
  let isOver = false;
  let lastLine = 0;
  let { account, foreign } = reading;
  for (const row of rows) {
    const cell = (column: StatementColumn) => cellAt(row, reading.columns[column]);
    const last = result.rows.at(-1);
    const kind = kindOf(row, reading, isOver);
    isOver = kind === 'titles' ? false : isOver || kind === 'summary';
    if (kind === 'carried' && last === undefined) result.openingPaise = balanceOf(row, reading);
    const isBelow = row.line === lastLine + 1;
    if (kind === 'movement' || (kind === 'text' && isBelow)) lastLine = row.line;
    if (kind === 'nothing' || kind === 'summary') {
      const [other, currency] = [accountOf([row]), currencyAbove([row])];
      // Another account has its own currency, which its letterhead may leave out.
      if (other !== null && other !== account) foreign = null;
      account = other ?? account;
      if (currency !== null) foreign = foreignAbove([row]);
    }
    if (kind === 'movement') result.rows.push(moneyRow(row, { ...reading, foreign }, account));
    else if (kind === 'text' && isBelow && last !== undefined) {
      last.texts.text = `${last.texts.text} ${cellText(cell('text'))}`.trim();
      last.texts.reference = `${last.texts.reference} ${cellText(cell('reference'))}`.trim();
    } else result.skipped += 1;
  }
  return result;
}

const cellAt = ({ cells }: Row, place: number | null): Cell => (place === null ? null : (cells[place] ?? null));

type Kind = 'movement' | 'text' | 'carried' | 'summary' | 'titles' | 'nothing';

function kindOf(row: Row, { columns, decimal, shifted }: Reading, isOver: boolean): Kind {
  const text = row.cells.map((cell) => cellText(cell)).join(' ');
  if (BLANK.test(text)) return 'nothing';
  if (shifted.has(row.line)) return 'movement';
  const titles = row.cells.flatMap((cell) => columnOf(titleWords(cell))?.column ?? []);
  if (titles.length >= 3 && titles.includes('date') && !/\d/.test(text)) return 'titles';
  const day = cellText(cellAt(row, columns.date));
  const isDay = readFirstDay(day) !== null || readFirstDay(day, 'month first') !== null;
  const amounts = amountColumns(columns).map((place) => cellText(cellAt(row, place)));
  const hasAmount = amounts.some(
    (amount) => !BLANK.test(amount) && readAmount(amount, { cr: 'credit', decimal })?.paise !== 0,
  );
  if (CARRIED.test(text) && (!isDay || !hasAmount)) return 'carried';
  if (isOver && !isDay) return 'nothing';
  if (!isDay && SUMMARY.test(text)) return 'summary';
  if (hasAmount || (isDay && amounts.every((amount) => BLANK.test(amount)) && numbersOf(row, columns).length > 0))
    return 'movement';
  const balance = cellText(cellAt(row, columns.balance));
  const onlyText = BLANK.test(day) && BLANK.test(balance) && cellText(cellAt(row, columns.text)) !== '';
  return onlyText ? 'text' : 'nothing';
}

/** Returns the numbers of a row in other columns than those of a day, a text and an account; none without amounts to miss. */
function numbersOf({ cells }: Row, columns: StatementColumns): string[] {
  if (amountColumns(columns).every((place) => place === null)) return [];
  const others = [columns.date, columns.text, columns.account, columns.payer];
  return cells.flatMap((cell, place) => {
    const amount = others.includes(place) ? null : readAmount(cell, { cr: 'credit' });
    return amount !== null && amount.paise !== 0 ? cellText(cell) : [];
  });
}

function moneyRow(row: Row, reading: Reading, account: string | null): MoneyRow {
  const { columns } = reading;
  const text = (column: 'text' | 'reference' | 'cheque' | 'payer') => cellText(cellAt(row, columns[column]));
  return {
    line: row.line,
    day: cellAt(row, columns.date),
    texts: { text: text('text'), reference: text('reference'), cheque: text('cheque'), payer: text('payer') },
    account: digitsOf(cellText(cellAt(row, columns.account))) ?? account,
    ...(reading.shifted.has(row.line)
      ? { balancePaise: null, ...bad('cells', row.cells.map((cell) => cellText(cell)).join(', ')) }
      : { balancePaise: balanceOf(row, reading), ...moneyOf(row, reading) }),
  };
}

type Money = Pick<MoneyRow, 'paise' | 'side' | 'isCertain' | 'problem'>;
const digitsOf = (text: string): string | null => (/\d{3}/.test(text) ? text.replace(/[^\dX*]/gi, '') : null);

const bad = (code: MoneyProblem['code'], value: Cell): Money => {
  return { paise: 0, side: null, isCertain: false, problem: { code, value: cellText(value) } };
};

function moneyOf(row: Row, { columns, decimal, chosen, isSigned, minus, titles, foreign }: Reading): Money {
  const amounts = (['credit', 'debit', 'amount'] as const).flatMap((column) => {
    const cell = cellAt(row, columns[column]);
    if (BLANK.test(cellText(cell))) return [];
    return [{ column, cell, amount: readAmount(cell, { cr: 'credit', decimal }) }];
  });
  const unread = amounts.find(({ amount }) => amount === null);
  if (unread) return bad('amount', unread.cell);
  const moved = amounts.filter(({ amount }) => amount!.paise !== 0);
  if (moved.length > 1) return bad('both', moved.map(({ cell }) => cellText(cell)).join(', '));
  if (moved.length === 0) return bad('none', numbersOf(row, columns).join(', '));
  const { column, amount } = moved[0]!;
  const currency = cellText(cellAt(row, columns.currency));
  const other = foreignIn(titles[columns[column]!] ?? '') ?? (currency === '' ? foreign : foreignOf(currency));
  if (other !== null) return bad('currency', `${other} ${cellText(moved[0]!.cell)}`);
  if (column !== 'amount') {
    const { paise, isNegative } = amount!;
    if (amount!.side || !isNegative) return { paise, side: amount!.side ?? column, isCertain: !chosen.has(column) };
    const side = minus[column];
    const problem = { code: 'sign' as const, value: cellText(moved[0]!.cell) };
    return { paise, side, isCertain: false, ...(side === null && { problem }) };
  }
  const said = sideOfAmount(row, amount!, columns);
  return { paise: amount!.paise, ...said, side: said.side ?? (isSigned && !said.problem ? 'credit' : null) };
}

/** Returns the side of an amount in a column for both sides: its own 'Cr', its sign, or the word beside it. */
function sideOfAmount(row: Row, amount: Amount, { side, text }: StatementColumns): Omit<Money, 'paise'> {
  if (amount.side) return { side: amount.side, isCertain: true };
  if (amount.isNegative) return { side: 'debit', isCertain: false };
  const word = cellAt(row, side);
  if (side === null || BLANK.test(cellText(word))) return { side: null, isCertain: false };
  // 'DD' is a demand draft; one that was bought is called so.
  const isDraft =
    /^dd$/i.test(cellText(word)) && /\bdemand draft\b(?!.*\b(issue|purchase))/i.test(cellText(cellAt(row, text)));
  const said = isDraft ? 'credit' : sideOf(word);
  return said
    ? { side: said, isCertain: false }
    : { side: null, isCertain: false, problem: { code: 'type', value: cellText(word) } };
}

/** Returns the balance after a row in paise, negative if the account is overdrawn; null if it has none. */
function balanceOf(row: Row, { columns, balanceSide, decimal }: Reading): number | null {
  // Some banks write '-,73,91,682.30'.
  const text = cellText(cellAt(row, columns.balance)).replace(/^-\s*,/, '-');
  const amount = BLANK.test(text) ? null : readAmount(text, { cr: 'credit', decimal });
  if (amount === null) return null;
  const side = amount.side ?? sideOf(cellAt(row, balanceSide));
  return amount.isNegative || side === 'debit' ? -amount.paise : amount.paise;
}

/** Returns the opening balance that a letterhead names, in paise; null if it names none. */
export function openingOf(rows: readonly Row[]): number | null {
  for (const { cells } of rows) {
    const texts = cells.map((cell) => cellText(cell));
    const at = texts.findIndex((text) => /opening balance|balance as on|brought forward/i.test(text));
    if (at < 0) continue;
    const amounts = texts.slice(at).map((text) => readAmount(text.replace(/^.*:/, '').trim(), { cr: 'credit' }));
    const amount = amounts.find((each) => each !== null);
    if (amount) return amount.isNegative || amount.side === 'debit' ? -amount.paise : amount.paise;
  }
  return null;
}
