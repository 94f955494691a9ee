/** Smaller numbers of students are not published: 'fewer than 5'. */
export const FEWEST_SHOWN = 5;

/** A line of an adoption in the register. `begun`: whether a student was ever entered for the offer. */
type LineCounts = { seats: number; enrolled: number; begun: boolean };

/** What a sponsor sees of a line: seats with a student, null for fewer than FEWEST_SHOWN. */
export type LineProgress = { seats: number; begun: boolean; enrolled: number | null };

/** What a sponsor sees of all lines: `enrolled` counts the shown lines only, so that a hidden one cannot be computed. */
export type Progress<Line extends LineProgress = LineProgress> = {
  lines: Line[];
  seats: number;
  begun: boolean;
  enrolled: number;
  /** Whether lines are hidden, so that `enrolled` is a minimum. */
  isMinimum: boolean;
};

/**
 * Returns what may be published of the students of some lines. Everything follows from the published lines alone: nothing
 * that leaves here, alone or together, says more about a hidden line than that it has fewer than FEWEST_SHOWN students.
 */
export function publish<Line extends LineCounts>(
  counts: readonly Line[],
): Progress<Omit<Line, 'enrolled'> & LineProgress> {
  const lines = counts.map(({ enrolled, ...line }) => ({
    ...line,
    enrolled: !line.begun ? 0 : enrolled < FEWEST_SHOWN ? null : enrolled,
  }));
  return {
    lines,
    seats: lines.reduce((sum, { seats }) => sum + seats, 0),
    begun: lines.some(({ begun }) => begun),
    enrolled: lines.reduce((sum, { enrolled }) => sum + (enrolled ?? 0), 0),
    isMinimum: lines.some(({ enrolled }) => enrolled === null),
  };
}
