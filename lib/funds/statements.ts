import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isExact } from '@/db/balance';
import type { Database } from '@/db/client';
import { dayInIndia, financialYearOfDay, todayInIndia } from '@/db/days';
import {
  bankReceipts,
  billingItems,
  billings,
  payments,
  refunds,
  releaseLines,
  releases,
  useLines,
  uses,
} from '@/db/schema';
import type { LineMoney } from './rules';

/**
 * One change of the money of an institute after the other: whoever waits sees what was passed on and stated meanwhile. It is
 * taken before the adoptions are locked.
 */
export const lockFunds = (instituteId: string): SQL =>
  sql`select pg_advisory_xact_lock(735007, hashtext(${instituteId}))`;

/** What was passed on to institutes less what they gave back, of a confirmed release. */
export const signedPaise = sql`(case ${releases.kind} when 'passed_on' then ${releaseLines.amountPaise} else - ${releaseLines.amountPaise} end)`;

const isWaiting = sql`${releases.state} = 'recorded'`;

/**
 * The courses of the lines of an adoption with their values in paise, as arrays in the order in which `divided` shares its money:
 * whoever shares in another order would get other paise.
 */
export const lineValues = (billingId: SQLWrapper): SQL => sql`(
  select array_agg(${billingItems.courseId} order by ${billingItems.position}, ${billingItems.courseId}) as courses,
         array_agg(${billingItems.seats} * ${billingItems.pricePaise} order by ${billingItems.position}, ${billingItems.courseId}) as values
    from ${billingItems} where ${billingItems.billingId} = ${billingId})`;

/** The money of every line of adoptions on a day, as a subquery (lineMoneyOn). @param which a condition on `billings` @param day YYYY-MM-DD, in India */
export const lineMoney = (which: SQL, day: SQL): SQL =>
  lineMoneyOn(sql`select ${billings.id} as billing_id, ${day}::date as day from ${billings} where ${which}`);

/**
 * The money of every line of adoptions on days (LineMoney, and the day), as a subquery: the one definition of the balance of a line.
 * Money counts by its own day, whenever it was entered. Of a payment each line has the part that its value is of the adoption
 * (`divided`), by the present seats. What was used is what the institute stated last for the financial year of the day or one before.
 * @param moments selects `billing_id` and `day`, a day in India
 */
export function lineMoneyOn(moments: SQL): SQL {
  const isReceived = (on: SQL) => sql`${on} <= moment.day`;
  return sql`(
  with moment as materialized (${moments}),
  money as materialized (
    select moment.billing_id, moment.day,
           receipt.paise
           + (select coalesce(sum(${payments.amountPaise}), 0) from ${payments}
               where ${payments.billingId} = moment.billing_id and ${isExact(payments)} and ${isReceived(dayInIndia(payments.settledAt))}) as received,
           receipt.tds,
           (select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
             where ${refunds.billingId} = moment.billing_id and ${refunds.state} = 'done' and ${isReceived(sql`${refunds.paidOn}`)}) as refunded
      from moment
     cross join lateral (
       select coalesce(sum(${bankReceipts.amountPaise}), 0) as paise, coalesce(sum(${bankReceipts.tdsPaise}), 0) as tds from ${bankReceipts}
        where ${bankReceipts.billingId} = moment.billing_id and ${bankReceipts.state} = 'confirmed' and ${isReceived(sql`${bankReceipts.creditedOn}`)}) receipt),
  line as materialized (
    select money.billing_id, money.day, shared.* from money
     cross join lateral ${lineValues(sql`money.billing_id`)} item
     cross join lateral unnest(item.courses, item.values, divided(money.received::bigint, item.values), divided(money.tds::bigint, item.values),
                               divided((money.received - money.refunded)::bigint, item.values))
                        as shared(course_id, value, received, tds, kept))
  select line.billing_id as "billingId", line.day, line.course_id as "courseId", line.value as "valuePaise", line.received as "receivedPaise",
         line.tds as "tdsPaise", line.received - line.kept as "returnedPaise", passed.paise as "passedPaise",
         passed.waiting as "waitingPaise", passed.waiting_back as "waitingBackPaise", stated.year as "statedYear", stated.used as "usedPaise", stated.passed as "statedPaise"
    from line
   cross join lateral (
     select coalesce(sum(${signedPaise}) filter (where ${releases.state} = 'confirmed' and ${releases.paidOn} <= line.day), 0)::bigint as paise,
            coalesce(sum(${releaseLines.amountPaise}) filter (where ${isWaiting} and ${releases.kind} = 'passed_on'), 0)::bigint as waiting,
            coalesce(sum(${releaseLines.amountPaise}) filter (where ${isWaiting} and ${releases.kind} = 'given_back'), 0)::bigint as waiting_back
       from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
      where ${releaseLines.billingId} = line.billing_id and ${releaseLines.courseId} = line.course_id) passed
    left join lateral (
     select newest.year, ${useLines.usedPaise} as used, ${useLines.passedPaise} as passed
       from (select ${uses.id}, ${uses.financialYear} as year from ${uses}
              where ${uses.courseId} = line.course_id and ${uses.financialYear} <= ${financialYearOfDay(sql`line.day`)}
              order by ${uses.financialYear} desc, ${uses.revision} desc limit 1) newest
       join ${useLines} on ${useLines.useId} = newest.id
        and ${useLines.billingId} = line.billing_id and ${useLines.courseId} = line.course_id) stated on true)`;
}

