import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { outstanding } from '@/db/balance';
import { hasState } from '@/db/conditions';
import { dayInIndia, financialYearOfDay, todayInIndia } from '@/db/days';
import {
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  enrolments,
  lineMonthsProgress,
  payments,
  refunds,
  releaseLines,
  releases,
  reports,
  useLines,
  uses,
} from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import { setColumns } from '@/db/writes';
import { reachOf } from '@/lib/admin/stats/statements';
import { lineMoneyOn, lineValues } from '@/lib/funds/statements';
import type { LineMoney } from '@/lib/funds/rules';

/*
 * `line_months` follows the adoptions: a job looks for those that changed since `line_months_progress.upto` and makes their rows
 * anew. Everything that changes a figure leaves a time: an event of the adoption, a confirmed transfer, a statement of an office.
 */

/**
 * Locks the progress and finds the next adoptions that changed. Concurrent runs follow each other.
 * @param events of adoptions at most, and those with the time of the last
 * @returns their ids, and whether more are pending
 */
export async function takeChanged(
  tx: Database,
  events: number,
  complete: SQL,
): Promise<{ ids: string[]; next: string; isBehind: boolean }> {
  const isNew = (time: SQL) => sql`${time} > reach.upto and ${time} <= reach.next`;
  const [row] = await tx.execute<{ ids: string[] | null; next: string; isBehind: boolean }>(sql`
    with ${reachOf(lineMonthsProgress, events, complete)},
    changed as (
      select ${billingEvents.billingId} as id from reach join ${billingEvents} on ${isNew(sql`${billingEvents.at}`)}
      union
      select ${releaseLines.billingId} from reach
        join ${releases} on ${isNew(sql`${releases.confirmedAt}`)} or ${isNew(sql`${releases.returnedAt}`)}
        join ${releaseLines} on ${releaseLines.releaseId} = ${releases.id}
      union
      select ${useLines.billingId} from reach join ${uses} on ${isNew(sql`${uses.statedAt}`)} join ${useLines} on ${useLines.useId} = ${uses.id}
      union
      select ${enrolments.billingId} from reach join ${enrolments} on ${isNew(sql`${enrolments.createdAt}`)} or ${isNew(sql`${enrolments.endedAt}`)}
      union
      select ${billingItems.billingId} from reach join ${reports} on ${isNew(sql`${reports.statedAt}`)}
        join ${billingItems} on ${billingItems.courseId} = ${reports.courseId})
    select (select array_agg(id) from changed) as ids, reach.next::text as next, reach.next < ${complete} as "isBehind" from reach`);
  return { ids: row!.ids ?? [], next: row!.next, isBehind: row!.isBehind };
}

/** Notes up to when changes are in `line_months`. @param next as takeChanged returns it */
export const advance = (tx: Database, next: string) =>
  tx.execute(
    sql`update ${lineMonthsProgress} ${setColumns(lineMonthsProgress, { upto: sql`${next}::timestamptz` })} where ${lineMonthsProgress.upto} < ${next}::timestamptz`,
  );

/** What an adopted line is, in the month of its adoption (the first day, YYYY-MM-DD). */
export type LineBase = {
  billingId: string;
  courseId: string;
  month: string;
  courseType: string;
  session: string;
  city: string;
  seats: number;
  pledgedPaise: number;
  outstandingPaise: number;
};

const isOneOfThem = (ids: readonly string[]) => sql`${billings.id} = any(${sql.param([...ids])}::uuid[])`;

/** The lines of adoptions that were verified once; seats and amounts are 0 for those that are not adopted any more. */
export async function readBases(tx: Database, ids: readonly string[]): Promise<LineBase[]> {
  const isAdopted = hasState(billings, ADOPTED_STATES);
  return [
    ...(await tx.execute<LineBase>(sql`
    with item as (
      select ${billings.id} as billing_id, ${isAdopted} as is_adopted, ${outstanding(billings)}::bigint as outstanding,
             date_trunc('month', ${dayInIndia(billings.verifiedAt)})::date::text as month, line.courses, line.values
        from ${billings} cross join lateral ${lineValues(billings.id)} line
       where ${isOneOfThem(ids)} and ${billings.verifiedAt} is not null)
    select item.billing_id as "billingId", line.course_id as "courseId", item.month, ${billingItems.courseName} as "courseType",
           ${billingItems.session}, ${billingItems.city},
           case when item.is_adopted then ${billingItems.seats} else 0 end as seats,
           case when item.is_adopted then line.value else 0 end as "pledgedPaise", line.missing as "outstandingPaise"
      from item cross join lateral unnest(item.courses, item.values, divided(item.outstanding, item.values)) as line(course_id, value, missing)
      join ${billingItems} on ${billingItems.billingId} = item.billing_id and ${billingItems.courseId} = line.course_id`)),
  ];
}

/** The money of a line up to a day (`on`, YYYY-MM-DD), the last one of a month or today, and the financial year of the day. */
export type MoneyOnDay = LineMoney & { billingId: string; courseId: string; on: string; year: string };

/**
 * Returns the money of adoptions up to the end of each month in which some of it moved, of each financial year whose use was stated,
 * and up to today, by line in the order of days.
 */
export async function readMoneyOnDays(tx: Database, ids: readonly string[]): Promise<MoneyOnDay[]> {
  const of = (id: SQL) => sql`${id} = any(${sql.param([...ids])}::uuid[])`;
  const endOfYear = sql`make_date(left(${uses.financialYear}, 4)::int + 1, 3, 31)`;
  const moments = sql`
    select distinct moved.billing_id, least((date_trunc('month', moved.day) + interval '1 month - 1 day')::date, ${todayInIndia}) as day from (
      select ${bankReceipts.billingId}, ${bankReceipts.creditedOn} as day from ${bankReceipts} where ${of(sql`${bankReceipts.billingId}`)}
      union all
      select ${payments.billingId}, ${dayInIndia(payments.settledAt)} from ${payments} where ${of(sql`${payments.billingId}`)} and ${payments.settledAt} is not null
      union all
      select ${refunds.billingId}, ${refunds.paidOn} from ${refunds} where ${of(sql`${refunds.billingId}`)}
      union all
      select ${releaseLines.billingId}, ${releases.paidOn} from ${releaseLines} join ${releases} on ${releases.id} = ${releaseLines.releaseId}
       where ${of(sql`${releaseLines.billingId}`)}
      union all
      select ${useLines.billingId}, ${endOfYear} from ${useLines} join ${uses} on ${uses.id} = ${useLines.useId} where ${of(sql`${useLines.billingId}`)}
      union all
      select id, ${todayInIndia} from unnest(${sql.param([...ids])}::uuid[]) id) moved(billing_id, day)`;
  return [
    ...(await tx.execute<MoneyOnDay>(sql`
    select line.*, line.day::text as "on", ${financialYearOfDay(sql`line.day`)} as year
      from ${lineMoneyOn(moments)} line order by line."billingId", line."courseId", line.day`)),
  ];
}
