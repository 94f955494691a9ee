import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { boundsOf } from './rules';
import type { ExplainedDifference, Movement, Settlement } from './schema';

/** Explained differences on the page; older ones are in the audit log. */
const EXPLAINED_SHOWN = 50;

/**
 * Returns the captured payments and processed refunds of a month (YYYY-MM, India) with what the settlement reports say
 * about them, the oldest first. Test payments are left out of a month in which money moved. Throws DeadlineError when the
 * database does not answer in time.
 */
export async function listMovements(_scope: AdminScope, month: string): Promise<Movement[]> {
  const [from, to] = boundsOf(month).map((moment) => moment.toISOString()) as [string, string];
  const rows = await withQueryDeadline(
    sql()<(Omit<Movement, 'at' | 'settledAt'> & { atMs: number; settledMs: number | null })[]>`
      with moved as (
        select 'payment' as kind, p.id, p.settled_at as at, p.billing_id, p.provider, p.transaction_id as entity_id, p.provider_ref,
               p.transaction_id, coalesce(p.method_used, p.method) as method, p.captured_currency as currency, p.captured_paise as gross,
               p.fee_paise as fee, p.tax_paise as tax, p.status, p.is_test
          from payments p
         where p.transaction_id is not null and p.captured_paise > 0 and p.settled_at >= ${from} and p.settled_at < ${to}
        union all
        select 'refund', r.id, r.processed_at, r.billing_id, p.provider, r.refund_ref, p.provider_ref, p.transaction_id,
               coalesce(p.method_used, p.method), p.captured_currency, -r.amount_paise, null, null, r.state, p.is_test
          from payment_refunds r join payments p on p.id = r.payment_id
         where r.state = 'processed' and r.processed_at >= ${from} and r.processed_at < ${to})
      select m.kind, extract(epoch from m.at)::float8 * 1000 as "atMs", b.reference, m.provider, m.entity_id as "entityId",
             m.provider_ref as "providerRef", m.transaction_id as "transactionId", m.method, m.currency, m.gross::float8 as "grossPaise",
             coalesce(i.fee_paise, m.fee)::float8 as "feePaise", coalesce(i.tax_paise, m.tax)::float8 as "taxPaise",
             coalesce(i.credit_paise - i.debit_paise, m.gross - case m.kind when 'refund' then 0 else m.fee end)::float8 as "netPaise",
             i.settlement_id as "settlementId", i.utr, extract(epoch from i.settled_at)::float8 * 1000 as "settledMs", m.status,
             case when exists (select from settlement_differences d
                                where d.provider = m.provider and d.entity_id = m.entity_id and d.explained_at is null) then 'difference'
                  when i.provider is not null then 'settled' else 'open' end as settlement, m.is_test as "isTest"
        from moved m join billings b on b.id = m.billing_id
        left join lateral (select * from settlement_items i where i.provider = m.provider and i.entity_id = m.entity_id
                            order by i.day, i.line limit 1) i on true
       where not m.is_test or not exists (select from moved where not is_test)
       order by m.at, m.id`,
  );
  return rows.map(({ atMs, settledMs, ...row }) => ({
    ...row,
    at: new Date(atMs),
    settledAt: settledMs === null ? null : new Date(settledMs),
  }));
}

/** Returns the transfers of gateways to the bank in a month, by the settlement reports. Throws like listMovements. */
export async function listSettlements(_scope: AdminScope, month: string): Promise<Settlement[]> {
  const rows = await withQueryDeadline(
    sql()<(Omit<Settlement, 'at'> & { atMs: number })[]>`
      select i.settlement_id as id, max(i.utr) as utr, extract(epoch from max(i.settled_at))::float8 * 1000 as "atMs",
             count(*)::int as items, sum(i.credit_paise - i.debit_paise)::float8 as "netPaise"
        from settlement_items i
       where i.day >= ${`${month}-01`}::text::date and i.day < ${`${month}-01`}::text::date + interval '1 month'
         and i.settlement_id is not null and i.settled_at is not null
       group by i.provider, i.settlement_id order by 3, 1`,
  );
  return rows.map(({ atMs, ...row }) => ({ ...row, at: new Date(atMs) }));
}

/** Returns the differences that administrators explained and that still exist, the newest first. Throws as above. */
export async function listExplained(_scope: AdminScope): Promise<ExplainedDifference[]> {
  const rows = await withQueryDeadline(
    sql()<(Omit<ExplainedDifference, 'at'> & { atMs: number })[]>`
      select d.id, d.kind, b.reference, d.entity_id as "entityId", coalesce(d.reported_paise, d.expected_paise)::float8 as "amountPaise",
             d.expected_paise::float8 as "expectedPaise", d.reason, a.username as by, extract(epoch from d.explained_at)::float8 * 1000 as "atMs"
        from settlement_differences d left join billings b on b.id = d.billing_id left join admins a on a.id = d.explained_by
       where d.explained_at is not null order by d.explained_at desc, d.id limit ${EXPLAINED_SHOWN}`,
  );
  return rows.map(({ atMs, ...row }) => ({ ...row, at: new Date(atMs) }));
}
