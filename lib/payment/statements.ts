import 'server-only';
import type { Sql } from 'postgres';
import { IS_EXACT } from '@/db/balance';
import { isLiveHold } from '@/db/holds';
import { BILLING_STATES, type BillingEvent, type BillingState } from '@/db/schema/billing-states';
import { ACTING_PERSON, BELONGS_TO_USER, PERSON, type AdoptionScope } from '@/lib/adoption/access';
import { requireTransition, transition } from '@/lib/adoption/rules';
import { IS_UNPAID } from '@/lib/adoption/term-statements';
import { HttpError } from '@/lib/core/errors';
import { OVERDUE_SEATS, writeCoursesText } from '@/lib/catalogue/statements';
import type { AccountId, PersonId } from '@/lib/identity/session';
import type { Capture } from './provider-types';
import type { PaymentMethod } from '@/lib/adoption/payment-method';

/*
 * Both operations are single SQL statements that lock in the same order: the billing, its payments, its courses by id.
 * Every change of a payment locks its billing, so a payment created after the snapshot of a statement can only appear
 * as a unique violation.
 */

const BEGIN = requireTransition('held', 'payment_started', 'none');
const BEGIN_PLEDGE = requireTransition('pledged', 'payment_started', 'none');

/** Gateways want a payment link to last a quarter of an hour at least. */
const LINK_MINUTES = 16;
/** A pledge is paid within this time; corporate net banking needs a second person, who may approve hours later. */
const PLEDGE_LINK_HOURS = 24;

/** Minutes after its start at which the job asks about a payment; then every hour, and every day. */
const CHECK_MINUTES = [2, 5, 15, 60];
const HOURLY_DAYS = 3;
const DAILY_DAYS = 6;

/**
 * Returns SQL for the time of the next check of a payment, null after DAILY_DAYS. A payment that the gateway has just
 * ended is checked soon, because its sponsor may wait for the seats.
 * @param payment alias of a row of `payments`
 */
const nextCheck = (payment: string) => `least(
  case ${CHECK_MINUTES.map((minutes) => `when now() < ${payment}.created_at + interval '${minutes} minutes' then ${payment}.created_at + interval '${minutes} minutes'`).join(' ')}
       when now() < ${payment}.created_at + interval '${HOURLY_DAYS} days' then now() + interval '1 hour'
       when now() < ${payment}.created_at + interval '${DAILY_DAYS - 1} days' then now() + interval '1 day' end,
  case when now() < ${payment}.expires_at + interval '1 minute' then ${payment}.expires_at + interval '1 minute' end)`;

/**
 * Condition: the job does not ask about an open payment any more. Worded like the index payments_unanswered.
 * @param payment alias of a row of `payments`
 */
export const IS_UNANSWERED = (payment: string) =>
  `(${payment}.status = 'started' and ${payment}.next_check_at is null and ${payment}.created_at < now() - interval '${DAILY_DAYS - 1} days')`;

export type PaymentStatus = 'started' | 'captured' | 'failed' | 'refund_due';

/** Values of BEGIN_PAYMENT; seats, prices and totals (paise) have the same order as `ids`. */
export type BeginValues = {
  accountId: AccountId;
  personId: PersonId;
  ids: string[];
  seats: number[];
  prices: number[];
  totals: number[];
  totalPaise: number;
  method: PaymentMethod | null;
  provider: string;
  isTest: boolean;
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
  /** False if the account was deleted or its role lowered since the request was authorised. */
  may_pay: boolean;
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
  provider: string | null;
  provider_ref: string | null;
  /** Until when the gateway takes the money, in epoch milliseconds, and whether that is over. */
  expires_ms: number | null;
  is_over: boolean;
  /** The sponsor form of the adoption. */
  sponsor: Partial<Record<string, string>> | null;
};

/** The columns of a BeginRow that describe the payment `p` and its billing `b`. */
const PAYMENT_COLUMNS = `
       p.id as payment_id, p.method, p.amount_paise, p.status, p.provider, p.provider_ref,
       floor(extract(epoch from p.expires_at) * 1000)::float8 as expires_ms, coalesce(p.expires_at <= now(), false) as is_over, b.sponsor,
       (select transaction_id from tried where status = 'captured') as transaction_id`;

/**
 * CTE that keeps the seats of a hold as long as the gateway takes the money of its first payment. Later payments do not:
 * otherwise a hold would never end.
 */
