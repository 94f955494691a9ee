import 'server-only';
import { and, asc, eq, gt, like, lte, ne, sql } from 'drizzle-orm';
import { isExact, paidBackTooMuch } from '@/db/balance';
import { todayInIndia } from '@/db/days';
import type { Database } from '@/db/client';
import {
  billingEvents,
  billings,
  outboundMessages,
  paymentNotices,
  paymentRefunds,
  payments,
  refunds,
} from '@/db/schema';
import { transaction } from '@/db/transaction';
import { BOUNCE_GRACE_DAYS, requireTransition } from '@/lib/adoption/core/rules';
import { issueWith } from '@/lib/documents/papers/mutations';
import type { RefundState } from './gateway/types';

/*
 * Refunds by the gateway. What changes money locks the billing first, then the refund. Whatever creates a refund raises
 * the version of the billing: an action of an administrator with an older page is then refused, so the same money is not
 * paid back by bank as well.
 */

const REFUNDED = requireTransition('refund_due', 'refunded', 'none');
/** Money of paid seats was sent back in the dashboard of the gateway. */
const REVERSE = requireTransition('completed', 'payment_reversed', 'none');

/** Pauses between tries: 2 minutes, doubled up to 512 (8.5 hours). */
const LONGEST_PAUSE = 9;

/**
 * Claims the refund that is due for the longest time, and sets the time of its next try: a job that crashes delays it
 * and sends it again with the same key. A row that another job claims at the same time is skipped.
 * @returns undefined if no refund is due
 */
export async function claimRefund(database: Database) {
  const due = database.$with('due').as(
    database
      .select({ id: paymentRefunds.id })
      .from(paymentRefunds)
      .where(lte(paymentRefunds.nextTryAt, sql`now()`))
      .orderBy(paymentRefunds.nextTryAt)
      .limit(1)
      .for('no key update', { skipLocked: true }),
  );
  const [claimed] = await database
    .with(due)
    .update(paymentRefunds)
    .set({
      tries: sql`${paymentRefunds.tries} + 1`,
      nextTryAt: sql`now() + power(2, least(${paymentRefunds.tries} + 1, ${LONGEST_PAUSE}::int)) * interval '1 minute'`,
    })
    .from(payments)
    .where(and(eq(payments.id, paymentRefunds.paymentId), sql`${paymentRefunds.id} in (select ${due.id} from ${due})`))
    .returning({
      id: paymentRefunds.id,
      billingId: paymentRefunds.billingId,
      state: paymentRefunds.state,
      amountPaise: paymentRefunds.amountPaise,
      refundRef: paymentRefunds.refundRef,
      provider: payments.provider,
      /** Only captured money is paid back. */
      transactionId: sql<string>`${payments.transactionId}`,
      /** True if it is not processed a day after it became due. */
      isLate: sql<boolean>`${paymentRefunds.dueAt} < now() - interval '1 day'`,
    });
  return claimed;
}

/** A refund that is to be sent, or asked about. */
export type DueRefund = NonNullable<Awaited<ReturnType<typeof claimRefund>>>;

type RecordedRefund = {
  /** The gateway has another id for this refund than the one recorded: nothing was written. */
  isOther: boolean;
  state: string;
  was: string;
  /** More was paid back than was due. */
  isTooMuch: boolean;
};

/**
 * Records the state of a refund. A processed one is final, a failed one can only turn out to be processed. Processed
 * money that had counted as received is entered as paid back, with event and message; paid seats whose money is gone are
 * a pledge again, and its credit note is issued. Nothing is entered if an administrator entered this refund of the gateway
 * by hand.
 */
export const recordRefundState = (database: Database, id: string, reported: RefundState): Promise<RecordedRefund> =>
  transaction(async (tx) => {
    const ofRefund = tx.select({ id: paymentRefunds.billingId }).from(paymentRefunds).where(eq(paymentRefunds.id, id));
    const [billing] = await tx.select().from(billings).where(eq(billings.id, ofRefund)).for('no key update');
    const [found] = await tx
      .select({ refund: paymentRefunds, countsAsReceived: isExact(payments) })
      .from(paymentRefunds)
      .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
      .where(eq(paymentRefunds.id, id))
      .for('no key update', { of: paymentRefunds });
    const { refund, countsAsReceived } = found!;
    const was = refund.state;
    const givenRef = 'refundRef' in reported ? reported.refundRef : null;
    const refundRef = refund.refundRef ?? givenRef;
    const isOther = givenRef !== null && givenRef !== refundRef;
    const next = reported.status === 'later' ? was : reported.status;
    const isNews = next === 'processed' || was === 'due' || (was === 'pending' && next !== 'due');
    if (isOther || !isNews) return { isOther, state: was, was, isTooMuch: false };

    const reason = 'reason' in reported ? reported.reason.slice(0, 300) : refund.failureReason;
    await tx
      .update(paymentRefunds)
      .set({
        state: next,
        refundRef,
        bankReference: ('bankReference' in reported ? reported.bankReference : null) ?? refund.bankReference,
        failureReason: reported.status === 'pending' || reported.status === 'processed' ? null : reason,
        nextTryAt: next === 'due' || next === 'pending' ? refund.nextTryAt : null,
        processedAt: next === 'processed' ? (refund.processedAt ?? sql`now()`) : null,
      })
      .where(eq(paymentRefunds.id, id));
    const isNew = next === 'processed' && was !== 'processed' && countsAsReceived;
    const isTooMuch = isNew && (await enterRefund(tx, billing!, { ...refund, refundRef: refundRef! }));
    return { isOther, state: next, was, isTooMuch };
  }, database);

/**
 * Enters a processed refund as money paid back, unless it is there already, and applies the consequences for its locked
 * billing. Returns true if more was paid back than was due.
 */
