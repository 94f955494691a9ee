import 'server-only';
import { sql } from '@/db/client';
import { all, raw } from '@/db/fragments';
import { isLiveHold } from '@/db/holds';
import { withQueryDeadline } from '@/lib/core/deadline';
import { log } from '@/lib/core/log';
import { env } from '@/lib/core/env';
import { sharedRead } from '@/lib/core/shared-read';
import type { PersonId, SponsorScope } from '@/lib/identity/session';
import { keepValidCourses, requireValidCourses, sumSeats, type LoadedCourses, type SeatCounts } from './rules';
import { COURSE_TYPES, toCourseType, type Course, type CourseType, type SponsorCourse } from './schema';
import { OVERDUE_SEATS } from './statements';

/**
 * Selects courses that match all given criteria; without any, the whole catalogue. City and type ignore case. `holder`
 * is the id of a sponsor whose own hold counts as free: a new selection releases its seats.
 */
export type CourseFilter = {
  city?: string;
  courseType?: string;
  ids?: readonly string[];
  instituteId?: string;
  holder?: PersonId;
};

/**
 * Returns the open courses in a stable order; pages sort with the comparators of rules.ts. An unknown course type has
 * none.
 * @param filter `ids` and `instituteId` must be UUIDs
 * @throws DeadlineError when the database does not answer in time
 */
export async function listCourses(filter: CourseFilter = {}): Promise<Course[]> {
  const rows = await selectCourses(filter);
  return keepValidCourses(rows, log.warn).courses;
}

/**
 * Returns listCourses for the dashboard: with the seats that others hold or have adopted.
 * @param ids UUIDs of the courses to return; all when absent
 */
export async function listSponsorCourses(
  { personId }: SponsorScope,
  ids?: readonly string[],
): Promise<SponsorCourse[]> {
  const courses = await listCourses({ holder: personId, ids });
  return courses.map((course) => ({ ...course, locked_seats: course.total_seats - course.left_seats }));
}

/**
 * Returns listCourses for a page, with the number of courses omitted as invalid. An empty list means that a non-empty
 * catalogue has no courses for this city or type.
 * @throws NoValidCoursesError when the whole catalogue has no open course
 */
export async function loadCatalogue(filter: CourseFilter = {}): Promise<LoadedCourses> {
  const rows = await selectCourses(filter);
  return requireValidCourses(rows, log.warn, rows.length === 0 && (await hasOpenCourses()));
}

async function selectCourses({ city, courseType, ids, instituteId, holder }: CourseFilter): Promise<readonly Course[]> {
  const type = courseType === undefined ? null : toCourseType(courseType);
  if (courseType !== undefined && type === null) return [];
  const own = ownHold(holder);
  const conditions = [sql()`c.is_open`];
  if (city !== undefined) conditions.push(sql()`lower(c.city) = lower(${city.trim()})`);
  if (type !== null) conditions.push(sql()`c.course_type = ${type}`);
  if (ids !== undefined) conditions.push(sql()`c.id = any(${[...ids]}::uuid[])`);
  if (instituteId !== undefined) conditions.push(sql()`c.institute_id = ${instituteId}::uuid`);
  return withQueryDeadline(
    sql()<Course[]>`
      select c.id, c.city, c.course_type as course_name, c.branch, coalesce(i.name, '') as institute_name,
             c.institute_id, c.duration_years, c.total_seats,
             c.total_seats - c.adopted_seats - c.held_seats + coalesce(free.seats, 0) ${own.seats} as left_seats,
             c.price_paise::int as price_paise
        from courses c left join institutes i on i.id = c.institute_id
             left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id ${own.join}
       where ${all(conditions)}
       order by lower(c.city), c.course_type, lower(c.branch), c.id`,
  );
}

/** Returns the SQL that adds the seats of a sponsor's own hold to the free seats. */
function ownHold(holder: PersonId | undefined) {
  if (holder === undefined) return { join: sql()``, seats: sql()`` };
  return {
    join: sql()`
      left join (select h.course_id, h.seats from billings b join billing_items h on h.billing_id = b.id
                  where coalesce(b.made_by, b.user_id) = ${holder} and ${raw(isLiveHold('b'))}) own on own.course_id = c.id`,
    seats: sql()`+ coalesce(own.seats, 0)`,
  };
}

async function hasOpenCourses(): Promise<boolean> {
  const rows = await withQueryDeadline(sql()`select 1 from courses where is_open limit 1`);
  return rows.length > 0;
}

/** Seats of one course type, over all cities. `cities` counts the cities that offer it. */
export type TypeSummary = SeatCounts & { courseType: CourseType; cities: number };

/** Seats of one course type in one city. */
export type CityTypeSummary = SeatCounts & { city: string; courseType: CourseType };

/** The catalogue's totals for the landing page: every course type, even without courses, and the totals by city. */
export type CatalogueSummary = { types: TypeSummary[]; cities: CityTypeSummary[] };

/**
 * Returns the seats of open courses by type, and by city and type; cities in alphabetical order. The courses are summed
 * at most once a second in this process.
 * @throws DeadlineError when the database does not answer in time
 */
export async function catalogueSummary(): Promise<CatalogueSummary> {
  const cities = await readCities();
  const types = COURSE_TYPES.map((courseType) => {
    const own = cities.filter((row) => row.courseType === courseType);
    return { courseType, ...sumSeats(own), cities: own.length };
  });
  return { types, cities };
}

const readCities = sharedRead(
  () => env().TOTALS_AGE_MS,
  async (): Promise<CityTypeSummary[]> => {
    const rows = await withQueryDeadline(
      sql()<Omit<CityTypeSummary, 'leftSeats'>[]>`
      select min(c.city) as city, c.course_type as "courseType", sum(c.total_seats)::int as "totalSeats",
             sum(c.adopted_seats + c.held_seats - coalesce(free.seats, 0))::int as "takenSeats"
        from courses c left join ${raw(OVERDUE_SEATS)} free on free.course_id = c.id
       where c.is_open
       group by lower(c.city), c.course_type
       order by lower(c.city), c.course_type`,
    );
    return rows.map((row) => ({ ...row, leftSeats: row.totalSeats - row.takenSeats }));
  },
);