const PROLONGED = `
     prolonged as (update billings b set hold_expires_at = g.expires_at from begun g
                  where b.id = g.billing_id and b.state = '${BEGIN.from}' and b.hold_expires_at < g.expires_at
                    and not exists (select from tried))`;

/**
 * Finds the adoption of a payment request by its lines, prices and total, and the payment for the request: the one with
 * its Idempotency-Key, otherwise the open one, otherwise a new one if the hold is live. Concurrent requests share one
 * payment. An adoption with an open payment takes precedence over a live hold of the same selection, so that nothing is
 * charged twice.
 */
export const BEGIN_PAYMENT = `
with ${ACTING_PERSON('$13::uuid', ['pay'])},
     asked   as (select jsonb_object_agg(course_id, array[seats, price, total]) as lines
                   from unnest($2::uuid[], $3::int[], $4::bigint[], $5::bigint[]) as a(course_id, seats, price, total)),
     keyed   as (select id, billing_id, request_hash = $10::text as same from payments
                  where user_id = $1::uuid and idempotency_key = $9::text),
     matched as (select b.id from billings b, asked a
                  cross join lateral (select exists (select from payments p where p.billing_id = b.id and p.status = 'started') as is_open) p
                  where coalesce(b.made_by, b.user_id) = $13::uuid and b.user_id = $1::uuid and b.channel = 'dashboard' and (b.state <> 'replaced' or p.is_open) and b.total_paise = $6::bigint
                    and a.lines = (select jsonb_object_agg(course_id, array[i.seats, i.price_paise, i.seats * i.price_paise])
                                     from billing_items i where i.billing_id = b.id)
                  order by p.is_open desc, ${isLiveHold('b')} desc, b.created_at desc limit 1),
     billing as (select b.id, b.reference, b.state, b.total_paise, b.sponsor, b.hold_expires_at, ${isLiveHold('b')} as is_live
                   from billings b where b.id = coalesce((select billing_id from keyed), (select id from matched)) and exists (select from person)
                    for no key update of b),
     tried   as (select p.* from payments p join billing b on b.id = p.billing_id order by p.id for no key update of p),
     newest  as (select id from tried order by settled_at desc nulls first limit 1),
     shared  as (select * from tried where case when exists (select from keyed) then id = (select id from keyed)
                                                when $11::boolean then id = (select id from newest)
                                                else status = 'started' end),
     begun   as (insert into payments (billing_id, user_id, provider, is_test, method, amount_paise, idempotency_key, request_hash, expires_at, next_check_at)
                 select b.id, $1::uuid, $8::text, $12::boolean, $7::text, b.total_paise, $9::text, case when $9::text is not null then $10::text end,
                        greatest(b.hold_expires_at, now() + interval '${LINK_MINUTES} minutes'), now() + interval '${CHECK_MINUTES[0]} minutes'
                   from billing b
                  where b.is_live and $7::text is not null and not exists (select from keyed) and not exists (select from shared)
                     on conflict do nothing returning *),${PROLONGED},
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                 select billing_id, '${BEGIN.event}', '${BEGIN.from}', '${BEGIN.to}', 'sponsor', ${PERSON('$13::uuid')} from begun),
     payment as (select * from begun union all select * from shared)
select exists (select from person) as may_pay,
       exists (select from keyed where not same) as key_reused,
       exists (select from billings b where coalesce(b.made_by, b.user_id) = $13::uuid and ${isLiveHold('b')}) as other_hold,
       b.id as billing_id, b.reference, b.state, coalesce(b.is_live, false) as is_live,${PAYMENT_COLUMNS}
  from (select) as always left join billing b on true left join payment p on true`;

/** Returns the parameters of BEGIN_PAYMENT in order. */
export function beginParameters(values: BeginValues) {
  const { accountId, personId, ids, seats, prices, totals, totalPaise, method, provider, key, requestHash } = values;
  const { joins = false, isTest } = values;
  return [
    accountId,
    ids,
    seats,
    prices,
    totals,
    totalPaise,
    method,
    provider,
    key,
    requestHash,
    joins,
    isTest,
    personId,
  ];
}

/** Throws HttpError 403 'company.role' if the person may not pay any more. */
export async function runBeginPayment(sql: Sql, values: BeginValues): Promise<BeginRow> {
  const [row] = await sql.unsafe<BeginRow[]>(BEGIN_PAYMENT, beginParameters(values), { prepare: true });
  requireMayPay(row!);
  return row!;
}

function requireMayPay({ may_pay: mayPay }: Pick<BeginRow, 'may_pay'>): void {
  if (!mayPay) throw new HttpError(403, 'company.role');
}

