import 'server-only';
import { createHmac } from 'node:crypto';
import { and, asc, eq, gt, isNull, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState, qualified } from '@/db/conditions';
import {
  academicSessions,
  admins,
  billingItems,
  billings,
  courses,
  enrolments,
  formerInstitutes,
  institutes,
  officeInstitutes,
  seatMoves,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import type { OfferNames } from '@/lib/catalogue/names';
import { env } from '@/lib/platform/env';
import type { SeatState } from '@/lib/published/progress';
import { withoutZeros } from './roll-form';
import type { PlaceLine } from './rules';

/** Leading zeros that numbers may have which were entered before withoutZeros. */
const OLD_ZEROS = 4;

/**
 * Returns the keyed hashes of a roll number, in hex: the one to store, and those under which it may be stored with leading
 * zeros, or of an institute that was merged. With another APP_SECRET the same student is not recognised any more.
 * @param institutes the ids of the institute and of those that are a part of it (OwnOffer)
 * @param plain as plainRoll returns it
 */
export function hashesOfRoll(
  [instituteId, ...merged]: readonly [string, ...string[]],
  plain: string,
): [string, ...string[]] {
  const hash = (id: string, of: string) =>
    createHmac('sha256', env().APP_SECRET).update(`roll|${id}|${of}`).digest('hex');
  const bare = withoutZeros(plain);
  const old = Array.from({ length: OLD_ZEROS }, (_, zeros) => '0'.repeat(zeros + 1) + bare);
  const spellings = /^\d+$/.test(plain) ? [...new Set([bare, ...old, plain])] : [bare];
  const others = spellings.slice(1).map((spelling) => hash(instituteId, spelling));
  return [
    hash(instituteId, bare),
    ...others,
    ...merged.flatMap((id) => spellings.map((spelling) => hash(id, spelling))),
  ];
}

/**
 * One change of an institute's register after the other: whoever waits sees the places that were filled meanwhile.
 * It is the first lock of its transaction.
 */
export const lockRegister = (instituteId: string, tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(735006, hashtext(${instituteId}))`);

/** Condition: an enrolment is of one of these students. @param hashes of hashesOfRoll */
export const hasRollHash = (hashes: readonly string[]): SQL =>
  // Postgres hashes an array; it joins the rows of a subquery one by one while it has no statistics.
  sql`${enrolments.rollHash} = any(${sql.param([...hashes])}::text[])`;

/** Condition: an enrolment is on a place that is still adopted. Joins enrolments with the line and its billing. */
export const onAdoptedPlace = and(
  eq(billingItems.billingId, enrolments.billingId),
  eq(billingItems.courseId, enrolments.courseId),
  lte(enrolments.place, billingItems.seats),
);

/** What names a line of an adoption. */
export const lineNames = {
  courseType: billingItems.courseName,
  branch: billingItems.branch,
  branchHindi: billingItems.branchHindi,
  institute: billingItems.institute,
  instituteHindi: billingItems.instituteHindi,
  city: billingItems.city,
  session: billingItems.session,
};

/** Condition: a student is on the place now. */
export const isPresent = isNull(enrolments.untilDay);

/** Condition: an institute has an office with an active account. @param instituteId of it */
export const hasOffice = (instituteId: SQLWrapper): SQL => sql`exists (
  select from ${officeInstitutes} join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
   where ${officeInstitutes.instituteId} = ${instituteId} and ${admins.passwordHash} is not null and ${admins.deactivatedAt} is null)`;

/** What is known of the seats of an offer of `courses`. */
export const seatState = qualified(sql<SeatState>`(case
    when exists (select from ${enrolments} where ${enrolments.courseId} = ${courses.id}) then 'reported'
    when ${hasOffice(courses.instituteId)} then 'due'
    else 'outside' end)`);

/** The students on places that are adopted now, by line, as a subquery. @param where which enrolments */
export const studentsByLine = (where: SQL) =>
  db()
    .select({
      billingId: enrolments.billingId,
      courseId: enrolments.courseId,
      students: sql<number>`count(*)`.mapWith(Number).as('students'),
    })
    .from(enrolments)
    .innerJoin(billingItems, onAdoptedPlace)
    .where(and(where, isPresent))
    .groupBy(enrolments.billingId, enrolments.courseId)
    .as('present');

/** Returns the adopted lines of an offer in the order of adoption, in which places fill. */
export const linesOf = (courseId: string, tx: Database = db()): Promise<PlaceLine[]> =>
  tx
    .select({
      billingId: billings.id,
      reference: billings.reference,
      company: sql<string>`trim(${billings.sponsor}->>'company')`,
      seats: billingItems.seats,
    })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(and(eq(billingItems.courseId, courseId), gt(billingItems.seats, 0), hasState(billings, ADOPTED_STATES)))
    .orderBy(asc(billings.verifiedAt), asc(billings.id));

/** What names an offer, of courses joined with institutes. */
export const offerColumns = {
  id: courses.id,
  institute: institutes.name,
  instituteHindi: institutes.hindi,
  city: institutes.city,
  courseType: sql<string>`${courses.courseType}`,
  branch: courses.branch,
  branchHindi: courses.branchHindi,
  session: courses.session,
  studyYear: courses.studyYear,
  years: courses.durationYears,
};

/** The names of an offer. */
export type NamedOffer = OfferNames & {
  id: string;
  studyYear: number;
  years: number | null;
};

/** An offer of an office's institute. */
export type OwnOffer = NamedOffer & {
  instituteId: string;
  /** The institutes that are a part of it now, or from which seats moved here with their students. */
  mergedIds: string[];
  /** Of the session, YYYY-MM-DD. */
  firstDay: string;
  lastDay: string;
};

/** Offers that seats left and came to. */
const [left, came] = [alias(courses, 'left_offer'), alias(courses, 'came_offer')];

/** Returns an offer of the office's; undefined for an unknown id and for offers of others. */
export async function ownOffer(
  scope: InstituteScope,
  courseId: string,
  tx: Database = db(),
): Promise<OwnOffer | undefined> {
  const [offer] = await tx
    .select({
      ...offerColumns,
      instituteId: institutes.id,
      mergedIds: sql<string[]>`array(
        with moved as (
          select ${left.instituteId} as id from ${seatMoves} join ${courses} ${left} on ${left.id} = ${seatMoves.fromCourseId}
            join ${courses} ${came} on ${came.id} = ${seatMoves.toCourseId}
           where ${seatMoves.state} = 'accepted' and ${came.instituteId} = ${institutes.id} and ${left.instituteId} <> ${institutes.id})
        select id from moved union
        select ${formerInstitutes.id} from ${formerInstitutes}
         where ${formerInstitutes.isMerged} and ${formerInstitutes.instituteId} in (select ${institutes.id} union select id from moved))`,
      firstDay: academicSessions.firstDay,
      lastDay: academicSessions.lastDay,
    })
    .from(courses)
    .innerJoin(institutes, eq(institutes.id, courses.instituteId))
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .where(and(eq(courses.id, courseId), isOwnInstitute(scope, institutes.id)));
  return offer;
}
