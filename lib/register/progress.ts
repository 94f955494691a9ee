/** Smaller numbers of students are not published: 'few' stands for 0 to FEWEST_SHOWN - 1. */
export const FEWEST_SHOWN = 5;

/** A number of students as it is published. */
type Shown = number | 'few';

/**
 * The numbers of students of a line; those of reports are null until the institute has stated one.
 * `enrolled`: on its places now. `attending`: of these, as the last report on attendance says. `passed`: the year of study, by the
 * report on results, those who completed included. `completed`: the course. `left`: since the beginning. `placed`: apprentices,
 * employed and who study on, six months after the course; of the whole offer, as institutes state it by totals only.
 */
type Measure = 'enrolled' | 'attending' | 'passed' | 'completed' | 'left' | 'placed';
type Counts = { enrolled: number; left: number } & Record<Exclude<Measure, 'enrolled' | 'left'>, number | null>;

/** A line of an adoption in the register. `begun`: whether a student was ever entered for the offer. */
type LineCounts = Counts & { seats: number; begun: boolean };

/** What a sponsor sees of a line; `waiting`: seats without a student, null if it would tell a small number. */
export type LineProgress = {
  seats: number;
  begun: boolean;
  waiting: number | null;
  enrolled: Shown;
  left: Shown;
} & Record<Exclude<Measure, 'enrolled' | 'left'>, Shown | null>;

/** A sum over lines: of the shown numbers only, so that a hidden one cannot be computed; then it is a minimum. */
type ShownSum = { count: number; isMinimum: boolean };

/** What a sponsor sees of all lines. A sum is null while no line has its number; `placed` has none, for offers may be shared. */
export type Progress<Line extends LineProgress = LineProgress> = {
  lines: Line[];
  seats: number;
  begun: boolean;
  total: { enrolled: ShownSum } & Record<'attending' | 'passed' | 'completed', ShownSum | null>;
};

/**
 * Returns what may be published of the students of some lines. Every number is published by itself and from FEWEST_SHOWN on;
 * everything else follows from what is published: nothing that leaves here, alone or together, says more about a hidden number
 * than that it is a small one.
 */
export function publish<Line extends LineCounts>(
  counts: readonly Line[],
): Progress<Omit<Line, Measure> & LineProgress> {
  const lines = counts.map((line) => {
    const { enrolled, left, attending, passed, completed, placed, ...rest } = line;
    const isEmpty = !line.begun;
    return {
      ...rest,
      // Known to everybody while nobody was ever entered.
      waiting: isEmpty ? line.seats : enrolled < FEWEST_SHOWN ? null : line.seats - enrolled,
      enrolled: isEmpty ? 0 : shown(enrolled),
      left: isEmpty ? 0 : shown(left),
      attending: shownOrNone(attending),
      passed: shownOrNone(passed),
      completed: shownOrNone(completed),
      placed: shownOrNone(placed),
    };
  });
  const sum = (of: 'attending' | 'passed' | 'completed') => addUp(lines.flatMap((line) => line[of] ?? []));
  return {
    lines,
    seats: lines.reduce((total, { seats }) => total + seats, 0),
    begun: lines.some(({ begun }) => begun),
    total: {
      enrolled: addUp(lines.map(({ enrolled }) => enrolled)) ?? { count: 0, isMinimum: false },
      attending: sum('attending'),
      passed: sum('passed'),
      completed: sum('completed'),
    },
  };
}

const shown = (count: number): Shown => (count < FEWEST_SHOWN ? 'few' : count);
const shownOrNone = (count: number | null) => (count === null ? null : shown(count));

function addUp(counts: readonly Shown[]): ShownSum | null {
  if (counts.length === 0) return null;
  const known = counts.filter((count) => count !== 'few');
  return { count: known.reduce((total, count) => total + count, 0), isMinimum: known.length < counts.length };
}
