import 'server-only';
import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billingItems, billings, courses, enrolments, reservationItems, reservations, seatMoves } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { lockLines, recordChange, returnLines, stepOf, type LockedAdoption } from '@/lib/admin/adoptions/change';
import { courseTitle } from '@/lib/admin/reservations/rules';
import { areSeatsOverdue, keepingSeats, TryAgain, Undone } from '@/lib/admin/reservations/statements';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { recordEvent } from '@/lib/adoption/core/record-event';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import { reissuePapers } from '@/lib/documents/papers/mutations';
import { lockRegister } from '@/lib/register/statements';
import { readSettings } from '@/lib/settings/queries';
import { factsOf, lockCourses, lockSessions } from './mutations';
import type { MoveAnswer } from './schema';
import { offersProblem, readObstacle, readOffers, type TargetOffer } from './statements';

type Refusal =
  | {
      ok: false;
      code:
        | 'own_adoption.not_found'
        | 'move.ended'
        | 'move.changed'
        | 'move.not_offered'
        | 'move.money_passed'
        | 'move.renewal'
        | 'move.nobody';
    }
  | { ok: false; code: 'move.full'; params: { free: string } };
type Answered = { ok: true; seats: number } | Refusal;

type Move = typeof seatMoves.$inferSelect;
type Acceptance = Extract<MoveAnswer, { answer: 'accept' }>;
/** `days`: those to pay in what a paid adoption costs more. */
type Work = LockedAdoption & { scope: AdoptionScope; move: Move; days: number; isLast: boolean };

/**
 * Answers a proposal to move adopted seats. Accepting moves them with their students to the offer that was proposed, or to another one
 * of its kind, and settles the difference: less is paid back as after a reduction, more is due; papers are issued again. Declining leaves
 * everything as it is. Either frees the seats that were kept.
 * @param answer with the seats and the price that the page showed
 * @returns the moved seats, 0 if declined; 'own_adoption.not_found' unless it is an adoption of the scope; 'move.ended' if the proposal
 * was answered or taken back or its day is over; 'move.changed' if the seats or the price are others now; 'move.full', 'move.not_offered',
 * 'move.money_passed', 'move.renewal': it stays open
 */
export async function answerMove(
  scope: AdoptionScope,
  billingId: string,
  answer: MoveAnswer,
  database: Database = db(),
): Promise<Answered> {
  const { transferDays: days } = await readSettings('terms');
  return keepingSeats(async (tx, isLast): Promise<Answered> => {
    if (answer.answer === 'accept') await lockRegisters(answer, tx);
    const [billing] = await tx
      .select()
      .from(billings)
      .where(and(eq(billings.id, billingId), ownedBy(scope)))
      .for('no key update');
    if (!billing) return { ok: false, code: 'own_adoption.not_found' };
    const isOpen = and(eq(seatMoves.state, 'open'), gt(seatMoves.until, sql`now()`));
    const [move] = await tx
      .select()
      .from(seatMoves)
      .where(and(eq(seatMoves.id, answer.move), eq(seatMoves.billingId, billingId), isOpen));
    if (!move || !ADOPTED_STATES.includes(billing.state)) return { ok: false, code: 'move.ended' };
    if (answer.answer === 'accept') return accept({ tx, billing, scope, move, days, isLast }, answer);
    await tx.execute(endReservations(eq(reservations.id, move.reservationId), null));
    await endMove(tx, move.id, { state: 'declined' });
    await recordEvent(tx, scope, billingId, 'move_declined', { seats: move.seats });
    return { ok: true, seats: 0 };
  }, database);
}

/** Locks the registers of both institutes, the first of all locks, in the order of a merge of institutes. */
async function lockRegisters({ move, course_id: to }: Acceptance, tx: Database): Promise<void> {
  const from = tx.select({ id: seatMoves.fromCourseId }).from(seatMoves).where(eq(seatMoves.id, move));
  const found = await tx
    .selectDistinct({ id: courses.instituteId })
    .from(courses)
    .where(or(eq(courses.id, to), inArray(courses.id, from)));
  const ids = found.flatMap(({ id }) => id ?? []).toSorted();
  for (const id of ids) await lockRegister(id, tx);
}

