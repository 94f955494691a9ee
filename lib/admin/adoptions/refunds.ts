import 'server-only';
import { and, eq, getTableColumns, ne, not, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
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
  const { tx } = adoption;
  const { mode, paid_on: paidOn, amount: amountPaise, bank_reference: reference, remark } = refund;
  if (paidOn > (await timeOf(tx)).today) refuse('date_in_future');
  if (amountPaise > (await refundableOf(adoption))) refuse('refund_range');
  return addRefund(adoption, { mode, paidOn, amountPaise, reference, remark });
}

/** Puts everything that is to be paid back and not on its way into a file for the bank. */
export async function orderRefund(
  adoption: OpenAdoption,
  order: Pick<
    typeof refunds.$inferInsert,
    'bankFileId' | 'bankFilePosition' | 'payeeAccountId' | 'reference' | 'paidOn' | 'mode'
  >,
): Promise<Done> {
  const amountPaise = await refundableOf(adoption);
  return amountPaise > 0 ? addRefund(adoption, { ...order, amountPaise }) : refuse('refund_range');
}

async function addRefund(
  adoption: OpenAdoption,
  refund: Omit<typeof refunds.$inferInsert, 'billingId' | 'recordedBy'>,
): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  await requireNewReference(tx, refund);
  const [added] = await tx
    .insert(refunds)
    .values({ ...refund, billingId: billing.id, recordedBy: adminId })
    .returning();
  return recordChange(adoption, {
    event: 'refund_recorded',
    after: { ...moneyOf(added!), paid_on: added!.paidOn },
    detail: { refund: added!.id },
  });
}

/** @throws Refused if a refund has the bank's reference already */
async function requireNewReference(
  tx: OpenAdoption['tx'],
  { id, mode, reference }: Pick<typeof refunds.$inferInsert, 'id' | 'mode' | 'reference'>,
): Promise<void> {
  const isUsed = and(
    eq(refunds.mode, mode),
    eq(refunds.reference, reference),
    ne(refunds.state, 'rejected'),
    id === undefined ? undefined : ne(refunds.id, id),
  );
  if ((await tx.$count(refunds, isUsed)) > 0) refuse('reference_used');
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
async function lockRefund({ tx, billing, adminId }: OpenAdoption, id: string, ...states: string[]) {
  const firstStep = firstStepOf.transfer(refunds);
  const [refund] = await tx
    .select({ ...getTableColumns(refunds), needsOther: needsOtherAdmin(firstStep, adminId) })
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.billingId, billing.id)))
    .for('no key update');
  return refund && states.includes(refund.state) ? refund : refuse('refund_gone');
}

/** Confirms a refund: it counts, or, in a file for the bank, is ordered. */
export async function confirmRefund(adoption: OpenAdoption, { id }: ActionBody<'confirm_refund'>): Promise<Done> {
  const { tx, adminId } = adoption;
  const refund = await lockRefund(adoption, id, 'recorded');
  if (refund.needsOther) refuse('second_admin');
  const confirmed = { confirmedBy: adminId, confirmedAt: sql`clock_timestamp()` };
  const alone = refund.recordedBy === adminId;
  if (refund.bankFileId === null) return { ...(await complete(adoption, refund, confirmed)), alone };
  await requireOwed(adoption, refund);
  await tx
    .update(refunds)
    .set({ state: 'ordered', ...confirmed })
    .where(eq(refunds.id, id));
  const done = await recordChange(adoption, {
    event: 'refund_ordered',
    after: moneyOf(refund),
    detail: { refund: id },
  });
  return { ...done, alone };
}

/** Enters that the bank paid an ordered refund: it counts. */
export async function payRefund(
  adoption: OpenAdoption,
  { id, paid_on: paidOn, bank_reference: reference }: ActionBody<'pay_refund'>,
): Promise<Done> {
  const { tx } = adoption;
  const refund = await lockRefund(adoption, id, 'ordered');
  if (paidOn > (await timeOf(tx)).today) refuse('date_in_future');
  await requireNewReference(tx, { ...refund, reference });
  return complete(adoption, { ...refund, reference }, { paidOn, reference });
}

/** @throws Refused if a refund is more than is owed back */
async function requireOwed({ tx, billing }: OpenAdoption, { amountPaise }: { amountPaise: number }): Promise<void> {
  const [owed] = await tx
    .select({ paise: sql<number>`${refundDue(billings)} - ${onlineRefunds(billings)}` })
    .from(billings)
    .where(eq(billings.id, billing.id));
  if (amountPaise > owed!.paise) refuse('refund_range');
}

/** Lets a refund count. An adoption that was paid too late is refunded once nothing is owed any more. */
async function complete(
  adoption: OpenAdoption,
  refund: typeof refunds.$inferSelect,
  set: PgUpdateSetSource<typeof refunds>,
): Promise<Done> {
  const { tx, billing } = adoption;
  const { id } = refund;
  await requireOwed(adoption, refund);
  const refundedPaise = billing.refundedPaise + refund.amountPaise;
  await tx
    .update(refunds)
    .set({ ...set, state: 'done' })
    .where(eq(refunds.id, id));
  return recordChange(adoption, {
    event: 'refund_confirmed',
    set: { refundedPaise },
    consequence: billing.receivedPaise <= refundedPaise ? stepOf(adoption, 'refunded') : null,
    after: { ...moneyOf(refund), refunded_paise: refundedPaise },
    detail: { refund: id },
    papers: () => issueWith(tx, { kind: 'credit_note', billingId: billing.id, source: id }),
    message: { kind: 'refunded', detail: { refund: id, amount_paise: refund.amountPaise } },
  });
}

/** Rejects a refund that does not count. */
export async function rejectRefund(adoption: OpenAdoption, { id }: ActionBody<'reject_refund'>): Promise<Done> {
  const refund = await lockRefund(adoption, id, 'recorded', 'ordered');
  await adoption.tx
    .update(refunds)
    .set({ state: 'rejected', confirmedBy: null, confirmedAt: null })
    .where(eq(refunds.id, id));
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