/**
 * Begins a payment of one adoption, or finds its open one: of a pledge during its term while no other money arrived, or
 * of a live hold. $1 billing, $2 account and $7 person of a sponsor, $8 the billing that a guest opened, $3 method, $4 and
 * $5 provider and whether it is a test, $6 its largest amount. The version of the adoption changes, so that its term does not end by a statement with an older
 * snapshot.
 */
export const BEGIN_BILLING_PAYMENT = `
with ${ACTING_PERSON('$7::uuid', ['pay'])},
     allowed as (select where $8::uuid is not null or exists (select from person)),
     billing as (select b.*, ${isLiveHold('b')} as is_live,
                        ${isLiveHold('b')} or b.state = '${BEGIN_PLEDGE.from}' and coalesce(b.due_at > now(), true) and ${IS_UNPAID} as is_payable
                   from billings b where b.id = $1::uuid and (b.id = $8::uuid or ${BELONGS_TO_USER('$2::uuid')})
                     and exists (select from allowed)
                    for no key update of b),
     tried   as (select p.* from payments p join billing b on b.id = p.billing_id order by p.id for no key update of p),
     shared  as (select * from tried where status = 'started'),
     begun   as (insert into payments (billing_id, user_id, provider, is_test, method, amount_paise, expires_at, next_check_at)
                 select b.id, b.user_id, $4::text, $5::boolean, $3::text, b.total_paise,
                        greatest(case when b.is_live then b.hold_expires_at else least(b.due_at, now() + interval '${PLEDGE_LINK_HOURS} hours') end,
                                 now() + interval '${LINK_MINUTES} minutes'), now() + interval '${CHECK_MINUTES[0]} minutes'
                   from billing b where b.is_payable and b.total_paise <= $6::bigint and not exists (select from shared)
                     on conflict do nothing returning *),
     touched as (update billings b
                    set version = b.version + 1,
                        hold_expires_at = case when b.state = '${BEGIN.from}' and not exists (select from tried)
                                               then greatest(b.hold_expires_at, g.expires_at) else b.hold_expires_at end
                   from begun g where b.id = g.billing_id),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                 select b.id, '${BEGIN.event}', b.state, b.state,
                        case when $8::uuid is null then 'sponsor' else 'guest' end, ${PERSON('$7::uuid')}
                   from begun g join billing b on b.id = g.billing_id),
     payment as (select * from begun union all select * from shared)
select exists (select from allowed) as may_pay, b.id as billing_id, b.reference, b.state, b.is_live, b.is_payable, b.total_paise <= $6::bigint as is_within_limit,${PAYMENT_COLUMNS}
  from (select) as always left join billing b on true left join payment p on true`;

export type BillingPaymentValues = {
  scope: AdoptionScope;
  billingId: string;
  method: PaymentMethod;
  provider: string;
  isTest: boolean;
  maxPaise: number | null;
};

/** Like BeginRow; `is_payable`: a payment may be begun now, unless the amount is above the limit. */
export type BillingPaymentRow = Omit<BeginRow, 'key_reused' | 'other_hold' | 'billing_id' | 'reference' | 'state'> & {
  billing_id: string;
  reference: string;
  state: BillingState;
  is_payable: boolean;
  is_within_limit: boolean;
};

/**
 * Runs BEGIN_BILLING_PAYMENT. Returns undefined if the adoption is not of the scope. Throws HttpError 403 'company.role' if
 * the person may not pay any more.
 */
export async function runBeginBillingPayment(
  sql: Sql,
  { scope, billingId, method, provider, isTest, maxPaise }: BillingPaymentValues,
): Promise<BillingPaymentRow | undefined> {
  const holder = 'billingId' in scope ? [null, scope.billingId] : [scope.personId, null];
  const accountId = 'billingId' in scope ? null : scope.accountId;
  const most = maxPaise ?? Number.MAX_SAFE_INTEGER;
  const parameters = [billingId, accountId, method, provider, isTest, most, ...holder];
  const [row] = await sql.unsafe<BillingPaymentRow[]>(BEGIN_BILLING_PAYMENT, parameters, { prepare: true });
  requireMayPay(row!);
  return row!.billing_id === null ? undefined : row;
}

/** Values of SETTLE_PAYMENT: the result from the provider. */
export type SettleValues = { paymentId: string; provider: string } & (
  { status: 'captured'; capture: Capture } | { status: 'failed' }
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
  /** What the statement did; null if nothing. */
  event: BillingEvent | null;
  is_stale: boolean;
  is_taken: boolean;
};

