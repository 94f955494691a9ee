import 'server-only';
import { eq, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import { isExact, outstanding, refundable, refundableOfPayment, refundDue, wasPaid } from '@/db/balance';
import { db } from '@/db/client';
import { qualified, type Columns } from '@/db/conditions';
import { isVoid } from '@/db/papers';
import {
  admins,
  bankCredits,
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  changeRequests,
  outboundMessages,
  papers,
  paymentRefunds,
  payments,
  refunds,
} from '@/db/schema';
import type { BillingPaymentStatus, BillingState } from '@/db/schema/billing-states';
import { hasSecondAdmin } from '@/lib/accounts/administrators/statements';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { paymentStatus } from '@/lib/admin/users-and-billings/statements';
import type { Sponsor } from '@/lib/adoption/schema';
import type { CourseType } from '@/lib/catalogue/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { PaperKind } from '@/lib/documents/paper-rules';
import type { PaperDetails } from '@/lib/adoption/schema';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import type { BankMode, RefundMode } from './schema';
import { firstStepOf, needsOtherAdmin } from './second-step';

/** Two steps by administrators: usernames, null if the account is gone, and when (epoch milliseconds). */
type Steps = {
  /** Null for a refund by the gateway as well. */
  recordedBy: string | null;
  /** Whether the reader took the first step and somebody else has to take the second one. */
  needsOther: boolean;
  recordedMs: number;
  confirmedBy: string | null;
  confirmedMs: number | null;
};

export type AdoptionReceipt = Steps & {
  id: string;
  mode: BankMode;
  /** YYYY-MM-DD. */
  creditedOn: string;
  amountPaise: number;
  /** The whole credit that it is a part of. */
  creditPaise: number;
  tdsPaise: number;
  reference: string;
  payer: string;
  payerBank: string;
  remark: string;
  state: 'recorded' | 'confirmed' | 'rejected' | 'bounced';
};

export type AdoptionRefund = Steps & {
  id: string;
  /** Whether the gateway made it by itself: nobody records or confirms it. */
  isByGateway: boolean;
  mode: RefundMode;
  /** YYYY-MM-DD. */
  paidOn: string;
  amountPaise: number;
  reference: string;
  remark: string;
  state: 'recorded' | 'done' | 'rejected' | 'failed';
};

export type AdoptionRequest = {
  id: string;
  kind: 'cancel' | 'reduce' | 'wish';
  /** Of a reduction: the new seats by course id. */
  lines: Record<string, number> | null;
  reason: string;
  /** Whether the sponsor asks, and no administrator. */
  isOfSponsor: boolean;
  /** Whether the reader asks and somebody else has to decide. */
  needsOther: boolean;
  requestedBy: string | null;
  requestedMs: number;
  state: 'open' | 'approved' | 'declined';
  answer: string | null;
  decidedBy: string | null;
  decidedMs: number | null;
};

/** A step in the history; `detail` has its facts, among them `by` and `reason` of an administrator's action. */
export type AdoptionEvent = {
  id: number;
  event: string;
  toState: BillingState;
  actor: string;
  /** The sponsor's person who did it, with the e-mail at that time. */
  person: string | null;
  detail: Record<string, unknown> | null;
  atMs: number;
};

type AdoptionLine = {
  courseId: string;
  courseType: CourseType;
  branch: string;
  institute: string;
  city: string;
  /** 0 if a reduction removed the line. */
  seats: number;
  pricePaise: number;
};

export type AdoptionPayment = {
  id: string;
  provider: string;
  method: string;
  amountPaise: number;
  status: 'started' | 'captured' | 'failed' | 'refund_due';
  /** The method that was really used, and why the last attempt failed, in the words of the provider. */
  methodUsed: string | null;
  failureReason: string | null;
  /** The provider's fee, which includes its tax. */
  feePaise: number | null;
  /** What its gateway can still pay back. */
  refundablePaise: number;
  transactionId: string | null;
  /** Whether its money counts as received; false before it arrived, and for another amount or currency. */
  isReceived: boolean;
  startedMs: number;
  settledMs: number | null;
};

/** A refund by the gateway; a processed one is among the refunds, too, if its money counted as received. */
export type OnlineRefund = {
  id: string;
  reason: string;
  amountPaise: number;
  currency: string;
  state: 'due' | 'pending' | 'processed' | 'failed' | 'settled';
  /** False if the money never counted as received. */
  isExact: boolean;
  refundRef: string | null;
  bankReference: string | null;
  failureReason: string | null;
  dueMs: number;
  processedMs: number | null;
};

export type AdoptionMessage = { id: string; kind: string; createdMs: number; sentMs: number | null; isDead: boolean };

type AdoptionPaper = {
  id: string;
  kind: PaperKind;
  serial: string;
  /** Id of the receipt, payment, refund or billing that it shows. */
  source: string;
  issuedMs: number;
  /** The number of the paper that replaced it; null for the newest revision. */
  replacedBy: string | null;
  /** True if what it says is no longer true (IS_VOID). */
  isVoid: boolean;
};

/** An adoption with everything that administrators see of it; lists are in the order of time. Amounts in paise. */
export type AdminAdoption = {
  id: string;
  userId: string;
  reference: string;
  channel: 'public' | 'dashboard';
  state: BillingState;
  status: BillingPaymentStatus;
  version: number;
  sponsor: Sponsor;
  /** What papers show of the company besides. */
  paperDetails: PaperDetails;
  verifiedChannel: OtpMethod | null;
  verifiedMs: number | null;
  createdMs: number;
  /** The end of the term of a pledge; null if it has none. */
  dueMs: number | null;
  totalPaise: number;
  receivedPaise: number;
  refundedPaise: number;
  outstandingPaise: number;
  refundDuePaise: number;
  /** What is to be paid back and has no open refund. */
  refundablePaise: number;
  /** Whether a second administrator has to approve a change of its seats. */
  wasPaid: boolean;
  lines: AdoptionLine[];
  receipts: AdoptionReceipt[];
  refunds: AdoptionRefund[];
  requests: AdoptionRequest[];
  payments: AdoptionPayment[];
  onlineRefunds: OnlineRefund[];
  events: AdoptionEvent[];
  messages: AdoptionMessage[];
  papers: AdoptionPaper[];
  /** Whether nobody else can take second steps: the reader confirms alone. */
  isAlone: boolean;
};

/** A time in epoch milliseconds. */
const milliseconds = (time: SQLWrapper) => sql<number>`floor(extract(epoch from ${time}) * 1000)`;

function username(adminId: SQLWrapper): SQL {
  const admin = alias(admins, 'named_admin');
  return sql`(select ${admin.username} from ${admins} ${admin} where ${admin.id} = ${adminId})`;
}

/** The rows of a table that belong to the adoption, in an order, as a JSON array of objects. */
function listOf<Row>(
  table: PgTable & Columns<'billingId'>,
  order: SQLWrapper[],
  fields: Record<keyof Row, SQLWrapper>,
) {
  const pairs = Object.entries<SQLWrapper>(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`);
  return qualified(sql<Row[]>`
    coalesce((select json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${sql.join(order, sql`, `)})
                from ${table} where ${table.billingId} = ${billings.id}), '[]')`);
}

const stepsOf = (entry: Columns<'recordedBy' | 'recordedAt' | 'confirmedBy' | 'confirmedAt'>) => ({
  recordedBy: username(entry.recordedBy),
  recordedMs: milliseconds(entry.recordedAt),
  confirmedBy: username(entry.confirmedBy),
  confirmedMs: milliseconds(entry.confirmedAt),
});

/** The lists of an adoption, as `reader` sees them. */
function listsFor({ adminId }: AdminScope) {
  const newerPaper = alias(papers, 'newer_paper');
  const paymentOf = (refund: Columns<'paymentId'>, field: SQLWrapper) =>
    sql`(select ${field} from ${payments} where ${payments.id} = ${refund.paymentId})`;
  return {
    lines: listOf<AdoptionLine>(billingItems, [billingItems.position], {
      courseId: billingItems.courseId,
      courseType: billingItems.courseName,
      branch: billingItems.branch,
      institute: billingItems.institute,
      city: billingItems.city,
      seats: billingItems.seats,
      pricePaise: billingItems.pricePaise,
    }),
    receipts: listOf<AdoptionReceipt>(bankReceipts, [bankReceipts.recordedAt, bankReceipts.id], {
      id: bankReceipts.id,
      mode: bankReceipts.mode,
      amountPaise: bankReceipts.amountPaise,
      reference: bankReceipts.reference,
      state: bankReceipts.state,
      ...stepsOf(bankReceipts),
      needsOther: needsOtherAdmin(firstStepOf.receipt(bankReceipts), adminId),
      creditedOn: bankReceipts.creditedOn,
      creditPaise: sql`(select ${bankCredits.amountPaise} from ${bankCredits} where ${bankCredits.id} = ${bankReceipts.creditId})`,
      tdsPaise: bankReceipts.tdsPaise,
      payer: bankReceipts.payer,
      payerBank: bankReceipts.payerBank,
      remark: bankReceipts.remark,
    }),
    refunds: listOf<AdoptionRefund>(refunds, [refunds.recordedAt, refunds.id], {
      id: refunds.id,
      mode: refunds.mode,
      amountPaise: refunds.amountPaise,
      reference: refunds.reference,
      state: refunds.state,
      ...stepsOf(refunds),
      needsOther: needsOtherAdmin(firstStepOf.refund(refunds), adminId),
      isByGateway: isNull(refunds.recordedBy),
      paidOn: refunds.paidOn,
      remark: refunds.remark,
    }),
    requests: listOf<AdoptionRequest>(changeRequests, [changeRequests.requestedAt, changeRequests.id], {
      id: changeRequests.id,
      kind: changeRequests.kind,
      lines: changeRequests.lines,
      reason: changeRequests.reason,
      isOfSponsor: isNull(changeRequests.requestedBy),
      needsOther: needsOtherAdmin(firstStepOf.request(changeRequests), adminId),
      requestedBy: username(changeRequests.requestedBy),
      requestedMs: milliseconds(changeRequests.requestedAt),
      state: changeRequests.state,
      answer: changeRequests.answer,
      decidedBy: username(changeRequests.decidedBy),
      decidedMs: milliseconds(changeRequests.decidedAt),
    }),
    payments: listOf<AdoptionPayment>(payments, [payments.createdAt, payments.id], {
      id: payments.id,
      provider: payments.provider,
      method: payments.method,
      amountPaise: payments.amountPaise,
      status: payments.status,
      methodUsed: payments.methodUsed,
      failureReason: payments.failureReason,
      feePaise: payments.feePaise,
      refundablePaise: refundableOfPayment(payments),
      transactionId: payments.transactionId,
      isReceived: sql`coalesce(${isExact(payments)}, false)`,
      startedMs: milliseconds(payments.createdAt),
      settledMs: milliseconds(payments.settledAt),
    }),
    onlineRefunds: listOf<OnlineRefund>(paymentRefunds, [paymentRefunds.dueAt, paymentRefunds.id], {
      id: paymentRefunds.id,
      reason: paymentRefunds.reason,
      amountPaise: paymentRefunds.amountPaise,
      currency: paymentOf(paymentRefunds, payments.capturedCurrency),
      state: paymentRefunds.state,
      isExact: paymentOf(paymentRefunds, isExact(payments)),
      refundRef: paymentRefunds.refundRef,
      bankReference: paymentRefunds.bankReference,
      failureReason: paymentRefunds.failureReason,
      dueMs: milliseconds(paymentRefunds.dueAt),
      processedMs: milliseconds(paymentRefunds.processedAt),
    }),
    events: listOf<AdoptionEvent>(billingEvents, [billingEvents.id], {
      id: billingEvents.id,
      event: billingEvents.event,
      toState: billingEvents.toState,
      actor: billingEvents.actor,
      person: billingEvents.person,
      detail: billingEvents.detail,
      atMs: milliseconds(billingEvents.at),
    }),
    messages: listOf<AdoptionMessage>(outboundMessages, [outboundMessages.createdAt, outboundMessages.id], {
      id: outboundMessages.id,
      kind: outboundMessages.kind,
      createdMs: milliseconds(outboundMessages.createdAt),
      sentMs: milliseconds(outboundMessages.sentAt),
      isDead: isNotNull(outboundMessages.deadAt),
    }),
    papers: listOf<AdoptionPaper>(papers, [papers.issuedAt, papers.id], {
      id: papers.id,
      kind: papers.kind,
      serial: papers.serial,
      source: papers.source,
      issuedMs: milliseconds(papers.issuedAt),
      replacedBy: sql`(select ${newerPaper.serial} from ${papers} ${newerPaper}
                        where ${newerPaper.billingId} = ${papers.billingId} and ${newerPaper.replacesId} = ${papers.id})`,
      isVoid: isVoid(papers, billings),
    }),
  };
}

/**
 * Returns an adoption by its reference, read at one moment, or null. Throws DeadlineError when the database does not
 * answer in time.
 */
export async function readAdoption(scope: AdminScope, reference: string): Promise<AdminAdoption | null> {
  const [adoption] = await withQueryDeadline(
    db()
      .select({
        id: billings.id,
        userId: billings.userId,
        reference: billings.reference,
        channel: sql<AdminAdoption['channel']>`${billings.channel}`,
        state: billings.state,
        status: paymentStatus(billings),
        version: billings.version,
        sponsor: sql<Sponsor>`${billings.sponsor}`,
        paperDetails: sql<PaperDetails>`coalesce(${billings.paperDetails}, '{}')`,
        verifiedChannel: sql<OtpMethod | null>`${billings.verifiedChannel}`,
        verifiedMs: sql<number | null>`${milliseconds(billings.verifiedAt)}`,
        createdMs: milliseconds(billings.createdAt),
        dueMs: sql<number | null>`${milliseconds(billings.dueAt)}`,
        totalPaise: billings.totalPaise,
        receivedPaise: billings.receivedPaise,
        refundedPaise: billings.refundedPaise,
        outstandingPaise: outstanding(billings),
        refundDuePaise: refundDue(billings),
        refundablePaise: sql<number>`greatest(${refundable(billings)}, 0)`,
        wasPaid: wasPaid(billings),
        isAlone: sql<boolean>`not ${hasSecondAdmin(sql`${scope.adminId}::uuid`, sql`now()`)}`,
        ...listsFor(scope),
      })
      .from(billings)
      .where(eq(billings.reference, reference)),
  );
  return adoption ?? null;
}
