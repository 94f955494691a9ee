import 'server-only';
import { and, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm';
import { bankReceipts, billings } from '@/db/schema';
import { BOUNCE_GRACE_DAYS } from '@/lib/adoption/core/rules';
import { issueWith } from '@/lib/documents/papers/mutations';
import { overdueSeats } from '@/lib/catalogue/statements';
import {
  adoptLines,
  drawableSeats,
  lockLines,
  recordChange,
  refuse,
  StaleHolds,
  stepOf,
  timeOf,
  type Done,
  type LockedLine,
  type OpenAdoption,
} from './change';
import { addReceipt, lockCredit, type GivenReceipt } from './credits';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';

type MoneyEntry = { mode: string; reference: string; amountPaise: number };

/** What the history and the audit log show of money. */
export const moneyOf = ({ mode, reference, amountPaise }: MoneyEntry) => ({
  mode,
  bank_reference: reference,
  amount_paise: amountPaise,
});

/** Locks a receipt, which may belong to another adoption or to none. `needsOther`: somebody else has to confirm it. */
async function lockReceipt({ tx, adminId }: OpenAdoption, id: string) {
  const firstStep = firstStepOf.receipt(bankReceipts);
  const [receipt] = await tx
    .select({
      ...getTableColumns(bankReceipts),
      firstStepBy: firstStep.by,
      needsOther: needsOtherAdmin(firstStep, adminId),
    })
    .from(bankReceipts)
    .where(eq(bankReceipts.id, id))
    .for('no key update');
  return receipt;
}

async function lockOwnReceipt(adoption: OpenAdoption, id: string, state: string) {
  const receipt = await lockReceipt(adoption, id);
  return receipt?.billingId === adoption.billing.id && receipt.state === state ? receipt : refuse('receipt_gone');
}

/**
 * Records money that arrived by bank, a credit or a part of it; it counts once confirmed. Refused: 'reference_used' if the
 * credit is recorded already, as far as this amount needs it.
 * @param part what belongs to the adoption; without it the whole
 */
export async function recordReceipt(
  adoption: OpenAdoption,
  receipt: GivenReceipt,
  { amount: amountPaise, tds_withheld: tdsPaise }: Pick<GivenReceipt, 'amount' | 'tds_withheld'> = receipt,
): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  if (receipt.credited_on > (await timeOf(tx)).today) refuse('date_in_future');
  const credit = await lockCredit(receipt, tx);
  if (credit.differs || amountPaise > credit.restPaise) refuse('reference_used');
  const part = { billingId: billing.id, amountPaise, tdsPaise, recordedBy: adminId! };
  const added = await addReceipt(credit, receipt, part, tx);
  const { payer, creditedOn } = added;
  return recordChange(adoption, {
    event: 'receipt_recorded',
    after: { ...moneyOf(added), tds_paise: tdsPaise, credited_on: creditedOn, payer },
    detail: { receipt: added.id },
  });
}

/**
 * Assigns an unmatched receipt, or a part of it, to the adoption; it still has to be confirmed. The rest stays unmatched.
 * Tax withheld belongs to the whole, so that such a receipt is not divided.
 */
export async function matchReceipt(
  adoption: OpenAdoption,
  { id, amount }: { id: string; amount?: number },
): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  const receipt = await lockReceipt(adoption, id);
  if (receipt?.state !== 'recorded' || receipt.billingId !== null) return refuse('receipt_gone');
  const amountPaise = amount ?? receipt.amountPaise;
  const restPaise = receipt.amountPaise - amountPaise;
  if (restPaise < 0 || (restPaise > 0 && receipt.tdsPaise > 0)) refuse('part_range');
  const matched = { billingId: billing.id, amountPaise, matchedBy: adminId };
  await tx.update(bankReceipts).set(matched).where(eq(bankReceipts.id, id));
  if (restPaise > 0) {
    const { creditId, mode, creditedOn, reference, payer, payerBank, remark, recordedBy, recordedAt } = receipt;
    const rest = { creditId, mode, creditedOn, reference, payer, payerBank, remark, recordedBy, recordedAt };
    await tx.insert(bankReceipts).values({ ...rest, amountPaise: restPaise });
  }
  return recordChange(adoption, {
    event: 'receipt_matched',
    after: moneyOf({ ...receipt, amountPaise }),
    detail: { receipt: id },
  });
}

/** What a message says of the money of a receipt, each by its name: what the bank credited, and the tax withheld. */
const arrivedOf = ({ amountPaise, tdsPaise }: { amountPaise: number; tdsPaise: number }) => ({
  amount_paise: amountPaise,
  ...(tdsPaise > 0 && { tds_paise: tdsPaise }),
});

