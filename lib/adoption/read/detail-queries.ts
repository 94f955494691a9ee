import 'server-only';
import { and, desc, eq, exists, inArray, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dueNext, instalmentsOf, outstanding, refundable, refundDue, withheld } from '@/db/balance';
import { db, type Database } from '@/db/client';
import { qualified } from '@/db/conditions';
import { isLiveHold } from '@/db/hold-conditions';
import { isVoid } from '@/db/papers';
import { billingEvents, billings, papers, paymentRefunds, payments, transferNotices } from '@/db/schema';
import type { PaymentMethod } from '@/db/schema/enums';
import { isUuid } from '@/lib/platform/uuid';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { SHOWN_EVENTS } from '@/db/schema/adoption-events';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { failureOf, type AdoptionDetail, type IssuedPaper, type ShownRefund, type TimelineEntry } from './detail-rules';
import { listAdoptions } from './history-queries';
import { selectContinued, selectContinuing, selectRenewals } from '@/lib/adoption/renewals/renewal-queries';
import { NO_COMPANY } from '@/lib/company/rules';
import { companyDetails, companyOf, recordOfAccount } from '@/lib/company/statements';
import type { CompanyDetails } from '@/lib/company/schema';
import { consentOf } from '@/lib/adoption/core/consent';
import { untilCoursesEnd } from '@/lib/adoption/core/line-statements';
import { isRestPayable, isUnpaid } from '@/lib/adoption/pledge/term-statements';
import { isToCome } from '@/lib/adoption/pledge/transfer-notice';

/**
 * Returns an adoption of the scope with its money, history and papers; null for any other id, and for
 * one that is not shown to its sponsor.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readAdoption(scope: AdoptionScope, id: string): Promise<AdoptionDetail | null> {
  if (!isUuid(id)) return null;
  // One snapshot: a payment may be settled meanwhile, and half of the page would still wait for it.
  const reading = db().transaction(
    (tx) =>
      Promise.all([
        listAdoptions(scope, { size: 1, id, database: tx }),
        selectBilling(tx, scope, id),
        selectPayments(tx, id),
        selectRefunds(tx, id),
        selectTimeline(tx, scope, id),
        selectPapers(tx, id),
        selectToldTransfer(tx, id),
        selectRenewals(tx, scope, id),
        selectContinuing(tx, id),
        selectContinued(tx, id),
      ]),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const [{ adoptions }, [billing], attempts, refunds, timeline, issued, [told], renewals, continuedBy, continues] =
    await withQueryDeadline(reading);
  const adoption = adoptions[0];
  if (!adoption || !billing) return null;
  const { isPledgeOrHold, ...money } = billing;
  const open = attempts.find(({ status }) => status === 'started') ?? null;
  const shown = attempts.filter(
    ({ dueNow, transactionId, reason }) => dueNow > 0 && (transactionId !== null || reason !== null),
  );
  return {
    ...adoption,
    ...money,
    openPayment: open && {
      method: open.method,
      isAtBank: open.isAtBank,
      isInTime: isPledgeOrHold,
      isTest: open.isTest,
    },
    onlinePayments: shown.map(({ id: paymentId, amountPaise, currency, methodUsed, transactionId, at, reason }) => ({
      amountPaise,
      currency,
      isPaid: transactionId !== null,
      method: methodUsed,
      transactionId,
      at,
      failure: transactionId === null && reason !== null ? failureOf(reason) : null,
      refunds: refunds.filter((refund) => refund.paymentId === paymentId).map(({ paymentId: _, ...refund }) => refund),
    })),
    timeline,
    papers: issued,
    toldTransfer: told ?? null,
    renewals,
    continuedBy,
    continues,
  };
}

/* Columns of a query of one table have no table name where they stand directly in a `sql` of `select`, so conditions with
   subqueries are nested in another one. */

function selectBilling(database: Database, scope: AdoptionScope, id: string) {
  const own = companyDetails(companyOf(billings));
  // Saving changes the record of the account. Without one the form begins with that of the adoption, as of a new record.
  const details =
    'billingId' in scope
      ? own
      : sql`coalesce(${companyDetails(recordOfAccount(sql`${scope.accountId}::uuid`))}, ${own} || '{"version": 0}')`;
  return database
    .select({
      company: sql<string>`${billings.sponsor}->>'company'`,
      showCompany: billings.showCompany,
      isCommitted: billings.isCommitted,
      receivedPaise: sql<number>`${billings.receivedPaise} - ${withheld(billings)}`,
      withheldPaise: withheld(billings),
      outstandingPaise: outstanding(billings),
      refundDuePaise: refundDue(billings),
      bankRefundPaise: sql<number>`greatest(${refundable(billings)}, 0)`,
      isPledgeOrHold: sql<boolean>`(${isLiveHold(billings)} or ${billings.state} = 'pledged')`,
      isPayableOnline: sql<boolean>`(${isLiveHold(billings)} or ${isRestPayable(billings)})`,
      lapses: sql<boolean>`${isUnpaid(billings)}`,
      dueAt: billings.dueAt,
      instalments: instalmentsOf(billings),
      dueNextPaise: dueNext(billings),
      coursesPaise: untilCoursesEnd(billings),
      companyDetails: sql<CompanyDetails>`coalesce(${details}, ${JSON.stringify(NO_COMPANY)}::jsonb)`,
      consent: qualified(consentOf(billings)),
      orderNumber: sql<string>`coalesce(${billings.orderNumber}, '')`,
    })
    .from(billings)
    .where(and(eq(billings.id, id), ownedBy(scope)));
}

