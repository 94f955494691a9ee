import 'server-only';
import { and, count, eq, gt, gte, lte, or, sql, type SQL } from 'drizzle-orm';
import { db, unpreparedDb } from '@/db/client';
import { courses, institutes } from '@/db/schema';
import type { CourseType } from '@/db/schema/enums';
import { LIST_PAGE_SIZE, placeKey } from '@/lib/catalogue/rules';
import type { PersonId } from '@/lib/accounts/session';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { courseColumns, isListed, isOffered, overdueSeats, seatsLeft } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { sharedRead } from '@/lib/platform/shared-read';
import { distanceKm } from '@/lib/catalogue/places/distance';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { readQuery, type SearchQuery } from './query';
import { matchesTerm, type Term } from './terms';
import { NAME_KINDS, vocabularyKeeper, type Vocabulary } from './vocabulary';

/** What the courses found must be besides; prices per seat and year in paise, `years` of the whole course. */
type SearchFilter = {
  courseType?: CourseType;
  /** The name of a session. */
  session?: string;
  minPaise?: number;
  maxPaise?: number;
  years?: number;
  /** Only courses with seats left. */
  free?: boolean;
  /** Kilometres from the place of the query; takes precedence over those that were typed. */
  km?: number;
};

/**
 * The courses found in a city: how many there are, and seats left of all. `fromPaise` is the lowest price of those with
 * seats left, else of all.
 */
type FoundCity = {
  city: string;
  count: number;
  left: number;
  fromPaise: number;
  /** Kilometres from the place of the query; null without one, and for a city that is on no map. */
  km: number | null;
};

/**
 * The result of a search: one page of courses, and all cities that have some. `query.place` is what the distances refer
 * to.
 */
export type SearchResult = {
  query: SearchQuery;
  cities: FoundCity[];
  courses: readonly Course[];
  /** The order of the courses: the one asked for, or what the query asks for. */
  sort: SearchSort;
  page: number;
  pages: number;
  /** Number of the first course on this page, from 1. */
  first: number;
  /** The requested page if it does not exist; the last one is returned instead. */
  missing: number | null;
  /** Of all pages. */
  total: { cities: number; courses: number };
  /** The courses found of each trade of the query, in its order; a course may be of several. */
  tradeCounts: readonly number[];
  /** False if the place itself, or the distance, has none of the courses and the nearest ones are shown. */
  exact: boolean;
  /** Words of institutes and types that no course has together with the others; they are left out. */
  leftOut: readonly string[];
};

/**
 * The order of the courses: by distance from the place, without one by the seats left in their city; by price; by their
 * seats left.
 */
type SearchSort = 'near' | 'price' | 'seats';

type SearchOptions = {
  /** No word is read as another spelling. */
  literal?: boolean;
  filter?: SearchFilter;
  sort?: SearchSort;
  /** From 1. */
  page?: number;
  /** The sponsor whose own held seats count as left. */
  holder?: PersonId;
};

/**
 * Searches the open courses of all cities by branch, institute, city and type. Cities are sorted by price if the query
 * asks for the cheapest, else with a place by distance, else by seats left.
 * @param text as typed, in English or Hindi; null if it has no word to search for
 * @throws DeadlineError when the database does not answer in time
 */
