import 'server-only';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { hasState } from '@/db/conditions';
import type { Database } from '@/db/client';
import { billingItems, billings, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import { OFFICE_ROLES } from '@/db/schema/enums';
import { type Mark, ON_RESULTS, OUTCOMES, type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { isOneOf } from '@/db/schema/known';
import { recordAction, recordParts } from '@/lib/accounts/audit-log/mutations';
import { requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import type { Outcome } from '@/lib/platform/errors';
import { groupBy } from '@/lib/platform/group-by';
import { plainRoll } from './roll-form';
import {
  hashesOfRoll,
  hasRollHash,
  isPresent,
  lockRegister,
  onAdoptedPlace,
  ownOffer,
  type OwnOffer,
} from './statements';
import { countMarks, marksFor, planMarks, type KnownStudent } from './report-rules';
import type { GivenMarks, Marked, MarkPlan, MarkRow, Outcomes } from './report-schema';
import { readDue, selectStudents, type MarkedStudent } from './report-statements';

/** A report as it is stored. `totals` of a stated outcome. */
type Report = { version: number; isStated: boolean; totals: Outcomes | null };
type Work = { offer: OwnOffer; kind: ReportKind; report: Report; allowed: readonly Mark[]; tx: Database };

/**
 * Marks students in a report of an offer, and states it if that is wanted and nobody is without a mark. A report that was
 * stated stays so: another mark corrects it, as an entry of its own. Who left meanwhile, or whose seat was given back, is left
 * out.
 * @returns 'admin.not_found' for offers of others; 'report.none' if there is no such report, or no adopted seat left;
 * 'report.early' with the day from which it can be made; 'report.mark' for a mark that it does not have; 'report.changed' if
 * somebody else marked one of the students differently since the page was shown
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function markStudents(
  scope: InstituteScope,
  courseId: string,
  kind: ReportKind,
  { version, marks, state }: GivenMarks,
): Promise<Outcome<Marked>> {
  return onReport<Marked>(scope, courseId, kind, async (work) => {
    const { allowed, report, tx } = work;
    if (allowed.length === 0 || marks.some(({ mark }) => !allowed.includes(mark)))
      return { ok: false, code: 'report.mark' };
    const students = await selectStudents(tx, courseId, kind);
    const byId = new Map(students.map((student) => [student.id, student]));
    const there = marks.flatMap(({ student, mark }) => {
      const found = byId.get(student);
      return found ? [{ student: found, mark }] : [];
    });
    const changes = there.filter(({ student, mark }) => student.mark !== mark);
    if (changes.some(({ student }) => (student.version ?? 0) > version)) return { ok: false, code: 'report.changed' };
    const changed = new Map(changes.map(({ student, mark }) => [student.id, mark]));
    const after = students.map(({ id, mark }) => changed.get(id) ?? mark);
    const unmarked = after.filter((mark) => mark === null).length;
    const isStated = report.isStated || (state && unmarked === 0);
    await storeMarks(scope, work, { students, changed, isStated });
    return { ok: true, gone: marks.length - there.length, unmarked, stated: isStated };
  });
}

/**
 * Marks students by the rows of a file, or checks what that would do. The report is stated by markStudents.
 * @param values `enter`: the number of students that a check found; null checks only
 * @returns the plan; a code as markStudents does; 'enrolment.changed' if the number is another one by now
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function enterMarks(
  scope: InstituteScope,
  courseId: string,
  kind: ReportKind,
  { rows, enter }: { rows: readonly MarkRow[]; enter: number | null },
): Promise<Outcome<{ plan: MarkPlan }>> {
  return onReport<{ plan: MarkPlan }>(scope, courseId, kind, async (work) => {
    const { offer, allowed, report, tx } = work;
    if (allowed.length === 0) return { ok: false, code: 'report.mark' };
    const students = await selectStudents(tx, courseId, kind);
    const there = new Map(students.map(({ id, mark }): [string, KnownStudent] => [id, { id, mark, isThere: true }]));
    const hashes = new Map(
      rows.map(({ roll }) => [plainRoll(roll), hashesOfRoll([offer.instituteId, ...offer.mergedIds], plainRoll(roll))]),
    );
    const byHash = await findStudents([...hashes.values()].flat(), courseId, tx);
    const studentOf = (plain: string): KnownStudent | undefined => {
      const ids = (hashes.get(plain) ?? []).flatMap((hash) => byHash.get(hash) ?? []);
      const present = ids.map((id) => there.get(id)).find((student) => student !== undefined);
      return present ?? (ids[0] === undefined ? undefined : { id: ids[0], mark: null, isThere: false });
    };
    const { plan, marks } = planMarks(rows, studentOf, [...there.values()], allowed);
    if (enter === null) return { ok: true, plan };
    if (enter !== marks.size) return { ok: false, code: 'enrolment.changed' };
    await storeMarks(scope, work, { students, changed: marks, isStated: report.isStated });
    return { ok: true, plan };
  });
}

/** Returns the students of an offer who have or had places, by the hash of their roll number, who came last first. */
async function findStudents(hashes: readonly string[], courseId: string, tx: Database): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ hash: enrolments.rollHash, id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.courseId, courseId), hasRollHash(hashes)))
    .orderBy(sql`${enrolments.createdAt} desc`);
  return new Map([...groupBy(rows, ({ hash }) => hash!)].map(([hash, own]) => [hash, own.map(({ id }) => id)]));
}

