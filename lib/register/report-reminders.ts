import 'server-only';
import { sql } from 'drizzle-orm';
import { today } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { admins, courses, institutes, officeInstitutes, outboundMessages, reportReminders } from '@/db/schema';
import { insertSelect } from '@/db/writes';
import { REPORT_REMINDER_DAYS } from '@/lib/platform/limits';
import { askedReports } from './report-statements';

/** Institutes and reports per statement, to stay within the statement timeout. */
const BATCH = sql.raw('200');

/**
 * Reminds the offices of institutes of reports: REPORT_REMINDER_DAYS before the day, and once it has passed, of each kind and day
 * once. Everybody in the office gets the e-mail, in the own language. The day is kept, as sponsors are told when an institute was
 * reminded.
 * @returns the number of reminders, at most BATCH: run it again until it is 0
 */
export async function queueReportReminders(database: Database = db()): Promise<number> {
  const askedReport = askedReports({ isMissing: true, until: sql`${today} + ${REPORT_REMINDER_DAYS}::int` });
  const { instituteId, session, kind, dueOn, isLate, remindedOn } = reportReminders;
  const [row] = await database.execute<{ count: number }>(sql`
    with due as materialized (
      select ${courses.instituteId} as institute_id, ${askedReport.session} as session, ${askedReport.kind} as kind, ${askedReport.dueOn} as due_on,
             ${askedReport.dueOn} < ${today} as is_late, sum(${courses.adoptedSeats}) as seats
        from ${courses} cross join lateral ${askedReport}
       where not exists (
           select from ${reportReminders}
            where ${instituteId} = ${courses.instituteId} and ${session} = ${askedReport.session} and ${kind} = ${askedReport.kind}
              and ${dueOn} = ${askedReport.dueOn} and ${isLate} = (${askedReport.dueOn} < ${today}))
       group by 1, 2, 3, 4, 5 order by 4, 1 limit ${BATCH}),
    reminded as (
      ${insertSelect(reportReminders, {
        instituteId: sql`due.institute_id`,
        session: sql`due.session`,
        kind: sql`due.kind`,
        dueOn: sql`due.due_on`,
        isLate: sql`due.is_late`,
        remindedOn: today,
      })} from due on conflict do nothing returning ${instituteId}, ${session}, ${kind}, ${dueOn}, ${isLate}, ${remindedOn}),
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
    select count(*)::int as count from reminded`);
  return row!.count;
}
