import 'server-only';
import { yearsLeft } from '@/lib/adoption/core/period';
import { placeKey } from '@/lib/catalogue/rules';
import { toCourseType, type Course } from '@/lib/catalogue/schema';
import type { Figures } from '@/lib/catalogue/district-figures/schema';
import { MAX_LINES } from '@/lib/platform/limits';
import { DISTANCES, NEAR_KM } from '@/lib/catalogue/places/distance';
import { nearPlace, type PlaceFinder } from '@/lib/catalogue/places/rules';
import { matches, readQuery, type SearchQuery } from '@/lib/catalogue/search/query';
import { remembered, searchText } from '@/lib/catalogue/search/terms';
import { vocabularyOfCourses } from '@/lib/catalogue/search/vocabulary';
import { courseKey } from './cart-seats';
import type { Offer } from './fill-budget';
import { findRemainder, type Remainder } from './remainder';
import { proposeParts } from './rules';
import { MAX_TRADES, readShares, type ShareProblem } from './trades';
import { NEAR, type Wishes } from './wishes';

/** The proposed seats of a course. The seats that are in the cart are not among its seats left. */
export type PlanLine = { course: Course; seats: number; inCart: number };

/** What is proposed for a trade: `paise` of the period; `matching` as in Plan. */
type PlannedTrade = { words: string; count: number; paise: number; matching: number };

/**
 * A proposal, in the order of the courses. All amounts are paise of the period of the wishes. `countBound` and
 * `paiseBound` are what no other choice exceeds: seats, and paise for as many seats. `matching` counts the courses with
 * seats left that fit the wishes, `unknown` those that fit but are left out because nobody knows how long they take.
 */
export type Plan = {
  lines: PlanLine[];
  count: number;
  paise: number;
  countBound: number;
  paiseBound: number;
  matching: number;
  unknown: number;
  trades: PlannedTrade[];
  /** How the words were read. */
  query: SearchQuery;
  /** The place and the kilometres around it that were searched (null: only the place); null for all places. */
  around: { place: string; km: number | null } | null;
  /** Seats of the cart and what they cost; null if the cart is not considered. */
  inCart: { seats: number; paise: number } | null;
  remainder: Remainder;
  /** Of the aim 'least': proposed seats in districts without a figure; null for other aims. */
  byFigure: { seatsWithout: number } | null;
  /** Full courses that fit the wishes and what is left of the budget, at most MAX_FULL: seats of them may become free. */
  full: Course[];
};

const nameKey = remembered(placeKey);

/** Full courses that a plan names. */
const MAX_FULL = 3;

/** A plan, or why there is none. Of several trades, `trades` has the words. */
export type PlanResult =
  | { ok: true; plan: Plan }
  | { ok: false; problem: 'placeUnknown' }
  | { ok: false; problem: ShareProblem | 'wordsMany'; trades: string[] };

/**
 * Proposes seats of the courses that fit the wishes, each course for the first of the trades that it fits.
 * @param courses in a stable order: it decides between equal choices; of all types if the cart is considered
 * @param figures the operator's figures by district, for the aim 'least'; null: it is as 'students'
 * @returns 'placeUnknown' if the place of the wishes is neither a known one nor a city of the catalogue
 */
