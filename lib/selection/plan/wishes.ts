import type { CourseType } from '@/db/schema/enums';
import { DISTANCES } from '@/lib/catalogue/places/distance';
import { toCourseType } from '@/lib/catalogue/schema';
import { sessionName } from '@/lib/catalogue/session';
import { MAX_SEATS } from '@/lib/platform/limits';
import { readRupees } from '@/lib/platform/read-amount';
import { readWhole } from '@/lib/platform/read-number';
import { MAX_SEARCH_LENGTH, queryText } from '@/lib/platform/search-params';
import { readCartSeats, WITHOUT_CART, type CartSeats } from './cart-seats';
import { AIMS, type Aim } from './rules';
import { MAX_TRADES, takeShares, type ShareProblem } from './trades';

/** The largest budget: ₹100 crore, in paise. */
const MAX_BUDGET = 100_00_00_000_00;

/** Kilometres around a place, or as far as every trade has seats. */
type Distance = number | typeof NEAR;
export const NEAR = 'near' as const;

/** What a budget is for: one year, or all years until the courses end. */
export const PERIODS = ['year', 'course'] as const;
export type Period = (typeof PERIODS)[number];

/**
 * What a sponsor wants: budget in paise for the period; no types means all; words in the language of the search,
 * and the shares of its trades as typed; a place without distance means only that place.
 */
export type Wishes = {
  budget: number;
  period: Period;
  types: readonly CourseType[];
  words: string;
  shares: readonly string[];
  place: string;
  km: Distance | null;
  /** The name of a session; null for all that are open. */
  session: string | null;
  aim: Aim;
  min: number;
  /** Infinity without a limit. */
  max: number;
  /** Seats of the cart, which count towards the budget and are not proposed again; null if it is not considered. */
  cart: CartSeats | null;
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
  | 'wordsMany'
  | 'placeUnknown'
  | 'leastRange'
  | 'mostRange'
  | 'mostBelowLeast';

/**
 * The form as it was sent: what was typed, the choices, and the problems by field. Shares that were typed among the
 * words are in `shares`, not in the words.
 */
export type WishForm = {
  typed: Record<TextField, string>;
  shares: readonly string[];
  period: Period;
  types: readonly CourseType[];
  km: Distance | null;
  session: string | null;
  aim: Aim;
  problems: Partial<Record<TextField, WishProblem> & { share: ShareProblem }>;
  /** The parameter `cart` as sent; null without one. */
  cart: string | null;
  /** Null if nothing was sent, or if a field has a problem. */
  wishes: Wishes | null;
};

type Params = Record<string, string | string[] | undefined>;

/** Reads the wishes from the parameters of an address. Unknown choices count as absent; typed text is kept. */
export function readWishes(params: Params): WishForm {
  const all = (key: string) => [(Object.hasOwn(params, key) && params[key]) || []].flat();
  const typed = Object.fromEntries(TEXT_FIELDS.map((field) => [field, all(field)[0] ?? ''])) as WishForm['typed'];
  const types = [...new Set(all('type').flatMap((text) => toCourseType(text) ?? []))];
  const km = ([...DISTANCES, NEAR] as const).find((distance) => String(distance) === all('km')[0]) ?? null;
  const session = sessionName.safeParse(all('session')[0]).data ?? null;
  const aim = AIMS.find((each) => each === all('aim')[0]) ?? 'students';
  const period = PERIODS.find((each) => each === all('for')[0]) ?? 'year';
  const cart = all('cart')[0] ?? null;

  const problems: WishForm['problems'] = {};
  const budget = readRupees(typed.budget);
  if (typed.budget.trim() === '') problems.budget = 'budgetMissing';
  else if (budget === null) problems.budget = 'budgetUnreadable';
  else if (budget === 0) problems.budget = 'budgetZero';
  else if (budget > MAX_BUDGET) problems.budget = 'budgetHigh';
  const taken = takeShares(typed.words);
  if (taken) typed.words = taken.words;
  const shares =
    taken?.shares ??
    all('share')
      .slice(0, MAX_TRADES)
      .map((share) => share.slice(0, 10));
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
  const wishes: Wishes | null = usable
    ? {
        budget: budget!,
        period,
        types,
        words: words.data!,
        shares,
        place: place.data!,
        km,
        session,
        aim,
        min: least,
        max: most,
        cart: cart === null || cart === WITHOUT_CART ? null : readCartSeats(cart),
      }
    : null;
  return {
    typed: trimmed(typed),
    shares,
    period,
    types,
    km,
    session,
    aim,
    problems: sent ? problems : {},
    cart,
    wishes,
  };
}

/** What a link to a plan changes of a form. */
type WishChanges = Partial<Record<'budget' | 'words' | 'place' | 'km' | 'cart', string>> & {
  shares?: readonly number[];
};

/** Returns the parameters of a form, with changes: what its fields would send. */
export function planQuery(form: WishForm, changes: WishChanges = {}): string {
  const { typed, types, km, session, aim, period, cart } = form;
  const shares = changes.shares?.map(String) ?? form.shares;
  const fields: [string, string | number | null][] = [
    ['budget', changes.budget ?? typed.budget],
    ['for', period === 'year' ? null : period],
    ['words', changes.words ?? typed.words],
    ...(shares.some((share) => share !== '') ? shares.map((share): [string, string] => ['share', share]) : []),
    ['place', changes.place ?? typed.place],
    ['km', changes.km ?? km],
    ['session', session],
    ...types.map((type): [string, string] => ['type', type]),
    ['aim', aim === 'students' ? null : aim],
    ['least', typed.least],
    ['most', typed.most],
    ['cart', changes.cart ?? cart],
  ];
  const entries = fields.flatMap(([name, value]) =>
    value === null || (value === '' && name !== 'share') ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries).toString();
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
