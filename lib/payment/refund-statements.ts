import 'server-only';
import type { Sql } from 'postgres';
import { IS_EXACT, PAID_BACK_TOO_MUCH, TODAY } from '@/db/balance';
import { BOUNCE_GRACE_DAYS, requireTransition } from '@/lib/adoption/rules';
import type { RefundState } from './provider-types';

/*
 * Refunds by the gateway. Statements that change money lock the billing first, then the refund. Whatever creates a
 * refund raises the version of the billing: an action of an administrator with an older snapshot is then refused, so the
 * same money is not paid back by bank as well.
 */

const REFUNDED = requireTransition('refund_due', 'refunded', 'none');
/** Money of paid seats was sent back in the dashboard of the gateway. */
const REVERSE = requireTransition('completed', 'payment_reversed', 'none');

/** Pauses between tries: 2 minutes, doubled up to 512 (8.5 hours). */
const LONGEST_PAUSE = 9;

/** A refund that is to be sent, or asked about. */
export type DueRefund = {
  id: string;
  state: 'due' | 'pending';
  amount: number;
  refund_ref: string | null;
  provider: string;
  transaction_id: string;
  /** True if it is not processed a day after it became due. */
  is_late: boolean;
};

/**
 * Claims the refund that is due for the longest time, and sets the time of its next try: a job that crashes delays it
 * and sends it again with the same key. A row that another job claims at the same time is skipped.
 */
export const CLAIM_REFUND = `
with due     as (select r.id from payment_refunds r where r.next_try_at <= now() order by r.next_try_at limit 1
                    for no key update of r skip locked),
     claimed as (update payment_refunds r
                    set tries = r.tries + 1, next_try_at = now() + power(2, least(r.tries + 1, ${LONGEST_PAUSE})) * interval '1 minute'
                   from due d where r.id = d.id returning r.*)
select r.id, r.state, r.amount_paise::float8 as amount, r.refund_ref, p.provider, p.transaction_id,
       r.due_at < now() - interval '1 day' as is_late
  from claimed r join payments p on p.id = r.payment_id`;

/** Runs CLAIM_REFUND. Returns undefined if no refund is due. */
export async function runClaimRefund(sql: Sql): Promise<DueRefund | undefined> {
  const [row] = await sql.unsafe<DueRefund[]>(CLAIM_REFUND, [], { prepare: true });
  return row;
}

/**
 * Records the state of a refund: $1 refund, $2 state, $3 gateway's id, $4 bank's reference, $5 reason. A processed one is
 * final, a failed one can only turn out to be processed. Processed money that had counted as received is entered as paid
 * back, with event and message; paid seats whose money is gone are a pledge again. Nothing is entered if an
 * administrator entered this refund of the gateway by hand. The credit note follows with the message.
 */
export const RECORD_REFUND_STATE = `
with billing as (select b.* from billings b where b.id = (select r.billing_id from payment_refunds r where r.id = $1::uuid)
                    for no key update of b),
     refund  as (select r.* from payment_refunds r join billing b on b.id = r.billing_id where r.id = $1::uuid for no key update of r),
     news    as (select r.*, coalesce(r.refund_ref <> $3::text, false) as is_other,
                        case when $2::text = 'later' then r.state else $2::text end as next_state
                   from refund r),
     applied as (update payment_refunds r
                    set state = n.next_state, refund_ref = coalesce(r.refund_ref, $3::text),
                        bank_reference = coalesce($4::text, r.bank_reference),
                        failure_reason = case when $2::text in ('pending', 'processed') then null else coalesce($5::text, r.failure_reason) end,
                        next_try_at = case when n.next_state in ('due', 'pending') then r.next_try_at end,
                        processed_at = case when n.next_state = 'processed' then coalesce(r.processed_at, now()) end
                   from news n
                  where r.id = n.id and not n.is_other
                    and (n.next_state = 'processed' or n.state = 'due' or n.state = 'pending' and n.next_state <> 'due')
                 returning r.*, n.state as was),
     entered as (insert into refunds (id, billing_id, mode, paid_on, amount_paise, reference, state, confirmed_at)
                 select a.id, a.billing_id, 'gateway', ${TODAY}, a.amount_paise, a.refund_ref, 'done', now()
                   from applied a join payments p on p.id = a.payment_id
                  where a.state = 'processed' and a.was <> 'processed' and ${IS_EXACT('p')}
                    and not exists (select from refunds e where e.mode = 'gateway' and upper(e.reference) = upper(a.refund_ref) and e.state <> 'rejected')
                 returning *),
     changed as (update billings b
                    set refunded_paise = v.refunded_paise + e.amount_paise, version = b.version + 1,
                        state = case when v.state = '${REFUNDED.from}' and v.received_paise <= v.refunded_paise + e.amount_paise then '${REFUNDED.to}'
                                     when v.state = '${REVERSE.from}' and v.received_paise - v.refunded_paise - e.amount_paise < v.total_paise
                                     then '${REVERSE.to}' else v.state end,
                        due_at = case when v.state = '${REVERSE.from}' and v.received_paise - v.refunded_paise - e.amount_paise < v.total_paise
                                      then greatest(v.due_at, now() + interval '${BOUNCE_GRACE_DAYS} days') else v.due_at end
                   from billing v, entered e where b.id = v.id returning b.id, v.state as was, b.state),
     logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, detail)
                 select c.id, 'refund_confirmed', c.was, c.was, 'provider',
                        jsonb_build_object('refund', e.id, 'mode', e.mode, 'bank_reference', e.reference, 'amount_paise', e.amount_paise)
                   from changed c, entered e
                 union all
                 select c.id, case c.state when '${REVERSE.to}' then '${REVERSE.event}' else '${REFUNDED.event}' end, c.was, c.state, 'provider', null from changed c where c.state <> c.was),
     queued  as (insert into outbound_messages (billing_id, kind, detail)
                 select e.billing_id, 'refunded', jsonb_build_object('refund', e.id, 'amount_paise', e.amount_paise) from entered e)
select n.is_other, coalesce(a.state, n.state) as state, n.state as was,
       exists (select from billing v, entered e where ${PAID_BACK_TOO_MUCH('v', '(v.refunded_paise + e.amount_paise)')} > 0) as is_too_much
  from news n left join applied a on true`;

