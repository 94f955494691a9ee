import { toCourseType, type CourseType } from '@/lib/catalogue/schema';
import { MAX_SEATS } from '@/lib/platform/limits';
import { readRupees } from '@/lib/platform/read-amount';
import { readWhole } from '@/lib/platform/read-number';
import { MAX_SEARCH_LENGTH, queryText } from '@/lib/platform/search-params';
import { AIMS, type Aim } from './rules';

/** The largest budget: ₹100 crore, in paise. */
const MAX_BUDGET = 100_00_00_000_00;

/** Distances from a place that can be chosen, in kilometres. */
export const DISTANCES = [25, 50, 100, 200] as const;

/** What a sponsor wants: budget in paise; no types means all; a place without distance means only that place. */
export type Wishes = {
  budget: number;
  types: readonly CourseType[];
  words: string;
  place: string;
  km: number | null;
  aim: Aim;
  min: number;
  /** Infinity without a limit. */
  max: number;
};

/** The text fields of the form, as typed. */
export const TEXT_FIELDS = ['budget', 'words', 'place', 'least', 'most'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Why a field cannot be used; the key of its text in `plan.problem`. */
type WishProblem =
  | 'budgetMissing'
  | 'budgetUnreadable'
  | 'budgetZero'
  | 'budgetHigh'
  | 'wordsLong'
  | 'placeUnknown'
  | 'leastRange'
  | 'mostRange'
  | 'mostBelowLeast';

/** The form as it was sent: what was typed, the choices, and the problems by field. */
export type WishForm = {
  typed: Record<TextField, string>;
  types: readonly CourseType[];
  km: number | null;
  aim: Aim;
  problems: Partial<Record<TextField, WishProblem>>;
  /** Null if nothing was sent, or if a field has a problem. */
  wishes: Wishes | null;
};

type Params = Record<string, string | string[] | undefined>;

/** Reads the wishes from the parameters of an address. Unknown choices count as absent; typed text is kept. */
export function readWishes(params: Params): WishForm {
  const all = (key: string) => [(Object.hasOwn(params, key) && params[key]) || []].flat();
  const typed = Object.fromEntries(TEXT_FIELDS.map((field) => [field, all(field)[0] ?? ''])) as WishForm['typed'];
  const types = [...new Set(all('type').flatMap((text) => toCourseType(text) ?? []))];
  const km = DISTANCES.find((distance) => String(distance) === all('km')[0]) ?? null;
  const aim = AIMS.find((own) => own === all('aim')[0]) ?? 'students';

  const problems: WishForm['problems'] = {};
  const budget = readRupees(typed.budget);
  if (typed.budget.trim() === '') problems.budget = 'budgetMissing';
  else if (budget === null) problems.budget = 'budgetUnreadable';
  else if (budget === 0) problems.budget = 'budgetZero';
  else if (budget > MAX_BUDGET) problems.budget = 'budgetHigh';
  const words = queryText.safeParse(typed.words);
  if (!words.success) problems.words = 'wordsLong';
  const place = queryText.safeParse(typed.place);
  if (!place.success) problems.place = 'placeUnknown';
  const least = toSeats(typed.least) ?? 1;
  const most = toSeats(typed.most) ?? Infinity;
  if (Number.isNaN(least)) problems.least = 'leastRange';
  if (Number.isNaN(most)) problems.most = 'mostRange';
  else if (most < least) problems.most = 'mostBelowLeast';

  const sent = Object.hasOwn(params, 'budget');
  const usable = sent && Object.keys(problems).length === 0;
  const wishes = usable
    ? { budget: budget!, types, words: words.data!, place: place.data!, km, aim, min: least, max: most }
    : null;
  return { typed: trimmed(typed), types, km, aim, problems: sent ? problems : {}, wishes };
}

/** A number of seats; null if empty, NaN if it is none. */
function toSeats(text: string): number | null {
  if (text.trim() === '') return null;
  const seats = readWhole(text) ?? NaN;
  return seats >= 1 && seats <= MAX_SEATS ? seats : NaN;
}

/** Cuts what nobody typed: the address may hold more than the fields. */
function trimmed(typed: WishForm['typed']): WishForm['typed'] {
  const cut = (text: string) => [...text].slice(0, 2 * MAX_SEARCH_LENGTH).join('');
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, cut(typed[field])])) as WishForm['typed'];
}
