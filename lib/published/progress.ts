/** A smaller number of students is told in words. */
export const FEWEST_SHOWN = 5;

/** A part of some students, and how many they are. */
type PartCounts = { count: number; total: number };

/**
 * What is known of the students on some seats. 'reported': a student was entered for the offer. Until then nothing is known, and
 * that is never 'none': 'due' if the institute has an office to do it, and 'outside' if it does not take part yet.
 */
export type SeatState = 'reported' | 'due' | 'outside';

/**
 * The students of a line of an adoption in the register. `enrolled`: on its places now. The others are null until the institute
 * has stated the report that they rest on: of the students in the report, how many attend, and how many have passed the year or,
 * in the last one, completed the course; and, of the whole offer, how many of those who completed it are apprentices, employed
 * or study on.
 */
export type LineCounts = {
  seats: number;
  state: SeatState;
  enrolled: number;
  attending: PartCounts | null;
  result: ({ is: 'passed' | 'completed' } & PartCounts) | null;
  placed: PartCounts | null;
};

/** How a part is told. 'nearlyAll': fewer than FEWEST_SHOWN are missing, 'few': fewer belong to it, 'entered': nothing but that it is known. */
const SAYS = ['exactly', 'nearlyAll', 'few', 'entered'] as const;
type Says = (typeof SAYS)[number];

/** A published part of `of` seats or students, in `lines` lines; `count` is 0 unless it is told exactly. */
export type Part = { says: Says; count: number; of: number; lines: number };

/** What is published of a line. A part is null while it is not reported, and if there are no students that it is a part of. */
export type LineProgress = {
  seats: number;
  state: SeatState;
  enrolled: Part | null;
  attending: Part | null;
  result: ({ is: 'passed' | 'completed' } & Part) | null;
  /** How many they are is not told. 'all': nobody is missing. */
  placed: { says: Says | 'all'; count: number } | null;
};

/** A sum of published parts: one for each way in which they are told. Empty: nothing is reported. */
export type Sum = readonly Part[];

/** What is published of some lines together. `seats` of them, and those of each state. */
export type TotalProgress = Record<'seats' | SeatState, number> &
  Record<'enrolled' | 'attending' | 'passed' | 'completed', Sum>;

/**
 * Returns what may be published of the students of some lines, to sponsors and in public (docs/decisions/0043). Pages, files,
 * papers and e-mails have nothing but these lines and what follows from them alone (totalOf), so that nothing that leaves
 * here, alone or together, today or later, says more about a hidden number than its word.
 */
export const publish = <Line extends LineCounts>(
  lines: readonly Line[],
): (Omit<Line, 'enrolled' | 'attending' | 'result' | 'placed'> & LineProgress)[] =>
  lines.map(({ enrolled, attending, result, placed, ...line }) => {
    const told = result && tellReported(result, line.seats);
    return {
      ...line,
      enrolled: line.state === 'reported' ? tell({ count: enrolled, total: line.seats }) : null,
      attending: attending && tellReported(attending, line.seats),
      result: told && { is: result.is, ...told },
      placed: placed && tellPlaced(placed, told?.says === 'exactly'),
    };
  });

/** Returns the published part of some students or seats, of which the number may be known. */
export function tell({ count, total }: PartCounts): Part {
  const rest = total - count;
  const part = (says: Says): Part => ({ says, count: says === 'exactly' ? count : 0, of: total, lines: 1 });
  if (rest === 0 || total === 1) return part('exactly');
  // Of two, 'none' and 'all' would leave one number for 'entered'.
  if (total < FEWEST_SHOWN) return part('entered');
  if (count === 0 || (count >= FEWEST_SHOWN && rest >= FEWEST_SHOWN)) return part('exactly');
  // Of few, both are small.
  return part(rest < FEWEST_SHOWN && count > rest ? 'nearlyAll' : 'few');
}

/**
 * Returns the published part of the students in a report: beside their number if that is told (tell), otherwise beside the seats.
 * It depends on the report alone, so that whoever comes or leaves afterwards changes nothing of it.
 */
function tellReported({ count, total }: PartCounts, seats: number): Part | null {
  const isTold = tell({ count: total, total: seats }).says === 'exactly';
  if (isTold && total === 0) return null;
  const part = tell({ count, total: isTold ? total : seats });
  // What one student does is never told.
  return isTold && total === 1 ? { ...part, says: 'entered', count: 0 } : part;
}

/**
 * Returns what is published of those who found a place after the course. `isResultTold`: whether the sponsor knows how many
 * completed it; a number of others would limit it.
 */
function tellPlaced(placed: PartCounts, isResultTold: boolean): LineProgress['placed'] {
  const { says, count } = tell(placed);
  if (placed.total <= 1) return { says: 'entered', count: 0 };
  if (placed.count === placed.total) return { says: 'all', count: 0 };
  return says === 'exactly' && count > 0 && !isResultTold ? { says: 'entered', count: 0 } : { says, count };
}

/**
 * Adds up published parts: those that are told exactly, and beside them the seats or students of the others. A sum of exact
 * counts would give a hidden one, by the difference to its lines or to an earlier sum.
 */
export const sumOf = (parts: readonly Part[]): Sum =>
  SAYS.flatMap((says) => {
    const same = parts.filter((part) => part.says === says);
    const add = (of: 'count' | 'of' | 'lines') => same.reduce((all, part) => all + part[of], 0);
    return same.length === 0 ? [] : [{ says, count: add('count'), of: add('of'), lines: add('lines') }];
  });

/** Adds up published lines. */
export function totalOf(lines: readonly LineProgress[]): TotalProgress {
  const seatsOf = (some: readonly LineProgress[]) => some.reduce((all, { seats }) => all + seats, 0);
  const seatsIn = (state: SeatState) => seatsOf(lines.filter((line) => line.state === state));
  const resultOf = (is: 'passed' | 'completed') =>
    sumOf(lines.flatMap(({ result }) => (result?.is === is ? result : [])));
  return {
    seats: seatsOf(lines),
    reported: seatsIn('reported'),
    due: seatsIn('due'),
    outside: seatsIn('outside'),
    enrolled: sumOf(lines.flatMap(({ enrolled }) => enrolled ?? [])),
    attending: sumOf(lines.flatMap(({ attending }) => attending ?? [])),
    passed: resultOf('passed'),
    completed: resultOf('completed'),
  };
}

/** Returns the number of a sum if nothing of it is told in words; otherwise null. */
export const exactCount = (sum: Sum): number | null =>
  sum.length === 1 && sum[0]!.says === 'exactly' ? sum[0]!.count : null;

/** Students, and the adopted seats that they are on. */
export type SeatedStudents = { students: number; seats: number };

/** Returns the name of the file with published numbers. @param date today, YYYY-MM-DD */
export const progressFileName = (date: string): string => `students_${date}.csv`;
