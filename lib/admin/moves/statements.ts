import 'server-only';
import { and, asc, count, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import { hasState, qualified, type Columns } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import {
  academicSessions,
  billingItems,
  billings,
  courses,
  enrolments,
  institutes,
  releaseLines,
  releases,
  renewalLines,
  reservations,
  seatMoves,
} from '@/db/schema';
import { ADOPTED_STATES, type BillingState } from '@/db/schema/billing-states';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import type { OfferNames } from '@/lib/catalogue/names';
import { signedPaise } from '@/lib/funds/statements';
import { isPresent, onAdoptedPlace } from '@/lib/register/statements';

/* Parts of statements about the moves of adopted seats, which several of them need. */

type Line = Columns<'billingId' | 'courseId'>;

/** Why the seats of a line cannot move; null if they can. @param line of billing_items @param email of its sponsor */
const obstacleOf = (line: Line, email: SQL): SQL<LineObstacle | null> => {
  const passed = sql`
    select from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
     where ${releaseLines.billingId} = ${line.billingId} and ${releaseLines.courseId} = ${line.courseId}
    having count(*) filter (where ${releases.state} in ('recorded', 'ordered')) > 0
        or coalesce(sum(${signedPaise}) filter (where ${releases.state} = 'confirmed'), 0) <> 0`;
  const renewal = sql`
    select from ${renewalLines} join ${reservations} on ${reservations.id} = ${renewalLines.reservationId} and ${isLiveReservation(reservations)}
     where ${renewalLines.billingId} = ${line.billingId} and ${renewalLines.fromCourseId} = ${line.courseId} and ${renewalLines.seats} > 0`;
  return qualified(sql`(case when ${email} = '' then 'move.nobody'
                             when exists (${passed}) then 'move.money_passed'
                             when exists (${renewal}) then 'move.renewal' end)`);
};
type LineObstacle = 'move.nobody' | 'move.money_passed' | 'move.renewal';

const email = sql`coalesce(${billings.sponsor}->>'email', '')`;

/** Returns why the seats of a line cannot move; null if they can. */
export async function readObstacle(
  billingId: string,
  courseId: string,
  tx: Database,
): Promise<LineObstacle | null | undefined> {
  const [line] = await tx
    .select({ obstacle: obstacleOf(billingItems, email) })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(and(eq(billingItems.billingId, billingId), eq(billingItems.courseId, courseId)));
  return line?.obstacle;
}

/** An offer that seats can move to, with its names; `free` seats without those of ended holds. */
export type TargetOffer = OfferNames & {
  id: string;
  instituteId: string | null;
  studyYear: number;
  pricePaise: number;
  free: number;
  /** Whether it and its session are open: also after the last day on which seats can be adopted. */
  isOpen: boolean;
};

/** Condition: an offer and its session are open. For queries that join academic_sessions. */
const isOpenOffer = sql<boolean>`(${courses.isOpen} and ${academicSessions.state} = 'open')`;

/** Returns offers by id. @param which a condition on `courses` */
export const readOffers = (which: SQL | undefined, tx: Database): Promise<TargetOffer[]> =>
  tx
    .select({
      id: courses.id,
      instituteId: courses.instituteId,
      courseType: sql<string>`${courses.courseType}`,
      branch: courses.branch,
      branchHindi: courses.branchHindi,
      institute: sql<string>`coalesce(${institutes.name}, '')`,
      instituteHindi: institutes.hindi,
      city: courses.city,
      session: courses.session,
      studyYear: courses.studyYear,
      pricePaise: courses.pricePaise,
      free: sql<number>`${courses.totalSeats} - ${courses.adoptedSeats} - ${courses.heldSeats}`,
      isOpen: isOpenOffer,
    })
    .from(courses)
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .leftJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(which);

/** Why seats cannot move from one offer to another one; null if they can. */
export function offersProblem(from: TargetOffer, to: TargetOffer) {
  if (from.id === to.id) return 'move.same';
  if (from.session !== to.session || from.studyYear !== to.studyYear) return 'move.other_session';
  return to.isOpen ? null : 'move.not_offered';
}

/** A line whose adopted seats could move; `pricePaise` per seat at the offer that is proposed. */
export type MovableLine = {
  billingId: string;
  reference: string;
  company: string;
  state: BillingState;
  paidPaise: number;
  seats: number;
  formerPaise: number;
  pricePaise: number;
  students: number;
  code: LineObstacle | 'move.asked' | null;
};

/**
 * Returns the adopted lines of an offer in the order of adoption. An adoption has one price for each offer: seats that come to a line
 * that it has, or had, cost what that costs.
 */
export function readLines(from: string, to: TargetOffer, tx: Database): Promise<MovableLine[]> {
  const there = alias(billingItems, 'there');
  const asked = sql`exists (select from ${seatMoves} where ${seatMoves.billingId} = ${billings.id}
                              and ${seatMoves.fromCourseId} = ${billingItems.courseId} and ${seatMoves.state} = 'open')`;
  const students = tx
    .select({ billingId: enrolments.billingId, students: count().as('students') })
    .from(enrolments)
    .innerJoin(billingItems, onAdoptedPlace)
    .where(and(eq(enrolments.courseId, from), isPresent))
    .groupBy(enrolments.billingId)
    .as('present');
  return tx
    .select({
      billingId: billings.id,
      reference: billings.reference,
      company: LISTED_ADOPTION.company,
      state: billings.state,
      paidPaise: sql<number>`${billings.receivedPaise} - ${billings.refundedPaise}`,
      seats: billingItems.seats,
      formerPaise: billingItems.pricePaise,
      pricePaise: sql<number>`coalesce(${there.pricePaise}, ${to.pricePaise}::bigint)`,
      students: sql<number>`coalesce(${students.students}, 0)`.mapWith(Number),
      code: sql<MovableLine['code']>`case when ${asked} then 'move.asked' else ${obstacleOf(billingItems, email)} end`,
    })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .leftJoin(there, and(eq(there.billingId, billings.id), eq(there.courseId, to.id)))
    .leftJoin(students, eq(students.billingId, billings.id))
    .where(and(eq(billingItems.courseId, from), gt(billingItems.seats, 0), hasState(billings, ADOPTED_STATES)))
    .orderBy(asc(billings.verifiedAt), asc(billings.id));
}

const later = alias(seatMoves, 'later_move');

/** Condition: the newest proposal for seats came back, declined or not answered, and they are still there. */
export const isBack = qualified(sql<boolean>`(${seatMoves.state} in ('declined', 'lapsed') and exists (
  select from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId} and ${hasState(billings, ADOPTED_STATES)}
   where ${billingItems.billingId} = ${seatMoves.billingId} and ${billingItems.courseId} = ${seatMoves.fromCourseId} and ${billingItems.seats} > 0)
  and not exists (
  select from ${seatMoves} ${later} where ${later.billingId} = ${seatMoves.billingId} and ${later.fromCourseId} = ${seatMoves.fromCourseId}
                                     and ${later.startedAt} > ${seatMoves.startedAt}))`);