/** A row of lineMoney. */
export type LineMoneyRow = LineMoney & { billingId: string; courseId: string };

/** Returns the money of lines on a day, by default today. */
export async function readLineMoney(which: SQL, database: Database, day: SQL = todayInIndia): Promise<LineMoneyRow[]> {
  return [...(await database.execute<LineMoneyRow>(lineMoney(which, day)))];
}

/**
 * Returns the lines with money that can be passed on today (passablePaise), or, if that is wanted too, given back (unspentPaise). The
 * database compares, so that it sends no others.
 */
export async function readOpenLines(which: SQL, withUnspent: boolean, database: Database): Promise<LineMoneyRow[]> {
  const toPassOn = sql`least(line."receivedPaise" - line."returnedPaise", line."valuePaise") > line."passedPaise" + line."waitingPaise"`;
  const unspent = sql`line."passedPaise" > coalesce(line."usedPaise", 0) + line."waitingBackPaise"`;
  return [
    ...(await database.execute<LineMoneyRow>(
      sql`select line.* from ${lineMoney(which, todayInIndia)} line where ${toPassOn}${withUnspent ? sql` or ${unspent}` : sql.empty()}`,
    )),
  ];
}

/** Returns what was passed on for an offer up to a day, less what was given back, by line in the order of adoption. */
export const readPassed = async (
  courseId: string,
  day: string,
  database: Database,
): Promise<{ billingId: string; passedPaise: number }[]> => [
  ...(await database.execute<{ billingId: string; passedPaise: number }>(sql`
    select ${releaseLines.billingId} as "billingId", sum(${signedPaise})::bigint as "passedPaise"
      from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
      join ${billings} on ${billings.id} = ${releaseLines.billingId}
     where ${releaseLines.courseId} = ${courseId} and ${releases.state} = 'confirmed' and ${releases.paidOn} <= ${day}::date
     group by ${releaseLines.billingId}, ${billings.verifiedAt} order by ${billings.verifiedAt}, ${releaseLines.billingId}`)),
];

/** Divides an amount in proportion to weights, all in paise: whole parts that add up to it, none above its weight. */
export async function divide(paise: number, weights: readonly number[], database: Database): Promise<number[]> {
  const [row] = await database.execute<{ parts: number[] }>(
    sql`select to_json(divided(${paise}::bigint, ${sql.param([...weights])}::bigint[])) as parts`,
  );
  return row!.parts;
}
