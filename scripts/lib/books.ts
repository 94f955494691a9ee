import type { Sql, TransactionSql } from 'postgres';
import { statesThat } from '@/db/schema/billing-states';
import { ADOPTED_STATES, LIMITED_STATES } from '@/lib/adoption/rules';
import type { MessageKind } from '@/lib/notification/schema';

const HELD_STATES = statesThat(({ seats }) => seats === 'held');

/**
 * Returns violated invariants of seats and payments; empty if there are none: the counts of every course and of every seat
 * limit are the sums of their adoptions, money received and paid back is the sum of its entries, nothing is oversold, no adoption is paid for twice, and papers are numbered without gaps.
 */
export async function findBookProblems(sql: Sql | TransactionSql): Promise<string[]> {
  const courses = await sql`
    select c.id from courses c
      left join lateral (
        select coalesce(sum(i.seats) filter (where b.state = any(${ADOPTED_STATES})), 0) as adopted,
               coalesce(sum(i.seats) filter (where b.state = any(${HELD_STATES})), 0) as held
          from billing_items i join billings b on b.id = i.billing_id where i.course_id = c.id) counted on true
     where c.adopted_seats <> counted.adopted or c.held_seats <> counted.held
        or c.adopted_seats + c.held_seats > c.total_seats or least(c.adopted_seats, c.held_seats) < 0`;
  const limits = await sql`
    select key from unpaid_seats u
      full join (select key, sum(limit_seats) as seats from billings, unnest(limit_keys) as key
                  where state = any(${LIMITED_STATES}) group by key) counted using (key)
     where coalesce(u.seats, 0) <> coalesce(counted.seats, 0)`;
  const money = await sql`
    select b.id from billings b
     where b.received_paise <> (select coalesce(sum(p.amount_paise), 0) from payments p
                                 where p.billing_id = b.id and p.status in ('captured', 'refund_due') and p.captured_paise = p.amount_paise and p.captured_currency = 'INR')
                             + (select coalesce(sum(r.amount_paise + r.tds_paise), 0) from bank_receipts r
                                 where r.billing_id = b.id and r.state = 'confirmed')
        or b.refunded_paise <> (select coalesce(sum(r.amount_paise), 0) from refunds r where r.billing_id = b.id and r.state = 'done')
        or b.total_paise <> (select coalesce(sum(i.seats * i.price_paise), 0) from billing_items i where i.billing_id = b.id)
        or b.state = 'completed' and b.received_paise - b.refunded_paise < b.total_paise`;
  const twice = await sql`select billing_id from payments where status = 'captured' group by 1 having count(*) > 1`;
  const unrefunded = await sql`
    select p.id from payments p
      join lateral (select coalesce(sum(r.amount_paise) filter (where r.state <> 'failed'), 0) as paise, count(*) as count
                      from payment_refunds r where r.payment_id = p.id) back on true
     where p.captured_paise < back.paise or p.status = 'refund_due' and p.captured_paise > 0 and back.count = 0
       and not exists (select from refunds r where r.billing_id = p.billing_id)`;
  const credits = await sql`
    select c.id from bank_credits c
     where c.parts_paise <> (select coalesce(sum(r.amount_paise), 0) from bank_receipts r where r.credit_id = c.id and r.state <> 'rejected')`;
  // After a restore, numbers are left out; the entry of the audit log says which.
  const papers = await sql`
    with skipped as (select subject, (after->>'from')::int as first, (after->>'to')::int as last
                       from audit_log where action = 'paper.numbers_skipped'),
         given   as (select series || '/' || financial_year as subject, number as first, number as last from papers
                      union all select * from skipped),
         counted as (select subject, sum(last - first + 1) as numbers, max(last) as last, sum(last::bigint * (last + 1) / 2 - (first - 1)::bigint * first / 2) as total
                       from given group by 1)
    select c.subject from counted c full join paper_series s on s.series || '/' || s.financial_year = c.subject
     where s.last_number is distinct from c.numbers or c.last is distinct from c.numbers
        or c.total is distinct from c.last::bigint * (c.last + 1) / 2`;
  return [
    ...(courses.length > 0 ? [`the seats of ${courses.length} courses do not add up`] : []),
    ...(limits.length > 0 ? [`the unpaid seats of ${limits.length} limits do not add up`] : []),
    ...(money.length > 0 ? [`the money of ${money.length} adoptions does not add up`] : []),
    ...(unrefunded.length > 0 ? [`${unrefunded.length} payments are not paid back, or by more than was captured`] : []),
    ...(credits.length > 0 ? [`the parts of ${credits.length} credits of the bank account do not add up`] : []),
    ...(papers.length > 0 ? [`the numbers of ${papers.length} series of papers have gaps`] : []),
    ...(twice.length > 0 ? [`${twice.length} adoptions were paid for twice`] : []),
  ];
}

/** The message that announces a step of an administrator; of a receipt also 'paid', if it completes the adoption. */
const ANNOUNCED = JSON.stringify({
  receipt_confirmed: 'received',
  receipt_bounced: 'bounced',
  refund_confirmed: 'refunded',
  extended: 'extended',
  reduced: 'reduced',
  cancelled: 'cancelled',
} satisfies Record<string, MessageKind>);

/**
 * Returns violated invariants of messages; empty if there are none: every pledge, every payment that settled an
 * adoption and every step of an administrator that concerns the sponsor was announced exactly once, and no message is
 * both sent and dead.
 */
export async function findMessageProblems(sql: Sql): Promise<string[]> {
  const unannounced = await sql`
    select b.id from billings b
     where (select count(*) from billing_events e where e.billing_id = b.id and e.event = 'verified')
             <> (select count(*) from outbound_messages m where m.billing_id = b.id and m.kind = 'adopted')
        or (select count(*) from billing_events e where e.billing_id = b.id and e.event = 'paid' and e.actor = 'provider')
             > (select count(*) from outbound_messages m where m.billing_id = b.id and m.kind = 'paid')`;
  const steps = await sql`
    select billing_id
      from (select e.billing_id, a.kind, count(*) as steps from billing_events e join jsonb_each_text(${ANNOUNCED}::text::jsonb) a (event, kind)
                on a.event = e.event group by 1, 2) e
      full join (select m.billing_id, a.kind, count(*) as messages from outbound_messages m join jsonb_each_text(${ANNOUNCED}::text::jsonb) a (event, kind)
                on a.kind = m.kind or m.kind = 'paid' and m.detail ? 'receipt' and a.kind = 'received' group by 1, 2) m using (billing_id, kind)
     where e.steps is distinct from m.messages`;
  const both = await sql`select id from outbound_messages where sent_at is not null and dead_at is not null`;
  return [
    ...(unannounced.length > 0 ? [`the messages of ${unannounced.length} adoptions are missing or doubled`] : []),
    ...(steps.length > 0 ? [`the messages of ${steps.length} adoptions are not those of their steps`] : []),
    ...(both.length > 0 ? [`${both.length} messages are both sent and dead`] : []),
  ];
}