async function enterRefund(
  tx: Database,
  billing: typeof billings.$inferSelect,
  { id, amountPaise, refundRef }: { id: string; amountPaise: number; refundRef: string },
): Promise<boolean> {
  const { id: billingId, state: was } = billing;
  const isEntered = and(
    eq(refunds.mode, 'gateway'),
    sql`upper(${refunds.reference}) = upper(${refundRef})`,
    ne(refunds.state, 'rejected'),
  );
  if ((await tx.$count(refunds, isEntered)) > 0) return false;
  await tx.insert(refunds).values({
    id,
    billingId,
    mode: 'gateway',
    paidOn: todayInIndia,
    amountPaise,
    reference: refundRef,
    state: 'done',
    confirmedAt: sql`clock_timestamp()`,
  });
  const leftPaise = billing.receivedPaise - billing.refundedPaise - amountPaise;
  const isReversed = was === REVERSE.from && leftPaise < billing.totalPaise;
  const isRefunded = was === REFUNDED.from && leftPaise <= 0;
  const step = isReversed ? REVERSE : isRefunded ? REFUNDED : null;
  const [changed] = await tx
    .update(billings)
    .set({
      refundedPaise: billing.refundedPaise + amountPaise,
      version: billing.version + 1,
      state: step?.to ?? was,
      dueAt: isReversed
        ? sql`greatest(${billings.dueAt}, now() + ${BOUNCE_GRACE_DAYS} * interval '1 day')`
        : billing.dueAt,
    })
    .where(eq(billings.id, billingId))
    .returning({ isTooMuch: sql<boolean>`${paidBackTooMuch(billings)} > 0` });
  await tx.insert(billingEvents).values([
    {
      billingId,
      event: 'refund_confirmed',
      fromState: was,
      toState: was,
      actor: 'provider',
      detail: { refund: id, mode: 'gateway', bank_reference: refundRef, amount_paise: amountPaise },
    },
    ...(step ? [{ billingId, event: step.event, fromState: was, toState: step.to, actor: 'provider' }] : []),
  ]);
  await tx
    .insert(outboundMessages)
    .values({ billingId, kind: 'refunded', detail: { refund: id, amount_paise: amountPaise } });
  await issueWith(tx, { kind: 'credit_note', billingId, source: id });
  return changed!.isTooMuch;
}

/** What a notice tells about a refund. */
type NamedRefund = {
  refundRef: string;
  refundId: string | null;
  transactionId: string;
  amountPaise: number;
  state: RefundState;
};

/**
 * Finds the refund that a notice is about, or creates one for a refund that was made in the dashboard of the gateway.
 * Where such a refund pays back what is due and not sent, it is this one: the money must not be sent once more. One that
 * failed changes nothing unless it is ours.
 * @returns its id; null if there is nothing to record
 */
export const findOrAddRefund = (database: Database, provider: string, named: NamedRefund): Promise<string | null> =>
  transaction(async (tx) => {
    const { transactionId, refundRef, refundId, amountPaise } = named;
    const isFailed = named.state.status === 'failed';
    const [payment] = await tx
      .select({ id: payments.id, billingId: payments.billingId })
      .from(payments)
      .where(and(eq(payments.provider, provider), eq(payments.transactionId, transactionId)));
    if (!payment) return null;
    const { id: paymentId, billingId } = payment;
    await tx.select({ id: billings.id }).from(billings).where(eq(billings.id, billingId)).for('no key update');
    const refunds = await tx
      .select()
      .from(paymentRefunds)
      .where(eq(paymentRefunds.paymentId, paymentId))
      .orderBy(asc(paymentRefunds.dueAt), asc(paymentRefunds.id))
      .for('no key update');
    const isMeant = (refund: (typeof refunds)[number]) =>
      refund.state === 'due' && refund.refundRef === null && refund.amountPaise === amountPaise;
    const found =
      refunds.find((refund) => refund.refundRef === refundRef) ??
      (refundId !== null ? refunds.find(({ id }) => id === refundId) : isFailed ? undefined : refunds.find(isMeant));
    if (found) return found.id;
    if (isFailed) return null;
    const [added] = await tx
      .insert(paymentRefunds)
      .values({ paymentId, billingId, amountPaise, reason: 'dashboard', state: 'pending', refundRef })
      .returning({ id: paymentRefunds.id });
    await tx
      .update(billings)
      .set({ version: sql`${billings.version} + 1` })
      .where(eq(billings.id, billingId));
    return added!.id;
  }, database);

/** Days for which a payment is looked for that a notice about a refund named before its capture was known. */
const EARLY_DAYS = 7;

/** Notices of refunds that came early are kept with the transaction that they name. */
const isEarly = and(
  eq(paymentNotices.outcome, 'unknown'),
  like(paymentNotices.kind, 'refund%'),
  gt(paymentNotices.receivedAt, sql`now() - ${EARLY_DAYS} * interval '1 day'`),
);

/** Returns the payments, known by now, whose refunds were told of before. */
export const findEarlyRefunds = (database: Database) =>
  database
    .selectDistinct({ provider: payments.provider, transactionId: sql<string>`${payments.transactionId}` })
    .from(paymentNotices)
    .innerJoin(
      payments,
      and(eq(payments.provider, paymentNotices.provider), eq(payments.transactionId, paymentNotices.gatewayId)),
    )
    .where(isEarly);

/** Records that the refunds of a payment are known. */
export async function noteEarlyRefunds(database: Database, provider: string, transactionId: string): Promise<void> {
  await database
    .update(paymentNotices)
    .set({ outcome: 'settled' })
    .where(and(eq(paymentNotices.provider, provider), eq(paymentNotices.gatewayId, transactionId), isEarly));
}
