import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings, courses, enrolments, institutes, reportCheckPlaces, reportChecks, reports } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { Finding } from '@/db/schema/enums';
import { CATALOGUE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction, recordParts } from '@/lib/accounts/audit-log/mutations';
import { isInArea } from '@/lib/catalogue/areas/queries';
import type { Outcome } from '@/lib/platform/errors';
import { drawSample } from '@/lib/register/report-draw';
import { selectStudents } from '@/lib/register/report-statements';
import { isRemindedToday, remindOfLateReports } from '@/lib/register/report-reminders';
import { lockRegister } from '@/lib/register/statements';
import type { Sample } from './schema';

type Report = typeof reports.$inferSelect;
/** What names a report in entries of the audit log. */
type Names = { branch: string; institute: string; session: string; report: string };

/**
 * Returns the sample of a spot check, and draws it if this version of the report has none yet: nobody can draw again until the
 * sample pleases. Every look is an entry of the audit log with its reason.
 * @returns 'report.not_found'; 'report.not_stated' also if it has no students
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function openSample(scope: AreaScope, reportId: string, reason: string): Promise<Outcome<{ sample: Sample }>> {
  return onReport<{ sample: Sample }>(scope, reportId, async (report, names, tx) => {
    if (report.statedAt === null) return { ok: false, code: 'report.not_stated' };
    const isOfVersion = and(eq(reportChecks.reportId, report.id), eq(reportChecks.version, report.version));
    let [check] = await tx.select().from(reportChecks).where(isOfVersion);
    const isNew = !check;
    if (!check) {
      const students = await selectStudents(tx, report.courseId, report.kind);
      const marked = students.flatMap(({ mark, ...student }) => (mark === null ? [] : [{ ...student, mark }]));
      if (marked.length === 0) return { ok: false, code: 'report.not_stated' };
      const seed = randomBytes(16).toString('hex');
      [check] = await tx.insert(reportChecks).values({ reportId, version: report.version, seed }).returning();
      const checkId = check!.id;
      await tx
        .insert(reportCheckPlaces)
        .values(drawSample(seed, marked).map(({ id, mark }) => ({ checkId, enrolmentId: id, mark })));
    }
    const { id, seed, verdict } = check!;
    const places = await selectPlaces(id, tx);
    await recordAction(
      scope,
      {
        action: isNew ? 'report.sampled' : 'report.sample_read',
        subject: report.courseId,
        after: { ...names, seed, students: places.length, reason },
      },
      tx,
    );
    return { ok: true, sample: { check_id: id, seed, verdict, places } };
  });
}

/**
 * Records what a spot check found of every student of its sample. The report is 'checked' then, or 'differs' if a single one
 * does; a correction of the institute is a version that is not checked.
 * @returns 'report.not_found'; 'report.findings' unless every student has a finding and one is clear; 'report.check_changed' if
 * it is recorded already, or the report was corrected meanwhile
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function recordCheck(
  scope: AreaScope,
  reportId: string,
  { check_id: checkId, findings }: { check_id: string; findings: readonly { student: string; found: Finding }[] },
): Promise<Outcome<object>> {
  return onReport<object>(scope, reportId, async (report, names, tx) => {
    const isCheck = and(eq(reportChecks.id, checkId), eq(reportChecks.reportId, reportId));
    const [check] = await tx.select().from(reportChecks).where(isCheck);
    if (!check) return { ok: false, code: 'report.not_found' };
    if (check.verdict !== null || check.version !== report.version) return { ok: false, code: 'report.check_changed' };
    const places = await selectPlaces(checkId, tx);
    const found = new Map(findings.map(({ student, found: each }) => [student, each]));
    const isWhole = found.size === places.length && places.every(({ student }) => found.has(student));
    if (!isWhole || [...found.values()].every((each) => each === 'unclear'))
      return { ok: false, code: 'report.findings' };
    for (const [enrolmentId, each] of found)
      await tx
        .update(reportCheckPlaces)
        .set({ found: each })
        .where(and(eq(reportCheckPlaces.checkId, checkId), eq(reportCheckPlaces.enrolmentId, enrolmentId)));
    const verdict = [...found.values()].includes('differs') ? 'differs' : 'checked';
    await tx
      .update(reportChecks)
      .set({ verdict, recordedAt: sql`now()` })
      .where(isCheck);
    const after = { ...names, seed: check.seed, students: places.length, verdict };
    const fields = places.map(({ student, reference, place, mark }) => ({
      after: { reference, place, report: report.kind, mark, found: found.get(student)! },
    }));
    const entry = { action: 'report.checked', subject: report.courseId, after } as const;
    await recordParts(scope, entry, { action: 'report.student', fields }, tx);
    return { ok: true };
  });
}

/**
 * Reminds the office of an institute of its late reports, at most once a day, whoever asks: also not on the day on which the program did.
 * @returns 'institute.not_found'; 'report.none_late'; 'report.reminded_today'
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function remindOffice(scope: AreaScope, instituteId: string): Promise<Outcome<object>> {
  return transaction<Outcome<object>>(async (tx) => {
    await lockRegister(instituteId, tx);
    await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
    const [institute] = await tx
      .select({ name: institutes.name })
      .from(institutes)
      .where(eq(institutes.id, instituteId));
    if (!institute || !(await isInArea(scope, { institutes: [instituteId] }, tx)))
      return { ok: false, code: 'institute.not_found' };
    if (await isRemindedToday(instituteId, tx)) return { ok: false, code: 'report.reminded_today' };
    const reminded = await remindOfLateReports(instituteId, tx);
    if (reminded === 0) return { ok: false, code: 'report.none_late' };
    const after = { institute: institute.name, reports: reminded };
    await recordAction(scope, { action: 'report.reminded', subject: instituteId, after }, tx);
    return { ok: true };
  });
}

const selectPlaces = (checkId: string, tx: Database) =>
  tx
    .select({
      student: enrolments.id,
      reference: billings.reference,
      place: enrolments.place,
      roll_end: enrolments.rollEnd,
      mark: reportCheckPlaces.mark,
      found: reportCheckPlaces.found,
    })
    .from(reportCheckPlaces)
    .innerJoin(enrolments, eq(enrolments.id, reportCheckPlaces.enrolmentId))
    .innerJoin(billings, eq(billings.id, enrolments.billingId))
    .where(eq(reportCheckPlaces.checkId, checkId))
    .orderBy(asc(billings.reference), asc(enrolments.place));

/** Runs work on a report that no office changes meanwhile. */
async function onReport<Done extends object>(
  scope: AreaScope,
  reportId: string,
  work: (report: Report, names: Names, tx: Database) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  const [offer] = await db()
    .select({
      instituteId: institutes.id,
      institute: institutes.name,
      branch: courses.branch,
      session: courses.session,
    })
    .from(reports)
    .innerJoin(courses, eq(courses.id, reports.courseId))
    .innerJoin(institutes, eq(institutes.id, courses.instituteId))
    .where(eq(reports.id, reportId));
  if (!offer) return { ok: false, code: 'report.not_found' };
  const { instituteId, ...names } = offer;
  return transaction(async (tx) => {
    await lockRegister(instituteId, tx);
    await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
    if (!(await isInArea(scope, { institutes: [instituteId] }, tx))) return { ok: false, code: 'report.not_found' };
    const [report] = await tx.select().from(reports).where(eq(reports.id, reportId)).for('no key update');
    return work(report!, { ...names, report: report!.kind }, tx);
  });
}
