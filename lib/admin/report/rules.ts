import { groupBy } from '@/lib/platform/group-by';
import { FIGURES, TOLD, type Figure, type Figures, type Told } from './schema';

/** Sums of a query by the names of their columns. */
export type FigureRow = Record<Figure | `${Told}Of`, number>;

/** Adds up sums. */
function addUp(rows: readonly FigureRow[]): Figures {
  const sum = (name: keyof FigureRow) => rows.reduce((all, row) => all + row[name], 0);
  const entries = FIGURES.map((figure) => [figure, sum(figure)]);
  const of = TOLD.map((figure) => [figure, sum(`${figure}Of`)]);
  return { ...Object.fromEntries(entries), of: Object.fromEntries(of) } as Figures;
}

/** Returns the financial year of a month. @param month 'YYYY-MM' */
export function yearOfMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const start = number < 4 ? year - 1 : year;
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
}

/** Adds rows up by a key each, in the order of the first of each. */
export const addUpBy = <Row extends FigureRow>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Figures> => new Map([...groupBy(rows, keyOf)].map(([key, own]) => [key, addUp(own)]));

/** What a row without anything in a column has. */
export const NO_FIGURES: Figures = addUp([]);
