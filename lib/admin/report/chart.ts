/** Most bars of a chart: more do not fit on a slide. */
export const MOST_BARS = 20;

const [WIDTH, ROW, LABEL, VALUE] = [960, 30, 310, 150];

/** A bar from `x`, in pixels; a value below 0 has none. */
type Bar = { name: string; value: string; y: number; width: number };

/** A chart of bars, one below the other. */
type Chart = { width: number; height: number; x: number; thickness: number; bars: Bar[] };

/** Draws values as bars below each other, the longest as wide as the chart. @param rows with the value as text, and as number */
export function drawBars(rows: readonly { name: string; text: string; value: number }[]): Chart {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const room = WIDTH - LABEL - VALUE;
  return {
    width: WIDTH,
    height: rows.length * ROW,
    x: LABEL,
    thickness: ROW - 10,
    bars: rows.map(({ name, text, value }, index) => ({
      name,
      value: text,
      y: index * ROW + 5,
      width: value > 0 ? Math.max(1, Math.round((value / most) * room)) : 0,
    })),
  };
}

/** Characters of a name beside its bar: with 14 px of a common font some 270 px. */
const NAME_LENGTH = 36;

/** Returns a name that fits beside its bar. */
export const shortName = (name: string): string =>
  [...name].length <= NAME_LENGTH
    ? name
    : `${[...name]
        .slice(0, NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
