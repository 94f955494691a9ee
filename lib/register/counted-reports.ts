import 'server-only';
import { and, desc, inArray, isNotNull, not, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { enrolments, reportMarks, reports } from '@/db/schema';
import { type Mark, ON_RESULTS, REPORT_KINDS, WITH_TOTALS } from '@/db/schema/report-kinds';
import { isOneOf } from '@/db/schema/known';

/**
 * Selects the reports whose marks count for what is published: of each offer the newest stated one on attendance, and the one
 * on results (`isResult`), with the time when each was stated.
 * @param which of the offers: a condition on `reports`
 */
export function countedReports(which: SQL) {
  const isResult = sql<boolean>`(${isOneOf(reports.kind, ON_RESULTS)})`.as('is_result');
  return db()
    .selectDistinctOn([reports.courseId, isResult], {
      id: reports.id,
      courseId: reports.courseId,
      isResult,
      statedAt: reports.statedAt,
    })
    .from(reports)
    .where(and(which, not(isOneOf(reports.kind, WITH_TOTALS)), isNotNull(reports.statedAt)))
    .orderBy(
      reports.courseId,
      isResult,
      desc(sql`array_position(${sql.param([...REPORT_KINDS])}::text[], ${reports.kind})`),
    );
}

/**
 * Condition: a student was on the place when a report was stated. Its counts are of that time: if who leaves afterwards
 * were left out, the next count would tell who it was.
 */
export const wasPresent = (statedAt: SQL): SQL =>
  sql`(${enrolments.untilDay} is null or ${enrolments.endedAt} >= ${statedAt})`;

/** The number of `reportMarks` that are one of some marks. */
export const countOfMarks = (...marks: Mark[]): SQL<number> =>
  sql<number>`count(*) filter (where ${inArray(reportMarks.mark, marks)})`.mapWith(Number);

/** Returns what a report on results tells of its students: in the last year who completed the course, else who passed. */
export const resultOf = (
  isLast: boolean,
  { passed, completed, total }: Record<'passed' | 'completed' | 'total', number>,
) => (isLast ? { is: 'completed' as const, count: completed, total } : { is: 'passed' as const, count: passed, total });
