import 'server-only';
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, billings, paymentRefunds, payments, settlementDifferences, settlementItems } from '@/db/schema';
import type { DifferenceKind } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { boundsOf } from './rules';
import type { Movement } from './schema';

/** Explained differences on the page; older ones are in the audit log. */
const EXPLAINED_SHOWN = 50;

/**
 * Returns the captured payments and processed refunds of a month (YYYY-MM, India) with what the settlement reports say
 * about them, the oldest first. Test payments are left out of a month in which money moved. Throws DeadlineError when the
 * database does not answer in time.
 */
export async function listMovements(_scope: AdminScope, month: string): Promise<Movement[]> {
  const [from, to] = boundsOf(month).map((moment) => sql`${moment.toISOString()}::timestamptz`) as [SQL, SQL];
  const method = sql`coalesce(${payments.methodUsed}, ${payments.method})`;
  const [item, difference] = [settlementItems, settlementDifferences];
  return withQueryDeadline(
    db().execute<Movement>(sql`
      with moved as (
        select 'payment' as kind, ${payments.id}, ${payments.settledAt} as at, ${payments.billingId}, ${payments.provider},
               ${payments.transactionId} as entity_id, ${payments.providerRef}, ${payments.transactionId}, ${method} as method,
               ${payments.capturedCurrency} as currency, ${payments.capturedPaise} as gross, ${payments.feePaise} as fee,
               ${payments.taxPaise} as tax, ${payments.status}, ${payments.isTest}
          from ${payments}
         where ${payments.transactionId} is not null and ${payments.capturedPaise} > 0
           and ${payments.settledAt} >= ${from} and ${payments.settledAt} < ${to}
        union all
        select 'refund', ${paymentRefunds.id}, ${paymentRefunds.processedAt}, ${paymentRefunds.billingId}, ${payments.provider},
               ${paymentRefunds.refundRef}, ${payments.providerRef}, ${payments.transactionId}, ${method},
               ${payments.capturedCurrency}, -${paymentRefunds.amountPaise}, null, null, ${paymentRefunds.state}, ${payments.isTest}
          from ${paymentRefunds} join ${payments} on ${payments.id} = ${paymentRefunds.paymentId}
         where ${paymentRefunds.state} = 'processed'
           and ${paymentRefunds.processedAt} >= ${from} and ${paymentRefunds.processedAt} < ${to})
      select m.kind, m.at, ${billings.reference}, m.provider, m.entity_id as "entityId", m.provider_ref as "providerRef",
             m.transaction_id as "transactionId", m.method, m.currency, m.gross as "grossPaise",
             coalesce(i.fee_paise, m.fee) as "feePaise", coalesce(i.tax_paise, m.tax) as "taxPaise",
             coalesce(i.credit_paise - i.debit_paise, m.gross - case m.kind when 'refund' then 0 else m.fee end) as "netPaise",
             i.settlement_id as "settlementId", i.utr, i.settled_at as "settledAt", m.status,
             case when exists (select from ${difference} where ${difference.provider} = m.provider and ${difference.entityId} = m.entity_id
                                  and ${difference.explainedAt} is null) then 'difference'
                  when i.provider is not null then 'settled' else 'open' end as settlement, m.is_test as "isTest"
        from moved m join ${billings} on ${billings.id} = m.billing_id
        left join lateral (select * from ${item} where ${item.provider} = m.provider and ${item.entityId} = m.entity_id
                            order by ${item.day}, ${item.line} limit 1) i on true
       where not m.is_test or not exists (select from moved where not is_test)
       order by m.at, m.id`),
  );
}

/** Returns the transfers of gateways to the bank in a month, by the settlement reports. Throws like listMovements. */
export async function listSettlements(_scope: AdminScope, month: string) {
  const { settlementId, settledAt, day, provider, utr, creditPaise, debitPaise } = settlementItems;
  const firstDay = sql`${`${month}-01`}::date`;
  const at = sql<Date>`max(${settledAt})`;
  return withQueryDeadline(
    db()
      .select({
        id: sql<string>`${settlementId}`,
        utr: sql<string | null>`max(${utr})`,
        at,
        items: sql<number>`count(*)`,
        netPaise: sql<number>`sum(${creditPaise} - ${debitPaise})`,
      })
      .from(settlementItems)
      .where(
        and(
          sql`${day} >= ${firstDay} and ${day} < ${firstDay} + interval '1 month'`,
          isNotNull(settlementId),
          isNotNull(settledAt),
        ),
      )
      .groupBy(provider, settlementId)
      .orderBy(at, settlementId),
  );
}

/** One transfer of the gateway to the bank. */
export type Settlement = Awaited<ReturnType<typeof listSettlements>>[number];

/** Returns the differences that administrators explained and that still exist, the newest first. Throws as above. */
export async function listExplained(_scope: AdminScope) {
  const { id, kind, entityId, reportedPaise, expectedPaise, reason, billingId, explainedBy, explainedAt } =
    settlementDifferences;
  return withQueryDeadline(
    db()
      .select({
        id,
        kind: sql<DifferenceKind>`${kind}`,
        reference: billings.reference,
        entityId,
        /** Of the reports; ours if they do not have it. */
        amountPaise: sql<number>`coalesce(${reportedPaise}, ${expectedPaise})`,
        /** Ours. */
        expectedPaise,
        reason: sql<string>`${reason}`,
        by: admins.username,
        at: sql<Date>`${explainedAt}`,
      })
      .from(settlementDifferences)
      .leftJoin(billings, eq(billings.id, billingId))
      .leftJoin(admins, eq(admins.id, explainedBy))
      .where(isNotNull(explainedAt))
      .orderBy(desc(explainedAt), id)
      .limit(EXPLAINED_SHOWN),
  );
}

/** A difference that an administrator explained. */
export type ExplainedDifference = Awaited<ReturnType<typeof listExplained>>[number];
