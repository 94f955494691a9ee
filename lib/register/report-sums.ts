import 'server-only';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { reportOf } from '@/db/schema/report-kinds';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { publish, totalOf, type LineProgress, type TotalProgress } from '@/lib/published/progress';
import { countOfMarks, resultOf, wasPresent } from './counted-reports';
import { isLastYear } from './report-statements';
import { onAdoptedPlace } from './statements';

/** What is published of a report: sums of its lines, and of what became of the students, which is told for the whole offer. */
type ReportProgress = { total: TotalProgress; placed: LineProgress['placed'] };

/**
 * Returns what is published of stated reports, by their id: the sums of what their lines say (publish), so that no small number
 * follows from a report and the figures of its session or the page of its institute.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readReportProgress(reportIds: readonly string[]): Promise<Map<string, ReportProgress>> {
  if (reportIds.length === 0) return new Map();
  const rows = await withQueryDeadline(
    db()
      .select({
        reportId: reports.id,
        kind: reports.kind,
        isLastYear,
        seats: billingItems.seats,
        total: sql<number>`count(${reportMarks.mark})`.mapWith(Number),
        attends: countOfMarks('attends'),
        passed: countOfMarks('passed', 'completed'),
        completed: countOfMarks('completed'),
        placed: sql<number | null>`${reports.apprentices} + ${reports.employed} + ${reports.studying}`,
        others: sql<number | null>`${reports.looking} + ${reports.unknown}`,
      })
      .from(reports)
      .innerJoin(courses, eq(courses.id, reports.courseId))
      .innerJoin(billingItems, and(eq(billingItems.courseId, courses.id), gt(billingItems.seats, 0)))
      .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
      .leftJoin(enrolments, and(onAdoptedPlace, wasPresent(sql`${reports.statedAt}`)))
      .leftJoin(reportMarks, and(eq(reportMarks.reportId, reports.id), eq(reportMarks.enrolmentId, enrolments.id)))
      .where(inArray(reports.id, [...reportIds]))
      .groupBy(reports.id, courses.id, billingItems.billingId, billingItems.position, billingItems.seats),
  );
  const lines = rows.map(
    ({ kind, isLastYear: isLast, total, attends, passed, completed, placed, others, ...line }) => ({
      ...line,
      state: 'reported' as const,
      enrolled: 0,
      attending: reportOf(kind).says === 'attendance' ? { count: attends, total } : null,
      result: reportOf(kind).says === 'result' ? resultOf(isLast, { passed, completed, total }) : null,
      placed:
        reportOf(kind).says === 'totals' && placed !== null ? { count: placed, total: placed + (others ?? 0) } : null,
    }),
  );
  const byReport = groupBy(publish(lines), ({ reportId }) => reportId);
  return new Map([...byReport].map(([id, own]) => [id, { total: totalOf(own), placed: own[0]!.placed }]));
}
