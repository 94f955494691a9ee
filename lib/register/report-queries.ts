import 'server-only';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { todayInIndia } from '@/db/days';
import { courses, institutes, reports } from '@/db/schema';
import type { ReportState } from '@/db/schema/enums';
import { type Mark, OUTCOMES, type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { isOwnInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { numberedLines } from './rules';
import { linesOf, offerColumns, ownOffer, type NamedOffer, type OwnOffer } from './statements';
import { readCompositionForm, type CompositionForm } from './composition';
import { countForOutcome } from './report-mutations';
import { countMarks, marksFor, REPORT_OPENS_DAYS } from './report-rules';
import { STUDENTS_PER_PAGE, type Outcomes } from './report-schema';
import { askedReports, isLate, readDue, remindedOn, reportState, selectStudents } from './report-statements';

/** A report that an office makes or made. Days are YYYY-MM-DD in India. */
type DatedReport = {
  kind: ReportKind;
  dueOn: string;
  /** When it was stated or last corrected; null while it is not. */
  statedAt: Date | null;
  state: ReportState;
  isLate: boolean;
  /** Whether it can be made by now. */
  isOpen: boolean;
  /** When the office was reminded last; null if it was not. */
  remindedOn: string | null;
};
export type OfferReport = NamedOffer & DatedReport;

/** Selects the reports of an office's offers by their days. @param which of the offers */
function selectReports(scope: InstituteScope, which?: SQL, isMissing = false) {
  const askedReport = askedReports({ which: and(isOwnInstitute(scope, courses.instituteId), which), isMissing });
  const isOpen = sql<boolean>`(${askedReport.dueOn} - ${REPORT_OPENS_DAYS}::int <= ${todayInIndia})`;
  return {
    isOpen,
    query: db()
      .select({
        ...offerColumns,
        kind: askedReport.kind,
        dueOn: askedReport.dueOn,
        statedAt: askedReport.statedAt,
        state: sql<ReportState>`coalesce(${askedReport.state}, 'stated')`,
        isLate: sql<boolean>`${isLate(askedReport)}`,
        isOpen,
        remindedOn: remindedOn(askedReport),
      })
      .from(askedReport)
      .innerJoin(courses, eq(courses.id, askedReport.courseId))
      .innerJoin(institutes, eq(institutes.id, askedReport.instituteId))
      .orderBy(
        asc(askedReport.dueOn),
        asc(askedReport.position),
        asc(askedReport.institute),
        asc(askedReport.courseType),
        asc(askedReport.branch),
      )
      .$dynamic(),
  };
}

/** Returns the reports that an office has to make by now, those that are late first. */
export function listDue(scope: InstituteScope): Promise<OfferReport[]> {
  const { query, isOpen } = selectReports(scope, undefined, true);
  return withQueryDeadline(query.where(isOpen));
}

/** Returns the reports of an offer of an office, the earliest first. */
export function listReports(scope: InstituteScope, courseId: string): Promise<DatedReport[]> {
  return withQueryDeadline(selectReports(scope, eq(courses.id, courseId)).query);
}

/** A student in a report; `number` is that of the place in the register. */
type ReportStudent = { id: string; number: number; company: string; rollEnd: string | null; mark: Mark | null };

export type ReportPage = {
  offer: OwnOffer;
  kind: ReportKind;
  dueOn: string;
  opensOn: string;
  isOpen: boolean;
  isLate: boolean;
  version: number;
  statedAt: Date | null;
  state: ReportState;
  /** What can be said of a student; empty for an outcome. */
  allowed: readonly Mark[];
  students: number;
  unmarked: number;
  counts: { mark: Mark; students: number }[];
  page: number;
  pages: number;
  /** Those of the page. */
  places: ReportStudent[];
  /** Of an outcome: the totals if they are stated, and what they have to add up to. */
  totals: Outcomes | null;
  expected: number;
  /** What is asked of the groups of its students once it is stated; null: nothing. */
  composition: CompositionForm | null;
};

/**
 * Returns a report of an offer with a page of its students; null if there is none, and for offers of others.
 * @param wanted the page, from 1; the last one if there are fewer
 */
export async function readReport(
  scope: InstituteScope,
  courseId: string,
  kind: ReportKind,
  wanted: number,
): Promise<ReportPage | null> {
  const offer = await ownOffer(scope, courseId);
  const due = offer && (await readDue(courseId, kind, db()));
  if (!due) return null;
  const isReport = and(eq(reports.courseId, courseId), eq(reports.kind, kind));
  const hasTotals = reportOf(kind).says === 'totals';
  const [[report], lines, students, expected] = await withQueryDeadline(
    Promise.all([
      db().select({ row: reports, state: reportState }).from(reports).where(isReport),
      linesOf(courseId),
      selectStudents(db(), courseId, kind),
      hasTotals ? countForOutcome(courseId, db()) : 0,
    ]),
  );
  const lineOf = new Map(numberedLines(lines).map((line) => [line.billingId, line]));
  const pages = Math.max(1, Math.ceil(students.length / STUDENTS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const { row } = report ?? { row: null };
  const marks = students.map(({ mark }) => mark);
  return {
    offer,
    kind,
    dueOn: due.dueOn,
    opensOn: due.opensOn,
    isOpen: due.isOpen,
    isLate: due.isPast && !row?.statedAt,
    version: row?.version ?? 0,
    statedAt: row?.statedAt ?? null,
    state: report?.state ?? 'stated',
    allowed: marksFor(kind, due.isLastYear),
    students: students.length,
    unmarked: marks.filter((mark) => mark === null).length,
    counts: countMarks(marks),
    page,
    pages,
    places: students
      .slice((page - 1) * STUDENTS_PER_PAGE, page * STUDENTS_PER_PAGE)
      .map(({ id, billingId, place, rollEnd, mark }) => {
        const line = lineOf.get(billingId);
        return { id, number: (line?.before ?? 0) + place, company: line?.company ?? '', rollEnd, mark };
      }),
    totals:
      row?.statedAt && hasTotals ? (Object.fromEntries(OUTCOMES.map((name) => [name, row[name]])) as Outcomes) : null,
    expected,
    composition: row?.statedAt ? await readCompositionForm(courseId, kind) : null,
  };
}
