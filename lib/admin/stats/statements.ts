import 'server-only';
import type { Sql } from 'postgres';
import { raw } from '@/db/fragments';
import { stateList, statesThat } from '@/db/schema/billing-states';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
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

const ADOPTED = stateList(ADOPTED_STATES);
const PAID = stateList(statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid));

/** +1 for an event that makes the seats of an adoption count in these states, −1 for one that ends it, else 0. */
const stepOf = (states: string) =>
  `((e.to_state in (${states}))::int - coalesce(e.from_state in (${states}), false)::int)`;
const STEP = stepOf(ADOPTED);

/**
 * The seats of a line `i` that an event `e` adds to those counted in `states`. Current seats plus those that later
 * reductions returned (`r.later`) are the seats at the time of the event; a reduction itself takes off what it returned.
 */
const seatsAdded = (states: string) => `
  case when e.event <> 'reduced' then ${stepOf(states)} * (i.seats + coalesce(r.later, 0))
       when e.from_state in (${states}) then -coalesce((e.detail->'returned'->>i.course_id::text)::int, 0) else 0 end`;

/**
 * Seats and value (paise) by month of India and course type of the events selected by `where`; the type at the time of
 * the adoption (A-86). The lateral join keeps the planner, which cannot know how few events there are, from reading all
 * items.
 */
const counted = (from: string, where: string) => `
      select date_trunc('month', e.at at time zone 'Asia/Kolkata')::date as month, i.course_name as course_type,
             sum(i.adopted)::bigint as seats, sum(i.adopted * i.price_paise)::bigint as value_paise,
             sum(i.paid * i.price_paise)::bigint as paid_paise
        from ${from} join lateral (select i.course_name, i.price_paise, ${seatsAdded(ADOPTED)} as adopted, ${seatsAdded(PAID)} as paid
                                     from billing_items i left join lateral (
                                          select sum((x.detail->'returned'->>i.course_id::text)::int) as later from billing_events x
                                           where x.billing_id = e.billing_id and x.event = 'reduced' and x.id > e.id) r on true
                                    where i.billing_id = e.billing_id offset 0) i on true
       where ${where} and (${STEP} <> 0 or ${stepOf(PAID)} <> 0 or e.event = 'reduced') group by 1, 2`;

/**
 * An event carries the time when its writer's statement began, but becomes visible only when that statement ends, up to
 * 8 s later. Events older than a minute are complete; later ones are left to the next roll-up.
 */
export const COMPLETE = `now() - interval '1 minute'`;

/**
 * Rolls the next $1 events up into the monthly totals, and those with the same timestamp as the last. Concurrent
 * roll-ups run one after another: one that waited for the progress row continues where the other ended, and sees every
 * event up to COMPLETE, because its snapshot is younger than that.
 */
export const ROLL_UP = `
with progress as (select upto from monthly_totals_progress for no key update),
     reach    as (select p.upto, least(${COMPLETE}, n.at) as next
                    from progress p left join lateral
                         (select at from billing_events where at > p.upto order by at offset $1::int - 1 limit 1) n on true),
     counted  as (${counted('reach r join billing_events e on e.at > r.upto and e.at <= r.next', 'true')}),
     added    as (insert into adoption_monthly_totals (month, course_type, seats, value_paise, paid_paise)
                  select month, course_type, seats, value_paise, paid_paise from counted order by month, course_type
                      on conflict (month, course_type) do update
                     set seats = adoption_monthly_totals.seats + excluded.seats,
                         value_paise = adoption_monthly_totals.value_paise + excluded.value_paise,
                         paid_paise = adoption_monthly_totals.paid_paise + excluded.paid_paise),
     moved    as (update monthly_totals_progress set upto = r.next from reach r where r.next > r.upto)
select next < ${COMPLETE} as is_behind from reach`;

/** Runs ROLL_UP. @returns whether more events are pending */
export async function runRollUp(sql: Sql, events: number): Promise<boolean> {
  const [row] = await sql.unsafe<{ is_behind: boolean }[]>(ROLL_UP, [events], { prepare: true });
  return row!.is_behind;
}

/** True if at least this many events are pending. */
export async function runIsFarBehind(sql: Sql, events: number): Promise<boolean> {
  const [row] = await sql<{ far: boolean }[]>`
    select exists (select at from billing_events
                    where at > (select upto from monthly_totals_progress) and at <= ${raw(COMPLETE)}
                    order by at offset ${events - 1}::int limit 1) as far`;
  return row!.far;
}

/**
 * Seats and value by month and type: the last 12 months of India, and all earlier ones as month null. The upper bound
 * of the events makes the planner expect few rows, which is the case after a roll-up.
 */
export const READ = `
with this   as (select date_trunc('month', now() at time zone 'Asia/Kolkata')::date as month),
     recent as (${counted('billing_events e', `e.at > (select upto from monthly_totals_progress) and e.at <= 'infinity'`)}),
     every  as (select case when a.month > t.month - interval '12 months' then a.month end as month, a.course_type,
                       sum(a.seats)::float8 as seats, sum(a.value_paise)::float8 as value_paise, sum(a.paid_paise)::float8 as paid_paise
                  from (select month, course_type, seats, value_paise, paid_paise from adoption_monthly_totals union all select * from recent) a, this t
                 group by 1, 2)
select to_char(t.month, 'YYYY-MM') as this_month, to_char(e.month, 'YYYY-MM') as month, e.course_type, e.seats, e.value_paise, e.paid_paise
  from this t left join every e on true`;

/** Runs READ. @returns the current month of India ('YYYY-MM') and the rows */
export async function runRead(sql: Sql): Promise<{ thisMonth: string; rows: StatsRow[] }> {
  type Row = {
    this_month: string;
    month: string | null;
    course_type: string | null;
    seats: number;
    value_paise: number;
    paid_paise: number;
  };
  const rows = await sql.unsafe<Row[]>(READ, [], { prepare: true });
  return {
    thisMonth: rows[0]!.this_month,
    rows: rows.flatMap(({ month, course_type: courseType, seats, value_paise: valuePaise, paid_paise: paidPaise }) =>
      courseType === null ? [] : [{ month, courseType, seats, valuePaise, paidPaise }],
    ),
  };
}
