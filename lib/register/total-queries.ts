import 'server-only';
import { and, count, desc, eq, exists, gt, isNotNull, max, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billingItems, billings, courses, enrolments, reportMarks, reports } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { ReportState } from '@/db/schema/enums';
import type { ReportKind } from '@/db/schema/report-kinds';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { groupBy } from '@/lib/platform/group-by';
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

/** Adopted lines of an offer with as many seats, and how many they are. */
type LinesOfSize = { courseId: string; seats: number; lines: number };

/** Of the students of a line, with those in the reports that count. */
type StudentCounts = Record<'enrolled' | 'attending' | 'inTerm' | 'passed' | 'completed' | 'inResult', number>;

const NO_STUDENTS: StudentCounts = { enrolled: 0, attending: 0, inTerm: 0, passed: 0, completed: 0, inResult: 0 };

/** An offer with adopted lines, and whether reports on attendance and on results count for it. */
type Offer = {
  id: string;
  courseType: string;
  city: string;
  isLastYear: boolean;
  state: SeatState;
  hasTerm: boolean;
  hasResult: boolean;
};

/**
 * Returns the published lines of adopted seats of offers, for sums over many: those of readLines without names, and without
 * what became of the students. The database counts the lines that have the same numbers; lines without a student, nearly all
 * where institutes begin to report, by size alone.
 * @param which of the offers: a condition on `courses`
 * @throws DeadlineError if the database does not respond in time
 */
export async function readUnnamedLines(which: SQL): Promise<UnnamedLine[]> {
  const [offers, lines, withStudents] = await withQueryDeadline(
    db().transaction(
      (tx) =>
        Promise.all([
          tx.execute<Offer>(offersOf(which)),
          tx.execute<LinesOfSize>(linesBySize(which)),
          tx.execute<LinesOfSize & StudentCounts>(linesByStudents(which)),
        ]),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const sizeOf = ({ courseId, seats }: LinesOfSize) => `${courseId} ${seats}`;
  const reported = groupBy(withStudents, sizeOf);
  const others = lines.map((line) => {
    const same = reported.get(sizeOf(line)) ?? [];
    return { ...line, ...NO_STUDENTS, lines: line.lines - same.reduce((sum, each) => sum + each.lines, 0) };
  });
  return [...withStudents, ...others].flatMap((line) => {
    const { courseType, city, isLastYear: isLast, state, hasTerm, hasResult } = byId.get(line.courseId)!;
    const { seats, enrolled, attending, inTerm, passed, completed, inResult } = line;
    const counts = {
      courseType,
      city,
      state,
      seats,
      enrolled,
      attending: hasTerm ? { count: attending, total: inTerm } : null,
      result: hasResult ? resultOf(isLast, { passed, completed, total: inResult }) : null,
      placed: null,
    };
    return Array.from<UnnamedLine>({ length: line.lines }).fill(publish([counts])[0]!);
  });
}

const ofOffers = (which: SQL) =>
  countedReports(sql`${reports.courseId} in (select ${courses.id} from ${courses} where ${which})`);

const offersOf = (which: SQL) => sql`
  with counted as materialized (${ofOffers(which)})
  select ${courses.id}, ${courses.courseType} as "courseType", ${courses.city}, ${isLastYear} as "isLastYear", ${seatState} as state,
         ${courses.id} in (select course_id from counted where not is_result) as "hasTerm",
         ${courses.id} in (select course_id from counted where is_result) as "hasResult"
    from ${courses} where ${which}`;

const linesBySize = (which: SQL) => sql`
  select ${courses.id} as "courseId", ${billingItems.seats}, count(*)::int as lines
    from ${courses} join ${billingItems} on ${billingItems.courseId} = ${courses.id}
    join ${billings} on ${billings.id} = ${billingItems.billingId} and ${isAdopted}
   where ${which} group by 1, 2`;

/** The line of each student is looked for alone: of a join by both ids Postgres expects too few rows, and would read lists in loops. */
function linesByStudents(which: SQL): SQL {
  const isIn = (mark: typeof attendance | typeof results, report: 'term' | 'result') =>
    sql`(${mark.mark} is not null and ${wasPresent(sql.raw(`${report}.stated_at`))})`;
  const [inTerm, inResult] = [isIn(attendance, 'term'), isIn(results, 'result')];
  return sql`
    with counted as materialized (${ofOffers(which)}),
    students as (
      select ${enrolments.billingId}, ${enrolments.courseId}, line.seats, count(*) filter (where ${isPresent})::int as enrolled,
             count(*) filter (where ${inTerm} and ${attendance.mark} = 'attends')::int as attending,
             count(*) filter (where ${inTerm})::int as "inTerm",
             count(*) filter (where ${inResult} and ${results.mark} in ('passed', 'completed'))::int as passed,
             count(*) filter (where ${inResult} and ${results.mark} = 'completed')::int as completed,
             count(*) filter (where ${inResult})::int as "inResult"
        from ${enrolments} join ${courses} on ${courses.id} = ${enrolments.courseId} and ${which}
       cross join lateral (
         select ${billingItems.seats} from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId}
          where ${onAdoptedPlace} and ${isAdopted} limit 1) line
        left join counted term on term.course_id = ${courses.id} and not term.is_result
        left join counted result on result.course_id = ${courses.id} and result.is_result
        left join ${reportMarks} attendance on ${attendance.enrolmentId} = ${enrolments.id} and ${attendance.reportId} = term.id
        left join ${reportMarks} results on ${results.enrolmentId} = ${enrolments.id} and ${results.reportId} = result.id
       group by 1, 2, 3)
    select course_id as "courseId", seats, enrolled, attending, "inTerm", passed, completed, "inResult", count(*)::int as lines
      from students group by 1, 2, 3, 4, 5, 6, 7, 8`;
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
