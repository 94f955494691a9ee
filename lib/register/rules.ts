import { cellText } from '@/lib/platform/cell';
import { latinDigits } from '@/lib/platform/digits';
import { MAX_ROLL_NUMBER, type EntryPlan, type RollRow } from './schema';

/** A line of an adoption in an offer: its places have the numbers 1 to `seats`. */
export type PlaceLine = { billingId: string; reference: string; company: string; seats: number };

/** A place of an offer: the line of an adoption and the number there. */
export type Place = { billingId: string; reference: string; place: number };

/**
 * Returns a roll number in one form, so that its spellings are one student: NFKC, Latin digits, upper case, without spaces,
 * dots, dashes and slashes. '' for what has no letter or digit.
 */
export const plainRoll = (typed: string): string =>
  latinDigits(cellText(typed))
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The last characters by which the institute recognises its student. */
export const endOfRoll = (plain: string): string => [...plain].slice(-3).join('');

/** Returns the place with a number of the register, which counts the places of all lines from 1; undefined past the last. */
export function placeNumbered(lines: readonly PlaceLine[], number: number): Place | undefined {
  let before = 0;
  for (const { billingId, reference, seats } of lines) {
    if (number <= before + seats) return { billingId, reference, place: number - before };
    before += seats;
  }
  return undefined;
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
 * Decides which roll numbers get a place, in the order of their lines.
 * @param rows as typed or read
 * @param holderOf where a plain roll number has a place in this session: 'here', in this offer, or 'elsewhere'
 * @param free the empty places
 * @returns the plan, and the plain numbers to enter
 */
export function planEntry(
  rows: readonly RollRow[],
  holderOf: (plain: string) => 'here' | 'elsewhere' | undefined,
  free: number,
): { plan: EntryPlan; rolls: string[] } {
  const plan: EntryPlan = { entered: 0, known: 0, without_place: [], free, problems: [] };
  const [seen, rolls] = [new Set<string>(), [] as string[]];
  for (const { line, roll } of rows) {
    const plain = plainRoll(roll);
    const holder = holderOf(plain);
    if (!plain) plan.problems.push({ line, problem: 'empty' });
    else if (plain.length > MAX_ROLL_NUMBER || !/\p{N}/u.test(plain)) plan.problems.push({ line, problem: 'form' });
    else if (seen.has(plain)) plan.problems.push({ line, problem: 'twice' });
    else if (holder === 'elsewhere') plan.problems.push({ line, problem: 'elsewhere' });
    else if (holder === 'here') plan.known++;
    else if (rolls.length >= free) plan.without_place.push(line);
    else rolls.push(plain);
    seen.add(plain);
  }
  plan.entered = rolls.length;
  return { plan, rolls };
}
