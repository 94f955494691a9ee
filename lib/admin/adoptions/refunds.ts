import 'server-only';
import { and, eq, getTableColumns, ne, not, sql } from 'drizzle-orm';
import { isExact, onlineRefunds, refundable, refundableOfPayment, refundDue } from '@/db/balance';
import { billings, paymentRefunds, payments, refunds } from '@/db/schema';
import { issueWith } from '@/lib/documents/papers/mutations';
import { recordChange, refuse, stepOf, timeOf, type Done, type OpenAdoption } from './change';
import { moneyOf } from './receipts';
import type { ActionBody } from './schema';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';

/**
 * Records a transfer back to the sponsor, at most what is owed and not on its way by the gateway; it counts once
 * confirmed.
 */
export async function recordRefund(adoption: OpenAdoption, refund: ActionBody<'record_refund'>): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  const { mode, paid_on: paidOn, amount: amountPaise, bank_reference: reference, remark } = refund;
  if (paidOn > (await timeOf(tx)).today) refuse('date_in_future');
  const isUsed = and(eq(refunds.mode, mode), eq(refunds.reference, reference), ne(refunds.state, 'rejected'));
  if ((await tx.$count(refunds, isUsed)) > 0) refuse('reference_used');
  if (amountPaise > (await refundableOf(adoption))) refuse('refund_range');
  const values = { billingId: billing.id, mode, paidOn, amountPaise, reference, remark, recordedBy: adminId };
  const [added] = await tx.insert(refunds).values(values).returning({ id: refunds.id });
  return recordChange(adoption, {
    event: 'refund_recorded',
    after: { ...moneyOf(values), paid_on: paidOn },
    detail: { refund: added!.id },
  });
}

/** Money to pay back for which no refund is open, in paise. */
async function refundableOf({ tx, billing }: OpenAdoption): Promise<number> {
  const [row] = await tx
    .select({ paise: refundable(billings) })
    .from(billings)
    .where(eq(billings.id, billing.id));
  return row!.paise;
}

/**
 * Pays money of an online payment back by its gateway, at most what is owed and what that payment has left. The job sends
 * it. It needs no second administrator: two have taken the seats away, and the money goes where it came from.
 */
export async function refundOnline(
  adoption: OpenAdoption,
  { id: paymentId, amount: amountPaise }: ActionBody<'refund_online'>,
): Promise<Done> {
  const { tx, billing } = adoption;
  const [payment] = await tx
    .select({ left: refundableOfPayment(payments) })
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.billingId, billing.id)));
  if (amountPaise > Math.min(await refundableOf(adoption), payment?.left ?? 0)) refuse('refund_range');
  const [added] = await tx
    .insert(paymentRefunds)
    .values({
      paymentId,
      billingId: billing.id,
      amountPaise,
      reason: billing.state === 'cancelled' ? 'cancelled' : 'reduced',
    })
    .returning({ id: paymentRefunds.id });
  return recordChange(adoption, {
    event: 'refund_online',
    after: { mode: 'gateway', amount_paise: amountPaise },
    detail: { online_refund: added!.id },
  });
}

/**
 * Ends a failed refund of money that never counted as received: somebody paid it back by bank. Nothing is entered, so it
 * needs no second administrator. Other failed refunds end by recordRefund.
 */
export async function settleOnlineRefund(
  adoption: OpenAdoption,
  { id, bank_reference: bankReference }: ActionBody<'settle_online_refund'>,
): Promise<Done> {
  const { tx, billing } = adoption;
  const [refund] = await tx
    .select({ amountPaise: paymentRefunds.amountPaise })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(
      and(
        eq(paymentRefunds.id, id),
        eq(paymentRefunds.billingId, billing.id),
        eq(paymentRefunds.state, 'failed'),
        not(isExact(payments)),
      ),
    )
    .for('no key update', { of: paymentRefunds });
  if (!refund) return refuse('refund_gone');
  const isSettled = and(eq(paymentRefunds.state, 'settled'), eq(paymentRefunds.bankReference, bankReference));
  const isRecorded = and(eq(refunds.reference, bankReference), ne(refunds.state, 'rejected'));
  if ((await tx.$count(paymentRefunds, isSettled)) + (await tx.$count(refunds, isRecorded)) > 0)
    refuse('reference_used');
  await tx.update(paymentRefunds).set({ state: 'settled', bankReference }).where(eq(paymentRefunds.id, id));
  return recordChange(adoption, {
    event: 'online_refund_settled',
    after: { bank_reference: bankReference, amount_paise: refund.amountPaise },
    detail: { online_refund: id },
  });
}

/** Locks a refund. `needsOther`: somebody else has to confirm it. */
async function lockRefund({ tx, billing, adminId }: OpenAdoption, id: string, state: string) {
  const firstStep = firstStepOf.transfer(refunds);
  const [refund] = await tx
    .select({ ...getTableColumns(refunds), needsOther: needsOtherAdmin(firstStep, adminId) })
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.billingId, billing.id)))
    .for('no key update');
  return refund?.state === state ? refund : refuse('refund_gone');
}

/** Confirms a refund. An adoption that was paid too late is refunded once nothing is owed any more. */
export async function confirmRefund(adoption: OpenAdoption, { id }: ActionBody<'confirm_refund'>): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  const refund = await lockRefund(adoption, id, 'recorded');
  if (refund.needsOther) refuse('second_admin');
  const [owed] = await tx
    .select({ paise: sql<number>`${refundDue(billings)} - ${onlineRefunds(billings)}` })
    .from(billings)
    .where(eq(billings.id, billing.id));
  if (refund.amountPaise > owed!.paise) refuse('refund_range');
  const refundedPaise = billing.refundedPaise + refund.amountPaise;
  await tx
    .update(refunds)
    .set({ state: 'done', confirmedBy: adminId, confirmedAt: sql`clock_timestamp()` })
    .where(eq(refunds.id, id));
  const done = await recordChange(adoption, {
    event: 'refund_confirmed',
    set: { refundedPaise },
    consequence: billing.receivedPaise <= refundedPaise ? stepOf(adoption, 'refunded') : null,
    after: { ...moneyOf(refund), refunded_paise: refundedPaise },
    detail: { refund: id },
    papers: () => issueWith(tx, { kind: 'credit_note', billingId: billing.id, source: id }),
    message: { kind: 'refunded', detail: { refund: id, amount_paise: refund.amountPaise } },
  });
  return { ...done, alone: refund.recordedBy === adminId };
}

/** Rejects a refund entry that nobody has confirmed. */
export async function rejectRefund(adoption: OpenAdoption, { id }: ActionBody<'reject_refund'>): Promise<Done> {
  const refund = await lockRefund(adoption, id, 'recorded');
  await adoption.tx.update(refunds).set({ state: 'rejected' }).where(eq(refunds.id, id));
  return recordChange(adoption, { event: 'refund_rejected', after: moneyOf(refund), detail: { refund: id } });
}

/** Marks a confirmed refund as returned by the bank: its amount is owed again. */
export async function failRefund(adoption: OpenAdoption, { id }: ActionBody<'fail_refund'>): Promise<Done> {
  const { tx, billing } = adoption;
  const refund = await lockRefund(adoption, id, 'done');
  await tx.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, id));
  return recordChange(adoption, {
    event: 'refund_returned',
    set: { refundedPaise: billing.refundedPaise - refund.amountPaise },
    consequence: stepOf(adoption, 'refund_failed'),
    after: moneyOf(refund),
    detail: { refund: id },
  });
}
