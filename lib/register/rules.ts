import { groupBy } from '@/lib/platform/group-by';
import { judgeRolls, plainRoll, withoutZeros, type JudgedRoll } from './roll-form';
import type { EntryPlan, RollRow } from './schema';

/** A line of an adoption in an offer: its places have the numbers 1 to `seats`. */
export type PlaceLine = { billingId: string; reference: string; company: string; seats: number };

/** A place of an offer: the line of an adoption and the number there. */
export type Place = { billingId: string; reference: string; place: number };

/** The last characters by which the institute recognises its student. */
export const endOfRoll = (plain: string): string => [...plain].slice(-3).join('');

/**
 * Returns the lines of an offer with the number of places before each: the register counts the places of all lines from 1, so that
 * the number of a place is `before` and its place in the line.
 */
export function numberedLines(lines: readonly PlaceLine[]): (PlaceLine & { before: number })[] {
  let next = 0;
  return lines.map((line) => ({ ...line, before: (next += line.seats) - line.seats }));
}

/** Returns the place with a number of the register; undefined past the last. */
export function placeNumbered(lines: readonly PlaceLine[], number: number): Place | undefined {
  const line = numberedLines(lines).find(({ before, seats }) => number <= before + seats);
  return line && { billingId: line.billingId, reference: line.reference, place: number - line.before };
}

/** Returns the empty places in the order of adoption. @param isTaken whether a place has a student */
export function freePlaces(lines: readonly PlaceLine[], isTaken: (place: Place) => boolean): Place[] {
  return lines.flatMap(({ billingId, reference, seats }) =>
    Array.from({ length: seats }, (_, index) => ({ billingId, reference, place: index + 1 })).filter(
      (place) => !isTaken(place),
    ),
  );
}

/**
 * Decides which roll numbers get a place, in the order of their lines. Those of one list are judged together.
 * @param rows as typed or read; `sure`: somebody said that it is a roll number although it looks like none
 * @param holderOf where a plain roll number has a place in this session: 'here', in this offer, or 'elsewhere'
 * @param free the empty places
 * @param isDay whether a day of a row is one of the session; others count as absent
 * @returns the plan, and the plain numbers to enter with their days
 */
export function planEntry(
  rows: readonly RollRow[],
  holderOf: (plain: string) => 'here' | 'elsewhere' | undefined,
  free: number,
  isDay: (day: string) => boolean,
): { plan: EntryPlan; rolls: { plain: string; day: string | undefined }[] } {
  const plan: EntryPlan = {
    entered: 0,
    dated: 0,
    known: 0,
    without_place: [],
    free,
    rolls: [],
    problems: [],
    questions: [],
  };
  const seen = new Set<string>();
  const rolls: { plain: string; day: string | undefined }[] = [];
  for (const { line, list, sure, roll, from_day: day, problem, question } of judgeRows(rows)) {
    const plain = plainRoll(roll);
    const student = withoutZeros(plain);
    const holder = problem ? undefined : holderOf(plain);
    if (problem) plan.problems.push({ line, list, problem });
    else if (seen.has(student)) plan.problems.push({ line, list, problem: 'twice' });
    else if (holder === 'elsewhere') plan.problems.push({ line, list, problem: 'elsewhere' });
    else if (holder === 'here') plan.known++;
    else if (question && !sure) plan.questions.push({ line, list, roll, question });
    else {
      // Answered, so that the question stays where it is and can be taken back.
      if (question) plan.questions.push({ line, list, roll, question });
      if (rolls.length >= free) plan.without_place.push({ line, list });
      else {
        rolls.push({ plain, day: day !== undefined && isDay(day) ? day : undefined });
        plan.rolls.push(roll);
      }
    }
    if (!problem) seen.add(student);
  }
  plan.entered = rolls.length;
  plan.dated = rolls.filter(({ day }) => day !== undefined).length;
  return { plan, rolls };
}

/** Judges the rows of each list together, and returns all in their order. */
function judgeRows(rows: readonly RollRow[]): (RollRow & JudgedRoll)[] {
  const lists = groupBy(rows, ({ list }) => list);
  const judged = new Map(
    [...lists].map(([list, own]) => [list, judgeRolls(own.map(({ roll }) => roll))[Symbol.iterator]()]),
  );
  return rows.map((row) => ({ ...row, ...judged.get(row.list)!.next().value! }));
}
