import 'server-only';
import { and, asc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { dayInIndia, todayInIndia } from '@/db/days';
import { hasState, qualified } from '@/db/conditions';
import {
  academicSessions,
  admins,
  billingItems,
  billings,
  courses,
  enrolments,
  institutes,
  officeInstitutes,
  reportChecks,
  reportDates,
  reportMarks,
  reportReminders,
  reports,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { ReportState } from '@/db/schema/enums';
import { REPORT_KINDS, type ReportKind, reportOf, reportsThat } from '@/db/schema/report-kinds';
import { isOneOf } from '@/db/schema/known';
import { isPresent, onAdoptedPlace } from './statements';
import { REPORT_FAIR_DAYS, REPORT_OPENS_DAYS } from './report-rules';

const FAIR_DAYS = sql.raw(String(REPORT_FAIR_DAYS));

const kinds = {
  kind: sql<ReportKind>`kinds.kind`,
  /** Of the kind among REPORT_KINDS, from 1. */
  position: sql<number>`kinds.position`,
};
const ONLY_OF_LAST_YEAR = reportsThat(({ isOfLastYear }) => isOfLastYear);
const kindsTable = sql`unnest(${sql.raw(`array['${REPORT_KINDS.join("', '")}']`)}) with ordinality as kinds (kind, position)`;

/** The day on which a report is due unless administrators set another one; null if there is no such report then. */
const usualDay = sql`(case ${kinds.kind} ${sql.join(
  REPORT_KINDS.map((kind) => {
    const { usualDay: day } = reportOf(kind);
    const when = sql.raw(`when '${kind}' then `);
    return day ? sql`${when}${academicSessions[day.after]} + ${sql.raw(`interval '${day.interval}'`)}` : sql``;
  }),
  sql` `,
)} end)::date`;

/** The days on which reports are due, of all sessions, as a subquery. */
export const datedReports = () =>
  db()
    .select({
      session: sql<string>`${academicSessions.name}`.as('dated_session'),
      kind: sql<ReportKind>`${kinds.kind}`.as('dated_kind'),
      position: sql<number>`${kinds.position}`.as('dated_position'),
      /** YYYY-MM-DD; null if there is no such report. */
      dueOn: sql<
        string | null
      >`case when ${reportDates.session} is null then ${usualDay} else ${reportDates.dueOn} end`.as('dated_on'),
    })
    .from(academicSessions)
    .crossJoin(kindsTable)
    .leftJoin(reportDates, and(eq(reportDates.session, academicSessions.name), eq(reportDates.kind, kinds.kind)))
    .as('dated');
/** The institute of an offer whose reports are asked for. */
export const offerInstitutes = alias(institutes, 'offer_institutes');

/** The day since which institutes have an office, as a subquery. */
const presentOffices = () =>
  db()
    .select({
      instituteId: sql<string>`${officeInstitutes.instituteId}`.as('office_of'),
      since: sql<string>`min(${dayInIndia(officeInstitutes.createdAt)})`.as('office_since'),
    })
    .from(officeInstitutes)
    .innerJoin(
      admins,
      and(eq(admins.id, officeInstitutes.adminId), isNotNull(admins.passwordHash), isNull(admins.deactivatedAt)),
    )
    .groupBy(officeInstitutes.instituteId)
    .as('offices');

/**
 * The reports that are to be made for offers, as a subquery: an offer had adopted seats and its institute an office on the day, or
 * there is one from an earlier office; some are only for the last year of study. Whoever had less than REPORT_FAIR_DAYS
 * until the day has that many.
 * @param options `which`: of the offers, a condition on `courses` and offerInstitutes; `missed`: also the reports whose day had passed when
 *   the present office began; `isMissing`: only those that are not stated; `from` and `until`: only those of these days
 */
export const askedReports = ({
  which,
  missed = false,
  isMissing = false,
  from,
  until,
}: { which?: SQL; missed?: boolean; isMissing?: boolean; from?: SQL; until?: SQL } = {}) => {
  const [dated, offices] = [datedReports(), presentOffices()];
  const hadOffice = (dueOn: SQL | SQL.Aliased) => sql`${offices.since} <= ${dueOn}`;
  const mayBeAsked = missed ? sql`${offices.since} is not null` : hadOffice(dated.dueOn);
  const list = (value: SQL | SQL.Aliased | AnyPgColumn) => sql`array_agg(${value})`;
  // One row for each offer, whose adoptions are then looked for once.
  const offers = db()
    .select({
      courseId: sql<string>`${courses.id}`.as('offer_id'),
      instituteId: sql<string>`${offerInstitutes.id}`.as('offer_institute_id'),
      institute: sql<string>`${offerInstitutes.name}`.as('offer_institute'),
      city: sql<string>`${offerInstitutes.city}`.as('offer_city'),
      courseType: sql<string>`${courses.courseType}`.as('offer_type'),
      branch: sql<string>`${courses.branch}`.as('offer_branch'),
      session: sql<string>`${courses.session}`.as('offer_session'),
      studyYear: sql<number>`${courses.studyYear}`.as('offer_year'),
      seats: sql<number>`${courses.adoptedSeats}`.as('offer_seats'),
      officeSince: sql<string | null>`${offices.since}`.as('offer_office_since'),
      firstOn: sql<string>`min(${dated.dueOn})`.as('offer_first_on'),
      kinds: list(dated.kind).as('offer_kinds'),
      positions: list(dated.position).as('offer_positions'),
      days: list(dated.dueOn).as('offer_days'),
      reports: list(reports.id).as('offer_reports'),
      statedAt: list(reports.statedAt).as('offer_stated_at'),
      states: list(sql`case when ${reports.statedAt} is not null then ${reportState} end`).as('offer_states'),
    })
    .from(courses)
    .innerJoin(offerInstitutes, eq(offerInstitutes.id, courses.instituteId))
    .innerJoin(dated, eq(dated.session, courses.session))
    .leftJoin(offices, eq(offices.instituteId, courses.instituteId))
    .leftJoin(reports, and(eq(reports.courseId, courses.id), eq(reports.kind, dated.kind)))
    .where(
      and(
        which,
        sql`(not ${isOneOf(dated.kind, ONLY_OF_LAST_YEAR)} or ${isLastYear})`,
        isMissing ? and(isNull(reports.statedAt), mayBeAsked) : or(isNotNull(reports.statedAt), mayBeAsked),
        isNotNull(dated.dueOn),
        // The day of an offer is that of its session or up to REPORT_FAIR_DAYS later.
        from && sql`${dated.dueOn} >= ${from} - ${FAIR_DAYS}`,
        until && sql`${dated.dueOn} <= ${until}`,
      ),
    )
    .groupBy(courses.id, offerInstitutes.id, offices.since)
    .as('offers');
  const adopted = sql`from ${billingItems}
    join ${billings} on ${billings.id} = ${billingItems.billingId} and ${hasState(billings, ADOPTED_STATES)}
    where ${billingItems.courseId} = ${offers.courseId} and ${billingItems.seats} > 0`;
  // The first line that is found and early enough for all days ends the search: an offer can have hundreds. The limit lets Postgres look
  // once for an offer.
  const adoption = sql`(select case
      when (select true ${adopted} and ${billings.verifiedAt} < (${offers.firstOn} - ${FAIR_DAYS} + 1)::timestamp at time zone 'Asia/Kolkata' limit 1)
      then ${offers.firstOn} - ${FAIR_DAYS}
      else (select min(${dayInIndia(billings.verifiedAt)}) ${adopted}) end as since limit 1) as adopted`;
  const day = { kind: sql<ReportKind>`day.kind`, dueOn: sql<string>`day.due_on` };
  const hadOfficeThen = sql`${offers.officeSince} <= ${day.dueOn}`;
  const dueOn = sql<string>`greatest(${day.dueOn}, adopted.since + ${FAIR_DAYS}, case when ${hadOfficeThen} then ${offers.officeSince} + ${FAIR_DAYS} end)`;
  return db()
    .select({
      courseId: sql<string>`${offers.courseId}`.as('asked_course_id'),
      instituteId: sql<string>`${offers.instituteId}`.as('asked_institute_id'),
      institute: sql<string>`${offers.institute}`.as('asked_institute'),
      city: sql<string>`${offers.city}`.as('asked_city'),
      courseType: sql<string>`${offers.courseType}`.as('asked_type'),
      branch: sql<string>`${offers.branch}`.as('asked_branch'),
      session: sql<string>`${offers.session}`.as('asked_session'),
      studyYear: sql<number>`${offers.studyYear}`.as('asked_year'),
      seats: sql<number>`${offers.seats}`.as('asked_seats'),
      kind: sql<ReportKind>`${day.kind}`.as('asked_kind'),
      /** Of the kind among REPORT_KINDS, from 1. */
      position: sql<number>`day.position`.as('asked_position'),
      /** YYYY-MM-DD */
      dueOn: dueOn.as('asked_on'),
      isMissed: sql<boolean>`(${hadOfficeThen}) is not true`.as('asked_missed'),
      /** Null while nothing is stored. */
      reportId: sql<string | null>`day.report_id`.as('asked_report_id'),
      /** Null until it is stated, as the state. */
      statedAt: sql<Date | null>`day.stated_at`.as('asked_stated_at'),
      state: sql<ReportState | null>`day.state`.as('asked_state'),
    })
    .from(
      sql`${offers} cross join lateral ${adoption} cross join lateral
        unnest(${offers.kinds}, ${offers.positions}, ${offers.days}, ${offers.reports}, ${offers.statedAt}, ${offers.states})
          as day (kind, position, due_on, report_id, stated_at, state)`,
    )
    .where(
      and(sql`adopted.since <= ${day.dueOn}`, from && sql`${dueOn} >= ${from}`, until && sql`${dueOn} <= ${until}`),
    )
    .as('asked');
};
type AskedReports = ReturnType<typeof askedReports>;

/** Those whose day has passed without them. @param which of the offers, as for askedReports */
export const lateReports = (which?: SQL): AskedReports =>
  askedReports({ which, isMissing: true, until: sql`${todayInIndia} - 1` });

/** Condition on `institutes`: one has a late report. The first one that is found ends the search. */
export const hasLateReport = (): SQL =>
  sql`exists (select from ${lateReports(eq(courses.instituteId, institutes.id))})`;

/** Condition: students of an offer complete their course in this year; also of courses whose duration is unknown. */
export const isLastYear = sql<boolean>`(${courses.studyYear} >= coalesce(${courses.durationYears}, ${courses.studyYear}))`;

/** The state of a stated report: what a spot check of this version found, if there was one. */
export const reportState = qualified(
  sql<ReportState>`coalesce((select ${reportChecks.verdict} from ${reportChecks}
    where ${reportChecks.reportId} = ${reports.id} and ${reportChecks.version} = ${reports.version}), 'stated')`,
);

/** Condition: the day of a report that is to be made has passed without it. */
export const isLate = (asked: AskedReports): SQL =>
  sql`(${asked.dueOn} < ${todayInIndia} and ${asked.statedAt} is null)`;

/** The last day on which the institute was reminded of a report; null if it was not. */
export const remindedOn = (asked: AskedReports): SQL<string | null> =>
  qualified(sql`(select max(${reportReminders.remindedOn}) from ${reportReminders}
    where ${reportReminders.instituteId} = ${asked.instituteId} and ${reportReminders.session} = ${asked.session}
      and ${reportReminders.kind} = ${asked.kind} and ${reportReminders.dueOn} = ${asked.dueOn})`);

/** Selects the students on the adopted places of an offer in the order of its register, with their marks in a report. */
export const selectStudents = (tx: Database, courseId: string, kind: ReportKind) =>
  tx
    .select({
      id: enrolments.id,
      billingId: enrolments.billingId,
      reference: billings.reference,
      place: enrolments.place,
      rollEnd: enrolments.rollEnd,
      rollHash: enrolments.rollHash,
      mark: reportMarks.mark,
      /** The version of the report that has the mark first. */
      version: reportMarks.version,
    })
    .from(enrolments)
    .innerJoin(billingItems, onAdoptedPlace)
    .innerJoin(billings, and(eq(billings.id, billingItems.billingId), hasState(billings, ADOPTED_STATES)))
    .leftJoin(reports, and(eq(reports.courseId, enrolments.courseId), eq(reports.kind, kind)))
    .leftJoin(reportMarks, and(eq(reportMarks.reportId, reports.id), eq(reportMarks.enrolmentId, enrolments.id)))
    .where(and(eq(enrolments.courseId, courseId), isPresent))
    .orderBy(asc(billings.verifiedAt), asc(billings.id), asc(enrolments.place));
export type MarkedStudent = Awaited<ReturnType<typeof selectStudents>>[number];

/**
 * Returns the day of a report that is to be made for an offer, and whether it can be made by now.
 * @returns undefined if there is none: no such day in the session, or its seats are not adopted any more
 */
export async function readDue(
  courseId: string,
  kind: ReportKind,
  tx: Database,
): Promise<{ dueOn: string; opensOn: string; isOpen: boolean; isPast: boolean; isLastYear: boolean } | undefined> {
  const askedReport = askedReports({ which: eq(courses.id, courseId) });
  const opensOn = sql<string>`(${askedReport.dueOn} - ${REPORT_OPENS_DAYS}::int)`;
  const [due] = await tx
    .select({
      dueOn: askedReport.dueOn,
      opensOn,
      isOpen: sql<boolean>`${opensOn} <= ${todayInIndia}`,
      isPast: sql<boolean>`${askedReport.dueOn} < ${todayInIndia}`,
      isLastYear,
    })
    .from(askedReport)
    .innerJoin(courses, eq(courses.id, askedReport.courseId))
    .where(eq(askedReport.kind, kind));
  return due;
}