const selectPayments = (database: Database, billingId: string) =>
  database
    .select({
      id: payments.id,
      status: payments.status,
      method: sql<PaymentMethod>`${payments.method}`,
      isTest: payments.isTest,
      isAtBank: payments.isAtBank,
      dueNow: payments.amountPaise,
      amountPaise: sql<number>`coalesce(${payments.capturedPaise}, ${payments.amountPaise})`,
      currency: sql<string>`coalesce(${payments.capturedCurrency}, 'INR')`,
      methodUsed: payments.methodUsed,
      transactionId: payments.transactionId,
      at: payments.settledAt,
      reason: payments.failureReason,
    })
    .from(payments)
    .where(eq(payments.billingId, billingId))
    .orderBy(payments.createdAt, payments.id);

const selectRefunds = (database: Database, billingId: string) =>
  database
    .select({
      paymentId: paymentRefunds.paymentId,
      amountPaise: paymentRefunds.amountPaise,
      currency: sql<string>`${payments.capturedCurrency}`,
      reason: paymentRefunds.reason,
      state: sql<ShownRefund['state']>`${paymentRefunds.state}`,
      reference: sql<string | null>`coalesce(${paymentRefunds.bankReference}, ${paymentRefunds.refundRef})`,
      processedAt: paymentRefunds.processedAt,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(eq(payments.billingId, billingId))
    .orderBy(paymentRefunds.dueAt, paymentRefunds.id);

function selectTimeline(database: Database, scope: AdoptionScope, billingId: string) {
  const { event, at, person, actor, detail } = billingEvents;
  const begun = alias(billingEvents, 'begun');
  /** The event of a payment is the provider's; its person is the one who began it. */
  const beginner = database
    .select({ person: begun.person })
    .from(begun)
    .where(
      and(
        eq(begun.billingId, billingEvents.billingId),
        eq(begun.event, 'payment_started'),
        lt(begun.id, billingEvents.id),
      ),
    )
    .orderBy(desc(begun.id))
    .limit(1);
  return database
    .select({
      event: sql<TimelineEntry['event']>`${event}`,
      at,
      person:
        'billingId' in scope
          ? sql<null>`null`
          : sql<string | null>`case when ${event} <> 'paid' then ${person} else ${beginner} end`,
      amountPaise: sql<number | null>`(${detail}->>'amount_paise')::bigint`,
      tdsPaise: sql<number>`coalesce((${detail}->>'tds_paise')::bigint, 0)`,
      dueAt: sql<Date | null>`(${detail}->>'due_at')::timestamptz`,
      seats: sql<number | null>`(${detail}->>'seats')::int`,
      session: sql<string | null>`${detail}->>'session'`,
      moved: sql<TimelineEntry['moved']>`${detail}->'offers'`,
    })
    .from(billingEvents)
    .where(
      and(
        eq(billingEvents.billingId, billingId),
        inArray(event, SHOWN_EVENTS),
        sql`(${event} <> 'change_answered' or ${detail}->>'kind' = 'wish')`,
        // A receipt that settles the adoption is one step for its sponsor.
        or(sql`${event} <> 'paid'`, sql`${actor} <> 'admin'`),
      ),
    )
    .orderBy(billingEvents.id);
}

function selectPapers(database: Database, billingId: string) {
  const later = alias(papers, 'later');
  const replacing = database.select({ id: later.id }).from(later).where(eq(later.replacesId, papers.id));
  return database
    .select({
      id: papers.id,
      kind: sql<IssuedPaper['kind']>`${papers.kind}`,
      serial: papers.serial,
      issuedAt: papers.issuedAt,
      isReplaced: sql<boolean>`${exists(replacing)}`,
      isVoid: isVoid(papers, billings),
      part: sql<IssuedPaper['part']>`${papers.data}->'part'`,
    })
    .from(papers)
    .innerJoin(billings, eq(billings.id, papers.billingId))
    .where(eq(papers.billingId, billingId))
    .orderBy(desc(papers.issuedAt), papers.id);
}

const selectToldTransfer = (database: Database, billingId: string) =>
  database
    .select({
      utr: transferNotices.utr,
      amountPaise: transferNotices.amountPaise,
      paidOn: transferNotices.paidOn,
      tdsPaise: transferNotices.tdsPaise,
      payer: transferNotices.payer,
      toldAt: transferNotices.toldAt,
    })
    .from(transferNotices)
    .innerJoin(billings, eq(billings.id, transferNotices.billingId))
    .where(and(eq(transferNotices.billingId, billingId), isToCome(['confirmed'])));
