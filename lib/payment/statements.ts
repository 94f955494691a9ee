import 'server-only';
import type { Sql } from 'postgres';
import { isLiveHold } from '@/db/holds';
import { BILLING_STATES, type BillingEvent, type BillingState } from '@/db/schema/billing-states';
import { requireTransition, transition } from '@/lib/adoption/rules';
import { OVERDUE_SEATS, writeCourses } from '@/lib/catalogue/statements';
import type { PaymentMethod } from './schema';

/*
 * Both operations are single SQL statements that lock in the same order: the billing, its payments, its courses by id.
 * Every change of a payment locks its billing, so a payment created after the snapshot of a statement can only appear
 * as a unique violation.
 */

const BEGIN = requireTransition('held', 'payment_started', 'none');

export type PaymentStatus = 'started' | 'captured' | 'failed' | 'refund_due';

/** Values of BEGIN_PAYMENT; seats, prices and totals (paise) have the same order as `ids`. */
export type BeginValues = {
  userId: string;
  ids: string[];
  seats: number[];
  prices: number[];
  totals: number[];
  totalPaise: number;
  method: PaymentMethod | null;
  provider: string;
  key: string | null;
  requestHash: string;
  /**
   * True if a concurrent request created a payment: this request then returns the result of that payment, whatever its
   * status.
   */
  joins?: boolean;
};

/**
 * `state` is null if no adoption of the sponsor matches the request; `other_hold` is true if there is a live hold.
 * `payment_id` is the payment that the request created, repeats or shares. `transaction_id` is that of the captured
 * payment of the adoption.
 */
export type BeginRow = {
  key_reused: boolean;
  other_hold: boolean;
  billing_id: string | null;
  reference: string | null;
  state: BillingState | null;
  is_live: boolean;
  payment_id: string | null;
  method: PaymentMethod | null;
  amount_paise: string | null;
  status: PaymentStatus | null;
  transaction_id: string | null;
};

/**
 * Finds the adoption of a payment request by its lines, prices and total, and the payment for the request: the one with
 * its Idempotency-Key, otherwise the open one, otherwise a new one if the hold is live. Concurrent requests share one
 * payment. An adoption with an open payment takes precedence over a live hold of the same selection, so that nothing is
 * charged twice.
 */
export const BEGIN_PAYMENT = `
with asked   as (select jsonb_object_agg(course_id, array[seats, price, total]) as lines
                   from unnest($2::uuid[], $3::int[], $4::bigint[], $5::bigint[]) as a(course_id, seats, price, total)),
     keyed   as (select id, billing_id, request_hash = $10::text as same from payments
                  where user_id = $1::uuid and idempotency_key = $9::text),
     matched as (select b.id from billings b, asked a
                  cross join lateral (select exists (select from payments p where p.billing_id = b.id and p.status = 'started') as is_open) p
                  where b.user_id = $1::uuid and b.channel = 'dashboard' and (b.state <> 'replaced' or p.is_open) and b.total_paise = $6::bigint
                    and a.lines = (select jsonb_object_agg(course_id, array[i.seats, i.price_paise, i.seats * i.price_paise])
                                     from billing_items i where i.billing_id = b.id)
                  order by p.is_open desc, ${isLiveHold('b')} desc, b.created_at desc limit 1),
     billing as (select b.id, b.reference, b.state, b.total_paise, ${isLiveHold('b')} as is_live
                   from billings b where b.id = coalesce((select billing_id from keyed), (select id from matched))
                    for no key update of b),
     tried   as (select p.* from payments p join billing b on b.id = p.billing_id order by p.id for no key update of p),
     newest  as (select id from tried order by settled_at desc nulls first limit 1),
     shared  as (select * from tried where case when exists (select from keyed) then id = (select id from keyed)
                                                when $11::boolean then id = (select id from newest)
                                                else status = 'started' end),
     begun   as (insert into payments (billing_id, user_id, provider, method, amount_paise, idempotency_key, request_hash)
                 select b.id, $1::uuid, $8::text, $7::text, b.total_paise, $9::text, case when $9::text is not null then $10::text end from billing b
                  where b.is_live and $7::text is not null and not exists (select from keyed) and not exists (select from shared)
                     on conflict do nothing returning *),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select billing_id, '${BEGIN.event}', '${BEGIN.from}', '${BEGIN.to}', 'sponsor' from begun),
     payment as (select * from begun union all select * from shared)
select exists (select from keyed where not same) as key_reused,
       exists (select from billings b where b.user_id = $1::uuid and ${isLiveHold('b')}) as other_hold,
       b.id as billing_id, b.reference, b.state, coalesce(b.is_live, false) as is_live,
       p.id as payment_id, p.method, p.amount_paise, p.status,
       (select transaction_id from tried where status = 'captured') as transaction_id
  from (select) as always left join billing b on true left join payment p on true`;

/** Returns the parameters of BEGIN_PAYMENT in order. */
export function beginParameters(values: BeginValues) {
  const { userId, ids, seats, prices, totals, totalPaise, method, provider, key, requestHash, joins = false } = values;
  return [userId, ids, seats, prices, totals, totalPaise, method, provider, key, requestHash, joins];
}

export async function runBeginPayment(sql: Sql, values: BeginValues): Promise<BeginRow> {
  const [row] = await sql.unsafe<BeginRow[]>(BEGIN_PAYMENT, beginParameters(values), { prepare: true });
  return row!;
}

/** Values of SETTLE_PAYMENT: the result from the provider, with the transaction of captured money. */
export type SettleValues = { paymentId: string; provider: string } & (
  { status: 'captured'; transactionId: string } | { status: 'failed' }
);