export function planSeats(
  courses: readonly Course[],
  wishes: Wishes,
  places: PlaceFinder,
  figures: Figures | null = null,
): PlanResult {
  const byFigure = wishes.aim === 'least' ? figures : null;
  const query = readQuery(wishes.words, vocabularyOfCourses(wishes.words === '' ? [] : courses), places);
  const hasPlace = wishes.place !== '';
  if (!hasPlace && query.unknownPlace !== null) return { ok: false, problem: 'placeUnknown' };
  const isNearWords = !hasPlace && query.near;
  const place = isNearWords ? query.place!.name : wishes.place;
  const asked = isNearWords ? (query.km ?? NEAR) : (wishes.km ?? (hasPlace ? query.km : null));
  if (cityCondition(courses, place, null, places) === null) return { ok: false, problem: 'placeUnknown' };
  const words = query.trades.map((trade) => trade.text);
  if (words.length > MAX_TRADES) return { ok: false, problem: 'wordsMany', trades: [] };
  const shares = readShares(wishes.shares, words.length);
  if (typeof shares === 'string') return { ok: false, problem: shares, trades: words };
  // Without a trade, all that the other words match.
  const queries = words.length > 0 ? query.trades.map((trade) => ({ ...query, trades: [trade] })) : [query];

  const seatPaise = ({ price_paise, duration_years, study_year }: Course) =>
    wishes.period === 'year' ? price_paise : price_paise * (duration_years ? yearsLeft(duration_years, study_year) : 0);
  const tradeOf = (course: Course) => {
    if (wishes.words === '') return 0;
    const text = searchText(course);
    return queries.findIndex((one) => matches(one, text));
  };
  const cartSeats = ({ id }: Course) => wishes.cart?.get(courseKey(id)) ?? 0;
  const inCart = { seats: 0, paise: 0 };
  for (const course of courses) {
    inCart.seats += cartSeats(course);
    inCart.paise += cartSeats(course) * seatPaise(course);
  }
  const budget = Math.max(0, wishes.budget - inCart.paise);

  type Candidate = Offer & { course: Course; trade: number; inCart: number; order: number };
  const unknownCourses: Course[] = [];
  const fullCourses: Course[] = [];
  const candidates = courses.flatMap((course, order): Candidate[] => {
    const taken = cartSeats(course);
    const seats = course.left_seats - taken;
    if (course.price_paise < 1) return [];
    if (wishes.session !== null && course.session !== wishes.session) return [];
    const type = toCourseType(course.course_name);
    if (wishes.types.length > 0 && (type === null || !wishes.types.includes(type))) return [];
    const trade = tradeOf(course);
    const pricePaise = seatPaise(course);
    if (pricePaise < 1) {
      if (trade >= 0 && seats > 0) unknownCourses.push(course);
      return [];
    }
    if (seats < 1) {
      if (course.left_seats < 1 && trade >= 0) fullCourses.push(course);
      return [];
    }
    const institute = `${nameKey(course.institute_name)}\n${nameKey(course.city)}`;
    const left = taken > 0 ? { ...course, left_seats: seats } : course;
    const figure = byFigure?.[places.districtOf(course.city) ?? ''] ?? null;
    return [{ institute, pricePaise, seats, figure, course: left, trade, inCart: taken, order }];
  });
  const km =
    asked === NEAR ? smallestCircle(candidates, (ring) => cityCondition(courses, place, ring, places)!) : asked;
  const isNear = cityCondition(courses, place, km, places)!;
  const wanted = queries.map((_, trade) => candidates.filter((one) => one.trade === trade && isNear(one.course.city)));
  const parts = shares.map((share, trade) => ({ offers: wanted[trade]!, share }));
  const aim = wishes.aim === 'least' && !byFigure ? 'students' : wishes.aim;
  const filled = proposeParts(parts, { ...wishes, aim, budget, courses: MAX_LINES });

  const sum = (value: (part: (typeof filled)[number]) => number) => filled.reduce((all, part) => all + value(part), 0);
  const paise = sum((part) => part.paise);
  const chosen = filled
    .flatMap(({ seats }, trade) => wanted[trade]!.map((one, at) => ({ ...one, chosen: seats[at]! })))
    .toSorted((a, b) => a.order - b.order);
  const namedTypes = new Set(candidates.flatMap(({ course, trade }) => (trade >= 0 ? [course.course_name] : [])));
  const seatsWithout = chosen.reduce((all, one) => (one.figure === null ? all + one.chosen : all), 0);
  const plan: Plan = {
    byFigure: byFigure && { seatsWithout },
    lines: chosen.flatMap(({ course, chosen: seats, inCart }) => (seats > 0 ? [{ course, seats, inCart }] : [])),
    count: sum((part) => part.count),
    paise,
    countBound: sum((part) => part.countBound),
    paiseBound: sum((part) => part.paiseBound),
    matching: chosen.length,
    unknown: unknownCourses.filter(({ city }) => isNear(city)).length,
    trades: filled.map(({ count, paise }, trade) => ({
      words: words[trade] ?? '',
      count,
      paise,
      matching: wanted[trade]!.length,
    })),
    // The place of the wishes is the centre of a distance among the words.
    query: hasPlace ? { ...query, km: null } : query,
    around: place === '' ? null : { place, km },
    inCart: wishes.cart && inCart,
    remainder: findRemainder({
      paise: budget - paise,
      chosen,
      // Who asks for trades of an ITI is not offered an engineering branch.
      others: candidates.filter(
        (one) => one.trade < 0 && isNear(one.course.city) && namedTypes.has(one.course.course_name),
      ),
      hasTrades: words.length > 0,
      around:
        place === ''
          ? []
          : [...DISTANCES.filter((distance) => distance > (km ?? 0)), null].map((distance) => {
              const isNearer = distance === null ? () => true : cityCondition(courses, place, distance, places)!;
              const fartherOffers = candidates.filter(
                (one) => one.trade >= 0 && !isNear(one.course.city) && isNearer(one.course.city),
              );
              return { km: distance, offers: fartherOffers };
            }),
      min: wishes.min,
      max: wishes.max,
      courses: MAX_LINES,
    }),
    full: fullCourses.filter((course) => isNear(course.city) && seatPaise(course) <= budget - paise).slice(0, MAX_FULL),
  };
  return { ok: true, plan };
}

/** Returns the smallest distance, NEAR_KM or more, within which as many trades as possible have seats. */
function smallestCircle(
  candidates: readonly { trade: number; course: Course }[],
  isWithin: (km: number) => (city: string) => boolean,
): number {
  let [smallest, most]: [number, number] = [NEAR_KM, 0];
  for (const km of DISTANCES.filter((distance) => distance >= NEAR_KM)) {
    const isNear = isWithin(km);
    const trades = new Set(
      candidates.flatMap(({ trade, course }) => (trade >= 0 && isNear(course.city) ? [trade] : [])),
    );
    if (trades.size > most) [smallest, most] = [km, trades.size];
  }
  return smallest;
}

/** Returns the condition for cities of nearPlace; all without a place; null for one that is unknown. */
function cityCondition(
  courses: readonly Course[],
  place: string,
  km: number | null,
  places: PlaceFinder,
): ((city: string) => boolean) | null {
  if (place === '') return () => true;
  if (places.find(place) === null && !courses.some(({ city }) => placeKey(city) === placeKey(place))) return null;
  return nearPlace(place, km, places);
}
