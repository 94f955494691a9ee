/** Smaller numbers of students are not published. */
export const FEWEST_SHOWN = 5;

/** A part of some students, and how many they are. */
type PartCounts = { count: number; total: number };

/**
 * The students of a line of an adoption in the register. `begun`: whether a student was ever entered for the offer; `enrolled`:
 * on its places now. The others are null until the institute has stated the report that they rest on: of the enrolled ones,
 * how many attend, and how many have passed the year or, in the last one, completed the course; and, of the whole offer,
 * how many of those who completed it are apprentices, employed or study on.
 */
export type LineCounts = {
  seats: number;
  begun: boolean;
  enrolled: number;
  attending: number | null;
  result: { is: 'passed' | 'completed'; count: number } | null;
  placed: PartCounts | null;
};

/**
 * A published part of some students. 'atLeast': fewer than FEWEST_SHOWN do not belong to it. 'few': fewer than FEWEST_SHOWN
 * belong to it, and 'hidden': one of the two; their count is 0.
 */
export type Part = { says: 'exactly' | 'atLeast' | 'few' | 'hidden'; count: number };

/** What is published of a line; `enrolled` is null for fewer than FEWEST_SHOWN. */
export type LineProgress = {
  seats: number;
  begun: boolean;
  enrolled: number | null;
  attending: Part | null;
  result: ({ is: 'passed' | 'completed' } & Part) | null;
  placed: Part | null;
};

/** A sum over published lines: a minimum if a number of one is hidden. */
export type Sum = { count: number; isMinimum: boolean };

/** What is published of some lines together; the sums of reports are null while no line has one. */
export type TotalProgress = {
  seats: number;
  begun: boolean;
  enrolled: number;
  isMinimum: boolean;
  attending: Sum | null;
  passed: Sum | null;
  completed: Sum | null;
};

/**
 * Returns what may be published of the students of some lines, to sponsors and in public. Pages, files, papers and e-mails
 * have nothing but these lines and what follows from them alone (totalOf), so that nothing that leaves here, alone or
 * together, says more about a small number than that it is one: of students on seats, of those who attend, pass or complete,
 * and of those who do not.
 */
export const publish = <Line extends LineCounts>(
  lines: readonly Line[],
): (Omit<Line, 'enrolled' | 'attending' | 'result' | 'placed'> & LineProgress)[] =>
  lines.map(({ enrolled, attending, result, placed, ...line }) => ({
    ...line,
    enrolled: !line.begun ? 0 : publishEnrolled(enrolled),
    attending: attending === null ? null : publishPart({ count: attending, total: enrolled }),
    result: result === null ? null : { is: result.is, ...publishPart({ count: result.count, total: enrolled }) },
    placed: placed === null ? null : publishPart(placed),
  }));

/** Returns the published number of the students of a line, of which one was entered; null for a small one. */
export const publishEnrolled = (enrolled: number): number | null => (enrolled < FEWEST_SHOWN ? null : enrolled);

/**
 * Returns what may be published of a part of some students, of whom the number may be known. That nobody is missing is no
 * number of persons; a small rest must not follow from the part, nor a small part from the rest.
 */
function publishPart({ count, total }: PartCounts): Part {
  const rest = total - count;
  if (total < FEWEST_SHOWN) return { says: 'few', count: 0 };
  if (rest === 0) return { says: 'exactly', count };
  // Each of them would leave fewer than all small numbers for the other.
  if (total < 2 * FEWEST_SHOWN - 1) return { says: 'hidden', count: 0 };
  if (count < FEWEST_SHOWN) return { says: 'few', count: 0 };
  return rest < FEWEST_SHOWN ? { says: 'atLeast', count: total - FEWEST_SHOWN + 1 } : { says: 'exactly', count };
}

/** Sums published lines, so that a hidden number cannot be computed from the sum. */
export function totalOf(lines: readonly LineProgress[]): TotalProgress {
  const sum = (partOf: (line: LineProgress) => Part | null): Sum | null => {
    const parts = lines.flatMap((line) => partOf(line) ?? []);
    return parts.length === 0
      ? null
      : {
          count: parts.reduce((all, { count }) => all + count, 0),
          isMinimum: parts.some(({ says }) => says !== 'exactly'),
        };
  };
  const resultOf = (is: 'passed' | 'completed') => sum(({ result }) => (result?.is === is ? result : null));
  return {
    seats: lines.reduce((all, { seats }) => all + seats, 0),
    begun: lines.some(({ begun }) => begun),
    enrolled: lines.reduce((all, { enrolled }) => all + (enrolled ?? 0), 0),
    isMinimum: lines.some(({ enrolled }) => enrolled === null),
    attending: sum(({ attending }) => attending),
    passed: resultOf('passed'),
    completed: resultOf('completed'),
  };
}

/** The sentence about published seats: a key of `adoptionPage.progress.state`. `enrolled` is null for a hidden line. */
export function stateOf({
  begun,
  enrolled,
  isMinimum = false,
}: Pick<LineProgress, 'begun' | 'enrolled'> & { isMinimum?: boolean }): 'none' | 'few' | 'hidden' | 'atLeast' | 'some' {
  if (!begun) return 'none';
  if (enrolled === null) return 'few';
  if (isMinimum) return enrolled === 0 ? 'hidden' : 'atLeast';
  return 'some';
}

/** Returns the name of the file with published numbers. @param date today, YYYY-MM-DD */
export const progressFileName = (date: string): string => `students_${date}.csv`;
