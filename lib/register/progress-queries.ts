import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, gt, inArray, isNotNull, not, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { dayInIndia } from '@/db/days';
import { hasState, qualified } from '@/db/conditions';
import { isVoid } from '@/db/papers';
import { billingItems, billings, courses, enrolments, papers, reportMarks, reports, seatMoves } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { ReportState } from '@/db/schema/enums';
import { type Mark, REPORT_KINDS, type ReportKind, reportOf } from '@/db/schema/report-kinds';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import type { OfferNames } from '@/lib/catalogue/names';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { isUuid } from '@/lib/platform/uuid';
import { readCompositions } from './composition';
import { certify } from './certified';
import { countedReports, wasPresent } from './counted-reports';
import { presentInstitute } from '@/lib/adoption/core/line-statements';
import type { Composition } from '@/lib/published/composition';
import { publish, type LineCounts, type LineProgress } from '@/lib/published/progress';
import { isLastYear, lateReports, remindedOn, reportState } from './report-statements';
import { lineNames, onAdoptedPlace, seatState, studentsByLine } from './statements';
import { wantsStudentMails } from './student-mails';

/** A report that the institute stated on an offer, in its present version. */
type StatedReport = { id: string; version: number; kind: ReportKind; statedAt: Date; state: ReportState };

/** The newest report that the institute has not stated though its day has passed. Days are YYYY-MM-DD in India. */
export type LateReport = {
  kind: ReportKind;
  dueOn: string;
  /** When the institute was reminded last; null if it was not. */
  remindedOn: string | null;
};

/** What names a line, and what its institute reported. */
type LineFacts = OfferNames & {
  /** What the institute is called now, if it has another name than on the line. */
  presentInstitute?: string | null;
  billingId: string;
  reference: string;
  courseId: string;
  /** When a student was first entered for the offer, also on seats of others; null while nobody is. */
  enteredAt: Date | null;
  /** In their order. */
  stated: StatedReport[];
  /** Null unless one is late. */
  late: LateReport | null;
  /** What is published of the groups of all students of the offer; null: not stated. */
  composition: Composition | null;
};

/** A published line with its names and what its institute reported. */
export type NamedProgress = LineProgress & LineFacts;

const firstEntry = qualified(
  sql<Date | null>`(select min(${enrolments.createdAt}) from ${enrolments} where ${enrolments.courseId} = ${courses.id})`,
).mapWith(enrolments.createdAt);

/** Returns the lines of adopted seats with their students, the newest adoption first. @param which of the lines, joined with their billings */
function selectLines(which: SQL, database: Database) {
  const isAdopted = and(which, hasState(billings, ADOPTED_STATES), gt(billingItems.seats, 0))!;
  const ownAdoptions = database
    .select({ id: billings.id })
    .from(billings)
    .innerJoin(billingItems, eq(billingItems.billingId, billings.id))
    .where(isAdopted);
  const present = studentsByLine(inArray(enrolments.billingId, ownAdoptions));
  return withQueryDeadline(
    database
      .select({
        billingId: billings.id,
        reference: billings.reference,
        courseId: billingItems.courseId,
        ...lineNames,
        presentInstitute,
        enteredAt: firstEntry,
        adoptedOn: dayInIndia(billings.verifiedAt),
        isLastYear,
        seats: billingItems.seats,
        enrolled: sql<number>`coalesce(${present.students}, 0)`.mapWith(Number),
        state: seatState,
      })
      .from(billingItems)
      .innerJoin(billings, eq(billings.id, billingItems.billingId))
      .innerJoin(courses, eq(courses.id, billingItems.courseId))
      .leftJoin(
        present,
        and(eq(present.billingId, billingItems.billingId), eq(present.courseId, billingItems.courseId)),
      )
      .where(isAdopted)
      .orderBy(desc(billings.verifiedAt), asc(billings.id), asc(billingItems.position)),
  );
}

/**
 * Returns the published lines of adopted seats (publish), the newest adoption first: for pages, files, papers and e-mails alike. The
 * counts are of the seats that are adopted now.
 * @param which of the lines, joined with their billings
 * @throws DeadlineError if the database does not respond in time
 */
export const readLines = async (which: SQL, database: Database = db()): Promise<NamedProgress[]> =>
  publish(await readLineCounts(which, database));