const SETTLING: BillingEvent[] = ['paid', 'paid_too_late', 'paid_again', 'payment_not_accepted', 'payment_failed'];

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
 * or available again, `paid_too_late` if they are not, and `paid_again` if the adoption needs no further payment. Money
 * of another amount or currency is `payment_not_accepted`: it is recorded and does not count as received. A second
 * capture of one payment gets a row of its own. Money that goes back gets its refund in the same statement. When a
 * payment is captured, another open payment of the adoption becomes failed; if it is captured later, it is `paid_again`.
 * A repeated result changes nothing, nor does a transaction that is recorded for another adoption. No row means that
 * the provider has no such payment.
 */
export const SETTLE_PAYMENT = `
with steps   as (select * from (values ${STEPS}) as s(from_state, event, to_state, effect)),
     billing as (select b.* from billings b join payments p on p.billing_id = b.id
                  where p.id = $1::uuid and p.provider = $2::text for no key update of b),
     tried   as (select p.* from payments p join billing b on b.id = p.billing_id order by p.id for no key update of p),
     known   as (select billing_id from payments where transaction_id = $4::text),
     taken   as (select from known k where k.billing_id not in (select id from billing)),
     judged  as (select b.id, b.state, paid.effect,
                        case when $3::text = 'failed' then case p.status when 'started' then 'payment_failed' end
                             when exists (select from known) then null
                             when p.transaction_id is not null then 'extra'
                             when p.amount_paise <> $5::bigint or $6::text <> 'INR' then 'payment_not_accepted'
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
                    and s.event = case when j.heard = 'extra' and exists (select from steps x where x.from_state = j.state and x.event = 'paid_again') then 'paid_again'
                                       when j.heard = 'extra' then 'payment_not_accepted'
                                       when j.heard is distinct from 'money' then j.heard
                                       when j.effect <> 'adopt' or k.free then 'paid'
                                       when not k.freeable then 'paid_too_late' end),
     moved   as (${writeCoursesText("locked l, step s where s.effect in ('settle', 'adopt')", {
       adopted_seats: 'l.adopted_seats + l.seats',
       held_seats: "l.held_seats - case s.effect when 'settle' then l.seats else 0 end",
     })}),
     stopped as (update payments p set status = 'failed', settled_at = now(), next_check_at = null from step s
                  where s.event = 'paid' and p.id <> $1::uuid and p.id in (select id from tried where status = 'started')
                 returning p.billing_id),
     settled as (update payments p
                    set status = case s.event when 'paid' then 'captured' when 'payment_failed' then 'failed' else 'refund_due' end,
                        transaction_id = $4::text, captured_paise = $5::bigint, captured_currency = $6::text, method_used = $7::text,
                        fee_paise = $8::bigint, tax_paise = $9::bigint, settled_at = now(), next_check_at = null
                   -- Counting the stopped payments runs their update first, so the unique index of open payments does not conflict.
                   from step s, judged j where p.id = $1::uuid and j.heard <> 'extra' and (select count(*) from stopped) >= 0 returning p.*),
     further as (insert into payments (billing_id, user_id, provider, is_test, method, amount_paise, status, transaction_id,
                                       captured_paise, captured_currency, method_used, fee_paise, tax_paise, settled_at)
                 select p.billing_id, p.user_id, p.provider, p.is_test, p.method, p.amount_paise, 'refund_due', $4::text,
                        $5::bigint, $6::text, $7::text, $8::bigint, $9::bigint, now()
                   from tried p join judged j on j.heard = 'extra' where p.id = $1::uuid returning *),
     booked  as (select * from settled union all select * from further),
     repaid  as (insert into payment_refunds (payment_id, billing_id, amount_paise, reason)
                 select p.id, p.billing_id, p.captured_paise, s.event from booked p cross join step s
                  where p.status = 'refund_due' and p.captured_paise > 0
                 union all select p.id, p.billing_id, v.over, 'excess'
                   from booked p cross join lateral (
                        -- The adoption was reduced, or other money arrived, while its sponsor paid.
                        select least(p.captured_paise, b.received_paise + p.amount_paise - b.refunded_paise - b.total_paise
                               - (select coalesce(sum(r.amount_paise), 0) from payment_refunds r join tried t on t.id = r.payment_id
                                   where r.state <> 'processed' and ${IS_EXACT('t')})
                               - (select coalesce(sum(r.amount_paise), 0) from refunds r where r.billing_id = b.id and r.state = 'recorded')) as over from billing b) v
                  where p.status = 'captured' and v.over > 0),
     stepped as (update billings b
                    set state = s.to_state, version = b.version + 1, received_paise = v.received_paise + coalesce((select amount_paise from booked p where p.status <> 'failed' and ${IS_EXACT('p')}), 0)
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
                (select transaction_id from tried where status = 'captured')) as transaction_id, s.event,
       coalesce(j.heard = 'money' and s.event is null, false) as is_stale, exists (select from taken) as is_taken
  from billing b join tried p on p.id = $1::uuid cross join judged j left join step s on true`;

