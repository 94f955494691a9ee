import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { today } from '@/db/balance';
import type { Columns } from '@/db/conditions';
import { isEndedHold } from '@/db/holds';
import { academicSessions, billingItems, billings, courses, institutes } from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';

/**
 * Seats of ended holds by course: they count as free, even before they are released. A subquery for joins; the
 * partial index on open holds makes it cheap.
 */
export const overdueSeats = new QueryBuilder()
  .select({ courseId: billingItems.courseId, seats: sql<number>`sum(${billingItems.seats})`.as('overdue_seats') })
  .from(billings)
  .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
  .where(isEndedHold(billings))
  .groupBy(billingItems.courseId)
  .as('overdue');

/** Seats of a course that are neither adopted nor held. Those of an ended hold still count as held. */
export const freeSeats = sql<number>`(${courses.totalSeats} - ${courses.adoptedSeats} - ${courses.heldSeats})`;

/**
 * Condition: seats of the session's offers can be adopted now, by the clock of the database.
 * @param session the table or an alias of it
 */
export const isAdopting = (session: Columns<'state' | 'adoptingFrom' | 'adoptingUntil'>): SQL<boolean> =>
  sql`(${session.state} = 'open' and ${today} between coalesce(${session.adoptingFrom}, '-infinity')
                                                  and coalesce(${session.adoptingUntil}, 'infinity'))`;

/**
 * Condition: the course is offered. It is open, and its session is adopting. Sessions are few and read once per
 * statement, so that no course is rewritten when one opens or closes.
 */
export const isOffered: SQL<boolean> = offeredIn(
  sql`select ${academicSessions.name} from ${academicSessions} where ${isAdopting(academicSessions)}`,
);

/** The same with sessions that the statement has locked. @param names a SELECT of the names of those that adopt */
export function offeredIn(names: SQL): SQL<boolean> {
  return sql`(${courses.isOpen} and ${courses.session} = any (array(${names})))`;
}

/** Seats of a course that can be adopted; 0 if it is not offered. @param offered isOffered, or offeredIn */
export const bookableSeats = (offered = isOffered): SQL<number> =>
  sql`case when ${offered} then ${freeSeats} else 0 end`;

/** Seats of a course that can be adopted; for queries that join overdueSeats from the left. */
export const seatsLeft = sql<number>`(${freeSeats} + coalesce(${overdueSeats.seats}, 0))`;

/** The columns of a Course; for queries that join institutes and overdueSeats from the left. */
export const courseColumns = {
  id: courses.id,
  city: courses.city,
  course_name: courses.courseType,
  branch: courses.branch,
  institute_name: sql<string>`coalesce(${institutes.name}, '')`,
  institute_id: courses.instituteId,
  duration_years: courses.durationYears,
  total_seats: courses.totalSeats,
  left_seats: seatsLeft,
  price_paise: courses.pricePaise,
};

const excludedCourse = alias(courses, 'excluded');

type CourseColumn = keyof typeof courses.$inferSelect;

/** The columns that a new row requires, and those that its CHECK constraints use. */
const REQUIRED_COLUMNS = [
  'id',
  'city',
  'courseType',
  'branch',
  'totalSeats',
  'adoptedSeats',
  'heldSeats',
  'pricePaise',
  'durationYears',
  'session',
  'studyYear',
] as const satisfies CourseColumn[];

/**
 * Returns a data-modifying CTE that writes to courses locked earlier in the same statement.
 * It inserts with `on conflict do update` instead of `update`, because an `update` finds its rows in the statement's
 * snapshot and then follows them to the newest version, with two problems. CHECK constraints are evaluated on the old
 * version first, and may fail for values that are no longer there, such as seats released meanwhile. And while a
 * foreign key check of a draft still uses the old version, the update queues behind statements that wait for this very
 * statement: a deadlock. `on conflict` finds the newest version directly, which is the locked one.
 * @param locked alias of the whole rows of locked courses, each course once
 * @param from FROM and WHERE with that alias
 * @param values the written columns, in terms of `locked`
 */
export function writeCourses(
  locked: Columns<CourseColumn>,
  from: SQL,
  values: Partial<Record<CourseColumn, SQL>>,
): SQL {
  const required = Object.fromEntries(REQUIRED_COLUMNS.map((name) => [name, locked[name]]));
  const excluded = Object.fromEntries(Object.keys(values).map((name) => [name, excludedCourse[name as CourseColumn]]));
  return sql`${insertSelect(courses, { ...required, ...values })}
                   from ${from}
                     on conflict (${sql.identifier(courses.id.name)}) do update ${setColumns(courses, excluded)}`;
}
