import 'server-only';
import { and, asc, desc, eq, exists, gt, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/access';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { publish, type LineProgress, type Progress } from './progress';
import { REPORT_KINDS, type Mark, type ReportKind, type ReportState } from './reports/schema';
import { datedReports, dayOf, isAsked, isLate, isReportOf, remindedOn, reportState } from './reports/statements';
import { isPresent, onAdoptedPlace, studentsByLine } from './statements';

/** The newest report that the institute stated on an offer. */
type LastReport = { kind: ReportKind; statedAt: Date; state: ReportState };

/** The newest report that the institute has not stated though its day has passed. Days are YYYY-MM-DD in India. */
type LateReport = {
  kind: ReportKind;
  dueOn: string;
  /** When the institute was reminded last; null if it was not. */
  remindedOn: string | null;
};

/** A line of an adoption with its names and what its institute reported. */
export type NamedProgress = LineProgress & {
  billingId: string;
  reference: string;
  courseId: string;
  courseType: string;
  branch: string;
  branchHindi: string | null;
  institute: string;
  instituteHindi: string | null;
  city: string;
  session: string;
  /** Null while there is none. */
  lastReport: LastReport | null;
  /** Null unless one is late. */
  late: LateReport | null;
};

/**
 * Returns how the students on the seats of an adoption do, by line in its order: places, students and what the institutes stated,
 * with the days of their reports and who is late. Small numbers are hidden (publish), and the counts are of the seats that are
 * adopted now. For pages, the API, papers and e-mails alike.
 * @param scope whose adoptions
 * @param billingId one of them; null: all, the newest adoption first
 * @returns null while there are no adopted seats, and for adoptions of others
 * @throws DeadlineError if the database does not respond in time
 */
export const readProgress = (scope: AdoptionScope, billingId: string | null): Promise<Progress<NamedProgress> | null> =>
  selectProgress(and(ownedBy(scope), billingId === null ? undefined : eq(billings.id, billingId))!);

/** The same for the adoptions of a condition on `billings`: for jobs, e-mails and papers, which have no scope. */
async function selectProgress(of: SQL): Promise<Progress<NamedProgress> | null> {
  const isOwn = and(of, hasState(billings, ADOPTED_STATES))!;
  const own = db().select({ id: billings.id }).from(billings).where(isOwn);
  const present = studentsByLine(inArray(enrolments.billingId, own));
  const ever = alias(enrolments, 'ever_enrolled');
  const lines = await withQueryDeadline(
    db()
      .select({
        billingId: billings.id,
        reference: billings.reference,
        courseId: billingItems.courseId,
        courseType: billingItems.courseName,
        branch: billingItems.branch,
        branchHindi: billingItems.branchHindi,
        institute: billingItems.institute,
        instituteHindi: billingItems.instituteHindi,
        city: billingItems.city,
        session: billingItems.session,
        adoptedOn: dayOf(billings.verifiedAt),
        seats: billingItems.seats,
        enrolled: sql<number>`coalesce(${present.students}, 0)`.mapWith(Number),
        begun: sql<boolean>`${exists(db().select({ id: ever.id }).from(ever).where(eq(ever.courseId, billingItems.courseId)))}`,
      })
      .from(billingItems)
      .innerJoin(billings, eq(billings.id, billingItems.billingId))
      .leftJoin(
        present,
        and(eq(present.billingId, billingItems.billingId), eq(present.courseId, billingItems.courseId)),
      )
      .where(and(isOwn, gt(billingItems.seats, 0)))
      .orderBy(desc(billings.verifiedAt), asc(billings.id), asc(billingItems.position)),
  );
  if (lines.length === 0) return null;
  const courseIds = [...new Set(lines.map(({ courseId }) => courseId))];
  const billingIds = [...new Set(lines.map((line) => line.billingId))];
  const [stated, late, left] = await withQueryDeadline(
    Promise.all([selectStated(courseIds), selectLate(courseIds), countLeft(billingIds)]),
  );
  const newest = (courseId: string, kinds: readonly ReportKind[]) =>
    stated.filter((report) => report.courseId === courseId && kinds.includes(report.kind)).at(-1);
  // Only these reports are counted, of up to six.
  const counted = courseIds.flatMap((id) =>
    [newest(id, ATTENDANCE)?.id ?? [], newest(id, ['result'])?.id ?? []].flat(),
  );
  const marks = await withQueryDeadline(countMarks(billingIds, counted));
  return publish(
    lines.map(({ adoptedOn, ...line }) => {
      const { billingId, courseId } = line;
      const isOfLine = (row: { billingId: string; courseId: string }) =>
        row.billingId === billingId && row.courseId === courseId;
      const count = (kinds: readonly ReportKind[], which: readonly Mark[], isThere: boolean) => {
        const report = newest(courseId, kinds);
        if (!report) return null;
        return marks
          .filter((row) => isOfLine(row) && row.reportId === report.id && which.includes(row.mark))
          .reduce((sum, row) => sum + (isThere ? row.present : row.students), 0);
      };
      const last = newest(courseId, REPORT_KINDS);
      const outcome = newest(courseId, ['outcome']);
      const isLateFor = late.filter((row) => row.courseId === courseId && row.dueOn >= adoptedOn).at(-1);
      return {
        ...line,
        attending: count(ATTENDANCE, ['attends'], true),
        passed: count(['result'], ['passed', 'completed'], false),
        completed: count(['result'], ['completed'], false),
        left: left.find(isOfLine)?.students ?? 0,
        placed: outcome ? outcome.placed : null,
        lastReport: last ? { kind: last.kind, statedAt: last.statedAt!, state: last.state } : null,
        late: isLateFor ? { kind: isLateFor.kind, dueOn: isLateFor.dueOn, remindedOn: isLateFor.remindedOn } : null,
      };
    }),
  );
}

const ATTENDANCE = ['enrolment', 'term_1', 'term_2', 'term_3'] as const;

/** The stated reports of offers, in the order of their kinds. */
const selectStated = (courseIds: readonly string[]) =>
  db()
    .select({
      id: reports.id,
      courseId: reports.courseId,
      kind: reports.kind,
      statedAt: reports.statedAt,
      state: reportState,
      placed: sql<number | null>`${reports.apprentices} + ${reports.employed} + ${reports.studying}`,
    })
    .from(reports)
    .where(and(inArray(reports.courseId, [...courseIds]), isNotNull(reports.statedAt)))
    .orderBy(sql`array_position(${sql.param([...REPORT_KINDS])}::text[], ${reports.kind})`);

/** The late reports of offers, in the order of their days. */
function selectLate(courseIds: readonly string[]) {
  const dated = datedReports();
  return db()
    .select({
      courseId: courses.id,
      kind: dated.kind,
      dueOn: sql<string>`${dated.dueOn}`,
      remindedOn: remindedOn(dated),
    })
    .from(courses)
    .innerJoin(dated, isAsked(dated))
    .leftJoin(reports, isReportOf(dated))
    .where(and(inArray(courses.id, [...courseIds]), isLate(dated)))
    .orderBy(dated.dueOn);
}

/** Students who left places that are adopted now, by line; not those who were entered by mistake. */
const countLeft = (billingIds: readonly string[]) =>
  db()
    .select({
      billingId: enrolments.billingId,
      courseId: enrolments.courseId,
      students: sql<number>`count(*)`.mapWith(Number),
    })
    .from(enrolments)
    .innerJoin(billingItems, onAdoptedPlace)
    .where(
      and(
        inArray(enrolments.billingId, [...billingIds]),
        isNotNull(enrolments.untilDay),
        ne(enrolments.reason, 'mistake'),
      ),
    )
    .groupBy(enrolments.billingId, enrolments.courseId);

/** The marks of reports on places that are adopted now, by line; `present`: of students who are still there. */
const countMarks = (billingIds: readonly string[], reportIds: readonly string[]) =>
  db()
    .select({
      reportId: reportMarks.reportId,
      billingId: enrolments.billingId,
      courseId: enrolments.courseId,
      mark: reportMarks.mark,
      students: sql<number>`count(*)`.mapWith(Number),
      present: sql<number>`count(*) filter (where ${isPresent})`.mapWith(Number),
    })
    .from(reportMarks)
    .innerJoin(enrolments, eq(enrolments.id, reportMarks.enrolmentId))
    .innerJoin(billingItems, onAdoptedPlace)
    .where(
      and(
        inArray(reportMarks.reportId, [...reportIds]),
        inArray(enrolments.billingId, [...billingIds]),
        sql`${enrolments.reason} is distinct from 'mistake'`,
      ),
    )
    .groupBy(reportMarks.reportId, enrolments.billingId, enrolments.courseId, reportMarks.mark);