export async function searchCourses(
  text: string,
  { literal, filter = {}, sort: wanted, page: requested = 1, holder }: SearchOptions = {},
): Promise<SearchResult | null> {
  const [places, vocabulary] = await Promise.all([loadPlaces(), catalogueVocabulary()]);
  const query = readQuery(text, vocabulary, places, { literal });
  if (query.isEmpty) return null;
  const { place, terms, trades, cheapestFirst } = query;
  const km = filter.km ?? query.km;
  let exact = true;
  let leftOut: SearchQuery['terms'] = [];
  let found = await findCities([...terms, ...(query.near ? [] : query.placeTerms)], query, filter, vocabulary);
  if (found.cities.length === 0 && place && !query.near) {
    exact = false;
    found = await findCities(terms, query, filter, vocabulary);
  }
  // From the last word on, until something is found; each try is a query.
  for (let kept = terms.length - 1; found.cities.length === 0 && kept >= (trades.length > 0 ? 0 : 1); kept--) {
    leftOut = terms.slice(kept);
    found = await findCities(terms.slice(0, kept), query, filter, vocabulary);
  }
  const all = found.cities.map((city) => {
    const at = place && places.find(city.city);
    return { ...city, km: at ? distanceKm(place, at) : null };
  });
  const within = km === null || !place ? all : all.filter((city) => distance(city) <= km);
  if (within.length === 0 && all.length > 0) exact = false;
  const cities = within.length > 0 ? within : all;
  const byPlace = (a: FoundCitySums, b: FoundCitySums) => distance(a) - distance(b) || b.left - a.left;
  cities.sort((a, b) => (cheapestFirst ? a.fromPaise - b.fromPaise : 0) || byPlace(a, b));
  const total = { cities: cities.length, courses: cities.reduce((sum, { count }) => sum + count, 0) };
  const sort = wanted ?? (cheapestFirst ? 'price' : 'near');
  const pages = Math.max(1, Math.ceil(total.courses / LIST_PAGE_SIZE));
  const page = Math.min(requested, pages);
  const shown = found.condition && total.courses > 0 ? await pageOfCourses(found.condition, cities, sort, page) : [];
  return {
    query,
    cities: cities.map(({ spellings: _, tradeCounts: _counts, ...city }) => city),
    courses: holder ? await withOwnSeats(shown, holder) : shown,
    sort,
    page,
    pages,
    total,
    first: (page - 1) * LIST_PAGE_SIZE + 1,
    missing: requested === page ? null : requested,
    tradeCounts: trades.map((_, i) => cities.reduce((sum, city) => sum + city.tradeCounts[i]!, 0)),
    exact,
    leftOut: leftOut.map(({ typed }) => typed),
  };
}

/** Returns the courses with the seats that a sponsor holds counted as left. */
async function withOwnSeats(shown: readonly Course[], holder: PersonId): Promise<Course[]> {
  const ownCourses = await listCourses({ ids: shown.map(({ id }) => id), holder });
  const current = new Map(ownCourses.map((course) => [course.id, course]));
  return shown.map((course) => current.get(course.id) ?? course);
}

const distance = ({ km }: Pick<FoundCity, 'km'>) => km ?? Number.MAX_SAFE_INTEGER;

const keptVocabulary = vocabularyKeeper();

/**
 * Returns the names of the catalogue, read at most once a second. Terms are matched against them instead of each course:
 * there are far fewer.
 */
const catalogueVocabulary = sharedRead(
  () => env().TOTALS_AGE_MS,
  async (): Promise<Vocabulary> => {
    // In one order, so that the same names give the same vocabulary.
    const branchNames = { name: courses.branch, hindi: courses.branchHindi };
    const instituteNames = { id: institutes.id, name: institutes.name, hindi: institutes.hindi };
    const [branches, cities, everyInstitute] = await Promise.all([
      withQueryDeadline(
        db().selectDistinct(branchNames).from(courses).where(isOffered).orderBy(courses.branch, courses.branchHindi),
      ),
      withQueryDeadline(
        db().selectDistinct({ city: courses.city }).from(courses).where(isOffered).orderBy(courses.city),
      ),
      withQueryDeadline(db().select(instituteNames).from(institutes).orderBy(institutes.id)),
    ]);
    return keptVocabulary({ branches, institutes: everyInstitute, cities: cities.map(({ city }) => city) });
  },
);

/** The column of each kind of names. */
const COLUMNS = {
  branches: courses.branch,
  institutes: courses.instituteId,
  cities: courses.city,
  types: courses.courseType,
} as const;

