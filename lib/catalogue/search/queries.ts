import 'server-only';
import { and, count, eq, or, sql, type SQL } from 'drizzle-orm';
import { db, unpreparedDb } from '@/db/client';
import { courses, institutes } from '@/db/schema';
import { placeKey } from '@/lib/catalogue/rules';
import { COURSE_TYPES, type CourseType } from '@/lib/catalogue/schema';
import { isOffered, overdueSeats, seatsLeft } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { sharedRead } from '@/lib/platform/shared-read';
import { distanceKm } from '@/lib/catalogue/places/distance';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import type { Place } from '@/lib/catalogue/places/rules';
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

const CITIES_SHOWN = 15;
const COURSES_SHOWN = 4;

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
  const firstOf = found.condition ? await firstCourses(found.condition, shown) : new Map<string, FoundCourse[]>();
  return {
    cities: shown.map(({ spellings: _, ...city }) => ({ ...city, courses: firstOf.get(placeKey(city.city)) ?? [] })),
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
    const [branches, cities, everyInstitute] = await Promise.all([
      withQueryDeadline(db().selectDistinct({ branch: courses.branch }).from(courses).where(isOffered)),
      withQueryDeadline(db().selectDistinct({ city: courses.city }).from(courses).where(isOffered)),
      withQueryDeadline(db().select({ id: institutes.id, name: institutes.name }).from(institutes)),
    ]);
    return {
      branches: branches.map(({ branch }) => ({ value: branch, text: branchText(branch) })),
      institutes: everyInstitute.map(({ id, name }) => ({ value: id, text: instituteText(name) })),
      cities: cities.map(({ city }) => ({ value: city, text: placeText(city) })),
      types: COURSE_TYPES.map((type) => ({ value: type, text: typeText(type) })),
    };
  },
);

/** The column of each kind of names. */
const COLUMNS = {
  branches: courses.branch,
  institutes: courses.instituteId,
  cities: courses.city,
  types: courses.courseType,
} as const;
const KINDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Returns the condition that an open course matches every term, each by its branch, institute, city or type; null if none can. */
function conditionOf(terms: readonly Term[], names: Names): SQL | null {
  const conditions: (SQL | undefined)[] = [isOffered];
  for (const term of terms) {
    const matching = KINDS.flatMap((kind) => {
      const values = names[kind].filter(({ text }) => matchesTerm(term, text)).map(({ value }) => value);
      const column = COLUMNS[kind];
      return values.length > 0 ? [sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`] : [];
    });
    if (matching.length === 0) return null;
    conditions.push(or(...matching));
  }
  return and(...conditions)!;
}

/** The courses found in a city, added up, with the spellings of the city. */
type CitySums = Omit<FoundCity, 'courses' | 'km'> & { spellings: string[] };

/** The cities with courses that match all terms, and the condition that these courses meet; null if none can. */
type Found = { cities: CitySums[]; condition: SQL | null };
const NOTHING: Found = { cities: [], condition: null };

async function findCities(terms: readonly Term[], names: Names): Promise<Found> {
  const condition = conditionOf(terms, names);
  return condition ? { cities: await sumCities(condition), condition } : NOTHING;
}

/** Adds up the courses that meet a condition by city. */
async function sumCities(condition: SQL): Promise<CitySums[]> {
  const rows = await withQueryDeadline(
    unpreparedDb()
      .select({
        city: courses.city,
        count: count(),
        left: sql<number>`sum(${seatsLeft})`,
        fromPaise: sql<number>`min(${courses.pricePaise})`,
      })
      .from(courses)
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(condition)
      .groupBy(courses.city)
      .orderBy(courses.city),
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
async function firstCourses(condition: SQL, cities: readonly CitySums[]): Promise<Map<string, FoundCourse[]>> {
  const spellings = sql.param(cities.flatMap((city) => city.spellings));
  const wanted = unpreparedDb()
    .select({ key: sql<string>`key`.as('key') })
    .from(sql`(select distinct lower(name) as key from unnest(${spellings}::text[]) name)`)
    .as('wanted');
  const found = unpreparedDb()
    .select({
      id: courses.id,
      branch: courses.branch,
      instituteId: courses.instituteId,
      courseType: courses.courseType,
      left: sql<number>`${seatsLeft}`.as('left'),
      pricePaise: courses.pricePaise,
    })
    .from(courses)
    .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
    .where(and(sql`lower(${courses.city}) = ${wanted.key}`, condition))
    .orderBy(sql`(${seatsLeft} > 0) desc`, courses.pricePaise, courses.id)
    .limit(COURSES_SHOWN)
    .as('found');
  const rows = await withQueryDeadline(
    unpreparedDb()
      .select({
        key: wanted.key,
        id: found.id,
        branch: found.branch,
        institute: institutes.name,
        instituteId: found.instituteId,
        courseType: found.courseType,
        left: found.left,
        pricePaise: found.pricePaise,
      })
      .from(wanted)
      .crossJoinLateral(found)
      .leftJoin(institutes, eq(institutes.id, found.instituteId))
      .orderBy(wanted.key, sql`(${found.left} > 0) desc`, found.pricePaise, found.id),
  );
  const first = new Map<string, FoundCourse[]>();
  for (const { key, ...course } of rows) first.set(placeKey(key), [...(first.get(placeKey(key)) ?? []), course]);
  return first;
}
