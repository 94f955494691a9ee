import 'server-only';
import { and, eq, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  instalmentsOf,
  isExact,
  outstanding,
  refundable,
  refundableOfPayment,
  refundDue,
  wasPaid,
  withheld,
} from '@/db/balance';
import { db } from '@/db/client';
import { qualified, type Columns } from '@/db/conditions';
import { isVoid } from '@/db/papers';
import {
  adoptionEntries,
  admins,
  bankCredits,
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  billingSearchIndex,
  changeRequests,
  otpChallenges,
  outboundMessages,
  papers,
  paymentRefunds,
  payments,
  refunds,
  transferNotices,
  users,
} from '@/db/schema';
import type { CourseType, PaperKind } from '@/db/schema/enums';
import { hasSecondAdmin } from '@/lib/accounts/administrators/statements';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { paymentStatus } from '@/lib/admin/users-and-billings/statements';
import type { ToldTransfer } from '@/lib/adoption/read/detail-rules';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { consentOf } from '@/lib/adoption/core/consent';
import { NO_COMPANY } from '@/lib/company/rules';
import type { CompanyDetails } from '@/lib/company/schema';
import { companyDetails, companyOf } from '@/lib/company/statements';
import { hasEnded, presentInstitute } from '@/lib/adoption/core/line-statements';
import { isToCome } from '@/lib/adoption/pledge/transfer-notice';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';

/** An adoption with everything that administrators see of it; lists are in the order of time. Amounts in paise. */
export type AdminAdoption = NonNullable<Awaited<ReturnType<typeof readAdoption>>>;
export type AdoptionReceipt = AdminAdoption['receipts'][number];
export type AdoptionRefund = AdminAdoption['refunds'][number];
export type AdoptionRequest = AdminAdoption['requests'][number];
export type AdoptionPayment = AdminAdoption['payments'][number];
/** A refund by the gateway; a processed one is among the refunds, too, if its money counted as received. */
export type OnlineRefund = AdminAdoption['onlineRefunds'][number];
/** A step in the history; `detail` has its facts, among them `by` and `reason` of an administrator's action. */
export type AdoptionEvent = AdminAdoption['events'][number];
export type AdoptionCode = AdminAdoption['codes'][number];
export type AdoptionMessage = AdminAdoption['messages'][number];

/** A time in epoch milliseconds. */
const milliseconds = (time: SQLWrapper) => sql<number>`floor(extract(epoch from ${time}) * 1000)`;
const millisecondsOrNull = (time: SQLWrapper) => sql<number | null>`${milliseconds(time)}`;

/** Null if there is no such account any more. */
function username(adminId: SQLWrapper) {
  const admin = alias(admins, 'named_admin');
  return sql<string | null>`(select ${admin.username} from ${admins} ${admin} where ${admin.id} = ${adminId})`;
}