/** Returns the condition that a course matches every term, each by its branch, institute, city or type; null if none can. */
function conditionOf(terms: readonly Term[], vocabulary: Vocabulary): SQL | null {
  const conditions: (SQL | undefined)[] = [sql`true`];
  for (const term of terms) {
    const matching = NAME_KINDS.flatMap((kind) => {
      const values = vocabulary[kind].filter(({ text }) => matchesTerm(term, text)).map(({ value }) => value);
      const column = COLUMNS[kind];
      return values.length > 0 ? [sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`] : [];
    });
    if (matching.length === 0) return null;
    conditions.push(or(...matching));
  }
  return and(...conditions)!;
}

function filterCondition({ courseType, session, minPaise, maxPaise, years, free }: SearchFilter): SQL | undefined {
  return and(
    courseType && eq(courses.courseType, courseType),
    session === undefined ? undefined : eq(courses.session, session),
    minPaise === undefined ? undefined : gte(courses.pricePaise, minPaise),
    maxPaise === undefined ? undefined : lte(courses.pricePaise, maxPaise),
    years === undefined ? undefined : eq(courses.durationYears, years),
    free ? gt(seatsLeft, 0) : undefined,
  );
}

/** The courses found in a city, added up, with the spellings of the city and the courses of each trade. */
type CitySums = Omit<FoundCity, 'km'> & { spellings: string[]; tradeCounts: number[] };
type FoundCitySums = CitySums & Pick<FoundCity, 'km'>;

/** The cities with courses that match, and the condition that these courses meet; null if none can. */
type Found = { cities: CitySums[]; condition: SQL | null };
const NOTHING: Found = { cities: [], condition: null };

/** Finds the courses that match all terms, one of the query's trades and the filter. */
async function findCities(
  terms: readonly Term[],
  { trades, place }: SearchQuery,
  filter: SearchFilter,
  vocabulary: Vocabulary,
): Promise<Found> {
  if (terms.length === 0 && trades.length === 0 && place === null) return NOTHING;
  const every = conditionOf(terms, vocabulary);
  const ofTrades = trades.flatMap((trade) => conditionOf(trade.terms, vocabulary) ?? []);
  if (every === null || ofTrades.length < trades.length) return NOTHING;
  const condition = and(isOffered, isListed(seatsLeft), every, or(...ofTrades), filterCondition(filter))!;
  return { cities: await sumCities(condition, ofTrades), condition };
}

/** Adds up the courses that meet a condition by city. */
async function sumCities(condition: SQL, trades: readonly SQL[]): Promise<CitySums[]> {
  // One trade has all the courses.
  const counts = trades.length > 1 ? trades.map((trade) => sql`count(*) filter (where ${trade})`) : [sql`count(*)`];
  const rows = await withQueryDeadline(
    unpreparedDb()
      .select({
        city: courses.city,
        count: count(),
        left: sql<number>`sum(${seatsLeft})`,
        fromPaise: sql<number>`coalesce(min(${courses.pricePaise}) filter (where ${seatsLeft} > 0), min(${courses.pricePaise}))`,
        tradeCounts: sql<number[]>`array[${sql.join(counts, sql`, `)}]::integer[]`,
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
    same.tradeCounts = same.tradeCounts.map((total, i) => total + row.tradeCounts[i]!);
  }
  return [...cities.values()];
}

/**
 * Returns one page of the courses that meet a condition, in the given order; full courses are the last of their city, or
 * of all.
 * @param cities those to take courses of, in the order of `near`
 * @param page from 1
 */
async function pageOfCourses(condition: SQL, cities: readonly CitySums[], sort: SearchSort, page: number) {
  const spelled = cities.flatMap(({ spellings }, rank) => spellings.map((name) => ({ name, rank })));
  const [names, ranks] = [spelled.map(({ name }) => name), spelled.map(({ rank }) => rank)];
  const wanted = unpreparedDb()
    .select({ key: sql<string>`lower(name)`.as('key'), rank: sql<number>`min(rank)`.as('rank') })
    .from(sql`unnest(${sql.param(names)}::text[], ${sql.param(ranks)}::integer[]) as spelled (name, rank)`)
    .groupBy(sql`1`)
    .as('wanted');
  const isFull = sql`(${seatsLeft} < 1)`;
  const orders: Record<SearchSort, SQL[]> = {
    near: [sql`${wanted.rank}`, isFull, sql`${courses.pricePaise}`],
    price: [isFull, sql`${courses.pricePaise}`, sql`${wanted.rank}`],
    seats: [sql`${seatsLeft} desc`, sql`${wanted.rank}`],
  };
  return withQueryDeadline(
    unpreparedDb()
      .select(courseColumns)
      .from(courses)
      .innerJoin(wanted, eq(sql`lower(${courses.city})`, wanted.key))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(condition)
      .orderBy(...orders[sort], courses.id)
      .limit(LIST_PAGE_SIZE)
      .offset((page - 1) * LIST_PAGE_SIZE),
  );
}
