import 'server-only';
import { sql } from '@/db/client';
import { all, raw } from '@/db/fragments';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { placeKey } from '@/lib/catalogue/rules';
import { COURSE_TYPES, type CourseType } from '@/lib/catalogue/schema';
import { OVERDUE_SEATS } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/core/deadline';
import { distanceKm } from '@/lib/places/distance';
import { loadPlaces } from '@/lib/places/queries';
import type { Place } from '@/lib/places/rules';
import { placeOfQuery, wordsOfTerms } from './place';
import { branchText, instituteText, matchesTerm, parseQuery, placeText, typeText, type Term } from './terms';

/** A course found. `left`: seats; `pricePaise`: per seat and year. */
export type FoundCourse = {
  id: string;
  branch: string;
  institute: string | null;
  instituteId: string | null;
  courseType: CourseType;
  left: number;
  pricePaise: number;
};

/** The courses found in a city: the first COURSES_SHOWN, how many there are, seats left and the lowest price of all. */
export type FoundCity = {
  city: string;
  courses: FoundCourse[];
  count: number;
  left: number;
  fromPaise: number;
  /** Kilometres from the place of the query; null without one, and for a city that is on no map. */
  km: number | null;
};

/**
 * The result of a search. `place` is what the distances refer to; `exact` is false if the place itself has none of the
 * courses and the nearest ones are shown. `unknownPlace`: what was near could not be found, with the nearest spelling.
 * `rest`: the query without the place, for the lists of the cities.
 */
export type SearchResult = {
  cities: FoundCity[];
  /** Cities and courses beyond those shown are counted. */
  total: { cities: number; courses: number };
  place: Place | null;
  exact: boolean;
  unknownPlace: { name: string; proposal: Place | null } | null;
  rest: string;
};

export const CITIES_SHOWN = 15;
export const COURSES_SHOWN = 4;

/**
 * Searches the open courses of all cities by branch, institute, city and type. With a place, cities are sorted by
 * distance, else by seats left.
 * @param text as typed, in English or Hindi; null if it has no word to search for
 * @throws DeadlineError when the database does not answer in time
 */
export async function searchCourses(text: string): Promise<SearchResult | null> {
  const query = parseQuery(text);
  if (query.terms.length === 0 && query.near.length === 0) return null;
  const [places, names] = await Promise.all([loadPlaces(), catalogueNames()]);
  const { place, terms, near, unknown } = placeOfQuery(query, places);
  const exactly = near || unknown !== null ? [] : await findCities(query.terms, names);
  const exact = near || exactly.length > 0 || !place;
  const found = exactly.length > 0 ? exactly : near || place || terms.length > 0 ? await findCities(terms, names) : [];
  const cities = found.map((city): FoundCity => {
    const at = place && places.find(city.city);
    return { ...city, km: at ? distanceKm(place, at) : null };
  });
  cities.sort((a, b) => distance(a) - distance(b) || b.left - a.left);
  return {
    cities: cities.slice(0, CITIES_SHOWN),
    total: { cities: cities.length, courses: cities.reduce((sum, { count }) => sum + count, 0) },
    place,
    exact,
    unknownPlace: unknown === null ? null : { name: unknown, proposal: places.nearestSpelling(unknown) },
    rest: wordsOfTerms(text, terms),
  };
}

const distance = ({ km }: FoundCity) => km ?? Number.MAX_SAFE_INTEGER;

/** What a catalogue has names of: each value with its haystack. */
type Names = Record<'branches' | 'institutes' | 'cities' | 'types', readonly { value: string; text: string }[]>;

/** Returns the names of the catalogue. Terms are matched against them instead of each course: there are far fewer. */
async function catalogueNames(): Promise<Names> {
  const [{ cities }, branches, institutes] = await Promise.all([
    catalogueSummary(),
    withQueryDeadline(sql()<{ branch: string }[]>`select distinct branch from courses where is_open`),
    withQueryDeadline(sql()<{ id: string; name: string }[]>`select id, name from institutes`),
  ]);
  return {
    branches: branches.map(({ branch }) => ({ value: branch, text: branchText(branch) })),
    institutes: institutes.map(({ id, name }) => ({ value: id, text: instituteText(name) })),
    cities: [...new Set(cities.map(({ city }) => city))].map((city) => ({ value: city, text: placeText(city) })),
    types: COURSE_TYPES.map((type) => ({ value: type, text: typeText(type) })),
  };
}

/** Returns the cities with courses that match every term, each by its branch, institute, city or type. */
async function findCities(terms: readonly Term[], names: Names): Promise<Omit<FoundCity, 'km'>[]> {
  const conditions = [sql()`c.is_open`];
  for (const term of terms) {
    const [branches, institutes, cities, types] = (['branches', 'institutes', 'cities', 'types'] as const).map((kind) =>
      names[kind].filter(({ text }) => matchesTerm(term, text)).map(({ value }) => value),
    ) as [string[], string[], string[], string[]];
    if (branches.length + institutes.length + cities.length + types.length === 0) return [];
    conditions.push(
      sql()`(c.branch = any(${branches}::text[]) or c.institute_id = any(${institutes}::uuid[])
             or lower(c.city) in (select lower(name) from unnest(${cities}::text[]) as name)
             or c.course_type = any(${types}::text[]))`,
    );
  }
  const rows = await withQueryDeadline(
    sql()<(FoundCourse & Pick<FoundCity, 'city' | 'count'> & { allLeft: number; fromPaise: number })[]>`
      with found as (
        select c.id, c.city, lower(c.city) collate "C" as key, c.branch, c.institute_id, c.course_type, c.price_paise::int as price,
               c.total_seats - c.adopted_seats - c.held_seats + coalesce(free.seats, 0) as seats
          from courses c left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id
         where ${all(conditions)}),
      ranked as (
        select *, row_number() over (partition by key order by (seats > 0) desc, price, id) as rank,
               count(*) over (partition by key) as count, sum(seats) over (partition by key) as all_left,
               min(price) over (partition by key) as from_price
          from found)
      select r.id, r.city, r.branch, i.name as institute, r.institute_id as "instituteId", r.course_type as "courseType", r.seats as left,
             r.price as "pricePaise", r.count::int as count, r.all_left::int as "allLeft", r.from_price as "fromPaise"
        from ranked r left join institutes i on i.id = r.institute_id
       where r.rank <= ${COURSES_SHOWN}
       order by r.key, r.rank`,
  );
  const cities = new Map<string, Omit<FoundCity, 'km'>>();
  for (const { city, count, allLeft, fromPaise, ...course } of rows) {
    const key = placeKey(city);
    const found = cities.get(key) ?? { city, courses: [], count, left: allLeft, fromPaise };
    found.courses.push(course);
    cities.set(key, found);
  }
  return [...cities.values()];
}