/**
 * States what became of the students of an offer, by totals that add up to those who completed the course; while the result
 * is not stated, to those on its places.
 * @returns codes as markStudents does; 'report.sum' with the number that the totals have to add up to
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function stateOutcome(
  scope: InstituteScope,
  courseId: string,
  { version, ...totals }: Outcomes & { version: number },
): Promise<Outcome<object>> {
  return onReport<object>(scope, courseId, 'outcome', async ({ offer, kind, report, tx }) => {
    const expected = await countForOutcome(courseId, tx);
    if (OUTCOMES.reduce((sum, name) => sum + totals[name], 0) !== expected)
      return { ok: false, code: 'report.sum', params: { count: expected } };
    const { totals: before } = report;
    if (before && OUTCOMES.every((name) => before[name] === totals[name])) return { ok: true };
    if (report.version > version) return { ok: false, code: 'report.changed' };
    await storeReport(tx, { courseId, kind, ...totals, version: report.version + 1, statedAt: sql`now()` });
    const names = namesOf(offer, kind);
    const entry = before
      ? ({ action: 'report.corrected', before: { ...names, ...before }, after: { ...names, ...totals } } as const)
      : ({ action: 'report.stated', after: { ...names, ...totals } } as const);
    await recordAction(scope, { ...entry, subject: courseId }, tx);
    return { ok: true };
  });
}

/** Returns the number of students that the totals of an outcome add up to. */
export async function countForOutcome(courseId: string, tx: Database): Promise<number> {
  const isResult = and(eq(reports.courseId, courseId), isOneOf(reports.kind, ON_RESULTS));
  const [result] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(isResult, sql`${reports.statedAt} is not null`));
  const isCounted = result ? and(eq(reportMarks.reportId, result.id), eq(reportMarks.mark, 'completed')) : isPresent;
  const [row] = await tx
    .select({ students: sql<number>`count(distinct (${enrolments.billingId}, ${enrolments.place}))`.mapWith(Number) })
    .from(enrolments)
    .innerJoin(billingItems, onAdoptedPlace)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .leftJoin(reportMarks, eq(reportMarks.enrolmentId, enrolments.id))
    .where(and(eq(enrolments.courseId, courseId), isCounted, sql`${enrolments.reason} is distinct from 'mistake'`));
  return row!.students;
}

