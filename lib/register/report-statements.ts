import 'server-only';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { today } from '@/db/balance';
import { hasState, qualified } from '@/db/conditions';
import {
  academicSessions,
  admins,
  billingItems,
  billings,
  courses,
  enrolments,
  officeInstitutes,
  reportChecks,
  reportDates,
  reportMarks,
  reportReminders,
  reports,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { isPresent, onAdoptedPlace } from './statements';
import { REPORT_FAIR_DAYS, REPORT_OPENS_DAYS } from './report-rules';
import { REPORT_KINDS, type ReportKind, type ReportState } from './report-schema';

/** The day of a time in India. */
export const dayOf = (time: AnyPgColumn): SQL<string> => sql`(${time} at time zone 'Asia/Kolkata')::date`;

const FAIR_DAYS = sql.raw(String(REPORT_FAIR_DAYS));

const kinds = {
  kind: sql<ReportKind>`kinds.kind`,
  /** Of the kind among REPORT_KINDS, from 1. */
  position: sql<number>`kinds.position`,
};
const kindsTable = sql`unnest(${sql.raw(`array['${REPORT_KINDS.join("', '")}']`)}) with ordinality as kinds (kind, position)`;

/** The day on which a report is due unless administrators set another one; there is no third term then. */
const usualDay = sql`(case ${kinds.kind}
    when 'enrolment' then ${academicSessions.firstDay} + interval '3 months'
    when 'term_1' then ${academicSessions.firstDay} + interval '6 months 15 days'
    when 'term_2' then ${academicSessions.lastDay}
    when 'result' then ${academicSessions.lastDay} + interval '2 months'
    when 'outcome' then ${academicSessions.lastDay} + interval '6 months' end)::date`;

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
/**
 * The reports that are to be made for an offer of `courses`, as a lateral subquery: it had adopted seats and its institute an
 * office on the day, or there is one from an earlier office; and the outcome is for the last year of study. Whoever had less
 * than REPORT_FAIR_DAYS until the day has that many.
 * @param options `missed`: also the reports whose day had passed when the present office began; `isMissing`: only those that are
 *   not stated; `from` and `until`: only those of these days, so that adoptions are looked for where it matters
 */
export const askedReports = ({
  missed = false,
  isMissing = false,
  from,
  until,
}: { missed?: boolean; isMissing?: boolean; from?: SQL; until?: SQL } = {}) => {
  const dated = datedReports();
  const office = sql`(select min(${dayOf(officeInstitutes.createdAt)}) as since from ${officeInstitutes}
    join ${admins} on ${admins.id} = ${officeInstitutes.adminId} and ${admins.passwordHash} is not null and ${admins.deactivatedAt} is null
    where ${officeInstitutes.instituteId} = ${courses.instituteId}) as office`;
  const adopted = sql`from ${billingItems}
    join ${billings} on ${billings.id} = ${billingItems.billingId} and ${hasState(billings, ADOPTED_STATES)}
    where ${billingItems.courseId} = ${courses.id} and ${billingItems.seats} > 0`;
  const day = { kind: sql<ReportKind>`day.kind`, position: sql<number>`day.position`, dueOn: sql<string>`day.due_on` };
  const hadOffice = sql`office.since <= ${day.dueOn}`;
  const isStated = sql`exists (select from ${reports} where ${reports.courseId} = ${courses.id} and ${reports.kind} = ${day.kind}
    and ${reports.statedAt} is not null)`;
  // Of a session and an institute, so that Postgres reads each once for all of their offers; arrays, to be one row.
  const days = sql`(select array_agg(${dated.kind} order by ${dated.dueOn}) as kinds, array_agg(${dated.position} order by ${dated.dueOn}) as positions,
      array_agg(${dated.dueOn} order by ${dated.dueOn}) as due_on
    from ${dated} where ${and(
      eq(dated.session, courses.session),
      // The day of an offer is that of its session or up to REPORT_FAIR_DAYS later.
      from && sql`${dated.dueOn} >= ${from} - ${FAIR_DAYS}`,
      until && sql`${dated.dueOn} <= ${until}`,
    )}) as days`;
  /** Those days that can matter to the offer: before its adoptions are looked for. */
  const own = sql`(select array_agg(${day.kind}) as kinds, array_agg(${day.position}) as positions, array_agg(${day.dueOn}) as due_on
    from unnest(days.kinds, days.positions, days.due_on) as day (kind, position, due_on) where ${and(
      sql`(${day.kind} <> 'outcome' or ${isLastYear})`,
      isMissing ? sql`not ${isStated}` : undefined,
      sql`(${missed ? sql`office.since is not null` : hadOffice}${isMissing ? sql`` : sql` or ${isStated}`})`,
    )}) as own`;
  // The first line that is found and early enough ends the search: an offer can have hundreds, and which of them does not matter.
  const earlyFor = (dueOn: SQL) => sql`(select true ${adopted}
    and ${billings.verifiedAt} < (${dueOn} - ${FAIR_DAYS} + 1)::timestamp at time zone 'Asia/Kolkata' limit 1)`;
  // What is early enough for the first day is so for all of them. The limits let Postgres look once, and not for each.
  const early = sql`(select case when own.due_on is not null then ${earlyFor(sql`own.due_on[1]`)} end as is_early limit 1) as early`;
  const since = sql`(select case when early.is_early or ${earlyFor(day.dueOn)} then ${day.dueOn} - ${FAIR_DAYS}
    else (select min(${dayOf(billings.verifiedAt)}) ${adopted}) end as since limit 1) as adopted`;
  const dueOn = sql<string>`greatest(${day.dueOn}, adopted.since + ${FAIR_DAYS}, case when ${hadOffice} then office.since + ${FAIR_DAYS} end)`;
  return db()
    .select({
      session: qualified(sql<string>`${courses.session}`).as('asked_session'),
      kind: sql<ReportKind>`${day.kind}`.as('asked_kind'),
      position: sql<number>`${day.position}`.as('asked_position'),
      /** YYYY-MM-DD */
      dueOn: dueOn.as('asked_on'),
      isMissed: sql<boolean>`(${hadOffice}) is not true`.as('asked_missed'),
    })
    .from(
      sql`${office} cross join lateral ${days} cross join lateral ${own} cross join lateral ${early}
        cross join lateral unnest(own.kinds, own.positions, own.due_on) as day (kind, position, due_on) cross join lateral ${since}`,
    )
    .where(
      and(sql`adopted.since <= ${day.dueOn}`, from && sql`${dueOn} >= ${from}`, until && sql`${dueOn} <= ${until}`),
    )
    .as('asked');
};
type AskedReports = ReturnType<typeof askedReports>;

/** Condition: students of an offer complete their course in this year; also of courses whose duration is unknown. */
export const isLastYear = sql<boolean>`(${courses.studyYear} >= coalesce(${courses.durationYears}, ${courses.studyYear}))`;

/** The state of a stated report: what a spot check of this version found, if there was one. */
export const reportState = qualified(
  sql<ReportState>`coalesce((select ${reportChecks.verdict} from ${reportChecks}
    where ${reportChecks.reportId} = ${reports.id} and ${reportChecks.version} = ${reports.version}), 'stated')`,
);

/** Condition: the day of a report that is to be made has passed without it. Joins it with `reports`, optionally. */
export const isLate = (asked: AskedReports): SQL => sql`(${asked.dueOn} < ${today} and ${reports.statedAt} is null)`;

/** The last day on which the institute of `courses` was reminded of a report; null if it was not. */
export const remindedOn = (asked: AskedReports): SQL<string | null> =>
  qualified(sql`(select max(${reportReminders.remindedOn}) from ${reportReminders}
    where ${reportReminders.instituteId} = ${courses.instituteId} and ${reportReminders.session} = ${asked.session}
      and ${reportReminders.kind} = ${asked.kind} and ${reportReminders.dueOn} = ${asked.dueOn})`);

/** Condition: a report is the one to be made for an offer, for a left join. */
export const isReportOf = (asked: AskedReports): SQL =>
  and(eq(reports.courseId, courses.id), eq(reports.kind, asked.kind))!;

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
  const askedReport = askedReports();
  const opensOn = sql<string>`(${askedReport.dueOn} - ${REPORT_OPENS_DAYS}::int)`;
  const [due] = await tx
    .select({
      dueOn: askedReport.dueOn,
      opensOn,
      isOpen: sql<boolean>`${opensOn} <= ${today}`,
      isPast: sql<boolean>`${askedReport.dueOn} < ${today}`,
      isLastYear,
    })
    .from(courses)
    .crossJoinLateral(askedReport)
    .where(and(eq(courses.id, courseId), eq(askedReport.kind, kind)));
  return due;
}
