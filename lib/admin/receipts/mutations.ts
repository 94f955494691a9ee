import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { bankReceipts, billings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { openAdoption, Refused, timeOf } from '@/lib/admin/adoptions/change';
import { addReceipt, lockCredit, type GivenReceipt } from '@/lib/admin/adoptions/credits';
import { moneyOf, recordReceipt } from '@/lib/admin/adoptions/receipts';
import type { Credit } from '@/lib/admin/adoptions/schema';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { lockBillings } from '@/lib/adoption/core/lock-billings';

/** What was recorded: the adoptions with their new versions, and the id of the receipt without an adoption. */
type RecordedCredit = { parts: { reference: string; version: number }[]; id: string | null };

/** `part`: the index of the part that was refused, if it is about one. */
export type CreditProblem = {
  ok: false;
  code:
    | 'adoption.not_found'
    | 'adoption.changed'
    | 'adoption.not_verified'
    | 'adoption.date_in_future'
    | 'adoption.reference_used';
  part?: number;
};

/** Rolls the transaction back. */
class RefusedCredit extends Error {
  constructor(readonly problem: CreditProblem) {
    super(problem.code);
  }
}

/**
 * Records a credit of the bank account: its parts as receipts of their adoptions and what is left as a receipt without
 * one, which `match_receipt` of actOnAdoption assigns; all of it or nothing.
 * @param database the pool to use instead of the shared one
 * @returns refused: a date in the future, a credit that is recorded already, or an adoption that does not take its part
 */
export async function recordCredit(
  by: AdminScope,
  credit: Credit,
  database: Database = db(),
): Promise<({ ok: true } & RecordedCredit) | CreditProblem> {
  try {
    return { ok: true, ...(await transaction((tx) => recordParts(by, credit, tx), database)) };
  } catch (error) {
    if (error instanceof RefusedCredit) return error.problem;
    throw error;
  }
}

async function recordParts(by: AdminScope, credit: Credit, tx: Database): Promise<RecordedCredit> {
  const { reason, parts, ...receipt } = credit;
  const references = parts.map(({ reference }) => reference);
  await lockBillings(sql`${billings.reference} = any(${sql.param(references)}::text[])`, tx);
  const recorded: RecordedCredit['parts'] = [];
  for (const [index, { reference, version, ...part }] of parts.entries()) {
    try {
      const done = await recordReceipt(await openAdoption({ by, reference, version, reason }, tx), receipt, part);
      recorded.push({ reference, version: done.version });
    } catch (error) {
      throw error instanceof Refused ? new RefusedCredit({ ok: false, code: codeOf(error), part: index }) : error;
    }
  }
  if (parts.reduce((sum, { amount }) => sum + amount, 0) === credit.amount) return { parts: recorded, id: null };
  const id = await recordRest(by, receipt, reason, tx);
  // Without parts it is the whole credit that has nothing left; otherwise another entry has the rest.
  if (id === null && parts.length === 0) throw new RefusedCredit({ ok: false, code: 'adoption.reference_used' });
  return { parts: recorded, id };
}

/** Records what is left of a credit as a receipt without an adoption. @returns its id; null if nothing is left */
async function recordRest(by: AdminScope, receipt: GivenReceipt, reason: string, tx: Database): Promise<string | null> {
  if (receipt.credited_on > (await timeOf(tx)).today)
    throw new RefusedCredit({ ok: false, code: 'adoption.date_in_future' });
  const credit = await lockCredit(receipt, tx);
  if (credit.differs || credit.restPaise <= 0) return null;
  const rest = {
    amountPaise: credit.restPaise,
    tdsPaise: receipt.tds_withheld,
    billingId: null,
    recordedBy: by.adminId,
  };
  const added = await addReceipt(credit, receipt, rest, tx);
  const { id, tdsPaise, creditedOn, payer } = added;
  const after = { ...moneyOf(added), tds_paise: tdsPaise, credited_on: creditedOn, payer, reason };
  await recordAction(by, { action: 'receipt.recorded', subject: id, after }, tx);
  return id;
}

function codeOf({ refusal }: Refused): CreditProblem['code'] {
  switch (refusal) {
    case 'not_found':
    case 'changed':
    case 'not_verified':
    case 'date_in_future':
    case 'reference_used':
      return `adoption.${refusal}`;
    default:
      throw new Error(`A credit cannot be recorded: ${refusal}`);
  }
}

/**
 * Rejects a receipt that belongs to no adoption, such as a typing error, with its audit entry. Its bank reference can be
 * recorded again.
 * @returns 'receipt.gone' if somebody rejected it or assigned it to an adoption meanwhile
 */
export function rejectUnmatchedReceipt(
  by: AdminScope,
  id: string,
  reason: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'receipt.not_found' | 'receipt.gone' }> {
  return transaction(async (tx) => {
    const [receipt] = await tx.select().from(bankReceipts).where(eq(bankReceipts.id, id)).for('no key update');
    if (!receipt) return { ok: false, code: 'receipt.not_found' };
    const { state, billingId, tdsPaise, payer } = receipt;
    if (state !== 'recorded' || billingId !== null) return { ok: false, code: 'receipt.gone' };
    await tx.update(bankReceipts).set({ state: 'rejected' }).where(eq(bankReceipts.id, id));
    const after = { state: 'rejected', ...moneyOf(receipt), tds_paise: tdsPaise, payer, reason };
    await recordAction(by, { action: 'receipt.rejected', subject: id, before: { state }, after }, tx);
    return { ok: true };
  }, database);
}
