import 'server-only';
import { and, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import { financialYearOf, todayInIndia } from '@/db/days';
import {
  admins,
  billings,
  courses,
  institutes,
  officeInstitutes,
  outboundMessages,
  releaseLines,
  releases,
  users,
  uses,
  yearEndReminders,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { insertSelect } from '@/db/writes';
import { ownerOf } from '@/lib/accounts/ownership';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { leftOf, sumUse } from '@/lib/documents/paper-rules';
import type { YearSubject } from '@/lib/documents/papers/statements';
import { sumOf } from '@/lib/funds/rules';
import { signedPaise } from '@/lib/funds/statements';
import { lastDayOf } from '@/lib/platform/financial-year';
import { hasOffice } from '@/lib/register/statements';
import { readSettings } from '@/lib/settings/queries';
import { companyOfYear, readYear } from './queries';

/** Institutes, and companies, per call. */
const BATCH = 100;

/** The year whose end is reminded of, and for how many days one reminder is enough. */
type Season = { year: string; days: number };

/**
 * Returns the financial year that ends, or ended in the last three months, from the day on that the settings name; null
 * on other days, and if nobody is to be reminded.
 */
async function season(database: Database): Promise<Season | null> {
  const { yearEndFrom: from, yearEndDays: days } = await readSettings('terms', database);
  if (days === 0) return null;
  const [row] = await database.execute<{ year: string; today: string }>(sql`
    select ${financialYearOf(sql`now() - interval '3 months'`)} as year, ${todayInIndia}::text as today`);
  const { year, today } = row!;
  return today >= `${lastDayOf(year).slice(0, 4)}-${from}` ? { year, days } : null;
}

const isDue = (subjectId: SQL, { year, days }: Season): SQL => sql`not exists (
  select from ${yearEndReminders}
   where ${yearEndReminders.subjectId} = ${subjectId} and ${yearEndReminders.financialYear} = ${year}
     and ${yearEndReminders.remindedOn} > ${todayInIndia} - ${days}::int)`;

const again = sql`on conflict (subject_id, financial_year) do update set reminded_on = excluded.reminded_on`;

/**
 * Reminds the offices of institutes that the use of money which was passed on to them is not stated for the financial year that
 * ends. Everybody in the office gets the e-mail; institutes without an active account in an office are left out.
 * @returns the number of institutes, at most BATCH: run it again until it is 0
 */
export async function queueUseReminders(database: Database = db()): Promise<number> {
  const now = await season(database);
  if (!now) return 0;
  const until = lastDayOf(now.year);
  const [row] = await database.execute<{ institutes: number }>(sql`
    with passed as (
      select ${courses.instituteId} as institute_id, ${courses.id} as course_id, sum(${signedPaise}) as paise
        from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
        join ${courses} on ${courses.id} = ${releaseLines.courseId}
       where ${releases.state} = 'confirmed' and ${releases.paidOn} <= ${until}::date
       group by 1, 2),
    unstated as (
      select passed.institute_id, passed.paise - coalesce(earlier.used, 0) as paise
        from passed
        left join lateral (
          select ${uses.usedPaise} as used from ${uses}
           where ${uses.courseId} = passed.course_id and ${uses.financialYear} < ${now.year}
           order by ${uses.financialYear} desc, ${uses.revision} desc limit 1) earlier on true
       where not exists (select from ${uses} where ${uses.courseId} = passed.course_id and ${uses.financialYear} = ${now.year})),
    due as (
      select unstated.institute_id, sum(unstated.paise)::bigint as paise from unstated
       where unstated.paise > 0 and ${hasOffice(sql`unstated.institute_id`)} and ${isDue(sql`unstated.institute_id`, now)}
       group by 1 order by 1 limit ${BATCH}::int),
    reminded as (
      ${insertSelect(yearEndReminders, {
        subjectId: sql`due.institute_id`,
        financialYear: sql`${now.year}::text`,
        remindedOn: todayInIndia,
      })} from due ${again} returning subject_id),
    messages as (
      ${insertSelect(outboundMessages, {
        kind: sql`'use_due'`,
        recipient: admins.username,
        locale: admins.locale,
        detail: sql`jsonb_build_object('institute', ${institutes.name}, 'hindi', ${institutes.hindi}, 'year', ${now.year}::text,
                                       'paise', due.paise)`,
      })} from due join ${institutes} on ${institutes.id} = due.institute_id
          join ${officeInstitutes} on ${officeInstitutes.instituteId} = due.institute_id
          join ${admins} on ${admins.id} = ${officeInstitutes.adminId}
            and ${admins.deactivatedAt} is null and ${admins.passwordHash} is not null)
    select count(*)::int as institutes from reminded`);
  return row!.institutes;
}

/** A company with an account, or a guest's adoption, and where its e-mail goes. */
type Recipient = { subjectId: string; userId: string | null; email: string; locale: string; reference: string | null };

/**
 * Tells companies what of their money is not used or not stated in the financial year that ends. A guest's adoption that an account
 * owns is told of with it. Those without such money get nothing, and are looked at again after the same days.
 * @returns the number of companies and guests that were looked at, at most BATCH: run it again until it is 0
 */
export async function queueYearEndReminders(database: Database = db()): Promise<number> {
  const now = await season(database);
  if (!now) return 0;
  const isOfYear = and(
    hasState(billings, ADOPTED_STATES),
    sql`${billings.verifiedAt} < ${lastDayOf(now.year)}::date + 1`,
  );
  const recipients = await database.execute<Recipient>(sql`
    select ${users.id} as "subjectId", ${users.id} as "userId", ${users.email} as email,
           (select ${billings.locale} from ${billings} where ${billings.userId} = ${users.id} order by ${billings.createdAt} desc limit 1) as locale,
           null as reference
      from ${users}
     where ${users.kind} = 'registered' and ${users.memberOf} is null
       and exists (select from ${billings} where ${billings.userId} = ${users.id} and ${isOfYear}) and ${isDue(sql`${users.id}`, now)}
    union all
    select ${billings.id}, null, ${billings.sponsor}->>'email', ${billings.locale}, ${billings.reference}
      from ${billings} join ${users} on ${users.id} = ${billings.userId} and ${users.kind} = 'guest'
     where ${isOfYear} and ${isDue(sql`${billings.id}`, now)}
       and ${ownerOf(billings)} = ${billings.userId}
     limit ${BATCH}::int`);
  for (const recipient of recipients) await remindCompany(recipient, now, database);
  return recipients.length;
}

async function remindCompany(recipient: Recipient, { year }: Season, database: Database): Promise<void> {
  const { subjectId, userId, reference } = recipient;
  const subject: YearSubject = userId === null ? { billingId: subjectId } : { userId };
  const { lines, unpaid } = await readYear(subject, year);
  const sums = sumUse(lines);
  const paise = leftOf(sums) + sums.unstatedPaise;
  const unpaidPaise = sumOf(unpaid, ({ outstandingPaise }) => outstandingPaise);
  const path = `${userId === null ? adoptionPath({ isRegistered: false, billingId: subjectId, reference: reference! }) : '/dashboard'}/year-end`;
  const company = paise > 0 ? await companyOfYear(subject) : '';
  await transaction(async (tx) => {
    await tx
      .insert(yearEndReminders)
      .values({ subjectId, financialYear: year, remindedOn: todayInIndia })
      .onConflictDoUpdate({
        target: [yearEndReminders.subjectId, yearEndReminders.financialYear],
        set: { remindedOn: sql`excluded.reminded_on` },
      });
    if (paise === 0) return;
    const detail = { year, company, path, paise, unpaid_paise: unpaidPaise };
    await tx
      .insert(outboundMessages)
      .values({ kind: 'year_end', recipient: recipient.email, locale: recipient.locale ?? 'en', detail });
  }, database);
}
