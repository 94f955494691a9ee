import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasState, personOf } from '@/db/conditions';
import { isEndedHold, isLiveHold } from '@/db/hold-conditions';
import { hasOpenPayment } from '@/db/payment-conditions';
import { billingItems, billings, payments } from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import { HOLD_SECONDS, HOLD_WAIT } from '@/lib/adoption/core/hold-rules';
import type { SponsorScope } from '@/lib/accounts/session';

/* Parts of statements about holds: unpaid ones, those that would go on, and open payments of the same seats. */

const PAID = statesThat(({ isPaid }) => isPaid);
/** How a hold ends without money. */
const UNPAID_ENDS = statesThat(
  ({ verified, seats, isPaid, verify }) => verified !== 'no' && seats === 'none' && !isPaid && verify === null,
);

/** The length of time as an interval. */
export const interval = (amount: number, unit: 'days' | 'hours' | 'seconds'): SQL =>
  sql.raw(`interval '${amount} ${unit}'`);

/** When a hold that begins now ends. */
export const HOLD_END: SQL = sql`now() + ${interval(HOLD_SECONDS, 'seconds')}`;

/** The lines of a billing as a jsonb object: seats by course id. */
export const selectionOf = (billingId: SQL): SQL =>
  sql`(select jsonb_object_agg(${billingItems.courseId}, ${billingItems.seats}) from ${billingItems}
        where ${billingItems.billingId} = ${billingId})`;

/**
 * Finds an unsettled payment of the sponsor for the same selection, excluding those of a billing.
 * @param selection seats by course id, as jsonb
 * @param since timestamp; payments captured at or after it also match, so that an older draft is not paid a second time
 */
export function openPaymentOf(userId: SQL | string, billingId: SQL, selection: SQL, since: SQL): SQL {
  const other = alias(billings, 'other');
  return sql`
    select from ${payments} join ${billings} ${other} on ${other.id} = ${payments.billingId}
     where ${payments.userId} = ${userId} and ${other.id} is distinct from ${billingId}
       and (${payments.status} = 'started' or (${payments.status} = 'captured' and ${payments.settledAt} >= ${since}))
       and ${selectionOf(sql`${other.id}`)} = ${selection}`;
}

/**
 * Selects the end of the wait (HOLD_WAIT) after unpaid dashboard holds since the last payment; no row if no wait
 * applies. A hold with an open payment does not count as unpaid, and the first ones whose payment failed are forgiven: a
 * bank or a gateway that refuses is not the fault of the sponsor.
 * @param current id of the live hold, which counts as one more; null if there is none
 */
export function unpaidHolds(userId: SQL | string, current = sql`null::uuid`): SQL {
  const [unpaid, paid] = [alias(billings, 'unpaid_hold'), alias(billings, 'paid')];
  const { seconds, maxSeconds, free, forgiven, days } = HOLD_WAIT;
  const number = (value: number) => sql.raw(String(value));
  const doublings = sql`least(count(*) - ${number(free)}, 20)`;
  const hasFailed = sql`
    exists (select from ${payments} where ${payments.billingId} = ${unpaid.id} and ${payments.status} = 'failed')`;
  return sql`
    select max(unpaid.ended_at)
           + least(${number(maxSeconds)}, ${number(seconds)} * power(2, ${doublings})) * interval '1 second' as until
      from (select ${unpaid.holdExpiresAt} as ended_at, failed.is_failed,
                   row_number() over (partition by failed.is_failed order by ${unpaid.verifiedAt}, ${unpaid.id}) as number
              from ${billings} ${unpaid} cross join lateral (select ${hasFailed} as is_failed) failed
             where ${unpaid.userId} = ${userId} and ${unpaid.channel} = 'dashboard' and ${unpaid.holdExpiresAt} is not null
               and ${unpaid.verifiedAt} > now() - ${interval(days, 'days')}
               and (${unpaid.id} = ${current}
                    or (${hasState(unpaid, UNPAID_ENDS)} or ${isEndedHold(unpaid)}) and not ${hasOpenPayment(unpaid)})
               and ${unpaid.verifiedAt} > coalesce((select max(${paid.verifiedAt}) from ${billings} ${paid}
                                                    where ${paid.userId} = ${userId} and ${hasState(paid, PAID)}), '-infinity')) unpaid
     where not (unpaid.is_failed and unpaid.number <= ${number(forgiven)})
    having count(*) >= ${number(free)}`;
}

/** The requested courses and seats, in the same order. */
export type RequestedSeats = { ids: string[]; seats: number[] };

export const requestedSeats = (ids: SQLWrapper, seats: SQLWrapper): SQL => sql`unnest(${ids}::uuid[], ${seats}::int[])`;

/**
 * `givenBack` is the number of seats of the hold that would end, without reserved ones; `goesOn` is true if the live hold has the same
 * selection and continues. `retryAfter` is in seconds.
 */
export type HoldObstacle = {
  verdict: 'confirming' | 'waiting' | null;
  retryAfter: number | null;
  goesOn: boolean;
  givenBack: number;
};

/**
 * Checks, before a code is sent, whether the sponsor may hold a selection. A live hold counts as an unpaid hold as well,
 * unless it has the same selection and is therefore continued. Returns one HoldObstacle.
 */
export function holdObstacle({ accountId, personId }: SponsorScope, { ids, seats }: RequestedSeats): SQL {
  const currentHold = sql`(select id from current_hold)`;
  const selection = sql`(select selection from request)`;
  return sql`
    with request as (select jsonb_object_agg(course_id, seats) as selection
                       from ${requestedSeats(sql.param(ids), sql.param(seats))} as line(course_id, seats)),
    current_hold as (
      select ${billings.id}, ${selectionOf(sql`${billings.id}`)} = request.selection as is_same
        from ${billings}, request
       where ${personOf(billings)} = ${personId} and ${isLiveHold(billings)}),
    wait as (${unpaidHolds(accountId, currentHold)})
    select case when coalesce((select is_same from current_hold), false) then null
                when exists (${openPaymentOf(accountId, currentHold, selection, sql`'infinity'`)}) then 'confirming'
                when (select until from wait) > now() then 'waiting' end as "verdict",
           ceil(extract(epoch from (select until from wait) - now()))::int as "retryAfter",
           coalesce((select is_same from current_hold), false) as "goesOn",
           coalesce((select sum(${billingItems.seats} - ${billingItems.reservedSeats})::int
                       from current_hold join ${billingItems} on ${billingItems.billingId} = current_hold.id), 0) as "givenBack"`;
}