/** Returns the same lines with their exact counts, which only publish hands on. */
async function readLineCounts(which: SQL, database: Database): Promise<(LineCounts & LineFacts)[]> {
  const lines = await selectLines(which, database);
  if (lines.length === 0) return [];
  const courseIds = [...new Set(lines.map(({ courseId }) => courseId))];
  const billingIds = [...new Set(lines.map(({ billingId }) => billingId))];
  const formerOf = await readFormerOffers(billingIds, database);
  const withFormer = [...courseIds, ...[...formerOf.values()].flat()];
  const [stated, late, compositions] = await withQueryDeadline(
    Promise.all([
      selectStated(withFormer, database),
      selectLate(courseIds, database),
      readCompositions(courseIds, database),
    ]),
  );
  const statedOf = groupBy(stated, ({ courseId }) => courseId);
  const lateOf = groupBy(late, ({ courseId }) => courseId);
  const marks = await withQueryDeadline(countMarks(billingIds, withFormer, database));
  const markKey = (courseId: string, billingId: string, isResult: boolean) => `${courseId} ${billingId} ${isResult}`;
  const marksOf = new Map(marks.map((row) => [markKey(row.courseId, row.billingId, row.isResult), row]));
  return lines.map(({ adoptedOn, isLastYear: isLast, ...line }): LineCounts & LineFacts => {
    const { billingId, courseId } = line;
    const present = statedOf.get(courseId) ?? [];
    // What was reported of the students before their seats moved here counts until this offer has a report of the kind.
    const former = (formerOf.get(lineKey(line)) ?? []).flatMap((id) => statedOf.get(id) ?? []);
    const own = [...present, ...former.filter(({ kind }) => !present.some((report) => report.kind === kind))];
    const countOf = (isResult: boolean, name: 'attending' | 'passed' | 'completed') => {
      if (!own.some(({ kind }) => reportOf(kind).says === (isResult ? 'result' : 'attendance'))) return null;
      const row = marksOf.get(markKey(courseId, billingId, isResult));
      return { count: row?.[name] ?? 0, total: row?.marked ?? 0 };
    };
    const is = isLast ? 'completed' : 'passed';
    const result = countOf(true, is);
    const outcome = own.find(({ kind }) => reportOf(kind).says === 'totals');
    const isLateFor = lateOf.get(courseId)?.findLast(({ dueOn }) => dueOn >= adoptedOn);
    return {
      ...line,
      attending: countOf(false, 'attending'),
      result: result && { is, ...result },
      placed: outcome ? { count: outcome.placed!, total: outcome.all! } : null,
      stated: own.map(({ id, version, kind, statedAt, state }) => ({ id, version, kind, statedAt: statedAt!, state })),
      composition: compositions.get(courseId) ?? null,
      late: isLateFor ? { kind: isLateFor.kind, dueOn: isLateFor.dueOn, remindedOn: isLateFor.remindedOn } : null,
    };
  });
}

/** What the sponsor of an adoption sees of its students. */
export type AdoptionProgress = {
  lines: NamedProgress[];
  /** Whether the sponsor gets e-mails about students. */
  mails: boolean;
  /** The sessions of which a certificate can be made that does not exist yet. */
  certifiable: string[];
};

/** Returns what an adoption's sponsor sees of its students; null while it has no adopted seats, and for adoptions of others. */
export async function readProgress(scope: AdoptionScope, billingId: string): Promise<AdoptionProgress | null> {
  if (!isUuid(billingId)) return null;
  const [lines, mails, issued] = await Promise.all([
    readLines(and(eq(billings.id, billingId), ownedBy(scope))!),
    wantsStudentMails(scope),
    selectCertificates(billingId),
  ]);
  if (lines.length === 0) return null;
  const sessions = [...new Set(lines.map(({ session }) => session))].toSorted();
  const certifiable = sessions.filter((session) => {
    const given = certify(session, lines);
    return given && !issued.some(({ courses: said }) => isDeepStrictEqual(said, given.courses));
  });
  return { lines, mails, certifiable };
}

/** Returns the published lines of all adoptions of a sponsor. */
export const readOwnProgress = (scope: AdoptionScope): Promise<NamedProgress[]> => readLines(ownedBy(scope));

