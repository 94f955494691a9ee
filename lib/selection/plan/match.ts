import 'server-only';
import { placeKey } from '@/lib/catalogue/rules';
import { toCourseType, type Course } from '@/lib/catalogue/schema';
import { MAX_LINES } from '@/lib/platform/limits';
import { distanceKm } from '@/lib/catalogue/places/distance';
import type { PlaceFinder } from '@/lib/catalogue/places/rules';
import { matches, readQuery } from '@/lib/catalogue/search/query';
import { searchText } from '@/lib/catalogue/search/terms';
import { vocabularyOfCourses } from '@/lib/catalogue/search/vocabulary';
import type { Offer } from './fill-budget';
import { proposeSeats } from './rules';
import type { Wishes } from './wishes';

/** The proposed seats of a course. */
type PlanLine = { course: Course; seats: number };

/**
 * A proposal, in the order of the courses. `countBound` and `paiseBound` are what no other choice exceeds: seats, and
 * paise for as many seats. `matching` counts the courses with seats left that fit the wishes.
 */
export type Plan = {
  lines: PlanLine[];
  count: number;
  paise: number;
  countBound: number;
  paiseBound: number;
  matching: number;
};

/** Kilometres around a place that is named in the search words, such as 'near Indore'. */
const NEAR_KM = 50;

/**
 * Proposes seats of the courses that fit the wishes.
 * @param courses in a stable order: it decides between equal choices
 * @returns null if the place of the wishes is neither a known one nor a city of the catalogue
 */
export function planSeats(courses: readonly Course[], wishes: Wishes, places: PlaceFinder): Plan | null {
  const query = readQuery(wishes.words, vocabularyOfCourses(courses), places);
  if (wishes.place === '' && query.unknownPlace !== null) return null;
  const isNear =
    wishes.place === '' && query.near
      ? cityCondition(courses, query.place!.name, query.km ?? NEAR_KM, places)
      : cityCondition(courses, wishes.place, wishes.km, places);
  if (isNear === null) return null;
  const wanted = courses.filter((course) => {
    if (course.left_seats < 1 || course.price_paise < 1) return false;
    const type = toCourseType(course.course_name);
    if (wishes.types.length > 0 && (type === null || !wishes.types.includes(type))) return false;
    return isNear(course.city) && matches(query, searchText(course));
  });
  const offers = wanted.map((course): Offer => ({
    institute: `${placeKey(course.institute_name)}\n${placeKey(course.city)}`,
    pricePaise: course.price_paise,
    seats: course.left_seats,
  }));
  const { seats, ...proposal } = proposeSeats(offers, { ...wishes, courses: MAX_LINES });
  const lines = wanted.flatMap((course, at) => (seats[at]! > 0 ? [{ course, seats: seats[at]! }] : []));
  return { ...proposal, lines, matching: wanted.length };
}

/**
 * Returns a condition for cities: all without a place, only that place without a distance. A city that is on no map is
 * near itself only.
 */
function cityCondition(
  courses: readonly Course[],
  place: string,
  km: number | null,
  places: PlaceFinder,
): ((city: string) => boolean) | null {
  if (place === '') return () => true;
  const wanted = placeKey(place);
  const centre = places.find(place);
  if (centre === null && !courses.some(({ city }) => placeKey(city) === wanted)) return null;
  const known = new Map<string, boolean>();
  const decide = (city: string) => {
    if (placeKey(city) === wanted) return true;
    const place = places.find(city);
    if (centre === null || place === null) return false;
    return km === null
      ? place.name === centre.name && place.district === centre.district
      : distanceKm(place, centre) <= km;
  };
  return (city) => {
    const before = known.get(city);
    if (before !== undefined) return before;
    const result = decide(city);
    known.set(city, result);
    return result;
  };
}
