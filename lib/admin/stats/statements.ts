import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '@/db/client';
import type { lineMonthsProgress } from '@/db/schema';
import { adoptionMonthlyTotals, billingEvents, billingItems, monthlyTotalsProgress } from '@/db/schema';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { insertSelect, setColumns } from '@/db/writes';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import type { StatsRow } from './rules';

/*
 * `billing_events` is the source of truth. Events up to `monthly_totals_progress.upto` are rolled up into
 * `adoption_monthly_totals`; a read adds the later ones in the same snapshot, so that each seat is counted exactly
 * once.
 */

/** Events per roll-up, so that the first one of a large database stays within the statement timeout. */
export const ROLL_UP_BATCH = 20_000;

/** A read rolls up first if at least this many events are pending. */
export const FAR_BEHIND = 2000;

const ADOPTED = sql.raw(stateList(ADOPTED_STATES));
const PAID = sql.raw(stateList(statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid)));

/** +1 for an event that makes the seats of an adoption count in these states, −1 for one that ends it, else 0. */
const stepOf = (states: SQL) =>
  sql`((${billingEvents.toState} in (${states}))::int - coalesce(${billingEvents.fromState} in (${states}), false)::int)`;

const reduction = alias(billingEvents, 'reduction');
/** Condition: an event changed the seats of lines. Must match the expression of the index billing_events_seats. */
const changesSeats = (event: typeof billingEvents | typeof reduction) => sql`${event.event} in ('reduced', 'moved')`;
const returnedBy = (event: typeof billingEvents | typeof reduction) =>
  sql`(${event.detail}->'returned'->>${billingItems.courseId}::text)::int`;

/**
 * The seats of a line that an event adds to those counted in `states`. Current seats plus those that later reductions and moves
 * returned (`reductions.seats`; what a line got is negative) are the seats at the time of the event; such an event itself takes off what
 * it returned.
 */
const seatsAdded = (states: SQL) => sql`
  case when not ${changesSeats(billingEvents)} then ${stepOf(states)} * (${billingItems.seats} + coalesce(reductions.seats, 0))
       when ${billingEvents.fromState} in (${states}) then -coalesce(${returnedBy(billingEvents)}, 0) else 0 end`;

/**
 * Seats and value (paise) by month of India, course type and session of the events selected by `condition`; the type at the time
 * of the adoption (A-86). The lateral join keeps the planner, which cannot know how few events there are, from reading
 * all items.
 * @param from the table of events, or a join with it
 */
const monthsOf = (from: SQL, condition: SQL) => sql`
      select date_trunc('month', ${billingEvents.at} at time zone 'Asia/Kolkata')::date as month,
             lines.course_name as course_type, lines.session, sum(lines.adopted) as seats,
             sum(lines.adopted * lines.price_paise) as value_paise, sum(lines.paid * lines.price_paise) as paid_paise
        from ${from} join lateral (
             select ${billingItems.courseName}, ${billingItems.session}, ${billingItems.pricePaise}, ${seatsAdded(ADOPTED)} as adopted, ${seatsAdded(PAID)} as paid
               from ${billingItems} left join lateral (
                    select sum(${returnedBy(reduction)}) as seats from ${billingEvents} ${reduction}
                     where ${reduction.billingId} = ${billingEvents.billingId} and ${changesSeats(reduction)}
                       and ${reduction.id} > ${billingEvents.id}) reductions on true
              where ${billingItems.billingId} = ${billingEvents.billingId} offset 0) lines on true
       where ${condition} and (${stepOf(ADOPTED)} <> 0 or ${stepOf(PAID)} <> 0 or ${changesSeats(billingEvents)}) group by 1, 2, 3`;

/**
 * An event carries the time when its writer's statement began, but becomes visible only when that statement ends, up to
 * 8 s later. Events older than a minute are complete; later ones are left to the next roll-up.
 */
export const COMPLETE = sql`now() - interval '1 minute'`;

/**
 * The CTEs `progress`, which locks a row that says up to when events were handled, and `reach`: from there (`upto`) up to `next`, with at
 * most so many events and those with the time of the last.
 */
