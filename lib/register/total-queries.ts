import 'server-only';
import { and, count, desc, eq, exists, gt, isNotNull, max, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { ReportState } from '@/db/schema/values';
import type { ReportKind } from '@/db/schema/report-kinds';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { describeError, log } from '@/lib/platform/log';
import { sharedRead } from '@/lib/platform/shared-read';
import { countedReports, resultOf, wasPresent } from './counted-reports';
import {
  FEWEST_SHOWN,
  publish,
  tell,
  totalOf,
  type LineProgress,
  type SeatedStudents,
  type SeatState,
  type TotalProgress,
} from '@/lib/published/progress';
import { isLastYear, reportState } from './report-statements';
import { isPresent, onAdoptedPlace, seatState, studentsByLine } from './statements';

const isAdopted = and(hasState(billings, ADOPTED_STATES), gt(billingItems.seats, 0))!;

/** A published line that is not named. */
type UnnamedLine = LineProgress & { courseType: string; city: string };

const attendance = alias(reportMarks, 'attendance');
const results = alias(reportMarks, 'results');

/** Lines with the same numbers, and how many they are. Of a report: null unless it is stated. */
type SameLines = {
  courseType: string;
  city: string;
  isLastYear: boolean;
  state: SeatState;
  seats: number;
  enrolled: number;
  attending: number | null;
  inTerm: number;
  passed: number | null;
  completed: number;
  inResult: number;
  lines: number;
};

/**
 * Returns the published lines of adopted seats of offers, for sums over many: those of readLines without names, and without
 * what became of the students. The database counts the lines that have the same numbers.
 * @param which of the offers: a condition on `courses`
 * @throws DeadlineError if the database does not respond in time
 */
export async function readUnnamedLines(which: SQL): Promise<UnnamedLine[]> {
  const counted = countedReports(sql`${reports.courseId} in (select id from own)`);
  const isIn = (mark: typeof attendance | typeof results, report: 'term' | 'result') =>
    sql`(${mark.mark} is not null and ${wasPresent(sql.raw(`offers.${report}_at`))})`;
  const [inTerm, inResult] = [isIn(attendance, 'term'), isIn(results, 'result')];
  const rows = await withQueryDeadline(
    db().execute<SameLines>(sql`
      with own as materialized (
        select ${courses.id}, ${courses.courseType}, ${courses.city}, ${isLastYear} as is_last, ${seatState} as state
          from ${courses} where ${which}
           and exists (select from ${billingItems} where ${billingItems.courseId} = ${courses.id} and ${billingItems.seats} > 0)),
      counted as materialized (${counted}),
      -- With their reports, before the students: of joins with these Postgres expects too few rows, and would read lists in loops.
      offers as materialized (
        select own.*, term.id as term_id, term.stated_at as term_at, result.id as result_id, result.stated_at as result_at
          from own left join counted term on term.course_id = own.id and not term.is_result
          left join counted result on result.course_id = own.id and result.is_result),
      students as (
        select ${enrolments.billingId}, ${enrolments.courseId}, count(*) filter (where ${isPresent}) as enrolled,
               count(*) filter (where ${inTerm}) as in_term,
               count(*) filter (where ${inTerm} and ${attendance.mark} = 'attends') as attending,
               count(*) filter (where ${inResult}) as in_result,
               count(*) filter (where ${inResult} and ${results.mark} in ('passed', 'completed')) as passed,
               count(*) filter (where ${inResult} and ${results.mark} = 'completed') as completed
          from ${enrolments} join offers on offers.id = ${enrolments.courseId}
          join ${billingItems} on ${onAdoptedPlace}
          left join ${reportMarks} attendance on ${attendance.enrolmentId} = ${enrolments.id} and ${attendance.reportId} = offers.term_id
          left join ${reportMarks} results on ${results.enrolmentId} = ${enrolments.id} and ${results.reportId} = offers.result_id
         group by 1, 2)
      select offers.course_type as "courseType", offers.city, offers.is_last as "isLastYear", offers.state, ${billingItems.seats},
             coalesce(students.enrolled, 0)::int as enrolled,
             case when offers.term_id is not null then coalesce(students.attending, 0)::int end as attending,
             coalesce(students.in_term, 0)::int as "inTerm",
             case when offers.result_id is not null then coalesce(students.passed, 0)::int end as passed,
             coalesce(students.completed, 0)::int as completed, coalesce(students.in_result, 0)::int as "inResult",
             count(*)::int as lines
        from offers join ${billingItems} on ${billingItems.courseId} = offers.id
        join ${billings} on ${billings.id} = ${billingItems.billingId} and ${isAdopted}
        left join students on students.billing_id = ${billings.id} and students.course_id = offers.id
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`),
  );
  return rows.flatMap(
    ({ lines, isLastYear: isLast, attending, inTerm: total, passed, completed, inResult, ...line }) => {
      const counts = {
        ...line,
        attending: attending === null ? null : { count: attending, total },
        result: passed === null ? null : resultOf(isLast, { passed, completed, total: inResult }),
        placed: null,
      };
      return Array.from<UnnamedLine>({ length: lines }).fill(publish([counts])[0]!);
    },
  );
}

/** A kind of report that an institute stated in a session: on how many offers, how many of them a spot check confirmed or not, and when last. */
type InstituteReport = {
  kind: ReportKind;
  session: string;
  statedAt: Date;
  offers: number;
  checked: number;
  differs: number;
};

/** What the public sees of the students on adopted seats of an institute, and on which reports it rests, the newest first. */
export type InstituteProgress = TotalProgress & { reports: InstituteReport[] };

/** Reports on the page of an institute. */
const SHOWN_REPORTS = 6;

/** Returns what the public sees of the students on adopted seats of an institute. */
export async function readInstituteProgress(instituteId: string): Promise<InstituteProgress> {
  const adopted = db()
    .select({ id: billings.id })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(and(eq(billingItems.courseId, reports.courseId), isAdopted));
  const statedAt = max(reports.statedAt);
  const inState = (state: ReportState) =>
    sql<number>`count(*) filter (where ${reportState} = ${state})`.mapWith(Number);
  const [lines, stated] = await Promise.all([
    readUnnamedLines(eq(courses.instituteId, instituteId)),
    withQueryDeadline(
      db()
        .select({
          kind: reports.kind,
          session: courses.session,
          statedAt: sql<Date>`${statedAt}`.mapWith(reports.statedAt),
          offers: count(),
          checked: inState('checked'),
          differs: inState('differs'),
        })
        .from(reports)
        .innerJoin(courses, eq(courses.id, reports.courseId))
        .where(and(eq(courses.instituteId, instituteId), isNotNull(reports.statedAt), exists(adopted)))
        .groupBy(reports.kind, courses.session)
        .orderBy(desc(statedAt), reports.kind)
        .limit(SHOWN_REPORTS),
    ),
  ]);
  return { ...totalOf(lines), reports: stated };
}

// Summed by the database, for every line of the site is counted, and read less often than other totals: it changes by the day.
const readEnrolled = sharedRead(
  () => 60 * env().TOTALS_AGE_MS,
  async (): Promise<SeatedStudents> => {
    const present = studentsByLine(sql`true`);
    const sizes = await withQueryDeadline(
      db()
        .select({ enrolled: present.students, seats: billingItems.seats, lines: count() })
        .from(present)
        .innerJoin(billings, and(eq(billings.id, present.billingId), hasState(billings, ADOPTED_STATES)))
        .innerJoin(
          billingItems,
          and(eq(billingItems.billingId, present.billingId), eq(billingItems.courseId, present.courseId)),
        )
        .groupBy(present.students, billingItems.seats),
    );
    const told = sizes.filter((line) => tell({ count: line.enrolled, total: line.seats }).says === 'exactly');
    const add = (of: 'enrolled' | 'seats') => told.reduce((sum, line) => sum + line.lines * line[of], 0);
    return { students: add('enrolled'), seats: add('seats') };
  },
);

/**
 * Returns how many students are on adopted seats, of the lines in which that is told exactly; null if they are fewer than
 * FEWEST_SHOWN, or cannot be read: a page must render without them.
 */
export async function countStudents(): Promise<SeatedStudents | null> {
  try {
    const seated = await readEnrolled();
    return seated.students < FEWEST_SHOWN ? null : seated;
  } catch (error) {
    log.error('students_failed', describeError(error));
    return null;
  }
}
