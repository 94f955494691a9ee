import 'server-only';
import { and, count, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasPart, type Columns } from '@/db/conditions';
import { academicSessions, courses, institutes } from '@/db/schema';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { areaOf, type AreaConditions } from '@/lib/catalogue/areas/queries';
import { overdueSeats, seatsLeft } from '@/lib/catalogue/statements';
import { wordsOf } from '@/lib/platform/cell';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { chosenFilter } from '@/lib/platform/chosen-filter';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { RowChoice } from '@/lib/platform/row-choice';
import {
  ADMIN_COURSE_LIST,
  MAX_FOUND_COURSES,
  type AdminCourse,
  type AdminCourseFilter,
  type AdminInstitute,
} from './schema';

/** Totals of all matching courses, independent of the page. */
export type AdminCourseTotals = { courses: number; seats: number; adopted: number; held: number; left: number };

/** The columns of AdminCourse, without its details of the institute and the seats that depend on holds. */
const COURSE = {
  id: courses.id,
  city: courses.city,
  institute_name: institutes.name,
  course_name: courses.courseType,
  branch: courses.branch,
  branch_hindi: courses.branchHindi,
  session: courses.session,
  study_year: courses.studyYear,
  total_seats: courses.totalSeats,
  adopted_seats: courses.adoptedSeats,
  price_paise: courses.pricePaise,
  is_open: courses.isOpen,
  duration_years: courses.durationYears,
  updated_at: courses.updatedAt,
  version: sql<string>`${courses.updatedAt}::text`.as('version'),
};

/** The columns of AdminInstitute. */
export const INSTITUTE = {
  id: institutes.id,
  number: institutes.number,
  hindi: institutes.hindi,
  address: institutes.address,
  website: institutes.website,
  kind: institutes.kind,
  contact: institutes.contact,
  version: sql<string>`${institutes.updatedAt}::text`,
};

/** The columns of a page, by the names of the parameter `sort`. */
const sortKeys = (page: Sortable) => ({
  city: sql`lower(${page.city})`,
  institute: sql`lower(${page.institute_name})`,
  type: sql`${page.type_rank}`,
  branch: sql`lower(${page.branch})`,
  session: sql`${page.session}`,
  total: sql`${page.total_seats}`,
  adopted: sql`${page.adopted_seats}`,
  held: sql`${page.held_seats}`,
  left: sql`${page.left_seats}`,
  price: sql`${page.price_paise}`,
  state: sql`${page.is_open}`,
  changed: sql`${page.updated_at}`,
});
type Sortable = Columns<Exclude<keyof typeof COURSE, 'version' | 'course_name' | 'duration_years' | 'branch_hindi'>> &
  Record<'type_rank' | 'held_seats' | 'left_seats', SQL.Aliased>;

const TYPES = sql.raw(COURSE_TYPES.map((type) => `'${type}'`).join(', '));

/** The courses that a filter finds, in a query with their institutes and `overdueSeats`. */
function matchesOf({
  q,
  type,
  city,
  state,
  session,
  institute,
}: Omit<AdminCourseFilter, 'sort' | 'dir'>): SQL | undefined {
  const text = sql`concat_ws(' ', ${courses.city}, ${institutes.name}, ${courses.branch})`;
  const words = wordsOf(q).map((word) => hasPart(text, word));
  return and(
    // Postgres takes two words for one course, and would count the ended holds anew for each that it finds; a `case` it takes for half of all.
    words.length > 0 ? sql`(case when ${and(...words)} then true else false end)` : undefined,
    type && eq(courses.courseType, type),
    city === undefined ? undefined : sql`lower(${courses.city}) = lower(${city})`,
    session === undefined ? undefined : eq(courses.session, session),
    institute === undefined ? undefined : eq(courses.instituteId, institute),
    state === 'open' ? courses.isOpen : undefined,
    state === 'closed' ? not(courses.isOpen) : undefined,
    state === 'full' ? sql`${seatsLeft} = 0` : undefined,
  );
}

/** A course that is chosen with others; `state` is that of its session. */
export type ChosenCourse = Awaited<ReturnType<typeof readChosenCourses>>[number];

/**
 * Returns chosen courses in the order of their ids: those given, or all that a filter of ADMIN_COURSE_LIST finds now.
 * @param area what they have to lie in
 * @param limit no more than these
 * @throws HttpError 'request.invalid' as chosenFilter
 */
export function readChosenCourses(
  choice: RowChoice,
  { area, limit }: { area: AreaConditions | null; limit: number },
  database: Database,
) {
  return database
    .select({
      id: courses.id,
      city: courses.city,
      institute: institutes.name,
      courseType: courses.courseType,
      branch: courses.branch,
      session: courses.session,
      studyYear: courses.studyYear,
      totalSeats: courses.totalSeats,
      pricePaise: courses.pricePaise,
      state: academicSessions.state,
    })
    .from(courses)
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
    .where(
      and(
        choice.by === 'ids'
          ? inArray(courses.id, choice.ids)
          : matchesOf(chosenFilter(ADMIN_COURSE_LIST, choice.filter)),
        area?.course,
      ),
    )
    .orderBy(courses.id)
    .limit(limit);
}

/**
 * Returns a page of the catalogue with the totals of all matching courses, in one query. Seats of ended holds count as
 * left, as visitors see them.
 * @param page from 1; a page past the last has no rows
 * @throws DeadlineError when the database does not answer in time
 */
