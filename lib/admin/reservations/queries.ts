import 'server-only';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { isLiveReservation } from '@/db/holds';
import { admins, courses, institutes, reservationItems, reservations } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { toRupeeString } from '@/lib/platform/money';
import { courseTitle } from './rules';
import type { ReservationState, ShownReservation } from './schema';

/**
 * Returns the reservations, the newest first, with their seats by course.
 * @param _scope proves that an administrator asks
 * @param state only those that last, or only those that are over or were ended; all if absent
 * @param before the id of a reservation: only those that are older than it
 */
export async function listReservations(
  _scope: AdminScope,
  { state, before, limit }: { state?: ReservationState; before?: string; limit: number },
): Promise<ShownReservation[]> {
  const isLive = isLiveReservation(reservations);
  const older = sql`(${reservations.createdAt}, ${reservations.id}) < (
    select "older"."created_at", "older"."id" from ${reservations} "older" where "older"."id" = ${before ?? null}::uuid)`;
  const rows = await db()
    .select({ reservation: reservations, isLive: sql<boolean>`${isLive}`, createdBy: admins.username })
    .from(reservations)
    .leftJoin(admins, eq(admins.id, reservations.createdBy))
    .where(
      sql`${before ? older : sql`true`} and ${state === 'live' ? isLive : state === 'ended' ? sql`not ${isLive}` : sql`true`}`,
    )
    .orderBy(desc(reservations.createdAt), desc(reservations.id))
    .limit(limit);
  const items = await db()
    .select({
      reservationId: reservationItems.reservationId,
      courseId: courses.id,
      courseType: courses.courseType,
      branch: courses.branch,
      institute: institutes.name,
      city: courses.city,
      seats: reservationItems.seats,
      usedSeats: reservationItems.usedSeats,
      pricePaise: reservationItems.pricePaise,
    })
    .from(reservationItems)
    .innerJoin(courses, eq(courses.id, reservationItems.courseId))
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(
      inArray(
        reservationItems.reservationId,
        rows.map(({ reservation }) => reservation.id),
      ),
    )
    .orderBy(courses.courseType, courses.branch, courses.id);
  return rows.map(
    ({ reservation: { id, kind, holder, company, email, reason, version, ...times }, isLive: live, createdBy }) => ({
      id,
      kind,
      state: live ? 'live' : 'ended',
      holder: holder.slice(holder.indexOf(':') + 1),
      company,
      email,
      reason,
      created_by: createdBy ?? '',
      created_at: times.createdAt.toISOString(),
      until: times.until.toISOString(),
      version,
      lines: items
        .filter(({ reservationId }) => reservationId === id)
        .map((item) => ({
          id: item.courseId,
          course: courseTitle(item),
          seats: item.seats,
          used_seats: item.usedSeats,
          price_per_seat: toRupeeString(item.pricePaise),
        })),
    }),
  );
}
