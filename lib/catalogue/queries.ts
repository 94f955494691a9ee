import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { preparedQuery } from '@/db/prepared-query';
import { academicSessions, courses, institutes } from '@/db/schema';
import { COURSE_TYPES, type CourseType } from '@/db/schema/enums';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { describeError, log } from '@/lib/platform/log';
import { env } from '@/lib/platform/env';
import { sharedRead } from '@/lib/platform/shared-read';
import type { PersonId, SponsorScope } from '@/lib/accounts/session';
import { keepValidCourses, requireValidCourses, sumSeats, type LoadedCourses, type SeatCounts } from './rules';
import { toCourseType, type Course, type SponsorCourse } from './schema';
import {
  courseColumns,
  isAdopting,
  isListed,
  isOffered,
  overdueSeats,
  ownHoldSeats,
  reservedFor,
  reservedPrice,
  reservedSeatsLeft,
  seatsLeft,
} from './statements';

/**
 * Selects courses that match all given criteria; without any, the whole catalogue. Without `ids` it is a list (isListed). City and type ignore case. `holder`
 * is the id of a sponsor whose own hold counts as free: a new selection releases its seats. `reservedFor` are the keys
 * (limitKeys) of a holder of reservations, who sees them as free, at the promised price; `reservations` are the ids of
 * those whose link somebody opened.
 */
export type CourseFilter = {
  city?: string;
  courseType?: string;
  ids?: readonly string[];
  instituteId?: string;
  holder?: PersonId;
  reservedFor?: readonly string[];
  reservations?: readonly string[];
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
 * @param reservedFor keys for which seats may be reserved
 */
export async function listSponsorCourses(
  { personId }: SponsorScope,
  ids?: readonly string[],
  reservedFor?: readonly string[],
): Promise<SponsorCourse[]> {
  const courses = await listCourses({ holder: personId, ids, reservedFor });
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

async function selectCourses(filter: CourseFilter): Promise<readonly Course[]> {
  const { city, courseType, ids, instituteId, holder, reservedFor: keys = [], reservations = [] } = filter;
  const type = courseType === undefined ? undefined : toCourseType(courseType);
  if (type === null) return [];
  const isHolder = keys.length + reservations.length > 0;
  return withQueryDeadline(
    coursesThat({
      city: city?.trim(),
      type,
      ids: ids && [...ids],
      instituteId,
      holder,
      keys: isHolder ? [...keys] : undefined,
      reservations: reservations.length > 0 ? [...reservations] : undefined,
    }),
  );
}

/** The values of a CourseFilter. */
type CourseValues = {
  city: string | undefined;
  type: CourseType | undefined;
  ids: string[] | undefined;
  instituteId: string | undefined;
  holder: PersonId | undefined;
  keys: string[] | undefined;
  reservations: string[] | undefined;
};

const coursesThat = preparedQuery<CourseValues, Course[]>(
  (database, { city, type, ids, instituteId, holder, keys, reservations }) => {
    const person = holder && sql`${holder}`;
    const ownHold = person && ownHoldSeats(person);
    const reserved = keys && reservedFor({ keys, reservations, person });
    const left = ownHold ? sql<number>`${seatsLeft} + coalesce(${ownHold.seats}, 0)` : seatsLeft;
    const bookable = reserved ? reservedSeatsLeft(reserved, left) : left;
    const courseRows = database
      .select({
        ...courseColumns,
        left_seats: bookable,
        ...(reserved && {
          price_paise: reservedPrice(reserved),
          reserved_seats: reserved.seats,
          reserved_until: reserved.until,
          ...(reservations && { reservation_id: reserved.reservationId }),
        }),
      })
      .from(courses)
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
      .where(
        and(
          isOffered,
          city && sql`lower(${courses.city}) = lower(${city})`,
          type && eq(courses.courseType, type),
          ids ? sql`${courses.id} = any(${ids}::uuid[])` : isListed(bookable),
          instituteId && eq(courses.instituteId, instituteId),
        ),
      )
      .orderBy(
        ...[sql`lower(${courses.city})`, courses.courseType, sql`lower(${courses.branch})`],
        ...[courses.session, courses.studyYear, courses.id],
      )
      .$dynamic();
    const withHold = ownHold ? courseRows.leftJoin(ownHold, eq(ownHold.courseId, courses.id)) : courseRows;
    return reserved ? withHold.leftJoin(reserved, eq(reserved.courseId, courses.id)) : withHold;
  },
);

async function hasOpenCourses(): Promise<boolean> {
  const rows = await withQueryDeadline(db().select({ id: courses.id }).from(courses).where(isOffered).limit(1));
  return rows.length > 0;
}

const readOpenSessions = sharedRead(
  () => env().TOTALS_AGE_MS,
  async (): Promise<string[]> => {
    const { name } = academicSessions;
    const rows = await withQueryDeadline(
      db().select({ name }).from(academicSessions).where(isAdopting(academicSessions)).orderBy(name),
    );
    return rows.map((row) => row.name);
  },
);

/**
 * Returns the names of the open sessions if there are several, in order: pages then name the session of each offer and
 * have a filter. None if one is open, and if they cannot be read. They are read at most once a second in this process.
 */
export async function namedSessions(): Promise<string[]> {
  try {
    const names = await readOpenSessions();
    return names.length > 1 ? names : [];
  } catch (error) {
    log.error('sessions_load_failed', describeError(error));
    return [];
  }
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
    const ofType = cities.filter((row) => row.courseType === courseType);
    return { courseType, ...sumSeats(ofType), cities: ofType.length };
  });
  return { types, cities };
}

const readCities = sharedRead(
  () => env().TOTALS_AGE_MS,
  async (): Promise<CityTypeSummary[]> => {
    const rows = await withQueryDeadline(
      db()
        .select({
          city: sql<string>`min(${courses.city})`,
          courseType: courses.courseType,
          totalSeats: sql<number>`sum(${courses.totalSeats})`,
          leftSeats: sql<number>`sum(${seatsLeft})`,
        })
        .from(courses)
        .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
        .where(isOffered)
        .groupBy(sql`lower(${courses.city})`, courses.courseType)
        .orderBy(sql`lower(${courses.city})`, courses.courseType),
    );
    return rows.map((row) => ({ ...row, takenSeats: row.totalSeats - row.leftSeats }));
  },
);