export async function listAdminCourses(
  scope: AreaScope,
  { sort, dir, ...filter }: AdminCourseFilter,
  page: number,
): Promise<{ rows: AdminCourse[]; totals: AdminCourseTotals }> {
  const area = await areaOf(scope);
  const listed = db()
    .$with('listed')
    .as(
      db()
        .select({
          ...COURSE,
          held_seats: sql<number>`${courses.heldSeats} - coalesce(${overdueSeats.seats}, 0)`.as('held_now'),
          left_seats: sql<number>`${seatsLeft}`.as('left_seats'),
          institute_id: courses.instituteId,
          type_rank: sql<number>`array_position(array[${TYPES}], ${courses.courseType})`.as('type_rank'),
        })
        .from(courses)
        .leftJoin(institutes, eq(institutes.id, courses.instituteId))
        .leftJoin(overdueSeats, eq(overdueSeats.courseId, courses.id))
        .where(and(matchesOf(filter), area?.course)),
    );
  const sum = (column: SQL.Aliased | AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)`;
  const sums = db()
    .$with('sums')
    .as(
      db()
        .select({
          courses: count().as('courses'),
          seats: sum(listed.total_seats).as('seats'),
          adopted: sum(listed.adopted_seats).as('adopted'),
          held: sum(listed.held_seats).as('held'),
          left: sum(listed.left_seats).as('left'),
        })
        .from(listed),
    );
  const orderOf = (row: Sortable): SQL[] => {
    const keys = sortKeys(row);
    return [
      sql`${keys[sort]} ${sql.raw(dir)} nulls last`,
      keys.city,
      keys.type,
      keys.branch,
      keys.session,
      sql`${row.study_year}`,
      sql`${row.id}`,
    ];
  };
  const shown = db()
    .$with('shown')
    .as(
      db()
        .select()
        .from(listed)
        .orderBy(...orderOf(listed))
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
    );
  const rows = await withQueryDeadline(
    db()
      .with(listed, sums, shown)
      .select({
        totals: { courses: sums.courses, seats: sums.seats, adopted: sums.adopted, held: sums.held, left: sums.left },
        course: {
          id: shown.id,
          city: shown.city,
          institute_name: shown.institute_name,
          course_name: shown.course_name,
          branch: shown.branch,
          branch_hindi: shown.branch_hindi,
          session: shown.session,
          study_year: shown.study_year,
          total_seats: shown.total_seats,
          adopted_seats: shown.adopted_seats,
          held_seats: shown.held_seats,
          left_seats: shown.left_seats,
          price_paise: shown.price_paise,
          is_open: shown.is_open,
          duration_years: shown.duration_years,
          updated_at: shown.updated_at,
          version: shown.version,
        },
        institute: INSTITUTE,
      })
      .from(sums)
      .leftJoin(shown, sql`true`)
      .leftJoin(institutes, eq(institutes.id, shown.institute_id))
      .orderBy(...orderOf(shown)),
  );
  const [first] = rows;
  if (!first) throw new Error('the sums have no row');
  // Courses of an institute share one object, which a page then carries once.
  const institutesById = new Map(rows.map(({ institute }) => [institute?.id, institute]));
  // A page without courses still has the row with the totals.
  return {
    rows: rows.flatMap(({ course, institute }) =>
      course ? [toAdminCourse(course, institutesById.get(institute?.id) ?? null)] : [],
    ),
    totals: first.totals,
  };
}

/** Returns MAX_FOUND_COURSES open offers with free seats, those with the most first, and the number of open ones that match. */
export async function findOffers(
  scope: AreaScope,
  filter: Pick<AdminCourseFilter, 'q' | 'session'>,
): Promise<{ courses: AdminCourse[]; total: number }> {
  const { rows, totals } = await listAdminCourses(scope, { ...filter, state: 'open', sort: 'left', dir: 'desc' }, 1);
  const courses = rows.filter(({ left_seats: left }) => left > 0).slice(0, MAX_FOUND_COURSES);
  return { courses, total: totals.courses };
}

/** Returns the cities of open and closed courses in alphabetical order. They include the city of every billing line. */
export async function cityNames(scope: AreaScope): Promise<string[]> {
  const area = await areaOf(scope);
  const rows = await withQueryDeadline(
    db()
      .select({ city: sql<string>`min(${courses.city})` })
      .from(courses)
      .where(area?.course)
      .groupBy(sql`lower(${courses.city})`)
      .orderBy(sql`lower(${courses.city})`),
  );
  return rows.map(({ city }) => city);
}

/** Returns a course as administrators see it; seats of ended holds that are not released yet count as held. */
export async function readAdminCourse(id: string, database: Database): Promise<AdminCourse> {
  const [row] = await database
    .select({
      course: {
        ...COURSE,
        held_seats: courses.heldSeats,
        left_seats: sql<number>`${courses.totalSeats} - ${courses.adoptedSeats} - ${courses.heldSeats}`,
      },
      institute: INSTITUTE,
    })
    .from(courses)
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(eq(courses.id, id));
  return toAdminCourse(row!.course, row!.institute);
}

type Row = Omit<AdminCourse, 'institute' | 'updated_at'> & { updated_at: Date };

const toAdminCourse = (course: Row, institute: AdminInstitute | null): AdminCourse => ({
  ...course,
  institute,
  updated_at: course.updated_at.toISOString(),
});
