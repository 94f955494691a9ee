import 'server-only';
import { and, eq, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { todayInIndia } from '@/db/days';
import type { Database } from '@/db/client';
import { paymentRefunds, payments, settlementDifferences, settlementItems, settlementReports } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { insertSelect, setColumns } from '@/db/writes';
import type { SettlementItem } from './gateway/types';

/*
 * Reading the settlement reports of the gateways and comparing them with our payments and refunds. Nothing here changes
 * a payment, a refund or an adoption.
 */

/** Gateways settle within five working days; until then a payment or refund may be in no report. */
const SETTLE_DAYS = 7;
/** Days for which a report is read again every night, because gateways complete it later. */
const REREAD_DAYS = 10;
/** Hour of the night in India at which reports are read again. */
const HOUR = 3;
/** Pauses between tries: 2 minutes, doubled up to 64. */
const LONGEST_PAUSE = 6;
/** A claimed report is read by nobody else for this time. */
const CLAIM_MINUTES = 10;
/** Lets one comparison run at a time: one with an older snapshot must not undo another. */
const COMPARE_LOCK = 735_004;

/**
 * Adds the days of a provider whose report is to be read, from the day of its first captured payment until yesterday.
 * Days without the jobs are added afterwards.
 */
export async function planReports(database: Database, provider: string): Promise<void> {
  const yesterday = sql`${todayInIndia} - 1`;
  await database.execute(sql`
${insertSelect(settlementReports, { provider: sql`${provider}::text`, day: sql`days.day::date`, nextReadAt: sql`now()` })}
  from (select min(${payments.settledAt} at time zone 'Asia/Kolkata')::date as day from ${payments}
         where ${payments.provider} = ${provider} and ${payments.transactionId} is not null) first
 cross join lateral generate_series(first.day::timestamp, (${yesterday})::timestamp, interval '1 day') as days(day)
 where not exists (select from ${settlementReports} where ${settlementReports.provider} = ${provider} and ${settlementReports.day} = ${yesterday})
    on conflict do nothing`);
}

/** A report that is to be read; `day` in India. */
type DueReport = { provider: string; day: string };

/**
 * Claims the oldest report of a provider that is due. A job that crashes delays it. A row that another job claims at the
 * same time is skipped.
 * @returns undefined if no report is due
 */
export async function claimReport(database: Database, provider: string): Promise<DueReport | undefined> {
  const due = database.$with('due').as(
    database
      .select({ provider: settlementReports.provider, day: settlementReports.day })
      .from(settlementReports)
      .where(and(eq(settlementReports.provider, provider), lte(settlementReports.nextReadAt, sql`now()`)))
      .orderBy(settlementReports.day)
      .limit(1)
      .for('no key update', { skipLocked: true }),
  );
  const [claimed] = await database
    .with(due)
    .update(settlementReports)
    .set({
      tries: sql`${settlementReports.tries} + 1`,
      nextReadAt: sql`now() + greatest(${CLAIM_MINUTES}::int, power(2, least(${settlementReports.tries} + 1, ${LONGEST_PAUSE}::int))) * interval '1 minute'`,
    })
    .from(due)
    .where(and(eq(settlementReports.provider, due.provider), eq(settlementReports.day, due.day)))
    .returning({ provider: settlementReports.provider, day: settlementReports.day });
  return claimed;
}

/** Replaces what is stored of a report by what the gateway says now, so reading it again changes nothing. */
export const storeReport = (
  database: Database,
  { provider, day }: DueReport,
  items: readonly SettlementItem[],
): Promise<null> =>
  transaction(async (tx) => {
    const report = and(eq(settlementReports.provider, provider), eq(settlementReports.day, day));
    // Two readers of one report, after a claim that ended, store it one after the other.
    await tx.select({ day: settlementReports.day }).from(settlementReports).where(report).for('no key update');
    await tx.delete(settlementItems).where(and(eq(settlementItems.provider, provider), eq(settlementItems.day, day)));
    const lines = JSON.stringify(items.map((item, at) => ({ ...item, line: at + 1 })));
    await tx.execute(sql`
${insertSelect(settlementItems, {
  provider: sql`${provider}::text`,
  day: sql`${day}::date`,
  line: sql`i.line`,
  entityId: sql`i."entityId"`,
  type: sql`i.type`,
  transactionId: sql`i."transactionId"`,
  reference: sql`i.reference`,
  creditPaise: sql`i."creditPaise"`,
  debitPaise: sql`i."debitPaise"`,
  amountPaise: sql`i."amountPaise"`,
  feePaise: sql`i."feePaise"`,
  taxPaise: sql`i."taxPaise"`,
  settlementId: sql`i."settlementId"`,
  utr: sql`i.utr`,
  settledAt: sql`i."settledAt"`,
})}
  from jsonb_to_recordset(${lines}::jsonb) as i(line int, "entityId" text, type text, "transactionId" text, reference text,
       "creditPaise" bigint, "debitPaise" bigint, "amountPaise" bigint, "feePaise" bigint, "taxPaise" bigint,
       "settlementId" text, utr text, "settledAt" timestamptz)`);
    // Old reports are not read again.
    await tx
      .update(settlementReports)
      .set({
        readAt: sql`now()`,
        tries: 0,
        nextReadAt: sql`case when ${settlementReports.day} >= ${todayInIndia} - ${REREAD_DAYS}::int
                             then ((${todayInIndia} + 1)::timestamp + ${HOUR} * interval '1 hour') at time zone 'Asia/Kolkata' end`,
      })
      .where(report);
    return null;
  }, database);

/** True if every report was read in which what a provider took or paid back may be. @param moment of that */
const wasReported = (provider: SQLWrapper, moment: SQLWrapper): SQL => sql`(
  select count(*) from ${settlementReports}
   where ${settlementReports.provider} = ${provider} and ${settlementReports.readAt} is not null
     and ${settlementReports.day} between (${moment} at time zone 'Asia/Kolkata')::date
                                      and (${moment} at time zone 'Asia/Kolkata')::date + ${SETTLE_DAYS}::int
  ) = ${SETTLE_DAYS + 1}::int`;

/**
 * Compares everything that was reported with our payments and refunds, and stores the differences: captured payments
 * and processed refunds that are in no report, items that are there more than once or with another amount, and items
 * that we do not know. A difference whose cause is gone is deleted; one whose amounts changed is open again. Test
 * payments and their refunds are not missed: gateways settle no test money.
 */
function compareStatement(): SQL {
  const [item, difference] = [settlementItems, settlementDifferences];
  const paid = alias(payments, 'refunded_payment');
  const isReported = (provider: SQLWrapper, entityId: SQLWrapper) =>
    sql`exists (select from ${item} where ${item.provider} = ${provider} and ${item.entityId} = ${entityId})`;
  return sql`
with items   as (select ${item.provider}, ${item.entityId}, count(*) as times, sum(${item.amountPaise}) as total,
                        min(${item.amountPaise}) as lowest, max(${item.amountPaise}) as highest,
                        min(${item.transactionId}) as transaction_id, min(${item.reference}) as reference
                   from ${item} group by ${item.provider}, ${item.entityId}),
     ours    as (select ${payments.provider}, ${payments.transactionId} as entity_id, ${payments.billingId}, ${payments.capturedPaise} as amount,
                        ${payments.capturedCurrency} = 'INR' as is_inr
                   from ${payments} where ${payments.transactionId} is not null
                 union all
                 select ${paid.provider}, ${paymentRefunds.refundRef}, ${paymentRefunds.billingId}, ${paymentRefunds.amountPaise}, ${paid.capturedCurrency} = 'INR'
                   from ${paymentRefunds} join ${payments} ${paid} on ${paid.id} = ${paymentRefunds.paymentId} where ${paymentRefunds.refundRef} is not null),
     matched as (select items.*, ours.billing_id, ours.amount, ours.is_inr
                   from items left join ours on ours.provider = items.provider and ours.entity_id = items.entity_id),
     found   as (select ${payments.provider}, 'missing' as kind, ${payments.transactionId} as entity_id, ${payments.billingId},
                        ${payments.capturedPaise} as expected, null::bigint as reported
                   from ${payments}
                  where ${payments.transactionId} is not null and ${payments.capturedPaise} > 0 and not ${payments.isTest}
                    and ${wasReported(payments.provider, payments.settledAt)}
                    and not ${isReported(payments.provider, payments.transactionId)}
                 union all
                 select ${paid.provider}, 'missing', ${paymentRefunds.refundRef}, ${paymentRefunds.billingId}, ${paymentRefunds.amountPaise}, null
                   from ${paymentRefunds} join ${payments} ${paid} on ${paid.id} = ${paymentRefunds.paymentId}
                  where ${paymentRefunds.state} = 'processed' and ${paymentRefunds.refundRef} is not null and not ${paid.isTest}
                    and ${wasReported(paid.provider, paymentRefunds.processedAt)}
                    and not ${isReported(paid.provider, paymentRefunds.refundRef)}
                 union all
                 select provider, 'doubled', entity_id, billing_id, amount, total from matched where times > 1
                 union all
                 select provider, 'amount', entity_id, billing_id, amount, total from matched where is_inr and (lowest <> amount or highest <> amount)
                 union all
                 -- An unknown item may name our payment as its reference, or the payment that it takes back.
                 select matched.provider, 'unknown', matched.entity_id,
                        coalesce((select ${payments.billingId} from ${payments} where ${payments.id}::text = matched.reference),
                                 (select ${payments.billingId} from ${payments} where ${payments.provider} = matched.provider and ${payments.transactionId} = matched.transaction_id)),
                        null, matched.total from matched where matched.amount is null),
     gone    as (delete from ${difference}
                  where not exists (select from found where found.provider = ${difference.provider} and found.kind = ${difference.kind}
                                       and found.entity_id = ${difference.entityId}))
${insertSelect(difference, {
  provider: sql`found.provider`,
  kind: sql`found.kind`,
  entityId: sql`found.entity_id`,
  billingId: sql`found.billing_id`,
  expectedPaise: sql`found.expected`,
  reportedPaise: sql`found.reported`,
})} from found
    on conflict (provider, kind, entity_id) do update
   ${setColumns(difference, {
     expectedPaise: sql`excluded.expected_paise`,
     reportedPaise: sql`excluded.reported_paise`,
     foundAt: sql`now()`,
     reason: sql`null`,
     explainedBy: sql`null`,
     explainedAt: sql`null`,
   })}
 where (${difference.expectedPaise}, ${difference.reportedPaise}) is distinct from (excluded.expected_paise, excluded.reported_paise)`;
}

/** Compares the reports, one run at a time. */
export const compareReports = (database: Database): Promise<null> =>
  transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${COMPARE_LOCK})`);
    await tx.execute(compareStatement());
    return null;
  }, database);
