import 'server-only';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { and, count, desc, eq, inArray, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasPart } from '@/db/conditions';
import { isDrawable, isLiveReservation } from '@/db/hold-conditions';
import { admins, courses, institutes, paperScans, reservationItems, reservations, waitingRequests } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { courseColumns } from '@/lib/catalogue/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import { reservedPath } from '@/lib/adoption/core/rules';
import { courseTitle } from './rules';
import type { Demand, ReservationFilter, ShownRequest, ShownReservation } from './schema';

/** Rows of the table of demand. */
const MAX_DEMAND = 20;

const confirmer = alias(admins, 'confirmer');
const { endedAt, offerId } = waitingRequests;

/** The condition that reservations match a filter. */
function reservationsOf({ q, type, session, kind, state }: ReservationFilter): SQL | undefined {
  const isLive = isLiveReservation(reservations);
  const text = sql`concat_ws(' ', ${reservations.company}, ${reservations.holder}, ${reservations.email})`;
  const withCourses = (condition: SQL) =>
    inArray(
      reservations.id,
      db()
        .select({ id: reservationItems.reservationId })
        .from(reservationItems)
        .innerJoin(courses, eq(courses.id, reservationItems.courseId))
        .where(condition),
    );
  const isOfCourses = and(
    type === undefined ? undefined : eq(courses.courseType, type),
    session === undefined ? undefined : eq(courses.session, session),
  );
  return and(
    q === undefined ? undefined : hasPart(text, q),
    isOfCourses && withCourses(isOfCourses),
    kind === undefined || kind === 'request' ? undefined : eq(reservations.kind, kind),
    kind === 'request' || state === 'offered' ? sql`false` : undefined,
    state === 'waiting' ? and(isLive, eq(reservations.isProposed, true)) : undefined,
    state === 'live' ? isDrawable(reservations) : undefined,
    state === 'ended' ? not(isLive) : undefined,
  );
}

/** The condition that requests match a filter. */
function requestsOf({ q, type, session, kind, state }: ReservationFilter): SQL | undefined {
  const text = sql`concat_ws(' ', ${waitingRequests.branch}, ${waitingRequests.city}, ${waitingRequests.email})`;
  return and(
    q === undefined ? undefined : hasPart(text, q),
    type === undefined ? undefined : eq(waitingRequests.courseType, type),
    session === undefined ? undefined : eq(waitingRequests.session, session),
    (kind !== undefined && kind !== 'request') || state === 'live' ? sql`false` : undefined,
    state === 'waiting' ? and(isNull(endedAt), isNull(offerId)) : undefined,
    state === 'offered' ? isNotNull(offerId) : undefined,
    state === 'ended' ? isNotNull(endedAt) : undefined,
  );
}

/**
 * Returns a page of the reservations and of the requests to be told about free seats, the newest first. Requests alone are in the order
 * in which they are served, those that have ended last.
 * @param scope of the administrator who asks
 * @throws DeadlineError when the database does not answer in time
 */
