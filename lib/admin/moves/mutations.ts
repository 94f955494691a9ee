import 'server-only';
import { and, asc, eq, gt, inArray, lte, not, notExists, or, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { endOfDay, hasState } from '@/db/conditions';
import {
  academicSessions,
  billingEvents,
  billingItems,
  billings,
  courses,
  outboundMessages,
  reservations,
  seatMoves,
} from '@/db/schema';
import type { AdoptionEventName } from '@/db/schema/adoption-events';
import { ADOPTED_STATES, STATES } from '@/db/schema/billing-states';
import type { MoveState } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { actorColumns, recordAction } from '@/lib/accounts/audit-log/mutations';
import { courseTitle } from '@/lib/admin/reservations/rules';
import { lockBillings } from '@/lib/adoption/core/lock-billings';
import { endReservations, keepSeats } from '@/lib/adoption/core/reservation-statements';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { pickOfferNames } from '@/lib/catalogue/names';
import { MAX_MOVE_DAYS } from '@/lib/platform/limits';
import { toRupeeString } from '@/lib/platform/money';
import type { MovePlan, MoveStart } from './schema';
import { offersProblem, readLines, readOffers, type MovableLine, type TargetOffer } from './statements';

/*
 * Moves of adopted seats to another offer: an administrator proposes them, whose seats are kept by a reservation each, and every
 * sponsor answers (./answer). A move changes only while its adoption is locked.
 */

type Problem =
  | { ok: false; code: 'course.unknown' | 'move.same' | 'move.other_session' | 'move.not_offered' | 'move.none' }
  | { ok: false; code: 'move.full'; params: { free: string } };

type Planned = { ok: true; plan: MovePlan; from: TargetOffer; to: TargetOffer; lines: MovableLine[] };

/**
 * Returns what moving the adopted seats of an offer to another one would do. Read-only, except that seats of ended holds are released.
 * @returns 'course.unknown', 'move.same', 'move.other_session', 'move.not_offered' if the other offer or its session is closed,
 * 'move.full' if it has no free seats, 'move.none' if no seats of the offer are adopted
 */
export async function checkMoves(
  _scope: AdminScope,
  { from, to }: { from: string; to: string },
): Promise<{ ok: true; plan: MovePlan } | Problem> {
  await releaseExpiredHolds([to]);
  const planned = await planMoves(from, to, db());
  return planned.ok ? { ok: true, plan: planned.plan } : planned;
}

async function planMoves(fromId: string, toId: string, tx: Database): Promise<Planned | Problem> {
  const found = await readOffers(inArray(courses.id, [fromId, toId]), tx);
  const [from, to] = [fromId, toId].map((id) => found.find((offer) => offer.id === id));
  if (!from || !to) return { ok: false, code: 'course.unknown' };
  const problem = offersProblem(from, to);
  if (problem) return { ok: false, code: problem };
  if (to.free < 1) return { ok: false, code: 'move.full', params: { free: '0' } };
  const lines = await readLines(from.id, to, tx);
  if (lines.length === 0) return { ok: false, code: 'move.none' };
  const plan = {
    from: courseTitle(from),
    to: courseTitle(to),
    price_per_seat: toRupeeString(to.pricePaise),
    free: to.free,
    adoptions: lines.map((line) => ({
      reference: line.reference,
      company_name: line.company,
      seats: line.seats,
      students: line.students,
      payment_status: STATES[line.state].paymentStatus,
      paid: signedRupees(line.paidPaise),
      difference: signedRupees(differenceOf(line)),
      code: line.code,
    })),
  };
  return { ok: true, plan, from, to, lines };
}

const differenceOf = ({ seats, formerPaise, pricePaise }: MovableLine) => seats * (pricePaise - formerPaise);
const signedRupees = (paise: number) => (paise < 0 ? `-${toRupeeString(-paise)}` : toRupeeString(paise));

/**
 * Proposes to the sponsors of adoptions to move their seats of an offer to another one, whose seats are kept until they answer: all of
 * these adoptions, or none. Each gets an event and an e-mail.
 * @param start as parsed by moveActionSchema; `adoptions` with their seats, and the price, as the check showed them
 * @returns the number of sponsors; codes as checkMoves; 'move.full' if the offer has fewer free seats; 'move.until' if the day is not in
 * the next MAX_MOVE_DAYS days; 'move.changed' with the present plan if it is not that of the check
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export async function startMoves(
  by: AdminScope,
  { from: fromId, to: toId, until, reason, price_per_seat: pricePaise, adoptions }: MoveStart,
  database: Database = db(),
): Promise<
  { ok: true; done: number } | Problem | { ok: false; code: 'move.until'; params: { max: string } } | Changed
> {
  await releaseExpiredHolds([toId], database);
  return transaction(async (tx) => {
    const references = adoptions.map(({ reference }) => reference);
    await lockBillings(sql`${billings.reference} = any(${sql.param(references)}::text[])`, tx);
    await requireActingAdmin(by, CATALOGUE_ROLES, tx);
    await lockSessions([fromId, toId], tx);
    await lockCourses([fromId, toId], tx);
    const planned = await planMoves(fromId, toId, tx);
    if (!planned.ok) return planned;
    const { plan, from, to, lines } = planned;
    const seatsOf = new Map(adoptions.map(({ reference, seats }) => [reference, seats]));
    const chosen = lines.filter((line) => line.code === null && seatsOf.get(line.reference) === line.seats);
    if (chosen.length < adoptions.length || pricePaise !== to.pricePaise)
      return { ok: false, code: 'move.changed', plan };
    const seats = chosen.reduce((sum, line) => sum + line.seats, 0);
    if (seats > to.free) return { ok: false, code: 'move.full', params: { free: String(to.free) } };
    const end = await endOf(until, tx);
    if (!end) return { ok: false, code: 'move.until', params: { max: String(MAX_MOVE_DAYS) } };

    for (const part of chunksOf(chosen)) await propose(part, { by, from, to, end, reason, tx });
    const after = { to: courseTitle(to), until, adoptions: chosen.length, seats, reason };
    await recordAction(by, { action: 'course.move_proposed', subject: fromId, after }, tx);
    return { ok: true, done: chosen.length };
  }, database);
}

type Changed = { ok: false; code: 'move.changed'; plan: MovePlan };

/** Locks the sessions of offers, so that none is closed meanwhile. */
export const lockSessions = (ids: readonly string[], tx: Database) =>
  tx
    .select({ name: academicSessions.name })
    .from(academicSessions)
    .where(
      inArray(
        academicSessions.name,
        tx
          .select({ name: courses.session })
          .from(courses)
          .where(inArray(courses.id, [...ids])),
      ),
    )
    .orderBy(asc(academicSessions.name))
    .for('share');

/** Locks offers in the order of their ids. */
export const lockCourses = (ids: readonly string[], tx: Database) =>
  tx
    .select({ id: courses.id })
    .from(courses)
    .where(inArray(courses.id, [...ids]))
    .orderBy(asc(courses.id))
    .for('no key update');

/** The end of a day in India; null if it has passed, or is later than MAX_MOVE_DAYS days from now. */
async function endOf(day: string, tx: Database): Promise<Date | null> {
  const [row] = await tx.execute<{ end: Date; isPossible: boolean }>(sql`
    select ${endOfDay(day)} as end,
           ${endOfDay(day)} > now() and ${endOfDay(day)} <= now() + (${MAX_MOVE_DAYS}::int + 1) * interval '1 day' as "isPossible"`);
  return row!.isPossible ? row!.end : null;
}

/** What an event says of the offers: to administrators, and with its translated names to the sponsor. */
export const factsOf = (from: TargetOffer, to: TargetOffer) => ({
  from: courseTitle(from),
  to: courseTitle(to),
  offers: { from: pickOfferNames(from), to: pickOfferNames(to) },
});

type Proposal = { by: AdminScope; from: TargetOffer; to: TargetOffer; end: Date; reason: string; tx: Database };

async function propose(lines: readonly MovableLine[], { by, from, to, end, reason, tx }: Proposal): Promise<void> {
  const wanted = lines.map(({ reference, company, seats }) => ({
    reservation: {
      kind: 'move' as const,
      // Nobody draws on it: the answer ends it.
      holder: `email:${reference.toLowerCase()}@move.invalid`,
      isProposed: true,
      company,
      email: '',
      until: end,
      reason: reference,
      createdBy: by.adminId,
    },
    lines: [{ id: to.id, seats }],
  }));
  const kept = await keepSeats(wanted, new Map([[to.id, to]]), tx);
  await tx.insert(seatMoves).values(
    lines.map(({ billingId, seats, pricePaise }, index) => ({
      billingId,
      fromCourseId: from.id,
      toCourseId: to.id,
      seats,
      pricePaise,
      reservationId: kept[index]!.id,
      until: end,
      reason,
      startedBy: by.adminId,
    })),
  );
  const facts = { ...factsOf(from, to), by: actorColumns(by).actor, reason };
  const ids = lines.map(({ billingId }) => billingId);
  await addEvents(tx, ids, 'move_proposed', 'admin', (billingId) => ({
    ...facts,
    seats: lines.find((line) => line.billingId === billingId)!.seats,
  }));
  await tx.insert(outboundMessages).values(
    lines.map((line) => ({
      billingId: line.billingId,
      kind: 'move_proposed' as const,
      detail: {
        moved: {
          seats: line.seats,
          from: pickOfferNames(from),
          to: pickOfferNames(to),
          difference_paise: differenceOf(line),
          until: end.toISOString(),
        },
        answer: reason,
      },
    })),
  );
}

/** Writes an event of locked adoptions that leaves their states, and their next versions. */
async function addEvents(
  tx: Database,
  billingIds: readonly string[],
  event: AdoptionEventName,
  actor: 'admin' | 'system',
  detailOf: (billingId: string) => Record<string, unknown>,
): Promise<void> {
  const changed = await tx
    .update(billings)
    .set({ version: sql`${billings.version} + 1` })
    .where(inArray(billings.id, [...billingIds]))
    .returning({ id: billings.id, state: billings.state });
  await tx.insert(billingEvents).values(
    changed.map(({ id: billingId, state }) => ({
      billingId,
      event,
      fromState: state,
      toState: state,
      actor,
      detail: detailOf(billingId),
    })),
  );
}

/**
 * Takes proposals back that wait for an answer, which frees their seats, or leaves those that came back as they are.
 * @returns the number of them; 'move.ended' if none of them waits or came back
 * @throws HttpError 401 'admin.session_ended' if the administrator may not change the catalogue any more
 */
export function withdrawMoves(
  by: AdminScope,
  { moves, reason }: { moves: readonly string[]; reason: string },
  database: Database = db(),
): Promise<{ ok: true; done: number } | { ok: false; code: 'move.ended' }> {
  return transaction(async (tx) => {
    const which = inArray(seatMoves.id, [...moves]);
    const own = tx.select({ id: seatMoves.billingId }).from(seatMoves).where(which);
    await lockBillings(sql`${billings.id} in ${own}`, tx);
    await requireActingAdmin(by, CATALOGUE_ROLES, tx);
    const ended = await endMoves(
      tx,
      and(which, inArray(seatMoves.state, ['open', 'declined', 'lapsed']))!,
      'withdrawn',
      {
        event: 'move_withdrawn',
        actor: 'admin',
        detail: { by: actorColumns(by).actor, reason },
        adminId: by.adminId,
      },
    );
    if (ended.length === 0) return { ok: false, code: 'move.ended' };
    for (const subject of new Set(ended.map(({ fromCourseId }) => fromCourseId))) {
      const seats = ended.reduce((sum, move) => sum + (move.fromCourseId === subject ? move.seats : 0), 0);
      await recordAction(by, { action: 'course.move_withdrawn', subject, before: { seats }, after: { reason } }, tx);
    }
    return { ok: true, done: ended.length };
  }, database);
}

type Ending = {
  event: AdoptionEventName;
  actor: 'admin' | 'system';
  detail: Record<string, unknown>;
  adminId: string | null;
};

/** Ends moves of locked adoptions, with their events, and frees the seats that they keep. @returns the rows */
async function endMoves(
  tx: Database,
  which: ReturnType<typeof and>,
  state: MoveState,
  { event, actor, detail, adminId }: Ending,
) {
  const ended = await tx
    .update(seatMoves)
    .set({ state, endedAt: sql`now()` })
    .where(which)
    .returning();
  if (ended.length === 0) return ended;
  const kept = ended.map(({ reservationId }) => reservationId);
  await tx.execute(endReservations(sql`${reservations.id} = any(${sql.param(kept)}::uuid[])`, adminId));
  for (const move of ended)
    await addEvents(tx, [move.billingId], event, actor, () => ({ seats: move.seats, ...detail }));
  return ended;
}

/** Moves per transaction of the job. */
const BATCH = 200;

/**
 * Ends proposals whose day is over, or whose adoption has no seats left to move or nobody to ask, and frees what they keep. The
 * administrators decide what becomes of seats that are still there.
 * @returns the number that ended, at most BATCH: run it again until it is 0
 */
export function lapseMoves(database: Database = db()): Promise<number> {
  const hasSeats = database
    .select({ id: billingItems.billingId })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(
      and(
        eq(billingItems.billingId, seatMoves.billingId),
        eq(billingItems.courseId, seatMoves.fromCourseId),
        gt(billingItems.seats, 0),
        hasState(billings, ADOPTED_STATES),
        not(sql`coalesce(${billings.sponsor}->>'email', '') = ''`),
      ),
    );
  const isOver = and(eq(seatMoves.state, 'open'), or(lte(seatMoves.until, sql`now()`), notExists(hasSeats)))!;
  return transaction(async (tx) => {
    const due = await tx.select({ billingId: seatMoves.billingId }).from(seatMoves).where(isOver).limit(BATCH);
    if (due.length === 0) return 0;
    const ids = due.map(({ billingId }) => billingId);
    await lockBillings(inArray(billings.id, ids), tx);
    const ended = await endMoves(tx, and(isOver, inArray(seatMoves.billingId, ids)), 'lapsed', {
      event: 'move_lapsed',
      actor: 'system',
      detail: {},
      adminId: null,
    });
    return ended.length;
  }, database);
}