export const reachOf = (
  table: typeof monthlyTotalsProgress | typeof lineMonthsProgress,
  events: number,
  complete: SQL,
): SQL => sql`
  progress as (select ${table.upto} from ${table} for no key update),
  reach    as (select progress.upto, least(${complete}, next.at) as next
                 from progress left join lateral
                      (select ${billingEvents.at} from ${billingEvents} where ${billingEvents.at} > progress.upto
                        order by ${billingEvents.at} offset ${events - 1}::int limit 1) next on true)`;

/**
 * Rolls the next events up into the monthly totals, and those with the same timestamp as the last. Concurrent roll-ups
 * run one after another: one that waited for the progress row continues where the other ended, and sees every event up
 * to `complete`, because its snapshot is younger than that.
 * @returns whether more events are pending
 */
export async function rollUp(database: Database, events: number, complete: SQL = COMPLETE): Promise<boolean> {
  const totals = adoptionMonthlyTotals;
  const values = {
    month: sql`month`,
    courseType: sql`course_type`,
    session: sql`session`,
    seats: sql`seats`,
    valuePaise: sql`value_paise`,
    paidPaise: sql`paid_paise`,
  };
  const [row] = await database.execute<{ isBehind: boolean }>(sql`
    with ${reachOf(monthlyTotalsProgress, events, complete)},
         months   as (${monthsOf(sql`reach join ${billingEvents} on ${billingEvents.at} > reach.upto and ${billingEvents.at} <= reach.next`, sql`true`)}),
         sums     as (${insertSelect(totals, values)} from months order by month, course_type, session
                          on conflict (month, course_type, session) do update ${setColumns(totals, {
                            seats: sql`${totals.seats} + excluded.seats`,
                            valuePaise: sql`${totals.valuePaise} + excluded.value_paise`,
                            paidPaise: sql`${totals.paidPaise} + excluded.paid_paise`,
                          })}),
         advance  as (update ${monthlyTotalsProgress} ${setColumns(monthlyTotalsProgress, { upto: sql`reach.next` })}
                        from reach where reach.next > reach.upto)
    select next < ${complete} as "isBehind" from reach`);
  return row!.isBehind;
}

/** True if at least this many events are pending. */
export async function isFarBehind(database: Database, events: number): Promise<boolean> {
  const [row] = await database.execute<{ isFar: boolean }>(sql`
    select exists (select from ${billingEvents}
                    where ${billingEvents.at} > (select ${monthlyTotalsProgress.upto} from ${monthlyTotalsProgress})
                      and ${billingEvents.at} <= ${COMPLETE}
                    order by ${billingEvents.at} offset ${events - 1}::int limit 1) as "isFar"`);
  return row!.isFar;
}

/**
 * Seats and value by month and type: the last 12 months of India, and all earlier ones as month null; every row has the
 * current month. The upper bound of the events makes the planner expect few rows, which is the case after a roll-up.
 */
export const ALL_MONTHS = sql`
  with today  as (select date_trunc('month', now() at time zone 'Asia/Kolkata')::date as month),
       recent as (${monthsOf(
         sql`${billingEvents}`,
         sql`${billingEvents.at} > (select ${monthlyTotalsProgress.upto} from ${monthlyTotalsProgress}) and ${billingEvents.at} <= 'infinity'`,
       )}),
       months as (select case when every.month > today.month - interval '12 months' then every.month end as month, every.course_type,
                         sum(every.seats) as seats, sum(every.value_paise) as value_paise, sum(every.paid_paise) as paid_paise
                    from (select month, course_type, seats, value_paise, paid_paise from ${adoptionMonthlyTotals}
                           union all select month, course_type, seats, value_paise, paid_paise from recent) every, today
                   group by 1, 2)
  select to_char(today.month, 'YYYY-MM') as "thisMonth", to_char(months.month, 'YYYY-MM') as month, months.course_type as "courseType",
         months.seats, months.value_paise as "valuePaise", months.paid_paise as "paidPaise"
    from today left join months on true`;

/** Reads ALL_MONTHS. @returns the current month of India ('YYYY-MM') and the rows */
export async function readMonths(database: Database): Promise<{ thisMonth: string; rows: StatsRow[] }> {
  const rows = await database.execute<Omit<StatsRow, 'courseType'> & { thisMonth: string; courseType: string | null }>(
    ALL_MONTHS,
  );
  return {
    thisMonth: rows[0]!.thisMonth,
    rows: rows.flatMap(({ thisMonth: _, courseType, ...row }) => (courseType === null ? [] : [{ courseType, ...row }])),
  };
}
