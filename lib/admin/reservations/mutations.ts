import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isLiveReservation } from '@/db/hold-conditions';
import { outboundMessages, reservationItems, reservations } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { attachScan } from './scans';
import { limitKey, shownHolder } from '@/lib/adoption/core/limit-keys';
import { endReservations, keepSeats } from '@/lib/adoption/core/reservation-statements';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import { log } from '@/lib/platform/log';
import { reservedPath } from '@/lib/adoption/core/rules';
import { withdraw } from '@/lib/waiting/mutations';
import { courseTitle } from './rules';
import type { Agreement, ReservationAction, Shortage } from './schema';
import { areSeatsOverdue, keepingSeats, lockOffers, shortagesOf, TryAgain } from './statements';

type Refusal =
  | { ok: false; code: 'reservation.until_past' | 'course.unknown' | 'entry.scan_gone' }
  | { ok: false; code: 'reservation.exists'; params: { course: string } }
  | { ok: false; code: 'reservation.seats_missing'; shortages: Shortage[] };

/**
 * Reserves seats for a company, all or none, at the present prices, and writes the audit log entry. Nobody can draw on them
 * before a second administrator confirms it (changeReservation). The
 * courses are locked before they are compared: two agreements for the same seats are decided one after the other.
 * @param agreement as parsed by agreementSchema
 * @returns the id of the reservation; or why nothing was reserved
 * @throws HttpError 401 if the session of the administrator ended
 */
export async function reserveSeats(
  by: AdminScope,
  agreement: Agreement & { scanId?: string },
  database: Database = db(),
): Promise<Reserved> {
  return keepingSeats((tx, isLast) => reserve(by, agreement, isLast, tx), database);
}

type Reserved = { ok: true; id: string } | Refusal;

async function reserve(
  by: AdminScope,
  agreement: Agreement & { scanId?: string },
  isLast: boolean,
  tx: Database,
): Promise<Reserved> {
  const { company, email, locale, until, reason, lines } = agreement;
  const holder = limitKey(agreement.holder);
  await requireActingAdmin(by, FINANCE_ROLES, tx);
  const ids = lines.map(({ id }) => id);
  const offers = await lockOffers(ids, tx);
  if (offers.size < lines.length) return { ok: false, code: 'course.unknown' };
  const [clock] = await tx.execute<{ isPast: boolean }>(
    sql`select ${until.toISOString()}::timestamptz <= now() as "isPast"`,
  );
  if (clock!.isPast) return { ok: false, code: 'reservation.until_past' };
  // Read after the locks: the same request sent twice finds its first reservation.
  const [existing] = await tx
    .select({ courseId: reservationItems.courseId })
    .from(reservations)
    .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
    .where(
      and(
        eq(reservations.holder, holder),
        eq(reservations.kind, 'agreement'),
        isLiveReservation(reservations),
        sql`${reservationItems.courseId} = any(${sql.param(ids)}::uuid[])`,
      ),
    )
    .limit(1);
  if (existing)
    return { ok: false, code: 'reservation.exists', params: { course: courseTitle(offers.get(existing.courseId)!) } };
  const shortages = shortagesOf(lines, offers);
  if (shortages.length > 0) {
    if (!isLast && (await areSeatsOverdue(shortages, tx))) throw new TryAgain(shortages);
    return { ok: false, code: 'reservation.seats_missing', shortages };
  }
  const values = { kind: 'agreement', holder, company, email, locale, reason, createdBy: by.adminId } as const;
  const [kept] = await keepSeats([{ reservation: { ...values, until, isProposed: true }, lines }], offers, tx);
  const { id } = kept!;
  if (agreement.scanId !== undefined) await attachScan(tx, by, agreement.scanId, { reservationId: id });
  const seats = lines.reduce((sum, line) => sum + line.seats, 0);
  // The audit log keeps its entries for good: addresses of persons are masked.
  const after = { company, sponsor: shownHolder(holder), seats, until: until.toISOString(), reason };
  await recordAction(by, { action: 'reservation.made', subject: id, after }, tx);
  return { ok: true, id };
}

/** The state of a reservation after an action, or why it was refused: somebody else changed it, or it has ended. */
type ChangedReservation =
  | { ok: true; version: number }
  | {
      ok: false;
      code:
        | 'reservation.not_found'
        | 'reservation.changed'
        | 'reservation.ended'
        | 'reservation.until_past'
        | 'reservation.until_unchanged'
        | 'reservation.confirmed'
        | 'reservation.of_entry'
        | 'adoption.second_admin';
    };