const endMove = (tx: Database, id: string, set: Partial<Move>) =>
  tx
    .update(seatMoves)
    .set({ ...set, endedAt: sql`now()` })
    .where(eq(seatMoves.id, id));

/** @throws Undone with a refusal, TryAgain */
async function accept(
  { tx, billing, scope, move, days, isLast }: Work,
  { course_id: toId, seats, price_per_seat: shownPaise }: Acceptance,
): Promise<Answered> {
  const { fromCourseId: fromId, reservationId } = move;
  await lockAll({ tx, billing }, move, toId);
  const lines = await lockLines({ tx, billing });
  const source = lines.find(({ courseId }) => courseId === fromId);
  if (source?.seats !== seats) return { ok: false, code: 'move.changed' };
  const obstacle = await readObstacle(billing.id, fromId, tx);
  if (obstacle) return { ok: false, code: obstacle };
  const offers = await readOffers(inArray(courses.id, [fromId, toId]), tx);
  const [from, proposed] = [fromId, toId].map((id) => offers.find((offer) => offer.id === id));
  if (!from || !proposed || offersProblem(from, proposed) || !isChoice(from, proposed, move))
    return { ok: false, code: 'move.not_offered' };
  const there = lines.find(({ courseId }) => courseId === toId);
  const pricePaise = there?.pricePaise ?? (toId === move.toCourseId ? move.pricePaise : proposed.pricePaise);
  if (pricePaise !== shownPaise) return { ok: false, code: 'move.changed' };

  await tx.execute(endReservations(eq(reservations.id, reservationId), null));
  const [to] = await readOffers(eq(courses.id, toId), tx);
  if (to!.free < seats) {
    const shortages = [{ course_id: toId, course: courseTitle(to!), seats, available: to!.free }];
    if (!isLast && (await areSeatsOverdue(shortages, tx))) throw new TryAgain(shortages);
    throw new Undone<Refusal>({ ok: false, code: 'move.full', params: { free: String(to!.free) } });
  }
  await returnLines({ tx, billing }, [{ ...source, returned: seats }]);
  await tx
    .update(courses)
    .set({ adoptedSeats: sql`${courses.adoptedSeats} + ${seats}` })
    .where(eq(courses.id, toId));
  await moveLine({ tx, billing }, fromId, to!, { seats, pricePaise });
  const students = await moveStudents({ tx, billing }, fromId, toId, { seats, before: there?.seats ?? 0 });
  await endMove(tx, move.id, { state: 'accepted', toCourseId: toId, seats, pricePaise });

  const differencePaise = seats * (pricePaise - source.pricePaise);
  const totalPaise = billing.totalPaise + differencePaise;
  const paidPaise = billing.receivedPaise - billing.refundedPaise;
  const isPaid = paidPaise >= totalPaise;
  const adoption = { tx, billing, by: 'command', adminId: null, reason: '', holder: scope } as const;
  const consequence = isPaid ? paidPaise > 0 && stepOf(adoption, 'paid') : stepOf(adoption, 'more_due');
  const facts = factsOf(from, to!);
  const allSeats = lines.reduce((sum, line) => sum + line.seats, 0);
  await recordChange(adoption, {
    event: 'moved',
    set: {
      totalPaise,
      // What is missing is due at once, also of an adoption that was paid in parts.
      ...(consequence && consequence.event === 'more_due'
        ? {
            dueAt: sql`greatest(${billings.dueAt}, now() + ${days}::int * interval '1 day')`,
            instalments: null,
            instalmentPaise: null,
          }
        : {}),
    },
    consequence: consequence || null,
    before: { seats: allSeats, total_paise: billing.totalPaise },
    after: { seats, total_paise: totalPaise, from: facts.from, to: facts.to, students },
    // `returned`, for the sums of the months: the seats that each offer has less.
    detail: { offers: facts.offers, returned: { [fromId]: seats, [toId]: -seats } },
    papers: () => reissuePapers(tx, billing.id),
    message: {
      kind: 'moved',
      detail: {
        moved: { seats, ...facts.offers, difference_paise: differencePaise },
      },
    },
  });
  return { ok: true, seats };
}

