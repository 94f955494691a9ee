import 'server-only';
import type { Fragment } from 'postgres';
import { sql } from '@/db/client';

import { all, raw, unprepared } from '@/db/fragments';
import { placeKey } from '@/lib/catalogue/rules';
import { COURSE_TYPES, type CourseType } from '@/lib/catalogue/schema';
import { OVERDUE_SEATS } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { sharedRead } from '@/lib/core/shared-read';
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
  let found = near || unknown !== null ? NOTHING : await findCities(query.terms, names);
  const exact = near || found.cities.length > 0 || !place;
  if (found.cities.length === 0 && (near || place || terms.length > 0)) found = await findCities(terms, names);
  const cities = found.cities.map((city) => {
    const at = place && places.find(city.city);
    return { ...city, km: at ? distanceKm(place, at) : null };
  });
  cities.sort((a, b) => distance(a) - distance(b) || b.left - a.left);
  const shown = cities.slice(0, CITIES_SHOWN);
  const courses = found.condition ? await firstCourses(found.condition, shown) : new Map<string, FoundCourse[]>();
  return {
    cities: shown.map(({ spellings: _, ...city }) => ({ ...city, courses: courses.get(placeKey(city.city)) ?? [] })),
    total: { cities: cities.length, courses: cities.reduce((sum, { count }) => sum + count, 0) },
    place,
    exact,
    unknownPlace: unknown === null ? null : { name: unknown, proposal: places.nearestSpelling(unknown) },
    rest: wordsOfTerms(text, terms),
  };
}

const distance = ({ km }: Pick<FoundCity, 'km'>) => km ?? Number.MAX_SAFE_INTEGER;

/** What a catalogue has names of: each value with its haystack. Cities are as the courses spell them. */
type Names = Record<'branches' | 'institutes' | 'cities' | 'types', readonly { value: string; text: string }[]>;

/**
 * Returns the names of the catalogue, read at most once a second. Terms are matched against them instead of each course:
 * there are far fewer.
 */
const catalogueNames = sharedRead(
  () => env().TOTALS_AGE_MS,
  async (): Promise<Names> => {
    const [branches, cities, institutes] = await Promise.all([
      withQueryDeadline(sql()<{ branch: string }[]>`select distinct branch from courses where is_open`),
      withQueryDeadline(sql()<{ city: string }[]>`select distinct city from courses where is_open`),
      withQueryDeadline(sql()<{ id: string; name: string }[]>`select id, name from institutes`),
    ]);
    return {
      branches: branches.map(({ branch }) => ({ value: branch, text: branchText(branch) })),
      institutes: institutes.map(({ id, name }) => ({ value: id, text: instituteText(name) })),
      cities: cities.map(({ city }) => ({ value: city, text: placeText(city) })),
      types: COURSE_TYPES.map((type) => ({ value: type, text: typeText(type) })),
    };
  },
);

/** The column of each kind of names, with the type of its values. */
const COLUMNS = {
  branches: ['c.branch', 'text'],
  institutes: ['c.institute_id', 'uuid'],
  cities: ['c.city', 'text'],
  types: ['c.course_type', 'text'],
} as const;
const KINDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/**
 * Returns the SQL condition that an open course `c` matches every term, each by its branch, institute, city or type;
 * null if none can.
 */
function conditionOf(terms: readonly Term[], names: Names): Fragment | null {
  const conditions = [sql()`c.is_open`];
  for (const term of terms) {
    const matching = KINDS.flatMap((kind) => {
      const values = names[kind].filter(({ text }) => matchesTerm(term, text)).map(({ value }) => value);
      const [column, type] = COLUMNS[kind];
      return values.length > 0 ? [sql()`${raw(column)} = any(${values}::${raw(type)}[])`] : [];
    });
    if (matching.length === 0) return null;
    conditions.push(sql()`(${matching.reduce((either, one) => sql()`${either} or ${one}`)})`);
  }
  return all(conditions);
}

const SEATS_LEFT = 'c.total_seats - c.adopted_seats - c.held_seats + coalesce(free.seats, 0)';

/** The courses found in a city, added up, with the spellings of the city. */
type CitySums = Omit<FoundCity, 'courses' | 'km'> & { spellings: string[] };

/** The cities with courses that match all terms, and the condition that these courses meet; null if none can. */
type Found = { cities: CitySums[]; condition: Fragment | null };
const NOTHING: Found = { cities: [], condition: null };

async function findCities(terms: readonly Term[], names: Names): Promise<Found> {
  const condition = conditionOf(terms, names);
  return condition ? { cities: await sumCities(condition), condition } : NOTHING;
}

/** Adds up the courses that meet a condition by city. */
async function sumCities(condition: Fragment): Promise<CitySums[]> {
  const rows = await withQueryDeadline(
    unprepared(sql()<Omit<CitySums, 'spellings'>[]>`
      select c.city, count(*)::int as count, sum(${raw(SEATS_LEFT)})::int as left, min(c.price_paise)::int as "fromPaise"
        from courses c left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id
       where ${condition}
       group by c.city order by c.city`),
  );
  const cities = new Map<string, CitySums>();
  for (const row of rows) {
    const same = cities.get(placeKey(row.city));
    if (!same) {
      cities.set(placeKey(row.city), { ...row, spellings: [row.city] });
      continue;
    }
    same.spellings.push(row.city);
    same.count += row.count;
    same.left += row.left;
    same.fromPaise = Math.min(same.fromPaise, row.fromPaise);
  }
  return [...cities.values()];
}

/**
 * Returns the first courses of each city that meet a condition, by placeKey: those with seats left, the cheapest first.
 */
async function firstCourses(condition: Fragment, cities: readonly CitySums[]): Promise<Map<string, FoundCourse[]>> {
  const spellings = cities.flatMap((city) => city.spellings);
  const rows = await withQueryDeadline(
    unprepared(sql()<(FoundCourse & { key: string })[]>`
      select wanted.key, f.id, f.branch, i.name as institute, f.institute_id as "instituteId",
             f.course_type as "courseType", f.left, f.price_paise::int as "pricePaise"
        from (select distinct lower(name) as key from unnest(${spellings}::text[]) as name) wanted cross join lateral (
             select c.id, c.branch, c.institute_id, c.course_type, c.price_paise, ${raw(SEATS_LEFT)} as left
               from courses c left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id
              where lower(c.city) = wanted.key and ${condition}
              order by (${raw(SEATS_LEFT)} > 0) desc, c.price_paise, c.id limit ${COURSES_SHOWN}) f
             left join institutes i on i.id = f.institute_id
       order by wanted.key, (f.left > 0) desc, f.price_paise, f.id`),
  );
  const courses = new Map<string, FoundCourse[]>();
  for (const { key, ...course } of rows) courses.set(placeKey(key), [...(courses.get(placeKey(key)) ?? []), course]);
  return courses;
}
