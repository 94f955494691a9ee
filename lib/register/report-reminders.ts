import 'server-only';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { todayInIndia } from '@/db/days';
import { db, type Database } from '@/db/client';
import { admins, courses, institutes, officeInstitutes, outboundMessages, reportReminders } from '@/db/schema';
import { insertSelect } from '@/db/writes';
import { REMINDER_DAYS } from '@/lib/platform/reminder-days';
import { askedReports, lateReports } from './report-statements';

/** Institutes and reports per statement, to stay within the statement timeout. */
const BATCH = sql.raw('200');

/**
 * Reminds the offices of institutes of reports: REMINDER_DAYS before the day, and once it has passed, of each kind and day
 * once. Everybody in the office gets the e-mail, in the own language. The day is kept, as sponsors are told when an institute was
 * reminded.
 * @returns the number of reminders, at most BATCH: run it again until it is 0
 */
export async function queueReportReminders(database: Database = db()): Promise<number> {
  const asked = askedReports({ isMissing: true, until: sql`${todayInIndia} + ${REMINDER_DAYS.report}::int` });
  const { instituteId, session, kind, dueOn, isLate } = reportReminders;
  const isNew = sql`not exists (
    select from ${reportReminders}
     where ${instituteId} = ${asked.instituteId} and ${session} = ${asked.session} and ${kind} = ${asked.kind}
       and ${dueOn} = ${asked.dueOn} and ${isLate} = (${asked.dueOn} < ${todayInIndia}))`;
  const { reminders } = await queueReminders(asked, isNew, sql`nothing`, database);
  return reminders;
}

/**
 * Reminds the office of an institute of its late reports in the same way, however often it was reminded before this day. The caller
 * has the lock of the register (lockRegister).
 * @returns the number of late reports: one for each offer and kind
 */
export async function remindOfLateReports(institute: string, tx: Database): Promise<number> {
  const late = lateReports(eq(courses.instituteId, institute));
  const { remindedOn } = reportReminders;
  // The job may have reminded meanwhile.
  const again = sql`update set reminded_on = excluded.reminded_on where ${remindedOn} < excluded.reminded_on`;
  const { reports } = await queueReminders(late, undefined, again, tx);
  return reports;
}

/** Tells whether the office of an institute was reminded of a late report today. */
export async function isRemindedToday(institute: string, tx: Database): Promise<boolean> {
  const { instituteId, isLate, remindedOn } = reportReminders;
  const count = await tx.$count(
    reportReminders,
    and(eq(instituteId, institute), eq(isLate, true), eq(remindedOn, todayInIndia)),
  );
  return count > 0;
}

/**
 * Queues the e-mails about asked reports, and keeps the day.
 * @param which of the reports
 * @param onConflict what is done with a reminder of the same kind and day: who is not written is not reminded
 * @returns the number of reminders, at most BATCH, and of the reports that they are about
 */
async function queueReminders(
  askedReport: ReturnType<typeof askedReports>,
  which: SQL | undefined,
  onConflict: SQL,
  database: Database,
): Promise<{ reminders: number; reports: number }> {
  const { instituteId, session, kind, dueOn, isLate, remindedOn } = reportReminders;
  const [row] = await database.execute<{ reminders: number; reports: number }>(sql`
    with due as materialized (
      select ${askedReport.instituteId} as institute_id, ${askedReport.session} as session, ${askedReport.kind} as kind, ${askedReport.dueOn} as due_on,
             ${askedReport.dueOn} < ${todayInIndia} as is_late, sum(${askedReport.seats}) as seats, count(*) as offers
        from ${askedReport}
       where ${which ?? sql`true`}
       group by 1, 2, 3, 4, 5 order by 4, 1 limit ${BATCH}),
    reminded as (
      ${insertSelect(reportReminders, {
        instituteId: sql`due.institute_id`,
        session: sql`due.session`,
        kind: sql`due.kind`,
        dueOn: sql`due.due_on`,
        isLate: sql`due.is_late`,
        remindedOn: todayInIndia,
      })} from due on conflict (institute_id, session, kind, due_on, is_late) do ${onConflict}
      returning ${instituteId}, ${session}, ${kind}, ${dueOn}, ${isLate}, ${remindedOn}),
    messages as (
      ${insertSelect(outboundMessages, {
        kind: sql`case when due.is_late then 'report_late' else 'report_due' end`,
        recipient: admins.username,
        locale: admins.locale,
        detail: sql`jsonb_build_object(
          'institute', ${institutes.name}, 'hindi', ${institutes.hindi}, 'session', due.session, 'report', due.kind,
          'due_on', due.due_on, 'seats', due.seats)`,
      })} from due
          join reminded using (institute_id, session, kind, due_on, is_late)
          join ${institutes} on ${institutes.id} = due.institute_id
          join ${officeInstitutes} on ${officeInstitutes.instituteId} = ${institutes.id}
          join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
            and ${admins.deactivatedAt} is null and ${admins.passwordHash} is not null)
    select count(*)::int as reminders, coalesce(sum(due.offers), 0)::int as reports
      from reminded join due using (institute_id, session, kind, due_on, is_late)`);
  return row!;
}
