import 'server-only';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { isLiveReservation } from '@/db/hold-conditions';
import type { billings } from '@/db/schema';
import { billingEvents, billingItems, courses, renewalLines, reservationItems, reservations } from '@/db/schema';
import type { Database } from '@/db/client';
import { endReservations } from '@/lib/adoption/core/reservation-statements';

/** An adoption that its transaction has locked. */
type LockedAdoption = { tx: Database; billing: Pick<typeof billings.$inferSelect, 'id' | 'state'> };

/** Who gives seats of a renewal back: the columns of the event; `adminId` null unless it is an administrator. */
type Giver = Pick<PgInsertValue<typeof billingEvents>, 'actor' | 'person'> & { adminId: string | null };

/** A line of an adoption that an open renewal continues. `unused`: seats of the renewal's course that are not renewed, for all lines. */
type ContinuedLine = {
  reservationId: string;
  fromCourseId: string;
  courseId: string;
  seats: number;
  unused: number;
};

/**
 * Locks the open renewals that continue lines of an adoption, with everything that lockLines locks of it, in the order of
 * locks.
 */
export async function lockRenewals({ tx, billing }: LockedAdoption): Promise<ContinuedLine[]> {
  const isOpen = isLiveReservation(reservations);
  const read = () =>
    tx
      .select({
        reservationId: renewalLines.reservationId,
        fromCourseId: renewalLines.fromCourseId,
        courseId: renewalLines.courseId,
        seats: renewalLines.seats,
        unused: sql<number>`${reservationItems.seats} - ${reservationItems.usedSeats}`,
      })
      .from(renewalLines)
      .innerJoin(reservations, and(eq(reservations.id, renewalLines.reservationId), isOpen))
      .innerJoin(
        reservationItems,
        and(
          eq(reservationItems.reservationId, renewalLines.reservationId),
          eq(reservationItems.courseId, renewalLines.courseId),
        ),
      )
      .where(eq(renewalLines.billingId, billing.id))
      .orderBy(renewalLines.reservationId, renewalLines.fromCourseId);
  const found = await read();
  if (found.length === 0) return [];
  const isItsLine = eq(billingItems.billingId, billing.id);
  const ids = found.map(({ reservationId }) => reservationId);
  const drawn = tx.select({ id: billingItems.reservationId }).from(billingItems).where(isItsLine);
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
    .where(or(inArray(reservations.id, ids), inArray(reservations.id, drawn)))
    .orderBy(reservations.id, reservationItems.courseId)
    .for('no key update');
  const ownCourses = tx.select({ id: billingItems.courseId }).from(billingItems).where(isItsLine);
  const continued = tx
    .select({ id: reservationItems.courseId })
    .from(reservationItems)
    .where(inArray(reservationItems.reservationId, ids));
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(or(inArray(courses.id, ownCourses), inArray(courses.id, continued)))
    .orderBy(courses.id)
    .for('no key update');
  return read();
}

/**
 * Lowers locked renewals to what continues of the lines of an adoption; seats that are not renewed yet are free. A renewal
 * without any others ends. Its lines stay, also with 0 seats, so that nobody is invited for them again. The history of the
 * adoption tells it.
 * @param seatsLeft the seats that are reserved for its lines from now on, by course id; of others none
 * @returns the lowered lines, with the seats that were given back as `by`
 */
export async function lowerRenewals(
  { tx, billing }: LockedAdoption,
  renewals: readonly ContinuedLine[],
  seatsLeft: ReadonlyMap<string, number>,
  { adminId, ...giver }: Giver,
): Promise<(ContinuedLine & { by: number })[]> {
  const unused = new Map(renewals.map((line) => [`${line.reservationId} ${line.courseId}`, line.unused]));
  const lowered = renewals.flatMap((line) => {
    const key = `${line.reservationId} ${line.courseId}`;
    const by = Math.min(line.seats - Math.min(line.seats, seatsLeft.get(line.fromCourseId) ?? 0), unused.get(key)!);
    unused.set(key, unused.get(key)! - by);
    return by > 0 ? [{ ...line, by }] : [];
  });
  for (const reservationId of new Set(lowered.map((line) => line.reservationId))) {
    const lines = lowered.filter((line) => line.reservationId === reservationId);
    const isIts = eq(reservationItems.reservationId, reservationId);
    const [left] = await tx
      .select({ seats: sql<number>`sum(${reservationItems.seats} - ${reservationItems.usedSeats})::int` })
      .from(reservationItems)
      .where(isIts);
    if (left!.seats === sumOf(lines)) {
      await tx.execute(endReservations(eq(reservations.id, reservationId), adminId));
      continue;
    }
    for (const { fromCourseId, courseId, seats, by } of lines) {
      await tx
        .update(renewalLines)
        .set({ seats: seats - by })
        .where(and(eq(renewalLines.billingId, billing.id), eq(renewalLines.fromCourseId, fromCourseId)));
      await tx
        .update(reservationItems)
        .set({ seats: sql`${reservationItems.seats} - ${by}` })
        .where(and(isIts, eq(reservationItems.courseId, courseId)));
      await tx
        .update(courses)
        .set({ heldSeats: sql`${courses.heldSeats} - ${by}` })
        .where(eq(courses.id, courseId));
    }
    await tx
      .update(reservations)
      .set({ version: sql`${reservations.version} + 1` })
      .where(eq(reservations.id, reservationId));
  }
  if (lowered.length === 0) return [];
  const { id: billingId, state } = billing;
  const detail = { seats: sumOf(lowered) };
  await tx
    .insert(billingEvents)
    .values({ billingId, event: 'renewal_ended', fromState: state, toState: state, ...giver, detail });
  return lowered;
}

const sumOf = (lines: readonly { by: number }[]): number => lines.reduce((sum, { by }) => sum + by, 0);
