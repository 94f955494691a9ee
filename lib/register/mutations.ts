import 'server-only';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { academicSessions, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import { type LeavingReason, OFFICE_ROLES, type OfficeRole } from '@/db/schema/enums';
import { HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { recordAction, recordParts } from '@/lib/accounts/audit-log/mutations';
import { requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import { indianIsoDay } from '@/lib/platform/dates';
import type { Outcome } from '@/lib/platform/errors';
import { ROLL_NUMBER_YEARS } from '@/lib/platform/limits';
import { endOfRoll, freePlaces, placeNumbered, planEntry, type Place } from './rules';
import { judgeRolls, plainRoll } from './roll-form';
import type { EntryPlan, RollRow } from './schema';
import { hashesOfRoll, hasRollHash, isPresent, linesOf, lockRegister, ownOffer, type OwnOffer } from './statements';

/**
 * Puts students on the empty places of an offer, in the order of adoption, or checks what that would do.
 * @param values `from_day`: of students whose row has no day of the session; `enter`: the number of students that a check found; null
 * checks only
 * @returns the plan; 'admin.not_found', 'enrolment.day' with the days of the session, or 'enrolment.changed' if the number
 * is another one by now
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export async function enterStudents(
  scope: InstituteScope,
  courseId: string,
  { rows, from_day: fromDay, enter }: { rows: readonly RollRow[]; from_day: string; enter: number | null },
): Promise<Outcome<{ plan: EntryPlan }>> {
  const offer = await ownOffer(scope, courseId);
  if (!offer) return { ok: false, code: 'admin.not_found' };
  const { instituteId, mergedIds, session, firstDay, lastDay, branch, institute } = offer;
  const isDay = (day: string) => day >= firstDay && day <= lastDay;
  if (!isDay(fromDay)) return { ok: false, code: 'enrolment.day', params: { from: firstDay, to: lastDay } };
  const hashes = new Map(
    rows.map(({ roll }) => [plainRoll(roll), hashesOfRoll([instituteId, ...mergedIds], plainRoll(roll))]),
  );
  return transaction(async (tx) => {
    await lockRegister(instituteId, tx);
    await requireActingOffice(scope, { roles: OFFICE_ROLES, institutes: [instituteId] }, tx);
    const { free } = await readPlaces(courseId, tx);
    const holders = await findHolders([...hashes.values()].flat(), session, tx);
    const holderOf = (plain: string) => {
      const holder = hashes
        .get(plain)
        ?.map((hash) => holders.get(hash))
        .find((found) => found !== undefined);
      return holder === undefined ? undefined : holder === courseId ? 'here' : 'elsewhere';
    };
    const { plan, rolls } = planEntry(rows, holderOf, free.length, isDay);
    if (enter === null) return { ok: true, plan };
    if (enter !== rolls.length) return { ok: false, code: 'enrolment.changed' };
    const filled = rolls.map(({ plain, day = fromDay }, index) => ({ ...free[index]!, plain, day }));
    for (const part of chunksOf(filled))
      await tx.insert(enrolments).values(
        part.map(({ billingId, place, plain, day }) => ({
          billingId,
          courseId,
          place,
          session,
          fromDay: day,
          rollHash: hashes.get(plain)![0],
          rollEnd: endOfRoll(plain),
        })),
      );
    const after = { branch, institute, session, students: filled.length };
    const fields = filled.map(({ reference, place, day }) => ({ after: { reference, place, day } }));
    const entry = { action: 'students.entered', subject: courseId, after } as const;
    await recordParts(scope, entry, { action: 'student.entered', fields }, tx);
    return { ok: true, plan };
  });
}

/** Returns the lines of an offer, and its empty places in the order of adoption. */
async function readPlaces(courseId: string, tx: Database) {
  const lines = await linesOf(courseId, tx);
  const taken = await tx
    .select({ billingId: enrolments.billingId, place: enrolments.place })
    .from(enrolments)
    .where(and(eq(enrolments.courseId, courseId), isPresent));
  const keys = new Set(taken.map(keyOf));
  return { lines, free: freePlaces(lines, (place) => keys.has(keyOf(place))) };
}

const keyOf = ({ billingId, place }: Pick<Place, 'billingId' | 'place'>) => `${billingId} ${place}`;

/** Returns the courses in which students have a place in a session, by the hash of the roll number. */
async function findHolders(hashes: readonly string[], session: string, tx: Database): Promise<Map<string, string>> {
  const rows = await tx
    .select({ hash: enrolments.rollHash, courseId: enrolments.courseId })
    .from(enrolments)
    .where(and(hasRollHash(hashes), eq(enrolments.session, session), isPresent));
  return new Map(rows.map(({ hash, courseId }) => [hash!, courseId]));
}

/**
 * Ends the time of a student on a place, which is empty then.
 * @returns 'admin.not_found' for an unknown id and for students of others; 'enrolment.gone' if somebody else did it;
 * 'enrolment.leaving_day' if the day is before the first one or in the future
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export async function endEnrolment(
  scope: InstituteScope,
  enrolmentId: string,
  { day, reason }: { day: string; reason: LeavingReason },
): Promise<Outcome<object>> {
  return onEnrolment<object>(scope, enrolmentId, async ({ offer, enrolment, tx }) => {
    const { place, fromDay, reference } = enrolment;
    const today = indianIsoDay(new Date());
    if (day < fromDay || day > (today > fromDay ? today : fromDay)) return { ok: false, code: 'enrolment.leaving_day' };
    await tx
      .update(enrolments)
      .set({ untilDay: day, reason, endedAt: sql`now()` })
      .where(eq(enrolments.id, enrolmentId));
    const after = { reference, place, day, reason };
    await recordAction(scope, { action: 'student.left', subject: offer.id, after }, tx);
    return { ok: true };
  });
}

/**
 * Moves a student to an empty place of the same or another offer of the institute and session, until one of the two offers
 * has a stated report: sponsors have read then who sits on their seats. The old entry ends as a mistake.
 * @param to `number` of the place in the register; null for the first empty one
 * @returns 'admin.not_found' for an unknown id and for students of others; 'enrolment.gone' if the entry has ended;
 * 'enrolment.reported'; 'enrolment.place' if there is no such empty place
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function moveStudent(
  scope: InstituteScope,
  enrolmentId: string,
  { course_id: courseId, number }: { course_id: string; number: number | null },
): Promise<Outcome<object>> {
  return onEnrolment<object>(scope, enrolmentId, async ({ offer, enrolment, tx }) => {
    const target = await ownOffer(scope, courseId, tx);
    if (target?.instituteId !== offer.instituteId || target.session !== offer.session)
      return { ok: false, code: 'enrolment.place' };
    const isOfThese = inArray(reports.courseId, [offer.id, target.id]);
    if ((await tx.$count(reports, and(isOfThese, isNotNull(reports.statedAt)))) > 0)
      return { ok: false, code: 'enrolment.reported' };
    const { lines, free } = await readPlaces(target.id, tx);
    const wanted = number === null ? free[0] : placeNumbered(lines, number);
    const place = wanted && free.find((each) => keyOf(each) === keyOf(wanted));
    if (!place) return { ok: false, code: 'enrolment.place' };
    const { session, rollHash, rollEnd, fromDay } = enrolment;
    await tx
      .update(enrolments)
      .set({ untilDay: fromDay, reason: 'mistake', endedAt: sql`now()` })
      .where(eq(enrolments.id, enrolmentId));
    const [moved] = await tx
      .insert(enrolments)
      .values({
        billingId: place.billingId,
        courseId: target.id,
        place: place.place,
        session,
        rollHash,
        rollEnd,
        fromDay,
      })
      .returning({ id: enrolments.id });
    // Of another offer the marks of its reports are not known.
    if (target.id === offer.id)
      await tx.update(reportMarks).set({ enrolmentId: moved!.id }).where(eq(reportMarks.enrolmentId, enrolmentId));
    const placeFields = ({ branch }: OwnOffer, of: { reference: string; place: number }) => ({
      branch,
      reference: of.reference,
      place: of.place,
    });
    const change = { before: placeFields(offer, enrolment), after: placeFields(target, place) };
    await recordAction(scope, { action: 'student.moved', subject: target.id, ...change }, tx);
    return { ok: true };
  });
}

/**
 * Compares a number that is entered again with that of a student, or stores it instead, until a report of the offer is
 * stated. Nothing is read back: of a roll number only the hash and the end are stored.
 * @returns whether it is the number that was stored; codes as moveStudent does, 'enrolment.roll' if it is no roll number, and
 * 'enrolment.taken' if another student of the session has it
 * @throws HttpError 401 'admin.session_ended' if the account is no head who may act for the institute any more
 */
export function correctRoll(
  scope: InstituteScope,
  enrolmentId: string,
  { roll, replace }: { roll: string; replace: boolean },
): Promise<Outcome<{ matches: boolean }>> {
  return onEnrolment<{ matches: boolean }>(
    scope,
    enrolmentId,
    async ({ offer, enrolment, tx }) => {
      const isOfOffer = eq(reports.courseId, offer.id);
      if ((await tx.$count(reports, and(isOfOffer, isNotNull(reports.statedAt)))) > 0)
        return { ok: false, code: 'enrolment.reported' };
      const plain = plainRoll(roll);
      if (judgeRolls([roll])[0]!.problem) return { ok: false, code: 'enrolment.roll' };
      const hashes = hashesOfRoll([offer.instituteId, ...offer.mergedIds], plain);
      const matches = enrolment.rollHash !== null && hashes.includes(enrolment.rollHash);
      const isNew = replace && !matches;
      if (isNew) {
        if ((await findHolders(hashes, enrolment.session, tx)).size > 0) return { ok: false, code: 'enrolment.taken' };
        await tx
          .update(enrolments)
          .set({ rollHash: hashes[0], rollEnd: endOfRoll(plain) })
          .where(eq(enrolments.id, enrolmentId));
      }
      const action = isNew ? 'student.corrected' : 'student.compared';
      const after = { branch: offer.branch, reference: enrolment.reference, place: enrolment.place };
      await recordAction(scope, { action, subject: offer.id, after }, tx);
      return { ok: true, matches };
    },
    HEAD_ROLES,
  );
}

type Enrolment = typeof enrolments.$inferSelect & { reference: string };
type EnrolmentWork = { offer: OwnOffer; enrolment: Enrolment; tx: Database };

/** Runs work on the entry of a student who has a place, one change of the institute's register after the other. */
async function onEnrolment<Done extends object>(
  scope: InstituteScope,
  enrolmentId: string,
  work: (locked: EnrolmentWork) => Promise<Outcome<Done>>,
  roles: readonly OfficeRole[] = OFFICE_ROLES,
): Promise<Outcome<Done>> {
  const [found] = await db()
    .select({ courseId: enrolments.courseId })
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId));
  const offer = found && (await ownOffer(scope, found.courseId));
  if (!offer) return { ok: false, code: 'admin.not_found' };
  return transaction(async (tx): Promise<Outcome<Done>> => {
    await lockRegister(offer.instituteId, tx);
    await requireActingOffice(scope, { roles, institutes: [offer.instituteId] }, tx);
    const [row] = await tx
      .select({ enrolment: enrolments, reference: billings.reference })
      .from(enrolments)
      .innerJoin(billings, eq(billings.id, enrolments.billingId))
      .where(eq(enrolments.id, enrolmentId));
    if (!row || row.enrolment.untilDay !== null) return { ok: false, code: 'enrolment.gone' };
    return work({ offer, enrolment: { ...row.enrolment, reference: row.reference }, tx });
  });
}

/**
 * Forgets which students were on places ROLL_NUMBER_YEARS after the end of their course; the places stay.
 * @returns the number of students
 */
export async function purgeRollNumbers(): Promise<number> {
  const yearsLeft = sql`coalesce(${courses.durationYears} - ${courses.studyYear}, 0) + ${ROLL_NUMBER_YEARS}::int`;
  const old = db()
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(academicSessions, eq(academicSessions.name, courses.session))
    .where(sql`${academicSessions.lastDay} + (${yearsLeft}) * interval '1 year' < now()`);
  const { count } = await db()
    .update(enrolments)
    .set({ rollHash: null, rollEnd: null })
    .where(and(or(isNotNull(enrolments.rollHash), isNotNull(enrolments.rollEnd)), inArray(enrolments.courseId, old)));
  return count;
}
