import 'server-only';
import type { Sql } from 'postgres';
import { TODAY } from '@/db/balance';
import type { SettlementItem } from './provider-types';

/*
 * Reading the settlement reports of the gateways and comparing them with our payments and refunds. Nothing here changes
 * a payment, a refund or an adoption.
 */

/** Gateways settle within five working days; until then a payment or refund may be in no report. */
export const SETTLE_DAYS = 7;
/** Days for which a report is read again every night, because gateways complete it later. */
export const REREAD_DAYS = 10;
/** Hour of the night in India at which reports are read again. */
const HOUR = 3;
/** Pauses between tries: 2 minutes, doubled up to 64. */
const LONGEST_PAUSE = 6;
/** A claimed report is read by nobody else for this time. */
const CLAIM_MINUTES = 10;
/** Lets one comparison run at a time: one with an older snapshot must not undo another. */
const COMPARE_LOCK = 735_004;

/**
 * Adds the days of a provider ($1) whose report is to be read, from the day of its first captured payment until
 * yesterday. Days without the jobs are added afterwards.
 */
export const PLAN_REPORTS = `
insert into settlement_reports (provider, day, next_read_at)
select $1::text, d::date, now()
  from (select min(p.settled_at at time zone 'Asia/Kolkata')::date as day from payments p
         where p.provider = $1::text and p.transaction_id is not null) first
 cross join lateral generate_series(first.day::timestamp, (${TODAY} - 1)::timestamp, interval '1 day') d
 where not exists (select from settlement_reports r where r.provider = $1::text and r.day = ${TODAY} - 1)
    on conflict do nothing`;

/** Runs PLAN_REPORTS. */
export async function runPlanReports(sql: Sql, provider: string): Promise<void> {
  await sql.unsafe(PLAN_REPORTS, [provider], { prepare: true });
}

/** A report that is to be read; `day` in India. */
export type DueReport = { provider: string; day: string };

/**
 * Claims the oldest report of a provider ($1) that is due. A job that crashes delays it. A row that another job claims at
 * the same time is skipped.
 */
export const CLAIM_REPORT = `
with due as (select r.provider, r.day from settlement_reports r where r.provider = $1::text and r.next_read_at <= now()
              order by r.day limit 1 for no key update of r skip locked)
update settlement_reports r
   set tries = r.tries + 1,
       next_read_at = now() + greatest(${CLAIM_MINUTES}, power(2, least(r.tries + 1, ${LONGEST_PAUSE}))) * interval '1 minute'
  from due d where r.provider = d.provider and r.day = d.day
returning r.provider, r.day::text as day`;

/** Runs CLAIM_REPORT. Returns undefined if no report is due. */
export async function runClaimReport(sql: Sql, provider: string): Promise<DueReport | undefined> {
  const [row] = await sql.unsafe<DueReport[]>(CLAIM_REPORT, [provider], { prepare: true });
  return row;
}

/** Adds the lines of a report: $1 provider, $2 day, $3 lines as JSON. */
const ADD_ITEMS = `
insert into settlement_items (provider, day, line, entity_id, type, transaction_id, reference, credit_paise, debit_paise, amount_paise,
                              fee_paise, tax_paise, settlement_id, utr, settled_at)
select $1::text, $2::text::date, i.line, i."entityId", i.type, i."transactionId", i.reference, i."creditPaise", i."debitPaise", i."amountPaise",
       i."feePaise", i."taxPaise", i."settlementId", i.utr, i."settledAt"
  from jsonb_to_recordset($3::text::jsonb) as i(line int, "entityId" text, type text, "transactionId" text, reference text,
       "creditPaise" bigint, "debitPaise" bigint, "amountPaise" bigint, "feePaise" bigint, "taxPaise" bigint,
       "settlementId" text, utr text, "settledAt" timestamptz)`;

/** Marks a report as read: $1 provider, $2 day. Old ones are not read again. */
const MARK_READ = `
update settlement_reports set read_at = now(), tries = 0, next_read_at = case when day >= ${TODAY} - ${REREAD_DAYS} then ((${TODAY} + 1)::timestamp + interval '${HOUR} hours') at time zone 'Asia/Kolkata' end
 where provider = $1::text and day = $2::text::date`;