/**
 * Confirms a receipt: its amount and the tax withheld count as received. When the total is reached, a pledge is paid,
 * and a lapsed one gets its seats again if all are free; otherwise the money is owed back.
 */
export async function confirmReceipt(adoption: OpenAdoption, { id }: { id: string }): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  const paid = stepOf(adoption, 'paid');
  const lines = paid?.seats === 'adopt' ? await lockLines(adoption) : [];
  const receipt = await lockOwnReceipt(adoption, id, 'recorded');
  if (receipt.needsOther) refuse('second_admin');
  const creditedPaise = receipt.amountPaise + receipt.tdsPaise;
  const receivedPaise = billing.receivedPaise + creditedPaise;
  const isReached = receivedPaise - billing.refundedPaise >= billing.totalPaise;
  const hasSeats =
    paid?.seats === 'none' || (paid?.seats === 'adopt' && isReached && (await areAvailable(adoption, lines)));
  const consequence = isReached && hasSeats ? paid : null;
  await tx
    .update(bankReceipts)
    // The order of several receipts, by which papers say what was received so far: that of the lock of the adoption.
    .set({ state: 'confirmed', confirmedBy: adminId, confirmedAt: sql`clock_timestamp()` })
    .where(eq(bankReceipts.id, id));
  if (consequence?.seats === 'adopt') await adoptLines(adoption, lines);
  const done = await recordChange(adoption, {
    event: 'receipt_confirmed',
    set: { receivedPaise },
    consequence,
    after: { ...moneyOf(receipt), tds_paise: receipt.tdsPaise, received_paise: receivedPaise },
    detail: { receipt: id },
    papers: () => issueWith(tx, { kind: 'receipt', billingId: billing.id, source: id }),
    message: { kind: consequence ? 'paid' : 'received', detail: { receipt: id, ...arrivedOf(receipt) } },
  });
  return { ...done, alone: receipt.firstStepBy === adminId };
}

/** Whether seats that money arrived for too late are free. @throws StaleHolds if ended holds still have some of them */
async function areAvailable({ tx }: OpenAdoption, lines: readonly LockedLine[]): Promise<boolean> {
  const missing = lines.flatMap((line) => (line.free < line.seats - drawableSeats(line) ? [line.courseId] : []));
  const ended = await tx
    .select({ courseId: overdueSeats.courseId })
    .from(overdueSeats)
    .where(and(inArray(overdueSeats.courseId, missing), gt(overdueSeats.seats, 0)))
    .limit(1);
  if (ended.length > 0) throw new StaleHolds();
  return lines.length > 0 && missing.length === 0;
}

/** Rejects an entry that nobody has confirmed, such as a typing error; its reference can be entered again. */
export async function rejectReceipt(adoption: OpenAdoption, { id }: { id: string }): Promise<Done> {
  const receipt = await lockOwnReceipt(adoption, id, 'recorded');
  await adoption.tx.update(bankReceipts).set({ state: 'rejected' }).where(eq(bankReceipts.id, id));
  return recordChange(adoption, { event: 'receipt_rejected', after: moneyOf(receipt), detail: { receipt: id } });
}

/** Takes back a confirmed receipt whose money the bank did not pay out. A paid adoption is a pledge again. */
export async function bounceReceipt(adoption: OpenAdoption, { id }: { id: string }): Promise<Done> {
  const { tx, billing } = adoption;
  const receipt = await lockOwnReceipt(adoption, id, 'confirmed');
  const creditedPaise = receipt.amountPaise + receipt.tdsPaise;
  const receivedPaise = billing.receivedPaise - creditedPaise;
  const reversed = stepOf(adoption, 'payment_reversed');
  const isShort = receivedPaise - billing.refundedPaise < billing.totalPaise;
  const consequence = isShort ? reversed : null;
  const dueAt = sql`greatest(${billings.dueAt}, now() + make_interval(days => ${BOUNCE_GRACE_DAYS}))`;
  await tx.update(bankReceipts).set({ state: 'bounced' }).where(eq(bankReceipts.id, id));
  return recordChange(adoption, {
    event: 'receipt_bounced',
    set: { receivedPaise, ...(consequence ? { dueAt } : {}) },
    consequence,
    after: { ...moneyOf(receipt), tds_paise: receipt.tdsPaise, received_paise: receivedPaise },
    detail: { receipt: id },
    message: { kind: 'bounced', detail: { receipt: id, ...arrivedOf(receipt) } },
  });
}
