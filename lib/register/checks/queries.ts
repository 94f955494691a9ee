import 'server-only';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { todayInIndia } from '@/db/days';
import { db } from '@/db/client';
import { hasPart, qualified } from '@/db/conditions';
import { billingItems, courses, reportMarks } from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Page } from '@/lib/platform/list';
import { groupBy } from '@/lib/platform/group-by';
import { totalOf } from '@/lib/published/progress';
import { readLines } from '@/lib/register/progress-queries';
import { REPORT_OPENS_DAYS } from '@/lib/register/report-rules';
import { askedReports, isLate, offerInstitutes, remindedOn } from '@/lib/register/report-statements';
import { readReportProgress } from '@/lib/register/report-sums';
import type { ReportFilter, ReportRecord } from './schema';

/**
 * Returns a page of the reports of institutes that can be made by now or are made, and their number. It has published
 * numbers of students only, as sponsors and the public see them.
 * @throws DeadlineError when the database does not answer in time
 */
export async function listReportsOfInstitutes(
  scope: AreaScope,
  { q, state, kind, session }: ReportFilter,
  { page, size }: Page,
): Promise<{ rows: ReportRecord[]; total: number }> {
  const area = await areaOf(scope);
  const asked = askedReports({
    missed: true,
    until: sql`${todayInIndia} + ${REPORT_OPENS_DAYS}::int`,
    which: and(
      q === undefined ? undefined : hasPart(sql`concat_ws(' ', ${offerInstitutes.name}, ${offerInstitutes.city})`, q),
      session === undefined ? undefined : eq(courses.session, session),
      area?.course,
    ),
  });
  const shown = sql<ReportRecord['state']>`(case when ${asked.statedAt} is not null then ${asked.state}
    when ${asked.isMissed} then 'missed' when ${isLate(asked)} then 'late' else 'due' end)`;
  const rows = await withQueryDeadline(
    db()
      .select({
        courseId: asked.courseId,
        reportId: asked.reportId,
        institute: asked.institute,
        city: asked.city,
        courseType: asked.courseType,
        branch: asked.branch,
        session: asked.session,
        studyYear: asked.studyYear,
        kind: asked.kind,
        dueOn: asked.dueOn,
        state: shown,
        statedAt: asked.statedAt,
        remindedOn: remindedOn(asked),
        hasStudents: qualified(
          sql<boolean>`exists (select from ${reportMarks} where ${reportMarks.reportId} = ${asked.reportId})`,
        ),
        total: sql<number>`count(*) over ()`.mapWith(Number),
      })
      .from(asked)
      .where(
        and(
          state === undefined ? undefined : sql`${shown} = ${state}`,
          kind === undefined ? undefined : sql`${asked.kind} = ${kind}`,
        ),
      )
      .orderBy(desc(asked.dueOn), asc(asked.institute), asc(asked.courseType), asc(asked.branch), asc(asked.courseId))
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
