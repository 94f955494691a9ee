import 'server-only';
import { alias } from 'drizzle-orm/pg-core';
import { and, count, desc, eq, inArray, not, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { isDrawable, isLiveReservation } from '@/db/hold-conditions';
import { admins, courses, institutes, reservationItems, reservations } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { PAGE_SIZE } from '@/lib/platform/list';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import { reservedPath } from '@/lib/adoption/core/rules';
import { courseTitle } from './rules';
import type { ReservationFilter, ShownReservation } from './schema';

const confirmer = alias(admins, 'confirmer');

/**
 * Returns a page of the reservations, the newest first, with their seats by course, and the number of all that match.
 * @param scope of the administrator who asks
 * @param page from 1; a page past the last has no rows
 * @throws DeadlineError when the database does not answer in time
 */
export async function listReservations(
  scope: AdminScope,
  { q, session, kind, state }: ReservationFilter,
  page: number,
): Promise<{ rows: ShownReservation[]; total: number }> {
  const isLive = isLiveReservation(reservations);
  const text = sql`concat_ws(' ', ${reservations.company}, ${reservations.holder}, ${reservations.email})`;
  const ofSession = db()
    .select({ id: reservationItems.reservationId })
    .from(reservationItems)
    .innerJoin(courses, eq(courses.id, reservationItems.courseId))
    .where(eq(courses.session, session ?? ''));
  const matches = and(
    q === undefined ? undefined : hasPart(text, q),
    session === undefined ? undefined : inArray(reservations.id, ofSession),
    kind === undefined ? undefined : eq(reservations.kind, kind),
    state === 'waiting' ? and(isLive, eq(reservations.isProposed, true)) : undefined,
    state === 'live' ? isDrawable(reservations) : undefined,
    state === 'ended' ? not(isLive) : undefined,
  );
  const [rows, [found]] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          reservation: reservations,
          isLive: sql<boolean>`${isLive}`,
          needsOther: needsOtherAdmin(firstStepOf.reservation(reservations), scope.adminId),
          createdBy: admins.username,
          confirmedBy: confirmer.username,
        })
        .from(reservations)
        .leftJoin(admins, eq(admins.id, reservations.createdBy))
        .leftJoin(confirmer, eq(confirmer.id, reservations.confirmedBy))
        .where(matches)
        .orderBy(desc(reservations.createdAt), desc(reservations.id))
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE),
      db().select({ total: count() }).from(reservations).where(matches),
    ]),
  );
  const items = await withQueryDeadline(
    db()
      .select({
        reservationId: reservationItems.reservationId,
        courseId: courses.id,
        courseType: courses.courseType,
        branch: courses.branch,
        institute: institutes.name,
        city: courses.city,
        session: courses.session,
        studyYear: courses.studyYear,
        seats: reservationItems.seats,
        usedSeats: reservationItems.usedSeats,
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
      .orderBy(courses.courseType, courses.branch, courses.id),
  );
  const shown = rows.map(
    ({
      reservation: { id, kind, holder, company, email, reason, version, isProposed, ...times },
      isLive: live,
      needsOther,
      createdBy,
      confirmedBy,
    }): ShownReservation => ({
      id,
      kind,
      state: !live ? 'ended' : isProposed ? 'waiting' : 'live',
      holder: holder.slice(holder.indexOf(':') + 1),
      company,
      email,
      reason,
      created_by: createdBy ?? '',
      created_at: times.createdAt.toISOString(),
      confirmed_by: confirmedBy ?? '',
      needs_other: needsOther,
      link: absoluteUrl(reservedPath(id)),
      until: times.until.toISOString(),
      version,
      lines: items
        .filter(({ reservationId }) => reservationId === id)
        .map((item) => ({
          id: item.courseId,
          course: courseTitle(item),
          session: item.session,
          study_year: item.studyYear,
          seats: item.seats,
          used_seats: item.usedSeats,
        })),
    }),
  );
  return { rows: shown, total: found!.total };
}