/** Runs work on a report that is to be made now, one change of the institute's register after the other. */
export async function onReport<Done extends object>(
  scope: InstituteScope,
  courseId: string,
  kind: ReportKind,
  work: (locked: Work) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  const offer = await ownOffer(scope, courseId);
  if (!offer) return { ok: false, code: 'admin.not_found' };
  return transaction(async (tx): Promise<Outcome<Done>> => {
    await lockRegister(offer.instituteId, tx);
    await requireActingOffice(scope, { roles: OFFICE_ROLES, institutes: [offer.instituteId] }, tx);
    const due = await readDue(courseId, kind, tx);
    if (!due) return { ok: false, code: 'report.none' };
    if (!due.isOpen) return { ok: false, code: 'report.early', params: { from: due.opensOn } };
    const [found] = await tx
      .select()
      .from(reports)
      .where(and(eq(reports.courseId, courseId), eq(reports.kind, kind)))
      .for('no key update');
    const report: Report = {
      version: found?.version ?? 0,
      isStated: (found?.statedAt ?? null) !== null,
      totals: found && reportOf(kind).says === 'totals' ? (pickOutcomes(found) as Outcomes) : null,
    };
    return work({ offer, kind, report, allowed: marksFor(kind, due.isLastYear), tx });
  });
}

const pickOutcomes = (row: typeof reports.$inferSelect) =>
  Object.fromEntries(OUTCOMES.map((name) => [name, row[name]]));

const namesOf = ({ branch, institute, session }: OwnOffer, kind: ReportKind) => ({
  branch,
  institute,
  session,
  report: kind,
});

type Change = { students: readonly MarkedStudent[]; changed: ReadonlyMap<string, Mark>; isStated: boolean };

type NewReport = Omit<typeof reports.$inferInsert, 'statedAt' | 'firstStatedAt'> & { statedAt: SQL | null };

/** Creates or changes a report. @returns its id */
async function storeReport(tx: Database, values: NewReport): Promise<string> {
  const [stored] = await tx
    .insert(reports)
    .values({ ...values, firstStatedAt: values.statedAt })
    .onConflictDoUpdate({
      target: [reports.courseId, reports.kind],
      set: { ...values, firstStatedAt: sql`coalesce(${reports.firstStatedAt}, excluded.first_stated_at)` },
    })
    .returning({ id: reports.id });
  return stored!.id;
}

/** Stores marks with their entries of the audit log: one of the request, and one of each student. */
async function storeMarks(
  scope: InstituteScope,
  { offer, kind, report, tx }: Work,
  { students, changed, isStated }: Change,
): Promise<void> {
  const isNew = isStated && !report.isStated;
  if (changed.size === 0 && !isNew) return;
  const version = report.version + (changed.size > 0 ? 1 : 0);
  const statedAt = isStated ? sql`now()` : null;
  const reportId = await storeReport(tx, { courseId: offer.id, kind, version, statedAt });
  for (const part of chunksOf([...changed]))
    await tx
      .insert(reportMarks)
      .values(part.map(([enrolmentId, mark]) => ({ reportId, enrolmentId, mark, version })))
      .onConflictDoUpdate({
        target: [reportMarks.reportId, reportMarks.enrolmentId],
        set: { mark: sql`excluded.mark`, version: sql`excluded.version` },
      });
  const all = students.map(({ id, mark }) => changed.get(id) ?? mark);
  const counts = Object.fromEntries(countMarks(all).map(({ mark, students: count }) => [mark, count]));
  const action = isNew ? 'report.stated' : report.isStated ? 'report.corrected' : 'report.marked';
  const after = { ...namesOf(offer, kind), students: changed.size, ...counts };
  const marked = students.flatMap(({ id, reference, place, mark: old }) => {
    const mark = changed.get(id);
    if (!mark) return [];
    const fields = { reference, place, report: kind };
    return [{ before: old === null ? null : { ...fields, mark: old }, after: { ...fields, mark } }];
  });
  await recordParts(scope, { action, subject: offer.id, after }, { action: 'report.student', fields: marked }, tx);
}
