import 'server-only';
import { and, count, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState, type Columns } from '@/db/conditions';
import { billingItems, billings, compositions, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { CATEGORIES, GROUPS, type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { InstituteScope } from '@/lib/accounts/offices/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Outcome } from '@/lib/platform/errors';
import {
  publishComposition,
  stateOfComposition,
  type Composition,
  type CompositionCounts,
  type GroupCounts,
} from '@/lib/published/composition';
import { wasPresent } from './counted-reports';
import { onReport } from './report-mutations';
import { onAdoptedPlace } from './statements';

/** Totals as an office stated them. */
type StatedComposition = CompositionCounts & { version: number; statedAt: Date };

/** Selects the totals of an offer. */
const compositionOf = (courseId: string, database: Database) =>
  database.select().from(compositions).where(eq(compositions.courseId, courseId));

/** Returns the lines of an offer with their students in a report, those who left since included. */
const reportedLines = (courseId: string, kind: ReportKind, database: Database) =>
  database
    .select({ seats: billingItems.seats, students: count(reportMarks.mark) })
    .from(billingItems)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .innerJoin(reports, and(eq(reports.courseId, billingItems.courseId), eq(reports.kind, kind)))
    .leftJoin(enrolments, and(onAdoptedPlace, wasPresent(sql`${reports.statedAt}`)))
    .leftJoin(reportMarks, and(eq(reportMarks.reportId, reports.id), eq(reportMarks.enrolmentId, enrolments.id)))
    .where(and(eq(billingItems.courseId, courseId), gt(billingItems.seats, 0)))
    .groupBy(billingItems.billingId, billingItems.position, billingItems.seats);

const studentsOf = (lines: readonly { students: number }[]) => lines.reduce((sum, { students }) => sum + students, 0);

/** The year in which those who study in a year of the course began. */
const startOf = (course: Columns<'session' | 'studyYear'>): SQL =>
  sql`left(${course.session}, 4)::int - ${course.studyYear}`;

/** Whether totals were stated for the same students in another year of their course: two of them would tell who left. */
async function isStatedElsewhere(courseId: string, database: Database): Promise<boolean> {
  const other = alias(courses, 'other_year');
  const rows = await database
    .select({ id: other.id })
    .from(courses)
    .innerJoin(
      other,
      and(
        eq(other.instituteId, courses.instituteId),
        eq(other.courseType, courses.courseType),
        eq(other.branch, courses.branch),
        sql`${startOf(other)} = ${startOf(courses)} and ${other.id} <> ${courses.id}`,
      ),
    )
    .innerJoin(compositions, eq(compositions.courseId, other.id))
    .where(eq(courses.id, courseId))
    .limit(1);
  return rows.length > 0;
}

/**
 * States how many of the students in a report are women, SC, ST and OBC; null: not stated. Another request corrects it.
 * @param values `version` of the totals that the page showed; 0: none
 * @returns codes as markStudents does; 'report.state_first' while the report is not stated, or has no student; 'report.above' with
 * the number of students if the totals are more; 'report.stated_elsewhere' if they were stated in another year of these students
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function stateComposition(
  scope: InstituteScope,
  courseId: string,
  kind: ReportKind,
  { version, ...counts }: GroupCounts & { version: number },
): Promise<Outcome<object>> {
  return onReport<object>(scope, courseId, kind, async ({ offer, report, tx }) => {
    if (reportOf(kind).says === 'totals') return { ok: false, code: 'report.mark' };
    const [[before], lines] = [await compositionOf(courseId, tx), await reportedLines(courseId, kind, tx)];
    const students = studentsOf(lines);
    if (!report.isStated || students === 0) return { ok: false, code: 'report.state_first' };
    const inCategories = CATEGORIES.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
    if (Math.max(counts.women ?? 0, inCategories) > students)
      return { ok: false, code: 'report.above', params: { count: students } };
    if (await isStatedElsewhere(courseId, tx)) return { ok: false, code: 'report.stated_elsewhere' };
    const isSame = before?.students === students && GROUPS.every((name) => before[name] === counts[name]);
    if (isSame) return { ok: true };
    if ((before?.version ?? 0) !== version) return { ok: false, code: 'report.changed' };
    const [{ id: reportId }] = (await tx
      .select({ id: reports.id })
      .from(reports)
      .where(and(eq(reports.courseId, courseId), eq(reports.kind, kind)))) as [{ id: string }];
    const state = stateOfComposition(lines, before?.state ?? null);
    const values = { courseId, reportId, version: version + 1, students, ...counts, state, statedAt: sql`now()` };
    await tx.insert(compositions).values(values).onConflictDoUpdate({ target: compositions.courseId, set: values });
    const { branch, institute, session } = offer;
    const entryOf = (row: GroupCounts & { students: number }) => ({
      ...{ branch, institute, session, report: kind, students: row.students },
      ...Object.fromEntries(GROUPS.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
    });
    await recordAction(
      scope,
      {
        action: 'report.composition',
        subject: courseId,
        before: before ? entryOf(before) : null,
        after: entryOf({ students, ...counts }),
      },
      tx,
    );
    return { ok: true };
  });
}

/** What the page of a report needs for the totals; null if none can be stated with it. `students`: in the report now. */
export type CompositionForm = { stated: StatedComposition | null; students: number };

/** Returns what the page of a stated report needs for the totals of its students; null if none can be stated with it. */
export async function readCompositionForm(courseId: string, kind: ReportKind): Promise<CompositionForm | null> {
  if (reportOf(kind).says === 'totals') return null;
  const [[stated], lines, isElsewhere] = await withQueryDeadline(
    Promise.all([
      compositionOf(courseId, db()),
      reportedLines(courseId, kind, db()),
      isStatedElsewhere(courseId, db()),
    ]),
  );
  const students = studentsOf(lines);
  return isElsewhere || students === 0 ? null : { stated: stated ?? null, students };
}

/** Returns what is published of the groups of students of offers, by offer. */
export async function readCompositions(
  courseIds: readonly string[],
  database: Database = db(),
): Promise<Map<string, Composition>> {
  if (courseIds.length === 0) return new Map();
  const rows = await withQueryDeadline(
    database
      .select()
      .from(compositions)
      .where(inArray(compositions.courseId, [...courseIds])),
  );
  return new Map(rows.map((row) => [row.courseId, publishComposition(row)]));
}

/** A published total of the students of an offer. */
export type OfferComposition = { session: string; courseType: string; city: string; composition: Composition };

/** Returns what is published of the groups of students of all offers, for sums. */
export async function readAllCompositions(): Promise<OfferComposition[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ session: courses.session, courseType: courses.courseType, city: courses.city, counts: compositions })
      .from(compositions)
      .innerJoin(courses, eq(courses.id, compositions.courseId)),
  );
  return rows.map(({ counts, ...offer }) => ({ ...offer, composition: publishComposition(counts) }));
}
