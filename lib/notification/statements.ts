import 'server-only';
import type { Sql } from 'postgres';
import { OUTSTANDING, REFUND_DUE } from '@/db/balance';
import type { BillingState } from '@/db/schema/billing-states';
import type { Sponsor } from '@/lib/adoption/schema';
import { IS_UNPAID } from '@/lib/adoption/term-statements';
import type { AccountMessageDetail, AccountMessageKind, MessageDetail, MessageKind } from './schema';

/** Seconds for which a claimed message belongs to its sender: longer than rendering its documents and sending it. */
export const CLAIM_SECONDS = 3 * 60;
/** The pause after the first failure, in seconds; doubled by each further one up to the maximum. */
export const FIRST_PAUSE_SECONDS = 60;
export const MAX_PAUSE_SECONDS = 6 * 60 * 60;
/** Attempts after which a message is dead: with the pauses above they take about three days. */
export const MAX_ATTEMPTS = 20;
/** The same for messages that the server refuses for good. */
export const MAX_FINAL_ATTEMPTS = 2;
/** Days after which a sent message loses its detail, and a dead one is deleted. */
export const MESSAGE_DAYS = 90;

type Claimed = { id: string; attempts: number; locale: string };

/** A claimed message about an account. */
export type AccountMessageRow = Claimed & {
  kind: AccountMessageKind;
  detail: AccountMessageDetail;
  recipient: string;
};

/** A claimed message about an adoption, with the present data of its billing; amounts in paise, times in epoch milliseconds. */
export type MessageRow = Claimed & {
  kind: MessageKind;
  detail: MessageDetail;
  recipient: null;
  billing_id: string;
  reference: string;
  state: BillingState;
  sponsor: Sponsor;
  is_registered: boolean;
  /** True if nobody proved to own the address: no code went there, and no account has confirmed it. */
  is_unproven: boolean;
  seats: number;
  total_paise: number;
  outstanding_paise: number;
  refund_due_paise: number;
  /** The end of the term; null if it has none. */
  due_ms: number | null;
  /** True if the seats are given back by themselves at the end of the term: nobody paid anything. */
  lapses: boolean;
  /** True after the end of the term. */
  is_over: boolean;
  /** Id of the captured online payment; null if there is none. */
  payment_id: string | null;
  /** True if a provider confirmed the payment without charging any money. */
  is_test_payment: boolean;
};

/** The sponsor as in the adoption; the owner of the company instead of a colleague who was removed. */
const RECIPIENT = `
       case when b.made_by is null or exists (select from users m where m.id = b.made_by and m.member_of = b.user_id)
            then b.sponsor else b.sponsor || jsonb_build_object('fullName', u.full_name, 'email', u.email) end`;

/**
 * Claims the message that is due for the longest time: it is due again later, so that a sender that crashes delays it
 * and another sender does not send it meanwhile. Rows that others claim at the same time are skipped.
 */
export const CLAIM_MESSAGE = `
with due     as (select m.id from outbound_messages m
                  where m.sent_at is null and m.dead_at is null and m.next_attempt_at <= now()
                  order by m.next_attempt_at, m.created_at limit 1 for update of m skip locked),
     claimed as (update outbound_messages m
                    set attempts = m.attempts + 1, next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
                   from due d where m.id = d.id returning m.*)
select m.id, m.kind, m.detail, m.attempts, m.recipient, coalesce(m.locale, b.locale) as locale, b.id as billing_id, b.reference, b.state, s.sponsor,
       not (b.verified_channel is not distinct from 'email' or exists (select from users p
             where p.id in (b.user_id, b.made_by) and p.email_verified_at is not null and lower(p.email) = lower(s.sponsor->>'email'))) as is_unproven,
       u.kind = 'registered' as is_registered,
       (select coalesce(sum(i.seats), 0)::int from billing_items i where i.billing_id = b.id) as seats,
       b.total_paise::float8 as total_paise, (${OUTSTANDING('b')})::float8 as outstanding_paise,
       (${REFUND_DUE('b')})::float8 as refund_due_paise, floor(extract(epoch from b.due_at) * 1000)::float8 as due_ms,
       coalesce(b.due_at <= now(), false) as is_over,
       (${IS_UNPAID}) as lapses,
       (select p.id from payments p where p.billing_id = b.id and p.status = 'captured' limit 1) as payment_id,
       exists (select from payments p where p.billing_id = b.id and p.status = 'captured' and p.is_test) as is_test_payment
  from claimed m left join billings b on b.id = m.billing_id left join users u on u.id = b.user_id
       left join lateral (select ${RECIPIENT} as sponsor) s on true`;