/**
 * Confirms an agreement of another administrator, which tells the company; ends a reservation early, which frees its unused
 * seats; or sets another end, and writes the audit log entry. One whose time is over has ended, even before its seats are
 * released. Where nobody else could confirm, the same administrator does, and the log says so.
 * @param action as parsed by reservationActionSchema
 */
export async function changeReservation(
  by: AdminScope,
  id: string,
  action: ReservationAction,
  database: Database = db(),
): Promise<ChangedReservation> {
  return transaction(async (tx): Promise<ChangedReservation> => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const [found] = await tx
      .select({
        reservation: reservations,
        isLive: sql<boolean>`${isLiveReservation(reservations)}`,
        needsOther: needsOtherAdmin(firstStepOf.reservation(reservations), by.adminId),
        seats: sql<number>`(select sum(${reservationItems.seats})::int from ${reservationItems}
                               where ${reservationItems.reservationId} = "reservations"."id")`,
        unused: sql<number>`(select sum(${reservationItems.seats} - ${reservationItems.usedSeats})::int from ${reservationItems}
                                where ${reservationItems.reservationId} = "reservations"."id")`,
      })
      .from(reservations)
      .where(eq(reservations.id, id))
      .for('no key update');
    if (!found) return { ok: false, code: 'reservation.not_found' };
    const { version, until, holder, kind, isProposed } = found.reservation;
    const company = found.reservation.company || shownHolder(holder);
    if (kind === 'entry' || kind === 'move') return { ok: false, code: 'reservation.of_entry' };
    if (version !== action.version) return { ok: false, code: 'reservation.changed' };
    if (!found.isLive) return { ok: false, code: 'reservation.ended' };
    const { reason } = action;
    if (action.action === 'end') {
      await tx.execute(endReservations(eq(reservations.id, id), by.adminId));
      const before = { company, until: until.toISOString(), seats: found.unused };
      await recordAction(by, { action: 'reservation.ended', subject: id, before, after: { reason } }, tx);
      return { ok: true, version: version + 1 };
    }
    if (action.action === 'confirm') {
      if (!isProposed) return { ok: false, code: 'reservation.confirmed' };
      if (found.needsOther) return { ok: false, code: 'adoption.second_admin' };
      const confirmed = { isProposed: false, confirmedBy: by.adminId, confirmedAt: sql`now()`, version: version + 1 };
      await tx.update(reservations).set(confirmed).where(eq(reservations.id, id));
      const { seats } = found;
      const after = { company, seats, until: until.toISOString(), reason };
      await recordAction(by, { action: 'reservation.confirmed', subject: id, after }, tx);
      const { email: recipient, locale, createdBy } = found.reservation;
      const detail = { company, seats, until: until.toISOString(), path: reservedPath(id) };
      await tx.insert(outboundMessages).values({ kind: 'seats_reserved', recipient, locale, detail });
      if (createdBy === by.adminId)
        log.warn('single_admin_confirmed', { action: 'confirm_agreement', reservation: id });
      return { ok: true, version: version + 1 };
    }
    if (action.until.getTime() === until.getTime()) return { ok: false, code: 'reservation.until_unchanged' };
    const set = { until: action.until, remindedDays: null, version: version + 1 };
    const isFuture = sql`${action.until.toISOString()}::timestamptz > now()`;
    const { count } = await tx
      .update(reservations)
      .set(set)
      .where(and(eq(reservations.id, id), isNull(reservations.endedAt), isFuture));
    if (count === 0) return { ok: false, code: 'reservation.until_past' };
    const before = { company, until: until.toISOString() };
    const after = { until: action.until.toISOString(), reason };
    await recordAction(by, { action: 'reservation.extended', subject: id, before, after }, tx);
    return { ok: true, version: version + 1 };
  }, database);
}

/**
 * Ends a request to be told about free seats, frees what is offered to it and not adopted, tells its person, and writes the
 * audit log entry.
 * @returns 'waiting.not_found' for an unknown one, 'waiting.ended' if it has ended already
 */
export function endRequestOf(
  by: AdminScope,
  id: string,
  reason: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'waiting.not_found' | 'waiting.ended' }> {
  return transaction(async (tx) => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const withdrawn = await withdraw(tx, id, by.adminId);
    if (!withdrawn.ok) return withdrawn;
    const { holder, branch, city, session, seats } = withdrawn.request;
    // The audit log keeps its entries for good: addresses of persons are masked.
    const before = { sponsor: shownHolder(holder), branch, city, session, seats };
    await recordAction(by, { action: 'waiting.withdrawn', subject: id, before, after: { reason } }, tx);
    return { ok: true };
  }, database);
}
