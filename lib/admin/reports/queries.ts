import 'server-only';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { today } from '@/db/balance';
import { db } from '@/db/client';
import { hasPart, qualified } from '@/db/conditions';
import { billingItems, courses, institutes, reportMarks, reports } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import { groupBy } from '@/lib/platform/group-by';
import { totalOf } from '@/lib/published/progress';
import { readLines } from '@/lib/register/progress-queries';
import { REPORT_OPENS_DAYS } from '@/lib/register/report-rules';
import { askedReports, isLate, isReportOf, remindedOn, reportState } from '@/lib/register/report-statements';
import { readReportProgress } from '@/lib/register/report-sums';
import type { ReportFilter, ReportRecord } from './schema';

/**
 * Returns a page of the reports of institutes that can be made by now or are made, and their number. It has published numbers of students only, as sponsors and the public see them.
 * @throws DeadlineError when the database does not answer in time
 */
export async function listReportsOfInstitutes(
  _scope: AdminScope,
  { q, state, kind, session }: ReportFilter,
  { page, size }: Page,
): Promise<{ rows: ReportRecord[]; total: number }> {
  const askedReport = askedReports({ missed: true, until: sql`${today} + ${REPORT_OPENS_DAYS}::int` });
  const shown = sql<ReportRecord['state']>`(case when ${reports.statedAt} is not null then ${reportState}
    when ${askedReport.isMissed} then 'missed' when ${isLate(askedReport)} then 'late' else 'due' end)`;
  const rows = await withQueryDeadline(
    db()
      .select({
        courseId: courses.id,
        reportId: reports.id,
        institute: institutes.name,
        city: institutes.city,
        courseType: sql<string>`${courses.courseType}`,
        branch: courses.branch,
        session: courses.session,
        studyYear: courses.studyYear,
        kind: askedReport.kind,
        dueOn: askedReport.dueOn,
        state: shown,
        statedAt: reports.statedAt,
        remindedOn: remindedOn(askedReport),
        hasStudents: qualified(
          sql<boolean>`exists (select from ${reportMarks} where ${reportMarks.reportId} = ${reports.id})`,
        ),
        total: sql<number>`count(*) over ()`.mapWith(Number),
      })
      .from(courses)
      .innerJoin(institutes, eq(institutes.id, courses.instituteId))
      .crossJoinLateral(askedReport)
      .leftJoin(reports, isReportOf(askedReport))
      .where(
        and(
          q === undefined ? undefined : hasPart(sql`concat_ws(' ', ${institutes.name}, ${institutes.city})`, q),
          state === undefined ? undefined : sql`${shown} = ${state}`,
          kind === undefined ? undefined : sql`${askedReport.kind} = ${kind}`,
          session === undefined ? undefined : eq(courses.session, session),
        ),
      )
      .orderBy(
        desc(askedReport.dueOn),
        asc(institutes.name),
        asc(courses.courseType),
        asc(courses.branch),
        asc(courses.id),
      )
      .limit(size)
      .offset((page - 1) * size),
  );
  const [stated, open] = [rows.filter(({ statedAt }) => statedAt), rows.filter(({ statedAt }) => !statedAt)];
  const [said, lines] = await Promise.all([
    readReportProgress(stated.map(({ reportId }) => reportId!)),
    open.length === 0
      ? []
      : readLines(inArray(billingItems.courseId, [...new Set(open.map(({ courseId }) => courseId))])),
  ]);
  const linesOf = groupBy(lines, ({ courseId }) => courseId);
  return {
    rows: rows.map(({ total: _, ...row }) => {
      const { total: progress, placed } = (row.statedAt && said.get(row.reportId!)) || {
        total: totalOf(linesOf.get(row.courseId) ?? []),
        placed: null,
      };
      return { ...row, progress, placed };
    }),
    total: rows[0]?.total ?? 0,
  };
}
