import { cellText, type Cell } from '@/lib/platform/cell';
import type { DayOrder } from '@/lib/platform/read-day';
import { readDay } from '@/lib/platform/read-day';
import type { Merge, Row, Sheet } from '@/lib/platform/table-file/schema';
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
    const header = headerOf(titlesOf(row, merges), at, row);
    const below = rows[at + 1];
    if (below && isTitleRow(row) && isTitleRow(below)) {
      const lower = headerOf(titlesOf(below, merges), at + 1, below);
      const two = headerOf(joined(row, below, merges), at + 1, below);
      // The name of the bank above the titles adds no column.
      if (isComplete(two) && countOf(two) > Math.max(countOf(header), countOf(lower))) return two;
    }
    if (isComplete(header)) return header;
  }
  const first = top.findIndex(({ cells }) => cells.some((cell) => typeof cell === 'string' && readDay(cell) !== null));
  const above = rows[first - 1];
  return above ? headerOf(titlesOf(above, merges), first - 1, above) : null;
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

function headerOf(titles: string[], index: number, { line }: Row): Header {
  const kinds = titles.map((title) => columnOf(titleWords(title)));
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
    index: index + 1,
    line,
    titles,
    columns,
    balanceSide: isShared ? null : balanceSide,
    dayOrder: order === undefined ? null : order === 'dd' ? 'day first' : 'month first',
  };
}

/** Returns the number of the account above the titles, digits only; null if there is none. */
export function accountOf(rows: readonly Row[]): string | null {
  for (const { cells } of rows) {
    const text = cells.map((cell: Cell) => cellText(cell)).join(' ');
    const [, number] = /\ba(?:ccount|\/c)\s*(?:no|num|number)?\b[^\d]{0,20}([\dX*]{6,24})/i.exec(text) ?? [];
    if (number) return number;
  }
  return null;
}
