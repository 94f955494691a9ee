import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { courses, institutes, reservationItems, reservations } from '@/db/schema';
import { bookableSeats, overdueSeats } from '@/lib/catalogue/statements';
import { courseTitle } from './rules';
import type { Shortage } from './schema';

/* Steps of the transactions that keep seats: lock the offers, compare their free seats, and write the reservation. */

type Line = { id: string; seats: number };

/** A locked offer; `free` seats by its newest row. */
type LockedOffer = {
  courseType: string;
  branch: string;
  city: string;
  institute: string | null;
  pricePaise: number;
  free: number;
};

/** Locks offers in the order of their ids. @returns those that exist, by id */
export async function lockOffers(ids: readonly string[], tx: Database): Promise<Map<string, LockedOffer>> {
  const found = await tx
    .select({
      id: courses.id,
      courseType: courses.courseType,
      branch: courses.branch,
      city: courses.city,
      institute: institutes.name,
      pricePaise: courses.pricePaise,
      free: bookableSeats(),
    })
    .from(courses)
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(sql`${courses.id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(courses.id)
    .for('no key update', { of: courses });
  return new Map(found.map(({ id, ...offer }) => [id, offer]));
}

/** Returns the lines that need more seats than are free. @param own seats by course that the company has already */
export const shortagesOf = (
  lines: readonly Line[],
  offers: ReadonlyMap<string, LockedOffer>,
  own: ReadonlyMap<string, number> = new Map(),
): Shortage[] =>
  lines.flatMap(({ id, seats }) => {
    const offer = offers.get(id)!;
    const available = offer.free + (own.get(id) ?? 0);
    return available < seats ? [{ course_id: id, course: courseTitle(offer), seats, available }] : [];
  });

/** Whether ended holds or reservations still have seats of the courses: releasing them may help. */
export async function areSeatsOverdue(shortages: readonly Shortage[], tx: Database): Promise<boolean> {
  const missing = shortages.map(({ course_id }) => course_id);
  const overdue = await tx
    .select({ seats: overdueSeats.seats })
    .from(overdueSeats)
    .where(sql`${overdueSeats.courseId} = any(${sql.param(missing)}::uuid[]) and ${overdueSeats.seats} > 0`);
  return overdue.length > 0;
}

/**
 * Writes a reservation that a second administrator has yet to confirm, at the present prices, and holds its seats.
 * @param offers locked, with enough free seats
 * @returns its id
 */
export async function keepSeats(
  reservation: Omit<typeof reservations.$inferInsert, 'isProposed'>,
  lines: readonly Line[],
  offers: ReadonlyMap<string, LockedOffer>,
  tx: Database,
): Promise<string> {
  const [added] = await tx
    .insert(reservations)
    .values({ ...reservation, isProposed: true })
    .returning({ id: reservations.id });
  const { id } = added!;
  await tx.insert(reservationItems).values(
    lines.map((line) => ({
      reservationId: id,
      courseId: line.id,
      seats: line.seats,
      pricePaise: offers.get(line.id)!.pricePaise,
    })),
  );
  const [ids, seats] = [lines.map((line) => line.id), lines.map((line) => line.seats)];
  await tx
    .update(courses)
    .set({ heldSeats: sql`${courses.heldSeats} + reserved.seats` })
    .from(sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(seats)}::int[]) as reserved(course_id, seats)`)
    .where(eq(courses.id, sql`reserved.course_id`));
  return id;
}