export async function listReservations(
  scope: AdminScope,
  filter: ReservationFilter,
  { page, size }: Page,
): Promise<(ShownReservation | ShownRequest)[]> {
  const ofRequests = db()
    .select({ id: waitingRequests.id, at: sql`${waitingRequests.createdAt}`.as('at') })
    .from(waitingRequests)
    .where(requestsOf(filter));
  const ofAll = unionAll(
    db()
      .select({ id: reservations.id, at: sql`${reservations.createdAt}`.as('at') })
      .from(reservations)
      .where(reservationsOf(filter)),
    ofRequests,
  );
  const listed =
    filter.kind === 'request'
      ? ofRequests.orderBy(sql`${endedAt} is not null`, waitingRequests.rankedAt, waitingRequests.id)
      : ofAll.orderBy(sql`at desc`, sql`id desc`);
  const found = await withQueryDeadline(listed.limit(size).offset((page - 1) * size));
  const ids = found.map(({ id }) => id);
  const rows = await Promise.all([readReservations(scope, ids), readRequests(ids)]);
  const byId = new Map(rows.flat().map((row) => [row.id, row]));
  // One that was deleted meanwhile is missing.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the number of reservations and requests that match. */
export async function countReservations(_scope: AdminScope, filter: ReservationFilter): Promise<number> {
  const [[kept], [waiting]] = await withQueryDeadline(
    Promise.all([
      db().select({ total: count() }).from(reservations).where(reservationsOf(filter)),
      db().select({ total: count() }).from(waitingRequests).where(requestsOf(filter)),
    ]),
  );
  return kept!.total + waiting!.total;
}

/** Yields all reservations and requests that match, in batches. */
export async function* reservationBatches(
  scope: AdminScope,
  filter: ReservationFilter,
  size: number,
): AsyncGenerator<(ShownReservation | ShownRequest)[], void> {
  for (let page = 1; ; page++) {
    const rows = await listReservations(scope, filter, { page, size });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}

/** Returns the demand of the open requests that match, the most seats first. */
export function readDemand(_scope: AdminScope, filter: ReservationFilter): Promise<Demand[]> {
  const { courseType, city } = waitingRequests;
  const seats = sql<number>`sum(${waitingRequests.seats})::int`;
  return withQueryDeadline(
    db()
      .select({ courseType, city: sql<string>`min(${city})`, requests: count(), seats })
      .from(waitingRequests)
      .where(and(requestsOf(filter), isNull(endedAt)))
      .groupBy(courseType, sql`lower(${city})`)
      .orderBy(desc(seats), courseType, sql`lower(${city})`)
      .limit(MAX_DEMAND),
  );
}

/** Returns the requests with these ids, in no order. */
function readRequests(ids: readonly string[]): Promise<ShownRequest[]> {
  const { id, email, courseType, branch, city, radiusKm, session, studyYear } = waitingRequests;
  const { seats, minSeats, createdAt, missedOffers } = waitingRequests;
  return withQueryDeadline(
    db()
      .select({
        ...{ id, email, courseType, branch, city, radiusKm, session, studyYear },
        ...{ seats, minSeats, createdAt, missedOffers },
        kind: sql<'request'>`'request'`,
        state: sql<
          ShownRequest['state']
        >`case when ${endedAt} is not null then 'ended' when ${offerId} is null then 'waiting' else 'offered' end`,
        institute: courseColumns.institute_name,
      })
      .from(waitingRequests)
      .leftJoin(courses, eq(courses.id, waitingRequests.courseId))
      .leftJoin(institutes, eq(institutes.id, courses.instituteId))
      .where(inArray(id, [...ids])),
  );
}

/** Returns the reservations with these ids with their seats by course, in no order. */
async function readReservations(scope: AdminScope, ids: readonly string[]): Promise<ShownReservation[]> {
  const rows = await withQueryDeadline(
    db()
      .select({
        reservation: reservations,
        isLive: sql<boolean>`${isLiveReservation(reservations)}`,
        needsOther: needsOtherAdmin(firstStepOf.reservation(reservations), scope.adminId),
        createdBy: admins.username,
        confirmedBy: confirmer.username,
        scanId: paperScans.id,
      })
      .from(reservations)
      .leftJoin(admins, eq(admins.id, reservations.createdBy))
      .leftJoin(confirmer, eq(confirmer.id, reservations.confirmedBy))
      .leftJoin(paperScans, eq(paperScans.reservationId, reservations.id))
      .where(inArray(reservations.id, [...ids])),
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
  return rows.map(
    ({
      reservation: { id, kind, holder, company, email, reason, version, isProposed, ...times },
      isLive: live,
      needsOther,
      createdBy,
      confirmedBy,
      scanId,
    }): ShownReservation => ({
      id,
      kind,
      state: !live ? 'ended' : isProposed ? 'waiting' : 'live',
      holder: holder.slice(holder.indexOf(':') + 1),
      company,
      email,
      reason,
      scan_id: scanId,
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
          course_type: item.courseType,
          branch: item.branch,
          institute: item.institute ?? '',
          city: item.city,
          session: item.session,
          study_year: item.studyYear,
          seats: item.seats,
          used_seats: item.usedSeats,
        })),
    }),
  );
}