/**
 * Payment and adoption after the statement. `is_stale`: nothing was changed, because expired holds must be released
 * first. `is_taken`: nothing was changed, because the transaction belongs to another payment.
 */
export type SettleRow = {
  billing_id: string;
  reference: string;
  state: BillingState;
  is_live: boolean;
  status: PaymentStatus;
  transaction_id: string | null;
  is_stale: boolean;
  is_taken: boolean;
};

const SETTLING: BillingEvent[] = ['paid', 'paid_too_late', 'paid_again', 'payment_failed'];

/** The transitions that settling may make, as SQL rows. */
const STEPS = BILLING_STATES.flatMap((from) =>
  SETTLING.flatMap((event) => {
    const step = transition(from, event);
    return step ? [`('${from}', '${event}', '${step.to}', '${step.seats}')`] : [];
  }),
).join(', ');

/**
 * Records the result of a payment and applies its consequences for the adoption and its seats. The transitions are
 * those of the transition table; the statement only selects the event. Captured money is `paid` if the seats are held
 * or available again, `paid_too_late` if they are not, and `paid_again` if the adoption needs no further payment. When
 * a payment is captured, another open payment of the adoption becomes failed; if it is captured later, it is
 * `paid_again`. A repeated result changes nothing, nor does a transaction that is recorded for another payment. No row
 * means that the provider has no such payment.
 */
export const SETTLE_PAYMENT = `
with steps   as (select * from (values ${STEPS}) as s(from_state, event, to_state, effect)),
     billing as (select b.* from billings b join payments p on p.billing_id = b.id
                  where p.id = $1::uuid and p.provider = $2::text for no key update of b),
     tried   as (select p.* from payments p join billing b on b.id = p.billing_id order by p.id for no key update of p),
     taken   as (select from payments where transaction_id = $4::text and id <> $1::uuid),
     judged  as (select b.id, b.state, paid.effect,
                        case when $3::text = 'failed' then case p.status when 'started' then 'payment_failed' end
                             when p.status in ('captured', 'refund_due') or exists (select from taken) then null
                             when paid.event is null then 'paid_again'
                             else 'money' end as heard
                   from billing b join tried p on p.id = $1::uuid
                   left join steps paid on paid.from_state = b.state and paid.event = 'paid'),
     locked  as (select c.*, i.seats,
                        case when c.is_open then c.total_seats - c.adopted_seats - c.held_seats else 0 end as available,
                        coalesce(o.seats, 0) as overdue
                   from courses c join billing_items i on i.course_id = c.id join judged j on j.id = i.billing_id
                   left join ${OVERDUE_SEATS} o on o.course_id = c.id
                  where j.heard = 'money' order by c.id for no key update of c),
     checked as (select bool_and(available >= seats) as free, bool_and(available + overdue >= seats) as freeable from locked),
     step    as (select j.id, s.* from judged j cross join checked k
                   join steps s on s.from_state = j.state
                    and s.event = case when j.heard is distinct from 'money' then j.heard
                                       when j.effect <> 'adopt' or k.free then 'paid'
                                       when not k.freeable then 'paid_too_late' end),
     moved   as (${writeCourses("locked l, step s where s.effect in ('settle', 'adopt')", {
       adopted_seats: 'l.adopted_seats + l.seats',
       held_seats: "l.held_seats - case s.effect when 'settle' then l.seats else 0 end",
     })}),
     stopped as (update payments p set status = 'failed', settled_at = now() from step s
                  where s.event = 'paid' and p.id <> $1::uuid and p.id in (select id from tried where status = 'started')
                 returning p.billing_id),
     settled as (update payments p
                    set status = case s.event when 'paid' then 'captured' when 'payment_failed' then 'failed' else 'refund_due' end,
                        transaction_id = $4::text, settled_at = now()
                   -- Counting the stopped payments runs their update first, so the unique index of open payments does not conflict.
                   from step s where p.id = $1::uuid and (select count(*) from stopped) >= 0 returning p.*),
     stepped as (update billings b
                    set state = s.to_state, received_paise = v.received_paise + coalesce((select amount_paise from settled where status <> 'failed'), 0)
                   from step s, billing v where b.id = s.id and v.id = s.id and s.event <> 'payment_failed'),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor)
                 select b.id, s.event, s.from_state, s.to_state, 'provider'
                   from stopped t join billing b on b.id = t.billing_id
                   join steps s on s.from_state = b.state and s.event = 'payment_failed'
                 union all select id, event, from_state, to_state, 'provider' from step),
     queued  as (insert into outbound_messages (billing_id, kind) select id, 'paid' from step where event = 'paid')
select b.id as billing_id, b.reference, coalesce(s.to_state, b.state) as state,
       ${isLiveHold('b', 'coalesce(s.to_state, b.state)')} as is_live,
       coalesce((select status from settled), p.status) as status,
       coalesce((select transaction_id from settled where status = 'captured'),
                (select transaction_id from tried where status = 'captured')) as transaction_id,
       coalesce(j.heard = 'money' and s.event is null, false) as is_stale, exists (select from taken) as is_taken
  from billing b join tried p on p.id = $1::uuid cross join judged j left join step s on true`;

/** Returns the parameters of SETTLE_PAYMENT in order. */
export function settleParameters(values: SettleValues): (string | null)[] {
  const { paymentId, provider, status } = values;
  return [paymentId, provider, status, values.status === 'captured' ? values.transactionId : null];
}

/** Runs SETTLE_PAYMENT. Returns undefined if the provider has no such payment. */
export async function runSettlePayment(sql: Sql, values: SettleValues): Promise<SettleRow | undefined> {
  const [row] = await sql.unsafe<SettleRow[]>(SETTLE_PAYMENT, settleParameters(values), { prepare: true });
  return row;
}
