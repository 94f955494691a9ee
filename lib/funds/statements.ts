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
import { USE_HEADS, type UseHead } from '@/db/schema/enums';
import type { LineMoney } from './rules';

/**
 * One change of the money of an institute after the other: whoever waits sees what was passed on and stated meanwhile. It is
 * taken before the adoptions are locked.
 */
export const lockFunds = (instituteId: string): SQL =>
  sql`select pg_advisory_xact_lock(735007, hashtext(${instituteId}))`;

/** What was passed on to institutes less what they gave back, of a confirmed release. */
export const signedPaise = sql`(case ${releases.kind} when 'passed_on' then ${releaseLines.amountPaise} else - ${releaseLines.amountPaise} end)`;

const isWaiting = sql`${releases.state} in ('recorded', 'ordered')`;

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

/** What a line used from one statement of its institute to the next. */
type UseStep = {
  billingId: string;
  courseId: string;
  /** The financial year of the later statement. */
  year: string;
  usedPaise: number;
  /** The same by what it was spent on; null: not stated for both. */
  heads: Record<UseHead, number> | null;
};

/**
 * Returns what lines of adoptions used by the end of a financial year, in the order of their years. What an offer spent on
 * something is divided like its sum: what the heads up to each have in common is `divided` by what the lines used, so that the
 * heads of a line add up to what it used, and the lines to the head.
 * @param which a condition on `billings`
 */
export const readUseSteps = async (which: SQL, year: string, database: Database): Promise<UseStep[]> => [
  ...(await database.execute<UseStep>(sql`
  with newest as (
    select distinct on (${uses.courseId}, ${uses.financialYear}) ${uses.courseId} as course_id, ${uses.financialYear} as year,
           ${uses.id} as id, ${uses.usedPaise} as used, ${uses.heads} as heads
      from ${uses}
     where ${uses.financialYear} <= ${year} and ${uses.courseId} in (
       select ${billingItems.courseId} from ${billingItems} join ${billings} on ${billings.id} = ${billingItems.billingId} where ${which})
     order by ${uses.courseId}, ${uses.financialYear}, ${uses.revision} desc),
  step as (
    select newest.*, lag(id) over earlier as id_before, coalesce(lag(used) over earlier, 0) as used_before, lag(heads) over earlier as heads_before
      from newest window earlier as (partition by course_id order by year)),
  line as (
    select step.id, array_agg(now.billing_id order by ${billings.verifiedAt}, ${billings.id}) as billings,
           array_agg(now.used_paise - coalesce(before.used_paise, 0) order by ${billings.verifiedAt}, ${billings.id}) as parts
      from step join ${useLines} now on now.use_id = step.id
      join ${billings} on ${billings.id} = now.billing_id
      left join ${useLines} before on before.use_id = step.id_before and before.billing_id = now.billing_id
     group by step.id),
  head as (
    select step.id, head.name, spent.paise, sum(spent.paise) over (partition by step.id order by head.position)::bigint as until
      from step cross join unnest(${sql.param([...USE_HEADS])}::text[]) with ordinality as head(name, position)
     cross join lateral (
       select coalesce((step.heads->>head.name)::bigint, 0) - coalesce((step.heads_before->>head.name)::bigint, 0) as paise) spent
     where step.heads is not null and (step.heads_before is not null or step.used_before = 0)),
  share as (
    select head.id, part.billing_id, jsonb_object_agg(head.name, part.until - part.before) as heads
      from head join line on line.id = head.id
     cross join lateral unnest(line.billings, divided(head.until, line.parts), divided(head.until - head.paise, line.parts))
                        as part(billing_id, until, before)
     group by head.id, part.billing_id
    -- Of statements from before years had to follow each other by head, too.
    having min(head.paise) >= 0)
  select part.billing_id as "billingId", step.course_id as "courseId", step.year, part.used as "usedPaise", share.heads
    from step join line on line.id = step.id
   cross join lateral unnest(line.billings, line.parts) as part(billing_id, used)
    join ${billings} on ${billings.id} = part.billing_id
    left join share on share.id = step.id and share.billing_id = part.billing_id
   where ${which} order by step.year`)),
];

/**
 * Returns what the first paise that a line used were spent on; without a head that was not stated. What is paid back to the sponsor
 * lowers what was used last.
 * @param steps of the line, in the order of their years
 */
export async function spentOn(
  steps: readonly UseStep[],
  paise: number,
  database: Database,
): Promise<Record<UseHead, number>> {
  const spent = Object.fromEntries(USE_HEADS.map((head) => [head, 0])) as Record<UseHead, number>;
  let rest = paise;
  for (const { usedPaise, heads } of steps) {
    const part = Math.min(usedPaise, rest);
    rest -= part;
    if (!heads || part === 0) continue;
    const whole = USE_HEADS.map((head) => heads[head]);
    const parts = part === usedPaise ? whole : await divide(part, whole, database);
    for (const [index, head] of USE_HEADS.entries()) spent[head] += parts[index]!;
  }
  return spent;
}