/** Runs CLAIM_MESSAGE. Returns undefined if no message is due. */
export async function runClaimMessage(sql: Sql): Promise<MessageRow | AccountMessageRow | undefined> {
  // unsafe() prepares no statement without parameters.
  const [row] = await sql<(MessageRow | AccountMessageRow)[]>`${sql.unsafe(CLAIM_MESSAGE)}`;
  return row;
}

/**
 * Records that a message was sent. One about an account is deleted: it contains an address, and nothing refers to it.
 * @param outcome null, or why it was not necessary to send it
 */
export async function runMarkSent(
  sql: Sql,
  { id, recipient }: Pick<MessageRow | AccountMessageRow, 'id' | 'recipient'>,
  outcome: 'obsolete' | null,
): Promise<void> {
  if (recipient !== null) await sql`delete from outbound_messages where id = ${id}`;
  else
    await sql`update outbound_messages set sent_at = now(), last_error = ${outcome} where id = ${id} and sent_at is null`;
}

/**
 * Records a failed attempt: the message is due again after a pause with up to a quarter of jitter, or dead after
 * `maxAttempts`. Changes nothing if the claim was over and another sender has the message.
 */
export async function runMarkFailed(
  sql: Sql,
  { id, attempts }: Claimed,
  reason: string,
  maxAttempts: number,
): Promise<void> {
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MAX_PAUSE_SECONDS);
  await sql`
    update outbound_messages
       set last_error = ${reason}, dead_at = case when attempts >= ${maxAttempts} then now() end,
           next_attempt_at = now() + ${seconds} * (1 + random() / 4) * interval '1 second'
     where id = ${id} and attempts = ${attempts} and sent_at is null`;
}

/**
 * Makes a dead message due again, with all its attempts, and writes the audit log entry. $1 message, $2 administrator,
 * $3 name of the administrator. The verdict is 'not_dead' if it is not dead, or not any more.
 */
export const RETRY_MESSAGE = `
with message as (select m.*, b.reference from outbound_messages m left join billings b on b.id = m.billing_id
                  where m.id = $1::uuid for update of m),
     retried as (update outbound_messages m set attempts = 0, next_attempt_at = now(), dead_at = null
                   from message g where m.id = g.id and g.dead_at is not null returning m.*),
     logged  as (insert into audit_log (admin_id, actor, action, subject, after)
                 select $2::uuid, $3::text, 'message.retried', coalesce(r.billing_id, r.id)::text,
                        jsonb_strip_nulls(jsonb_build_object('reference', g.reference, 'message', r.kind))
                   from retried r join message g on g.id = r.id)
select case when g.dead_at is null then 'not_dead' else 'done' end as verdict from message g`;

/** Runs RETRY_MESSAGE. Returns undefined if there is no such message. */
export async function runRetryMessage(
  sql: Sql,
  { id, adminId, actor }: { id: string; adminId: string; actor: string },
): Promise<'done' | 'not_dead' | undefined> {
  const [row] = await sql.unsafe<{ verdict: 'done' | 'not_dead' }[]>(RETRY_MESSAGE, [id, adminId, actor], {
    prepare: true,
  });
  return row?.verdict;
}
