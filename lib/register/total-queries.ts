import 'server-only';
import { and, count, eq, exists, gt, max, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { describeError, log } from '@/lib/platform/log';
import { sharedRead } from '@/lib/platform/shared-read';
import { FEWEST_SHOWN, publish, publishEnrolled, totalOf, type LineProgress, type TotalProgress } from './progress';
import { REPORT_KINDS } from './report-schema';
import { isLastYear } from './report-statements';
import { isPresent, onAdoptedPlace, studentsByLine } from './statements';

const isAdopted = and(hasState(billings, ADOPTED_STATES), gt(billingItems.seats, 0))!;

/** A published line that is not named. */
type UnnamedLine = LineProgress & { courseType: string; city: string };

const attendance = alias(reportMarks, 'attendance');
const results = alias(reportMarks, 'results');

/** Lines with the same numbers, and how many they are. */
type SameLines = {
  courseType: string;
  city: string;
  isLastYear: boolean;
  begun: boolean;
  seats: number;
  enrolled: number;
  attending: number | null;
  passed: number | null;
  completed: number | null;
  lines: number;
};

/**
 * Returns the published lines of adopted seats of offers, for sums over many: those of readLines without names, and without
 * what became of the students. The database counts the lines that have the same numbers.
 * @param which of the offers: a condition on `courses`
 * @throws DeadlineError if the database does not respond in time
 */
export async function readUnnamedLines(which: SQL): Promise<UnnamedLine[]> {
  const rows = await withQueryDeadline(
    db().execute<SameLines>(sql`
      with own as materialized (
        select ${courses.id}, ${courses.courseType}, ${courses.city}, ${isLastYear} as is_last,
               exists (select from ${enrolments} where ${enrolments.courseId} = ${courses.id}) as begun
          from ${courses} where ${which}
           and exists (select from ${billingItems} where ${billingItems.courseId} = ${courses.id} and ${billingItems.seats} > 0)),
      -- Of each offer the newest report on attendance, and the one on results.
      counted as materialized (
        select distinct on (${reports.courseId}, is_result) ${reports.id}, ${reports.courseId}, ${reports.kind} = 'result' as is_result
          from ${reports} join own on own.id = ${reports.courseId}
         where ${reports.statedAt} is not null and ${reports.kind} <> 'outcome'
         order by ${reports.courseId}, is_result, array_position(${sql.param([...REPORT_KINDS])}::text[], ${reports.kind}) desc),
      students as (
        select ${enrolments.billingId}, ${enrolments.courseId}, count(*) as enrolled,
               count(*) filter (where ${attendance.mark} = 'attends') as attending,
               count(*) filter (where ${results.mark} in ('passed', 'completed')) as passed,
               count(*) filter (where ${results.mark} = 'completed') as completed
          from ${enrolments} join own on own.id = ${enrolments.courseId}
          join ${billingItems} on ${onAdoptedPlace}
          left join ${reportMarks} attendance on ${attendance.enrolmentId} = ${enrolments.id}
            and ${attendance.reportId} in (select id from counted where not is_result)
          left join ${reportMarks} results on ${results.enrolmentId} = ${enrolments.id}
            and ${results.reportId} in (select id from counted where is_result)
         where ${isPresent}
         group by 1, 2)
      select own.course_type as "courseType", own.city, own.is_last as "isLastYear", own.begun, ${billingItems.seats},
             coalesce(students.enrolled, 0)::int as enrolled,
             case when attended.id is not null then coalesce(students.attending, 0)::int end as attending,
             case when ended.id is not null then coalesce(students.passed, 0)::int end as passed,
             case when ended.id is not null then coalesce(students.completed, 0)::int end as completed,
             count(*)::int as lines
        from own join ${billingItems} on ${billingItems.courseId} = own.id
        join ${billings} on ${billings.id} = ${billingItems.billingId} and ${isAdopted}
        left join students on students.billing_id = ${billings.id} and students.course_id = own.id
        left join counted attended on attended.course_id = own.id and not attended.is_result
        left join counted ended on ended.course_id = own.id and ended.is_result
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9`),
  );
  return rows.flatMap(({ lines, isLastYear: isLast, passed, completed, ...line }) => {
    const is = isLast ? 'completed' : 'passed';
    const result = passed === null ? null : ({ is, count: isLast ? completed! : passed } as const);
    return Array.from<UnnamedLine>({ length: lines }).fill(publish([{ ...line, result, placed: null }])[0]!);
  });
}

/** What the public sees of the students on adopted seats of an institute; `statedAt` is the time of its last report. */
type InstituteProgress = TotalProgress & { statedAt: Date | null };

/** Returns what the public sees of the students on adopted seats of an institute. */
export async function readInstituteProgress(instituteId: string): Promise<InstituteProgress> {
  const adopted = db()
    .select({ id: billings.id })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(and(eq(billingItems.courseId, reports.courseId), isAdopted));
  const [lines, [last]] = await Promise.all([
    readUnnamedLines(eq(courses.instituteId, instituteId)),
    withQueryDeadline(
      db()
        .select({ statedAt: max(reports.statedAt) })
        .from(reports)
        .innerJoin(courses, eq(courses.id, reports.courseId))
        .where(and(eq(courses.instituteId, instituteId), exists(adopted))),
    ),
  ]);
  return { ...totalOf(lines), statedAt: last!.statedAt };
}

// Summed by the database, for every line of the site is counted, and read less often than other totals: it changes by the day.
const readEnrolled = sharedRead(
  () => 60 * env().TOTALS_AGE_MS,
  async () => {
    const present = studentsByLine(sql`true`);
    const sizes = await withQueryDeadline(
      db()
        .select({ enrolled: present.students, lines: count() })
        .from(present)
        .innerJoin(billings, and(eq(billings.id, present.billingId), hasState(billings, ADOPTED_STATES)))
        .groupBy(present.students),
    );
    return sizes.reduce((sum, { enrolled, lines }) => sum + lines * (publishEnrolled(enrolled) ?? 0), 0);
  },
);

/**
 * Returns how many students are on adopted seats at least; null if they are fewer than FEWEST_SHOWN, or cannot be read: a
 * page must render without them.
 */
export async function countStudents(): Promise<number | null> {
  try {
    const enrolled = await readEnrolled();
    return enrolled < FEWEST_SHOWN ? null : enrolled;
  } catch (error) {
    log.error('students_failed', describeError(error));
    return null;
  }
}