/** The rows of a table that belong to the adoption, in an order, as a JSON array of objects. */
function listOf<Fields extends Record<string, PgColumn | SQL>>(
  table: PgTable & Columns<'billingId'>,
  order: SQLWrapper[],
  fields: Fields,
) {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`);
  return qualified(sql<SelectResultFields<Fields>[]>`
    coalesce((select json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${sql.join(order, sql`, `)})
                from ${table} where ${table.billingId} = ${billings.id}), '[]')`);
}

/** Two steps by administrators. */
const stepsOf = (entry: Columns<'recordedBy' | 'recordedAt' | 'confirmedBy' | 'confirmedAt'>) => ({
  recordedBy: username(entry.recordedBy),
  recordedMs: milliseconds(entry.recordedAt),
  confirmedBy: username(entry.confirmedBy),
  confirmedMs: millisecondsOrNull(entry.confirmedAt),
});

/**
 * The lists of an adoption, as the reader sees them. `needsOther`: the reader took the first step, and somebody else has to
 * take the second one.
 */
function listsFor({ adminId }: AreaScope) {
  const newerPaper = alias(papers, 'newer_paper');
  const paymentOf = <T>(field: SQLWrapper) =>
    sql<T>`(select ${field} from ${payments} where ${payments.id} = ${paymentRefunds.paymentId})`;
  return {
    lines: listOf(billingItems, [billingItems.position], {
      courseId: billingItems.courseId,
      courseType: sql<CourseType>`${billingItems.courseName}`,
      branch: billingItems.branch,
      institute: billingItems.institute,
      presentInstitute,
      city: billingItems.city,
      session: billingItems.session,
      studyYear: billingItems.studyYear,
      /** 0 if a reduction removed the line. */
      seats: billingItems.seats,
      pricePaise: billingItems.pricePaise,
    }),
    receipts: listOf(bankReceipts, [bankReceipts.recordedAt, bankReceipts.id], {
      id: bankReceipts.id,
      mode: bankReceipts.mode,
      amountPaise: bankReceipts.amountPaise,
      reference: bankReceipts.reference,
      state: bankReceipts.state,
      ...stepsOf(bankReceipts),
      needsOther: needsOtherAdmin(firstStepOf.receipt(bankReceipts), adminId),
      creditedOn: bankReceipts.creditedOn,
      /** The whole credit that it is a part of. */
      creditPaise: sql<number>`(select ${bankCredits.amountPaise} from ${bankCredits} where ${bankCredits.id} = ${bankReceipts.creditId})`,
      tdsPaise: bankReceipts.tdsPaise,
      payer: bankReceipts.payer,
      payerBank: bankReceipts.payerBank,
      remark: bankReceipts.remark,
    }),
    refunds: listOf(refunds, [refunds.recordedAt, refunds.id], {
      id: refunds.id,
      mode: refunds.mode,
      amountPaise: refunds.amountPaise,
      reference: refunds.reference,
      state: refunds.state,
      ...stepsOf(refunds),
      needsOther: needsOtherAdmin(firstStepOf.transfer(refunds), adminId),
      /** The gateway made it by itself: nobody records or confirms it. */
      isByGateway: sql<boolean>`${isNull(refunds.recordedBy)}`,
      paidOn: refunds.paidOn,
      remark: refunds.remark,
    }),
    requests: listOf(changeRequests, [changeRequests.requestedAt, changeRequests.id], {
      id: changeRequests.id,
      kind: changeRequests.kind,
      lines: changeRequests.lines,
      /** The address that is asked for. */
      email: changeRequests.email,
      reason: changeRequests.reason,
      /** The sponsor asks, and no administrator. */
      isOfSponsor: sql<boolean>`${isNull(changeRequests.requestedBy)}`,
      needsOther: needsOtherAdmin(firstStepOf.request(changeRequests), adminId),
      requestedBy: username(changeRequests.requestedBy),
      requestedMs: milliseconds(changeRequests.requestedAt),
      state: changeRequests.state,
      answer: changeRequests.answer,
      decidedBy: username(changeRequests.decidedBy),
      decidedMs: millisecondsOrNull(changeRequests.decidedAt),
    }),
    payments: listOf(payments, [payments.createdAt, payments.id], {
      id: payments.id,
      provider: payments.provider,
      method: payments.method,
      amountPaise: payments.amountPaise,
      status: payments.status,
      methodUsed: payments.methodUsed,
      failureReason: payments.failureReason,
      feePaise: payments.feePaise,
      /** What its gateway can still pay back. */
      refundablePaise: refundableOfPayment(payments),
      transactionId: payments.transactionId,
      /** False before its money arrived, and for another amount or currency. */
      isReceived: sql<boolean>`coalesce(${isExact(payments)}, false)`,
      startedMs: milliseconds(payments.createdAt),
      settledMs: millisecondsOrNull(payments.settledAt),
    }),
    onlineRefunds: listOf(paymentRefunds, [paymentRefunds.dueAt, paymentRefunds.id], {
      id: paymentRefunds.id,
      reason: paymentRefunds.reason,
      amountPaise: paymentRefunds.amountPaise,
      currency: paymentOf<string>(payments.capturedCurrency),
      state: paymentRefunds.state,
      /** False if the money never counted as received. */
      isExact: paymentOf<boolean>(isExact(payments)),
      refundRef: paymentRefunds.refundRef,
      bankReference: paymentRefunds.bankReference,
      failureReason: paymentRefunds.failureReason,
      dueMs: milliseconds(paymentRefunds.dueAt),
      processedMs: millisecondsOrNull(paymentRefunds.processedAt),
    }),
    events: listOf(billingEvents, [billingEvents.id], {
      id: billingEvents.id,
      event: billingEvents.event,
      toState: billingEvents.toState,
      actor: billingEvents.actor,
      person: billingEvents.person,
      detail: billingEvents.detail,
      atMs: milliseconds(billingEvents.at),
    }),
    codes: listOf(otpChallenges, [otpChallenges.id], {
      id: otpChallenges.id,
      /** Where the message went. */
      to: sql<string>`case coalesce(${otpChallenges.deliveredTo}, ${otpChallenges.channel}) when 'phone' then ${otpChallenges.phone} else ${otpChallenges.email} end`,
      isAccess: sql<boolean>`${otpChallenges.purpose} = 'adoption_access'`,
      askedMs: milliseconds(otpChallenges.createdAt),
      usedMs: millisecondsOrNull(otpChallenges.consumedAt),
      isOver: sql<boolean>`${otpChallenges.expiresAt} <= now()`,
      /** Why the provider refused it; null if it was sent. */
      failure: otpChallenges.failure,
      wrongAttempts: otpChallenges.wrongAttempts,
      refusedRequests: otpChallenges.refusedRequests,
      refusedMs: millisecondsOrNull(otpChallenges.refusedAt),
    }),
    messages: listOf(outboundMessages, [outboundMessages.createdAt, outboundMessages.id], {
      id: outboundMessages.id,
      kind: outboundMessages.kind,
      createdMs: milliseconds(outboundMessages.createdAt),
      sentMs: millisecondsOrNull(outboundMessages.sentAt),
      isDead: sql<boolean>`${isNotNull(outboundMessages.deadAt)}`,
    }),
    papers: listOf(papers, [papers.issuedAt, papers.id], {
      id: papers.id,
      kind: sql<PaperKind>`${papers.kind}`,
      serial: papers.serial,
      source: papers.source,
      issuedMs: milliseconds(papers.issuedAt),
      /** The number of the paper that replaced it; null for the newest revision. */
      replacedBy: sql<string | null>`(select ${newerPaper.serial} from ${papers} ${newerPaper}
                        where ${newerPaper.billingId} = ${papers.billingId} and ${newerPaper.replacesId} = ${papers.id})`,
      isVoid: isVoid(papers, billings),
    }),
  };
}

/** Who entered and who confirmed an adoption on paper, and the name of the paper. */
const enteredAs = qualified(
  sql<{ paper: string; enteredBy: string; decidedBy: string } | null>`(
    select json_build_object('paper', ${adoptionEntries.paperReference}, 'enteredBy', coalesce(${username(adoptionEntries.enteredBy)}, ''),
                             'decidedBy', coalesce(${username(adoptionEntries.decidedBy)}, ''))
      from ${adoptionEntries} where ${adoptionEntries.billingId} = ${billings.id})`,
);

/**
 * Returns an adoption by its reference, read at one moment, or null. Throws DeadlineError when the database does not
 * answer in time.
 */
export async function readAdoption(scope: AreaScope, reference: string) {
  const area = await areaOf(scope);
  const [adoption] = await withQueryDeadline(
    db()
      .select({
        id: billings.id,
        userId: billings.userId,
        /** Whether it belongs to no account: a code to its e-mail address opens it. */
        isGuests: sql<boolean>`${users.kind} = 'guest'`,
        reference: billings.reference,
        channel: billings.channel,
        state: billings.state,
        status: paymentStatus(billings),
        hasEnded: hasEnded(billings),
        version: billings.version,
        sponsor: sql<Sponsor>`${billings.sponsor}`,
        /** The company, whose page its name leads to; null until it is found. */
        groupId: qualified(
          sql<
            string | null
          >`(select ${billingSearchIndex.groupId} from ${billingSearchIndex} where ${billingSearchIndex.billingId} = ${billings.id})`,
        ),
        companyDetails: qualified(
          sql<CompanyDetails>`coalesce(${companyDetails(companyOf(billings))}, ${JSON.stringify(NO_COMPANY)}::jsonb)`,
        ),
        consent: qualified(consentOf(billings)),
        orderNumber: sql<string>`coalesce(${billings.orderNumber}, '')`,
        verifiedChannel: billings.verifiedChannel,
        /** How administrators entered it; null unless they did. */
        entry: enteredAs,
        verifiedMs: millisecondsOrNull(billings.verifiedAt),
        createdMs: milliseconds(billings.createdAt),
        /** The end of the term of a pledge; null if it has none. */
        dueMs: millisecondsOrNull(billings.dueAt),
        instalments: instalmentsOf(billings),
        /** What the sponsor told of a transfer for which there is no receipt yet. */
        told: qualified(sql<Omit<ToldTransfer, 'toldAt'> | null>`(
          select json_build_object('utr', ${transferNotices.utr}, 'amountPaise', ${transferNotices.amountPaise}, 'paidOn', ${transferNotices.paidOn},
                                   'tdsPaise', ${transferNotices.tdsPaise}, 'payer', ${transferNotices.payer})
            from ${transferNotices} where ${transferNotices.billingId} = ${billings.id} and ${isToCome(['recorded', 'confirmed'])})`),
        totalPaise: billings.totalPaise,
        /** What arrived, and the tax that the payer withheld, which counts as paid as well. */
        receivedPaise: sql<number>`${billings.receivedPaise} - ${withheld(billings)}`,
        withheldPaise: withheld(billings),
        refundedPaise: billings.refundedPaise,
        outstandingPaise: outstanding(billings),
        refundDuePaise: refundDue(billings),
        /** What is to be paid back and has no open refund. */
        refundablePaise: sql<number>`greatest(${refundable(billings)}, 0)`,
        /** Whether a second administrator has to approve a change of its seats. */
        wasPaid: wasPaid(billings),
        /** Whether nobody else can take second steps: the reader confirms alone. */
        isAlone: sql<boolean>`not ${hasSecondAdmin(sql`${scope.adminId}::uuid`, sql`now()`)}`,
        ...listsFor(scope),
      })
      .from(billings)
      .innerJoin(users, eq(users.id, billings.userId))
      .where(and(eq(billings.reference, reference), area?.adoption(billings.id))),
  );
  return adoption ?? null;
}
