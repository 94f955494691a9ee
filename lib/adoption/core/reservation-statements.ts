import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import { alias, type PgInsertValue } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import { constant } from '@/db/conditions';
import { billingItems, courses, reservationItems, reservations } from '@/db/schema';
import { chunksOf, setColumns } from '@/db/writes';
import { writeCourses } from '@/lib/catalogue/statements';

/*
 * Parts of the statements that give reserved seats back. Taking them is in ./statements. Whoever changes the seats of a
 * reservation locks the reservation first. At any time the held seats of a course are those of its holds and the unused
 * ones of its reservations without `ended_at`.
 */

const lockedCourses = alias(courses, 'locked_courses');

/**
 * CTEs that return the seats of the billings in `freed`, which are locked: those drawn from a reservation that has not
 * ended go back to it, the others are free. The lines are locked for their newest seats.
 * @param counter the column of the courses that counts them
 */
export const returnedSeats = (counter: 'heldSeats' | 'adoptedSeats'): SQL => RETURNED_SEATS[counter];

const returned = (counter: 'heldSeats' | 'adoptedSeats'): SQL => {
  const givenBack = sql`locked_courses.given_back`;
  const seats = sql`locked_courses.seats`;
  return constant(sql`
    freed_lines as materialized (
      select ${billingItems}.* from ${billingItems} join freed on freed.id = ${billingItems.billingId}
       order by ${billingItems.billingId}, ${billingItems.courseId} for no key update of ${billingItems}),
    drawn as (
      select reservation_id, course_id, sum(reserved_seats)::int as seats from freed_lines
       where reserved_seats > 0 group by reservation_id, course_id),
    ${refilledReservations},
    undrawn_lines as (
      update ${billingItems} ${setColumns(billingItems, { reservedSeats: sql`0` })}
        from freed_lines where freed_lines.reserved_seats > 0 and ${billingItems.billingId} = freed_lines.billing_id
         and ${billingItems.courseId} = freed_lines.course_id),
    returned_seats as (
      select course_id, sum(seats)::int as seats,
             (select coalesce(sum(given_back), 0)::int from locked_reservations
               where locked_reservations.course_id = freed_lines.course_id) as given_back
        from freed_lines group by course_id),
    locked_courses as (
      select ${courses}.*, returned_seats.seats, returned_seats.given_back
        from ${courses} join returned_seats on returned_seats.course_id = ${courses.id}
       order by ${courses.id} for no key update of ${courses}),
    returned_to_courses as (${writeCourses(
      lockedCourses,
      sql`locked_courses`,
      counter === 'heldSeats'
        ? { heldSeats: sql`${lockedCourses.heldSeats} - ${seats} + ${givenBack}` }
        : {
            adoptedSeats: sql`${lockedCourses.adoptedSeats} - ${seats}`,
            heldSeats: sql`${lockedCourses.heldSeats} + ${givenBack}`,
          },
    )})`);
};

/** CTEs that lock the reservations in `drawn`, unless they have ended, and return the seats there to them. */
const refilledReservations = sql`
    locked_reservations as materialized (
      select ${reservationItems}.*, drawn.seats as given_back
        from ${reservationItems} join drawn on drawn.reservation_id = ${reservationItems.reservationId}
                                           and drawn.course_id = ${reservationItems.courseId}
        join ${reservations} on ${reservations.id} = ${reservationItems.reservationId}
       where ${reservations.endedAt} is null
       order by ${reservations.id}, ${reservationItems.courseId} for no key update of ${reservations}, ${reservationItems}),
    refilled as (
      update ${reservationItems} ${setColumns(reservationItems, {
        usedSeats: sql`locked_reservations.used_seats - locked_reservations.given_back`,
      })}
        from locked_reservations where ${reservationItems.reservationId} = locked_reservations.reservation_id
         and ${reservationItems.courseId} = locked_reservations.course_id)`;

const RETURNED_SEATS = { heldSeats: returned('heldSeats'), adoptedSeats: returned('adoptedSeats') };

/**
 * Ends reservations and releases their unused seats. A concurrent run waits and then finds nothing. Returns one row with
 * the number that `ended`.
 * @param which condition on reservations
 * @param endedBy the administrator; null if their time is over
 */
export function endReservations(which: SQL, endedBy: string | null): SQL {
  return sql`
    with ending as (
      select ${reservations.id} from ${reservations} where ${reservations.endedAt} is null and ${which}
       order by ${reservations.id} for no key update of ${reservations}),
    unused as (
      select ${reservationItems.courseId}, ${reservationItems.seats} - ${reservationItems.usedSeats} as seats
        from ${reservationItems} join ending on ending.id = ${reservationItems.reservationId}
       order by ${reservationItems.reservationId}, ${reservationItems.courseId} for no key update of ${reservationItems}),
    released_seats as (select course_id, sum(seats)::int as seats from unused group by course_id),
    locked_courses as (
      select ${courses}.*, released_seats.seats
        from ${courses} join released_seats on released_seats.course_id = ${courses.id}
       order by ${courses.id} for no key update of ${courses}),
    released_courses as (${writeCourses(lockedCourses, sql`locked_courses`, {
      heldSeats: sql`${lockedCourses.heldSeats} - locked_courses.seats`,
    })}),
    ended as (
      update ${reservations} ${setColumns(reservations, {
        endedAt: sql`now()`,
        endedBy: sql`${endedBy}::uuid`,
        version: sql`${reservations.version} + 1`,
      })}
        from ending where ${reservations.id} = ending.id returning ${reservations.id})
    select count(*)::int as ended from ended`;
}

/** A reservation to write; `lines` are its seats by course. */
type NewReservation = {
  reservation: PgInsertValue<typeof reservations>;
  lines: readonly { id: string; seats: number }[];
};

/**
 * Writes reservations at the present prices, and holds their seats.
 * @param wanted at most as many as one insert takes (chunksOf)
 * @param offers the courses, locked and with enough free seats; prices in paise
 * @returns id and end of each reservation, in the order of `wanted`
 */
export async function keepSeats(
  wanted: readonly NewReservation[],
  offers: ReadonlyMap<string, { pricePaise: number }>,
  tx: Database,
): Promise<{ id: string; until: Date }[]> {
  const rows = wanted.map(({ reservation, lines }) => ({ id: randomUUID(), reservation, lines }));
  const added = await tx
    .insert(reservations)
    .values(rows.map(({ id, reservation }) => ({ ...reservation, id })))
    .returning({ id: reservations.id, until: reservations.until });
  const items = rows.flatMap(({ id: reservationId, lines }) =>
    lines.map(({ id, seats }) => ({ reservationId, courseId: id, seats, pricePaise: offers.get(id)!.pricePaise })),
  );
  for (const some of chunksOf(items)) await tx.insert(reservationItems).values(some);
  const [ids, seats] = [items.map(({ courseId }) => courseId), items.map((item) => item.seats)];
  await tx
    .update(courses)
    .set({ heldSeats: sql`${courses.heldSeats} + reserved.seats` })
    .from(
      sql`(select course_id, sum(seats)::int as seats
             from unnest(${sql.param(ids)}::uuid[], ${sql.param(seats)}::int[]) as item(course_id, seats)
            group by course_id) as reserved`,
    )
    .where(eq(courses.id, sql`reserved.course_id`));
  const untilOf = new Map(added.map(({ id, until }) => [id, until]));
  return rows.map(({ id }) => ({ id, until: untilOf.get(id)! }));
}
