import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { bankCredits, bankReceipts } from '@/db/schema';
import type { Credit } from './schema';

/** A receipt, or a part of one, as administrators enter it: a credit of the bank account without its parts. */
export type GivenReceipt = Omit<Credit, 'reason' | 'parts'>;

type LockedCredit = {
  /** The credit if a part of it is recorded already. */
  id: string | null;
  /** What is left of it, in paise. */
  restPaise: number;
  /** Whether this reference belongs to a credit of another day or amount. */
  differs: boolean;
};

const keyOf = ({ mode, bank_reference, payer_bank, credited_on }: GivenReceipt) =>
  sql<string>`credit_key(${mode}, ${bank_reference}, ${payer_bank}, ${credited_on})`;

/** Locks the credit of a receipt, so that concurrent parts do not exceed it. @param receipt with the amount of the whole */
export async function lockCredit(receipt: GivenReceipt, tx: Database): Promise<LockedCredit> {
  const [credit] = await tx
    .select()
    .from(bankCredits)
    .where(and(eq(bankCredits.key, keyOf(receipt)), gt(bankCredits.partsPaise, 0)))
    .for('no key update');
  const { amount, credited_on } = receipt;
  if (!credit) return { id: null, restPaise: amount, differs: false };
  const differs = credit.creditedOn !== credited_on || credit.amountPaise !== amount;
  return { id: credit.id, restPaise: amount - credit.partsPaise, differs };
}

/**
 * Records a receipt as a part of its credit, which it adds if that is new.
 * @param receipt with the amount of the whole credit
 * @param part what it is of the credit, in paise
 */
export async function addReceipt(
  credit: LockedCredit,
  receipt: GivenReceipt,
  part: { billingId: string | null; amountPaise: number; tdsPaise: number; recordedBy: string },
  tx: Database,
): Promise<typeof bankReceipts.$inferSelect> {
  const { mode, credited_on: creditedOn, bank_reference: reference, payer, payer_bank: payerBank, remark } = receipt;
  const creditId = credit.id ?? (await addCredit(receipt, tx));
  const values = { ...part, creditId, mode, creditedOn, reference, payer, payerBank, remark };
  const [added] = await tx.insert(bankReceipts).values(values).returning();
  return added!;
}

async function addCredit(receipt: GivenReceipt, tx: Database): Promise<string> {
  const values = { key: keyOf(receipt), creditedOn: receipt.credited_on, amountPaise: receipt.amount };
  const [added] = await tx.insert(bankCredits).values(values).returning({ id: bankCredits.id });
  return added!.id;
}
