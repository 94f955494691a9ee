import 'server-only';
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import { today } from '@/db/balance';
import { db } from '@/db/client';
import { hasPart, qualified } from '@/db/conditions';
import { courses, institutes, reportMarks, reports } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import { REPORT_OPENS_DAYS } from '@/lib/register/report-rules';
import { askedReports, isLate, isReportOf, remindedOn, reportState } from '@/lib/register/report-statements';
import type { ReportFilter, ReportRecord } from './schema';

/**
 * Returns a page of the reports of institutes that can be made by now or are made, and their number. It has no students.
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
  // Of an outcome there are no marks but totals; of what is not stated, nothing is known.
  const placed = sql`${reports.apprentices} + ${reports.employed} + ${reports.studying}`;
  const counted = (total: SQL, is = sql`true`) =>
    qualified(
      sql<number | null>`(case when ${reports.statedAt} is not null then coalesce(${total},
        (select count(*)::int from ${reportMarks} where ${reportMarks.reportId} = ${reports.id} and ${is})) end)`,
    );
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
        students: counted(sql`${placed} + ${reports.looking} + ${reports.unknown}`),
        positive: counted(placed, sql`${reportMarks.mark} in ('attends', 'passed', 'completed')`),
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
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