/** Whether a sponsor may choose an offer: the proposed one, or another one of its type. */
const isChoice = (from: TargetOffer, to: TargetOffer, move: Move): boolean =>
  to.id === move.toCourseId || to.courseType === from.courseType;

/**
 * Locks what the move touches, in the order of db/transaction.ts: the session, the reservations that the adoption has drawn on and the
 * one of the move, and the offers.
 */
async function lockAll({ tx, billing }: LockedAdoption, move: Move, toId: string): Promise<void> {
  const isItsLine = eq(billingItems.billingId, billing.id);
  const drawn = tx.select({ id: billingItems.reservationId }).from(billingItems).where(isItsLine);
  const own = await tx.select({ id: billingItems.courseId }).from(billingItems).where(isItsLine);
  const ids = [...own.map(({ id }) => id), move.toCourseId, toId];
  await lockSessions(ids, tx);
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(reservationItems, eq(reservationItems.reservationId, reservations.id))
    .where(or(eq(reservations.id, move.reservationId), inArray(reservations.id, drawn)))
    .orderBy(reservations.id, reservationItems.courseId)
    .for('no key update');
  await lockCourses(ids, tx);
}

/** Moves the seats of a line to that of another offer, which the adoption may have, or have had, already. */
async function moveLine(
  { tx, billing }: LockedAdoption,
  fromId: string,
  to: TargetOffer,
  { seats, pricePaise }: { seats: number; pricePaise: number },
): Promise<void> {
  const lineOf = (courseId: string) => and(eq(billingItems.billingId, billing.id), eq(billingItems.courseId, courseId));
  const [left] = await tx
    .update(billingItems)
    .set({ seats: 0 })
    .where(lineOf(fromId))
    .returning({ position: billingItems.position });
  await tx
    .insert(billingItems)
    .values({
      billingId: billing.id,
      courseId: to.id,
      position: left!.position,
      seats,
      pricePaise,
      courseName: to.courseType,
      branch: to.branch,
      institute: to.institute,
      branchHindi: to.branchHindi,
      instituteHindi: to.instituteHindi,
      city: to.city,
      session: to.session,
      studyYear: to.studyYear,
    })
    .onConflictDoUpdate({
      target: [billingItems.billingId, billingItems.courseId],
      set: { seats: sql`${billingItems.seats} + ${seats}` },
    });
}

/**
 * Moves the places of a line with everybody who is or was on them, behind those that the adoption has at the other offer. What reports said of
 * them stays.
 * @returns the number of students who are on them now
 */
async function moveStudents(
  { tx, billing }: LockedAdoption,
  fromId: string,
  toId: string,
  { seats, before }: { seats: number; before: number },
): Promise<number> {
  const { billingId, courseId, place } = enrolments;
  const ofLine = (id: string) => and(eq(billingId, billing.id), eq(courseId, id));
  // Students whose seats were given back keep their order behind the places; one after the other, as a place has one student.
  const behind = await tx
    .select({ id: enrolments.id, place })
    .from(enrolments)
    .where(and(ofLine(toId), gt(place, before)))
    .orderBy(desc(place));
  for (const student of behind)
    await tx
      .update(enrolments)
      .set({ place: student.place + seats })
      .where(eq(enrolments.id, student.id));
  const moved = await tx
    .update(enrolments)
    .set({ courseId: toId, place: sql`${place} + ${before}` })
    .where(and(ofLine(fromId), lte(place, seats)))
    .returning({ untilDay: enrolments.untilDay });
  return moved.filter(({ untilDay }) => untilDay === null).length;
}
