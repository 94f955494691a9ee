import type { DistrictFigures, Figures } from './schema';

/** The smallest and the largest figure of a class. */
export type FigureClass = { from: number; to: number };

/** Classes of figures on the map. */
const CLASSES = 4;

/** Returns at most four classes of figures with about as many districts each, the lowest first; equal figures are in one class. */
export function figureClasses(figures: Figures): FigureClass[] {
  const sorted = Object.values(figures).toSorted((a, b) => a - b);
  const limits = Array.from(
    { length: CLASSES },
    (_, at) => sorted[Math.ceil(((at + 1) * sorted.length) / CLASSES) - 1]!,
  );
  return [...new Set(limits)].flatMap((limit, at, all) => {
    const own = sorted.filter((figure) => figure <= limit && (at === 0 || figure > all[at - 1]!));
    return own.length > 0 ? [{ from: own[0]!, to: limit }] : [];
  });
}

/** Returns the number of the class of a district from 1, or null if it has no figure. */
export function figureClassOf(classes: readonly FigureClass[], figure: number | undefined): number | null {
  const at = figure === undefined ? -1 : classes.findIndex(({ to }) => figure <= to);
  return at < 0 ? null : at + 1;
}

/** Returns a figure with Indian grouping and at most two decimals: 1234.5 → '1,234.5'. */
export function formatFigure(figure: number): string {
  const [whole = '', fraction] = String(figure).split('.');
  const grouped = whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Returns what figures are in a language, with the year. */
export const figuresTitle = ({ title, title_hindi: hindi, year }: DistrictFigures, locale: string): string =>
  `${(locale === 'hi' && hindi) || title}, ${year}`;
