import 'server-only';
import { and, asc, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
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
import { REPORT_OPENS_DAYS } from './report-rules';
import { REPORT_KINDS, type ReportKind, type ReportState } from './report-schema';

/** The day of a time in India. */
export const dayOf = (time: AnyPgColumn): SQL<string> => sql`(${time} at time zone 'Asia/Kolkata')::date`;

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
type DatedReports = ReturnType<typeof datedReports>;

/**
 * Condition: a dated report is to be made for an offer. It had adopted seats and its institute an office on that day, and the
 * outcome is for the last year of study. @param dated of the session of `courses`
 */
export const isAsked = (dated: DatedReports): SQL => {
  const adopted = db()
    .select({ id: billings.id })
    .from(billingItems)
    .innerJoin(billings, eq(billings.id, billingItems.billingId))
    .where(
      and(
        eq(billingItems.courseId, courses.id),
        sql`${billingItems.seats} > 0`,
        hasState(billings, ADOPTED_STATES),
        sql`${dayOf(billings.verifiedAt)} <= ${dated.dueOn}`,
      ),
    );
  const office = db()
    .select({ id: officeInstitutes.adminId })
    .from(officeInstitutes)
    .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
    .where(
      and(
        eq(officeInstitutes.instituteId, courses.instituteId),
        isNotNull(admins.passwordHash),
        isNull(admins.deactivatedAt),
        sql`${dayOf(officeInstitutes.createdAt)} <= ${dated.dueOn}`,
      ),
    );
  return and(
    eq(dated.session, courses.session),
    isNotNull(dated.dueOn),
    sql`(${dated.kind} <> 'outcome' or ${isLastYear})`,
    exists(adopted),
    exists(office),
  )!;
};

/** Condition: students of an offer complete their course in this year; also of courses whose duration is unknown. */
export const isLastYear = sql<boolean>`(${courses.studyYear} >= coalesce(${courses.durationYears}, ${courses.studyYear}))`;

/** The state of a stated report: what a spot check of this version found, if there was one. */
export const reportState = qualified(
  sql<ReportState>`coalesce((select ${reportChecks.verdict} from ${reportChecks}
    where ${reportChecks.reportId} = ${reports.id} and ${reportChecks.version} = ${reports.version}), 'stated')`,
);

/** Condition: the day of a dated report has passed without it. Joins `courses` with `dated` and, optionally, `reports`. */
export const isLate = (dated: DatedReports): SQL => sql`(${dated.dueOn} < ${today} and ${reports.statedAt} is null)`;

/** The last day on which the institute of `courses` was reminded of a dated report; null if it was not. */
export const remindedOn = (dated: DatedReports): SQL<string | null> =>
  qualified(sql`(select max(${reportReminders.remindedOn}) from ${reportReminders}
    where ${reportReminders.instituteId} = ${courses.instituteId} and ${reportReminders.session} = ${dated.session}
      and ${reportReminders.kind} = ${dated.kind} and ${reportReminders.dueOn} = ${dated.dueOn})`);

/** Condition: the report of a dated report and an offer, for a left join. */
export const isReportOf = (dated: DatedReports): SQL =>
  and(eq(reports.courseId, courses.id), eq(reports.kind, dated.kind))!;

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
  const dated = datedReports();
  const opensOn = sql<string>`(${dated.dueOn} - ${REPORT_OPENS_DAYS}::int)`;
  const [due] = await tx
    .select({
      dueOn: sql<string>`${dated.dueOn}`,
      opensOn,
      isOpen: sql<boolean>`${opensOn} <= ${today}`,
      isPast: sql<boolean>`${dated.dueOn} < ${today}`,
      isLastYear,
    })
    .from(courses)
    .innerJoin(dated, isAsked(dated))
    .where(and(eq(courses.id, courseId), eq(dated.kind, kind)));
  return due;
}
