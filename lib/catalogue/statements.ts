import 'server-only';
import { eq, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { todayInIndia } from '@/db/days';
import { constant, personOf, type Columns } from '@/db/conditions';
import { isEndedHold, isLiveHold, isDrawable, isLiveReservation, isOverReservation } from '@/db/hold-conditions';
import {
  academicSessions,
  billingItems,
  billings,
  courses,
  institutes,
  reservationItems,
  reservations,
} from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';

/**
 * Seats of a line of a hold that are free for everybody once it ends: others go back to a reservation. For queries that join
 * reservations from the left.
 */
const seatsForAll = sql<number>`(${billingItems.seats} - case when ${isLiveReservation(reservations)} then ${billingItems.reservedSeats} else 0 end)`;

/** Seats by course that are free for everybody once some holds end. @param which condition on billings */
const seatsOfHolds = (which: SQL) =>
  new QueryBuilder()
    .select({ courseId: billingItems.courseId, seats: seatsForAll.as('seats') })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .leftJoin(reservations, eq(reservations.id, billingItems.reservationId))
    .where(which);

/** Seats by course of the live hold of a sponsor's person that are free for everybody once it ends, as a subquery. */
export const ownHoldSeats = (person: SQL | string) =>
  seatsOfHolds(sql`${personOf(billings)} = ${person} and ${isLiveHold(billings)}`).as('own_hold');

const overReservationSeats = new QueryBuilder()
  .select({
    courseId: reservationItems.courseId,
    seats: sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`.as('seats'),
  })
  .from(reservations)
  .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
  .where(isOverReservation(reservations));

const ended = seatsOfHolds(isEndedHold(billings)).unionAll(overReservationSeats).as('ended');

/**
 * Seats of ended holds and the unused ones of reservations whose time is over, by course: they count as free, even before
 * they are released. A subquery for joins; the partial indexes on both make it cheap.
 */
export const overdueSeats = new QueryBuilder()
  .select({ courseId: ended.courseId, seats: sql<number>`sum(${ended.seats})`.as('overdue_seats') })
  .from(ended)
  .groupBy(ended.courseId)
  .as('overdue');

/** Seats of a course that are neither adopted nor held. Those of an ended hold still count as held. */
export const freeSeats = constant(
  sql<number>`(${courses.totalSeats} - ${courses.adoptedSeats} - ${courses.heldSeats})`,
);

/**
 * Condition: seats of the session's offers can be adopted now, by the clock of the database.
 * @param session the table or an alias of it
 */
export const isAdopting = (session: Columns<'state' | 'adoptingFrom' | 'adoptingUntil'>): SQL<boolean> =>
  sql`(${session.state} = 'open' and ${todayInIndia} between coalesce(${session.adoptingFrom}, '-infinity')
                                                  and coalesce(${session.adoptingUntil}, 'infinity'))`;

/**
 * Condition: the course is offered. It is open, and its session is adopting. Sessions are few and read once per
 * statement, so that no course is rewritten when one opens or closes.
 */
export const isOffered = constant(
  offeredIn(sql`select ${academicSessions.name} from ${academicSessions} where ${isAdopting(academicSessions)}`),
);

/** The same with sessions that the statement has locked. @param names a SELECT of the names of those that adopt */
export function offeredIn(names: SQL): SQL<boolean> {
  return sql`(${courses.isOpen} and ${courses.session} = any (array(${names})))`;
}

/**
 * Seats of a course that can be adopted; 0 if it is not offered.
 * @param offered isOffered, or offeredIn
 * @param seats those that can be adopted if it is
 */
export const bookableSeats = (offered = isOffered, seats: SQL<number> = freeSeats): SQL<number> =>
  sql`case when ${offered} then ${seats} else 0 end`;

/** Seats of a course that can be adopted; for queries that join overdueSeats from the left. */
export const seatsLeft = constant(sql<number>`(${freeSeats} + coalesce(${overdueSeats.seats}, 0))`);

/**
 * Condition: lists show an offer. The seats of a later year of study are for students who continue: without a free one it is an
 * offer to their sponsors alone.
 * @param left the seats that whoever looks can adopt
 */
export const isListed = (left: SQL<number>): SQL<boolean> => sql`(${courses.studyYear} = 1 or ${left} > 0)`;

/** The columns of a Course; for queries that join institutes and overdueSeats from the left. */
export const courseColumns = {
  id: courses.id,
  city: courses.city,
  course_name: courses.courseType,
  branch: courses.branch,
  institute_name: sql<string>`coalesce(${institutes.name}, '')`,
  branch_hindi: courses.branchHindi,
  institute_hindi: institutes.hindi,
  institute_id: courses.instituteId,
  duration_years: courses.durationYears,
  session: courses.session,
  study_year: courses.studyYear,
  total_seats: courses.totalSeats,
  left_seats: seatsLeft,
  price_paise: courses.pricePaise,
};

/**
 * Whose reserved seats a request may see: keys of limit-keys.ts, ids of reservations whose link somebody opened, and the
 * person whose live hold it would replace.
 */
type Holder = {
  keys?: readonly string[] | Placeholder;
  reservations?: readonly string[] | Placeholder;
  person?: SQL | string;
};

/** Unused seats of a line of a reservation, with those of ended holds. @param isOwn condition on further holds that count */
function unusedWith(isOwn: SQL): SQL<number> {
  const { reservationId, courseId, seats, usedSeats } = reservationItems;
  const returning = sql`(
    select coalesce(sum(${billingItems.reservedSeats}), 0)
      from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId}
     where ${billingItems.reservationId} = ${reservationId} and ${billingItems.courseId} = ${courseId}
       and (${isEndedHold(billings)} or ${isOwn}))`;
  return sql<number>`(${seats} - ${usedSeats} + ${returning})::int`;
}

const unusedSeats = constant(unusedWith(sql`false`));
const drawable = constant(isDrawable(reservations));

const listOf = (values: readonly string[] | Placeholder) => ('map' in values ? sql.param([...values]) : values);

/**
 * Seats reserved for a holder, by course: of each course one reservation, the one that ends first. Those of ended holds
 * count, and those of the person's own hold. A subquery for left joins, with the columns of reservedSeatsLeft and
 * reservedPrice.
 */
export function reservedFor({ keys = [], reservations: ids = [], person }: Holder) {
  const { reservationId, courseId, pricePaise } = reservationItems;
  const unused =
    person === undefined ? unusedSeats : unusedWith(sql`${personOf(billings)} = ${person} and ${isLiveHold(billings)}`);
  return new QueryBuilder()
    .selectDistinctOn([courseId], {
      reservationId,
      courseId,
      pricePaise,
      until: reservations.until,
      seats: unused.as('reserved_seats'),
    })
    .from(reservations)
    .innerJoin(reservationItems, eq(reservationId, reservations.id))
    .where(
      sql`(${reservations.holder} = any(${listOf(keys)}::text[]) or ${reservations.id} = any(${listOf(ids)}::uuid[]))
          and ${drawable} and ${unused} > 0`,
    )
    .orderBy(courseId, reservations.until, reservations.id)
    .as('reserved');
}
type Reserved = ReturnType<typeof reservedFor>;

/** Condition: the holder pays the promised price, because that of the course is above it. Null without a reservation. */
export const hasPromisedPrice = (reserved: Pick<Reserved, 'pricePaise'>): SQL<boolean> =>
  sql`(${reserved.pricePaise} < ${courses.pricePaise})`;

/** The price per seat for a holder, in paise: never above the promised one. */
export const reservedPrice = (reserved: Pick<Reserved, 'pricePaise'>): SQL<number> =>
  sql`least(${courses.pricePaise}, ${reserved.pricePaise})`;

/**
 * Seats that a holder can adopt: the reserved ones and all free ones; at a promised price the reserved ones alone.
 * @param left those that everybody can adopt
 */
export const reservedSeatsLeft = (reserved: Pick<Reserved, 'pricePaise' | 'seats'>, left: SQL<number>): SQL<number> =>
  sql`case when ${hasPromisedPrice(reserved)} then ${reserved.seats} else ${left} + coalesce(${reserved.seats}, 0) end`;

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