/** Returns the parameters of SETTLE_PAYMENT in order. */
export function settleParameters(values: SettleValues): (string | number | null)[] {
  const { paymentId, provider, status } = values;
  if (values.status === 'failed') return [paymentId, provider, status, null, null, null, null, null, null];
  const { transactionId, amountPaise, currency, method, feePaise, taxPaise } = values.capture;
  return [paymentId, provider, status, transactionId, amountPaise, currency, method, feePaise, taxPaise];
}

/** Runs SETTLE_PAYMENT. Returns undefined if the provider has no such payment. */
export async function runSettlePayment(sql: Sql, values: SettleValues): Promise<SettleRow | undefined> {
  const [row] = await sql.unsafe<SettleRow[]>(SETTLE_PAYMENT, settleParameters(values), { prepare: true });
  return row;
}

/** An open payment that is to be checked. */
export type CheckRow = {
  id: string;
  billing_id: string;
  provider: string;
  provider_ref: string | null;
  /** True if the gateway takes no more money. */
  is_over: boolean;
  /** False if the adoption has no use for the money any more. */
  is_wanted: boolean;
};

const CHECK_COLUMNS = `p.id, p.billing_id, p.provider, p.provider_ref, coalesce(p.expires_at, p.created_at) <= now() as is_over,
       (${isLiveHold('b')} or b.state = '${BEGIN_PLEDGE.from}') as is_wanted`;

/**
 * Claims the payment whose check is due for the longest time, and sets the time of its next one. A row that another job
 * claims at the same time is skipped.
 */
export const CLAIM_CHECK = `
with due     as (select p.id from payments p where p.next_check_at <= now() order by p.next_check_at limit 1
                    for no key update of p skip locked),
     claimed as (update payments p set tries = p.tries + 1, next_check_at = ${nextCheck('p')} from due d where p.id = d.id returning p.*)
select ${CHECK_COLUMNS} from claimed p join billings b on b.id = p.billing_id`;

/** Runs CLAIM_CHECK. Returns undefined if no check is due. */
export async function runClaimCheck(sql: Sql): Promise<CheckRow | undefined> {
  const [row] = await sql.unsafe<CheckRow[]>(CLAIM_CHECK, [], { prepare: true });
  return row;
}

/** Returns the open payments of some adoptions. @param which trusted SQL condition on the billing `b` with the value $1 */
export async function findOpenPayments(sql: Sql, which: string, value: string): Promise<CheckRow[]> {
  const text = `select ${CHECK_COLUMNS} from payments p join billings b on b.id = p.billing_id where p.status = 'started' and ${which}`;
  return sql.unsafe<CheckRow[]>(text, [value], { prepare: true });
}

/** Returns the payment that a gateway names by our id or its own, open or not; undefined if there is none. */
export async function findPayment(
  sql: Sql,
  provider: string,
  { paymentId, providerRef }: { paymentId: string | null; providerRef: string | null },
): Promise<CheckRow | undefined> {
  const text = `select ${CHECK_COLUMNS} from payments p join billings b on b.id = p.billing_id
                 where p.provider = $1::text and (p.id = $2::uuid or p.provider_ref = $3::text) order by (p.id = $2::uuid) desc nulls last limit 1`;
  const [row] = await sql.unsafe<CheckRow[]>(text, [provider, paymentId, providerRef], { prepare: true });
  return row;
}

/** Records where the gateway knows a payment. */
export async function runNoteReference(sql: Sql, paymentId: string, providerRef: string): Promise<void> {
  await sql`update payments set provider_ref = ${providerRef} where id = ${paymentId} and provider_ref is null`;
}

/** Records why an attempt of the sponsor failed. The payment stays open: the next attempt may succeed. */
export async function runNoteFailure(sql: Sql, paymentId: string, reason: string): Promise<void> {
  await sql`update payments set failure_reason = ${reason.slice(0, 300)} where id = ${paymentId} and status = 'started'`;
}
