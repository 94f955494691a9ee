import { cellText } from '@/lib/platform/cell';
import { readAmount } from '@/lib/platform/read-amount';
import type { DayOrder } from '@/lib/platform/read-day';
import type { Merge, Row, Sheet } from '@/lib/platform/table-file/schema';
import { foreignIn } from './currency';
import { readFirstDay } from './days';
import { columnOf, STATEMENT_COLUMNS, titleWords, type StatementColumn, type StatementColumns } from './titles';

/** The titles of a statement: `index` is the place of the first row below them among the rows of the sheet. */
export type Header = {
  index: number;
  line: number;
  titles: string[];
  columns: StatementColumns;
  /** The side of the balance: 'Dr' means that the account is overdrawn. */
  balanceSide: number | null;
  /** What the title of the date says, such as '(dd/mm/yyyy)'. */
  dayOrder: DayOrder | null;
};

/** Rows that may precede the header: name of the bank, account, period. */
const MAX_ROWS_BEFORE = 60;

/**
 * Finds the titles of a sheet: the first row, or two rows together, with a date, a text or reference, and a credit or an
 * amount. Without such a row, the last row above the first day is returned with the columns that its titles say.
 * @returns null if no row has a day
 */
export function findHeader({ rows, merges }: Sheet): Header | null {
  const top = rows.slice(0, MAX_ROWS_BEFORE);
  for (const [at, row] of top.entries()) {
    const header = headerOf(titlesOf(row, merges), at, rows);
    const below = rows[at + 1];
    if (below && isTitleRow(row) && isTitleRow(below)) {
      const lower = headerOf(titlesOf(below, merges), at + 1, rows);
      const two = headerOf(joined(row, below, merges), at + 1, rows);
      // The name of the bank above the titles adds no column.
      if (isComplete(two) && countOf(two) > Math.max(countOf(header), countOf(lower))) return two;
    }
    if (isComplete(header)) return header;
  }
  const first = top.findIndex(({ cells }) =>
    cells.some((cell) => typeof cell === 'string' && readFirstDay(cell) !== null),
  );
  const above = rows[first - 1];
  return above ? headerOf(titlesOf(above, merges), first - 1, rows) : null;
}

const isComplete = ({ columns: { date, text, reference, credit, amount } }: Header) =>
  date !== null && (text ?? reference) !== null && (credit ?? amount) !== null;
const countOf = ({ columns }: Header) => Object.values(columns).filter((place) => place !== null).length;

/** True for one of two rows of titles: words and no values. */
const isTitleRow = ({ cells }: Row) =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && !/\d/.test(cell)));

/** Returns the cells of a row as text, where merged cells all have the value of the first. */
function titlesOf({ line, cells }: Row, merges: readonly Merge[]): string[] {
  const titles = cells.map((cell) => cellText(cell));
  for (const { firstLine, lastLine, firstColumn, lastColumn } of merges) {
    if (line < firstLine || line > lastLine) continue;
    for (let column = firstColumn; column <= lastColumn; column++) titles[column] ||= titles[firstColumn] ?? '';
  }
  return Array.from(titles, (title) => title ?? '');
}

function joined(upper: Row, lower: Row, merges: readonly Merge[]): string[] {
  const [above, below] = [titlesOf(upper, merges), titlesOf(lower, merges)];
  const length = Math.max(above.length, below.length);
  return Array.from({ length }, (_, at) => `${above[at] ?? ''} ${below[at] ?? ''}`.trim());
}

/** Rows by which the values of a column are known. */
const SAMPLE_ROWS = 200;

/** True if a column has amounts: 'Withdrawal(Dr)/Deposit(Cr)' is the title of words as well as of amounts. */
function hasAmounts(rows: readonly Row[], place: number): boolean {
  const values = rows.map(({ cells }) => cells[place] ?? null).filter((cell) => /\d/.test(cellText(cell)));
  return values.length > 0 && values.every((cell) => readAmount(cell, { cr: 'credit' }) !== null);
}

/** @param at the place of the last row of titles among the rows of the sheet */
function headerOf(titles: string[], at: number, rows: readonly Row[]): Header {
  const below = rows.slice(at + 1, at + 1 + SAMPLE_ROWS);
  const kinds = titles.map((title, place) => {
    const kind = columnOf(titleWords(title));
    if (kind?.column === 'side' && hasAmounts(below, place)) return { column: 'amount' as const, rank: 2 };
    // Rupees before the same in dollars.
    return kind && foreignIn(title) !== null ? { ...kind, rank: kind.rank + 3 } : kind;
  });
  const placesOf = (column: StatementColumn) =>
    kinds
      .flatMap((kind, place) => (kind?.column === column ? { place, rank: kind.rank } : []))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ place }) => place);
  const entries = STATEMENT_COLUMNS.map((column) => [column, placesOf(column)[0] ?? null]);
  const columns = Object.fromEntries(entries) as StatementColumns;
  const sides = placesOf('side');
  const balanceSide = columns.balance === null ? null : (sides.find((place) => place === columns.balance! + 1) ?? null);
  // The only side beside one column of amounts is theirs, also where it stands behind the balance.
  const isShared = balanceSide !== null && sides.length === 1 && columns.credit === null;
  columns.side = sides.find((place) => place !== balanceSide) ?? (isShared ? balanceSide : null);
  if (columns.credit !== null) columns.side = null;
  const order = /\b(dd|mm)\W?(?:dd|mm)\W/i.exec(titles[columns.date ?? -1] ?? '')?.[1]?.toLowerCase();
  return {
    index: at + 1,
    line: rows[at]!.line,
    titles,
    columns,
    balanceSide: isShared ? null : balanceSide,
    dayOrder: order === undefined ? null : order === 'dd' ? 'day first' : 'month first',
  };
}