/** Replaces what is stored of a report by what the gateway says now, so reading it again changes nothing. */
export async function storeReport(
  sql: Sql,
  { provider, day }: DueReport,
  items: readonly SettlementItem[],
): Promise<void> {
  const lines = JSON.stringify(items.map((item, at) => ({ ...item, line: at + 1 })));
  await sql.begin(async (own) => {
    // Two readers of one report, after a claim that ended, store it one after the other.
    await own`select from settlement_reports where provider = ${provider} and day = ${day}::text::date for no key update`;
    await own`delete from settlement_items where provider = ${provider} and day = ${day}::text::date`;
    await own.unsafe(ADD_ITEMS, [provider, day, lines], { prepare: true });
    await own.unsafe(MARK_READ, [provider, day], { prepare: true });
  });
}

/**
 * True if every report was read in which what a provider took or paid back may be.
 * @param provider SQL of its name
 * @param moment SQL of the time of the capture or of the refund
 */
const wasReported = (provider: string, moment: string) => `(
  select count(*) from settlement_reports s
   where s.provider = ${provider} and s.read_at is not null
     and s.day between (${moment} at time zone 'Asia/Kolkata')::date and (${moment} at time zone 'Asia/Kolkata')::date + ${SETTLE_DAYS}
  ) = ${SETTLE_DAYS + 1}`;

/**
 * Compares everything that was reported with our payments and refunds, and stores the differences: captured payments
 * and processed refunds that are in no report, items that are there more than once or with another amount, and items
 * that we do not know. A difference whose cause is gone is deleted; one whose amounts changed is open again. Test
 * payments and their refunds are not missed: gateways settle no test money.
 */
export const COMPARE = `
with items   as (select provider, entity_id, count(*) as times, sum(amount_paise) as total, min(amount_paise) as low, max(amount_paise) as high,
                        min(transaction_id) as transaction_id, min(reference) as reference
                   from settlement_items group by provider, entity_id),
     ours    as (select p.provider, p.transaction_id as entity_id, p.billing_id, p.captured_paise as amount, p.captured_currency = 'INR' as is_inr
                   from payments p where p.transaction_id is not null
                 union all
                 select p.provider, r.refund_ref, r.billing_id, r.amount_paise, p.captured_currency = 'INR'
                   from payment_refunds r join payments p on p.id = r.payment_id where r.refund_ref is not null),
     matched as (select i.*, o.billing_id, o.amount, o.is_inr from items i left join ours o on o.provider = i.provider and o.entity_id = i.entity_id),
     found   as (select p.provider, 'missing' as kind, p.transaction_id as entity_id, p.billing_id, p.captured_paise as expected, null::bigint as reported
                   from payments p
                  where p.transaction_id is not null and p.captured_paise > 0 and not p.is_test and ${wasReported('p.provider', 'p.settled_at')}
                    and not exists (select from settlement_items i where i.provider = p.provider and i.entity_id = p.transaction_id)
                 union all
                 select p.provider, 'missing', r.refund_ref, r.billing_id, r.amount_paise, null
                   from payment_refunds r join payments p on p.id = r.payment_id
                  where r.state = 'processed' and r.refund_ref is not null and not p.is_test and ${wasReported('p.provider', 'r.processed_at')}
                    and not exists (select from settlement_items i where i.provider = p.provider and i.entity_id = r.refund_ref)
                 union all
                 select provider, 'doubled', entity_id, billing_id, amount, total from matched where times > 1
                 union all
                 select provider, 'amount', entity_id, billing_id, amount, total from matched where is_inr and (low <> amount or high <> amount)
                 union all
                 -- An unknown item may name our payment as its reference, or the payment that it takes back.
                 select m.provider, 'unknown', m.entity_id,
                        coalesce((select p.billing_id from payments p where p.id::text = m.reference),
                                 (select p.billing_id from payments p where p.provider = m.provider and p.transaction_id = m.transaction_id)),
                        null, m.total from matched m where m.amount is null),
     gone    as (delete from settlement_differences d
                  where not exists (select from found f where f.provider = d.provider and f.kind = d.kind and f.entity_id = d.entity_id))
insert into settlement_differences as d (provider, kind, entity_id, billing_id, expected_paise, reported_paise)
select * from found
    on conflict (provider, kind, entity_id) do update
   set expected_paise = excluded.expected_paise, reported_paise = excluded.reported_paise, found_at = now(),
       reason = null, explained_by = null, explained_at = null
 where (d.expected_paise, d.reported_paise) is distinct from (excluded.expected_paise, excluded.reported_paise)`;

/** Runs COMPARE, one run at a time. */
export async function runCompare(sql: Sql): Promise<void> {
  await sql.begin(async (own) => {
    await own`select pg_advisory_xact_lock(${COMPARE_LOCK})`;
    await own.unsafe(COMPARE);
  });
}