/** What the certificates of an adoption say of its courses that are neither replaced nor void. */
const selectCertificates = (billingId: string) => {
  const later = alias(papers, 'later');
  return withQueryDeadline(
    db()
      .select({ courses: sql<unknown>`${papers.data}->'courses'` })
      .from(papers)
      .innerJoin(billings, eq(billings.id, papers.billingId))
      .where(
        and(
          eq(papers.billingId, billingId),
          eq(papers.kind, 'certificate'),
          not(isVoid(papers, billings)),
          notExists(db().select({ id: later.id }).from(later).where(eq(later.replacesId, papers.id))),
        ),
      ),
  );
};

/** The stated reports of offers, in the order of their kinds. */
const selectStated = (courseIds: readonly string[], database: Database) =>
  database
    .select({
      id: reports.id,
      courseId: reports.courseId,
      version: reports.version,
      kind: reports.kind,
      statedAt: reports.statedAt,
      state: reportState,
      placed: sql<number | null>`${reports.apprentices} + ${reports.employed} + ${reports.studying}`,
      all: sql<
        number | null
      >`${reports.apprentices} + ${reports.employed} + ${reports.studying} + ${reports.looking} + ${reports.unknown}`,
    })
    .from(reports)
    .where(and(inArray(reports.courseId, [...courseIds]), isNotNull(reports.statedAt)))
    .orderBy(sql`array_position(${sql.param([...REPORT_KINDS])}::text[], ${reports.kind})`);

/** The late reports of offers, in the order of their days. */
function selectLate(courseIds: readonly string[], database: Database) {
  const late = lateReports(inArray(courses.id, [...courseIds]));
  return database
    .select({ courseId: late.courseId, kind: late.kind, dueOn: late.dueOn, remindedOn: remindedOn(late) })
    .from(late)
    .orderBy(late.dueOn);
}

const lineKey = ({ billingId, courseId }: { billingId: string; courseId: string }) => `${billingId} ${courseId}`;

/** Returns the offers from which seats moved to lines of adoptions, the last one first, by line. */
async function readFormerOffers(billingIds: readonly string[], database: Database): Promise<Map<string, string[]>> {
  const moves = await withQueryDeadline(
    database
      .select({ billingId: seatMoves.billingId, courseId: seatMoves.toCourseId, from: seatMoves.fromCourseId })
      .from(seatMoves)
      .where(and(inArray(seatMoves.billingId, [...billingIds]), eq(seatMoves.state, 'accepted')))
      .orderBy(seatMoves.endedAt),
  );
  const former = new Map<string, string[]>();
  for (const { billingId, courseId, from } of moves) {
    const [there, left] = [lineKey({ billingId, courseId }), lineKey({ billingId, courseId: from })];
    former.set(there, [...new Set([from, ...(former.get(left) ?? []), ...(former.get(there) ?? [])])]);
  }
  return former;
}

/**
 * What the reports that count say of the students who were on adopted places, by offer and adoption. Of students whose seats moved, a
 * report of their present offer comes before those of former ones.
 */
function countMarks(billingIds: readonly string[], courseIds: readonly string[], database: Database) {
  const counted = countedReports(inArray(reports.courseId, [...courseIds])).as('counted');
  const said = database
    .selectDistinctOn([enrolments.id, counted.isResult], {
      courseId: enrolments.courseId,
      billingId: enrolments.billingId,
      isResult: counted.isResult,
      mark: reportMarks.mark,
    })
    .from(counted)
    .innerJoin(reportMarks, eq(reportMarks.reportId, counted.id))
    .innerJoin(enrolments, and(eq(enrolments.id, reportMarks.enrolmentId), wasPresent(sql`${counted.statedAt}`)))
    .innerJoin(billingItems, onAdoptedPlace)
    .where(inArray(enrolments.billingId, [...billingIds]))
    .orderBy(enrolments.id, counted.isResult, desc(eq(counted.courseId, enrolments.courseId)), desc(counted.statedAt))
    .as('said');
  const countOf = (...marks: Mark[]) =>
    sql<number>`count(*) filter (where ${inArray(said.mark, marks)})`.mapWith(Number);
  return database
    .select({
      courseId: said.courseId,
      isResult: said.isResult,
      billingId: said.billingId,
      marked: sql<number>`count(*)`.mapWith(Number),
      attending: countOf('attends'),
      passed: countOf('passed', 'completed'),
      completed: countOf('completed'),
    })
    .from(said)
    .groupBy(said.courseId, said.isResult, said.billingId);
}