export type RecordedRefund = {
  /** The gateway has another id for this refund than the one recorded: nothing was written. */
  is_other: boolean;
  state: 'due' | 'pending' | 'processed' | 'failed' | 'settled';
  was: RecordedRefund['state'];
  /** More was paid back than was due. */
  is_too_much: boolean;
};

/** Runs RECORD_REFUND_STATE. */
export async function runRecordRefund(sql: Sql, id: string, state: RefundState): Promise<RecordedRefund> {
  const parameters = [
    id,
    state.status,
    'refundRef' in state ? state.refundRef : null,
    'bankReference' in state ? state.bankReference : null,
    'reason' in state ? state.reason.slice(0, 300) : null,
  ];
  const [row] = await sql.unsafe<RecordedRefund[]>(RECORD_REFUND_STATE, parameters, { prepare: true });
  return row!;
}

/** What a notice tells about a refund. */
export type NamedRefund = {
  refundRef: string;
  refundId: string | null;
  transactionId: string;
  amountPaise: number;
  state: RefundState;
};

/**
 * Finds the refund that a notice is about, or creates one for a refund that was made in the dashboard of the gateway.
 * Where such a refund pays back what is due and not sent, it is this one: the money must not be sent once more.
 * $1 provider, $2 transaction, $3 gateway's id, $4 our id, $5 amount, $6 whether it failed: such a one changes nothing
 * unless it is ours.
 */
export const FIND_OR_ADD_REFUND = `
with payment as (select p.* from payments p where p.provider = $1::text and p.transaction_id = $2::text),
     billing as (select b.id from billings b join payment p on p.billing_id = b.id for no key update of b),
     locked  as (select r.* from payment_refunds r join billing b on b.id = r.billing_id join payment p on p.id = r.payment_id
                  for no key update of r),
     known   as (select id from locked where refund_ref = $3::text or id = $4::uuid
                     or $4::uuid is null and not $6::boolean and state = 'due' and refund_ref is null and amount_paise = $5::bigint
                  order by (refund_ref = $3::text) desc nulls last, (id = $4::uuid) desc nulls last, due_at, id limit 1),
     added   as (insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref)
                 select p.id, p.billing_id, $5::bigint, 'dashboard', 'pending', $3::text from payment p join billing b on b.id = p.billing_id
                  where not exists (select from known) and not $6::boolean returning id, billing_id),
     touched as (update billings b set version = b.version + 1 from added a where b.id = a.billing_id)
select id from known union all select id from added`;

/** Runs FIND_OR_ADD_REFUND. Returns undefined if there is nothing to record. */
export async function runFindOrAddRefund(
  sql: Sql,
  provider: string,
  { transactionId, refundRef, refundId, amountPaise, state }: NamedRefund,
): Promise<string | undefined> {
  const parameters = [provider, transactionId, refundRef, refundId, amountPaise, state.status === 'failed'];
  const [row] = await sql.unsafe<{ id: string }[]>(FIND_OR_ADD_REFUND, parameters, { prepare: true });
  return row?.id;
}

/** Days for which a payment is looked for that a notice about a refund named before its capture was known. */
const EARLY_DAYS = 7;

/** Notices of refunds that came early are kept with the transaction that they name. */
const EARLY_NOTICE = `n.outcome = 'unknown' and n.kind like 'refund%' and n.received_at > now() - interval '${EARLY_DAYS} days'`;

/** Returns the payments, known by now, whose refunds were told of before. */
export async function runFindEarlyRefunds(sql: Sql): Promise<{ provider: string; transaction_id: string }[]> {
  return sql`select distinct p.provider, p.transaction_id from payment_notices n
               join payments p on p.provider = n.provider and p.transaction_id = n.gateway_id
              where ${sql.unsafe(EARLY_NOTICE)}`;
}

/** Records that the refunds of a payment are known. */
export async function runNoteEarlyRefunds(sql: Sql, provider: string, transactionId: string): Promise<void> {
  const text = `update payment_notices n set outcome = 'settled' where n.provider = $1::text and n.gateway_id = $2::text and ${EARLY_NOTICE}`;
  await sql.unsafe(text, [provider, transactionId], { prepare: true });
}
