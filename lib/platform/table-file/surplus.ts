import { cellText, type Cell } from '@/lib/platform/cell';
import type { Row, Sheet } from './schema';

/** True if a row has values beyond its titles: a separator inside a value (1,25,000) has shifted the cells behind it. */
export const hasSurplus = (cells: readonly Cell[], width: number): boolean =>
  cells.slice(width).some((cell) => cellText(cell) !== '');

/**
 * Returns the rows of a text that are longer than its titles, also by an empty cell: values may stand in the wrong column.
 * None if all rows end with the same empty cells. Cells of a workbook have their places, so that it has none.
 * @param width the number of titles
 */
export function longRows({ name }: Pick<Sheet, 'name'>, rows: readonly Row[], width: number): Row[] {
  if (name !== '') return [];
  const long = rows.filter(({ cells }) => cells.length > width);
  return long.length === rows.length && !long.some(({ cells }) => hasSurplus(cells, width)) ? [] : long;
}

/**
 * Returns the rows of a text that end before a column which most rows reach: empty cells may be missing in front of their
 * values.
 * @param place of the column; null: there is none
 */
export function shortRows({ name }: Pick<Sheet, 'name'>, rows: readonly Row[], place: number | null): Row[] {
  const short = rows.filter(({ cells }) => place !== null && cells.length <= place);
  return name === '' && short.length * 2 < rows.length ? short : [];
}

/** Returns a row of the width of its titles, whose surplus cells are joined into the one at `place`. */
export function withoutSurplus({ cells, ...row }: Row, width: number, place: number): Row {
  const end = place + cells.length - width + 1;
  const joined = cells.slice(place, end).map((cell) => cellText(cell));
  return { ...row, cells: [...cells.slice(0, place), joined.join(', '), ...cells.slice(end)] };
}
