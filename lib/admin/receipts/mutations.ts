import 'server-only';
import type { Sql, TransactionSql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { receiptValues } from '@/lib/admin/adoptions/mutations';
import type { Credit } from '@/lib/admin/adoptions/schema';
import { ACTIONS, runAction } from '@/lib/admin/adoptions/statements';
import { retryOnConflict } from '@/db/conflict';
import { runRecordUnmatched, runRejectUnmatched } from './statements';

/** The loser of two entries with the same reference finds that of the other on its second attempt. */
const ATTEMPTS = 3;

/** What was recorded: the adoptions with their new versions, and the id of the receipt without an adoption. */
type RecordedCredit = { parts: { reference: string; version: number }[]; id: string | null };

/** `part`: the index of the part that was refused, if it is about one. */
type RefusedCredit = {
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
class Refused extends Error {
  constructor(readonly answer: RefusedCredit) {
    super(answer.code);
  }
}

/**
 * Records a credit of the bank account: its parts as receipts of their adoptions and what is left as a receipt without
 * one, which `match_receipt` of actOnAdoption assigns; all of it or nothing.
 * @param connection the pool to use instead of the shared one
 * @returns refused: a date in the future, a credit that is recorded already, or an adoption that does not take its part
 */
export async function recordCredit(
  scope: AdminScope,
  credit: Credit,
  connection: Sql = sql(),
): Promise<({ ok: true } & RecordedCredit) | RefusedCredit> {
  const work = () => connection.begin((transaction) => recordParts(transaction, scope, credit));
  try {
    return { ok: true, ...(await retryOnConflict(ATTEMPTS, work))! };
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

async function recordParts(connection: TransactionSql, scope: AdminScope, credit: Credit): Promise<RecordedCredit> {
  const { reason, parts, ...receipt } = credit;
  const { adminId, sessionId, username: actor } = scope;
  // All adoptions before the credit, in one order: what other administrators do meanwhile does not end in a deadlock.
  const references = parts.map(({ reference }) => reference);
  await connection`select from billings where reference = any(${references}) order by reference for no key update`;
  const recorded: RecordedCredit['parts'] = [];
  for (const [index, { reference, version, ...part }] of parts.entries()) {
    const values = receiptValues(receipt, part);
    const row = await runAction(connection, ACTIONS.record_receipt, {
      reference,
      version,
      adminId,
      sessionId,
      actor,
      reason,
      values,
    });
    if (row?.verdict !== 'done') throw new Refused({ ok: false, code: refusalOf(row?.verdict), part: index });
    recorded.push({ reference, version: row.version! });
  }
  if (parts.reduce((sum, { amount }) => sum + amount, 0) === credit.amount) return { parts: recorded, id: null };
  const rest = await runRecordUnmatched(connection, { adminId, actor, reason, values: receiptValues(receipt) });
  // Without parts it is the whole credit that has nothing left; otherwise another entry has the rest.
  if (rest.verdict !== 'done' && (parts.length === 0 || rest.verdict === 'date_in_future'))
    throw new Refused({ ok: false, code: refusalOf(rest.verdict) });
  return { parts: recorded, id: rest.id };
}

function refusalOf(verdict: string | undefined): RefusedCredit['code'] {
  switch (verdict) {
    case undefined:
      return 'adoption.not_found';
    case 'changed':
    case 'not_verified':
    case 'date_in_future':
    case 'reference_used':
      return `adoption.${verdict}`;
    default:
      throw new Error(`A credit cannot be recorded: ${verdict}`);
  }
}

/**
 * Rejects a receipt that belongs to no adoption, such as a typing error, with its audit entry. Its bank reference can be
 * recorded again.
 * @returns 'receipt.gone' if somebody rejected it or assigned it to an adoption meanwhile
 */
export async function rejectUnmatchedReceipt(
  { adminId, username: actor }: AdminScope,
  id: string,
  reason: string,
  connection: Sql = sql(),
): Promise<{ ok: true } | { ok: false; code: 'receipt.not_found' | 'receipt.gone' }> {
  const verdict = await runRejectUnmatched(connection, { adminId, actor, reason, id });
  if (verdict === 'done') return { ok: true };
  return { ok: false, code: verdict ? 'receipt.gone' : 'receipt.not_found' };
}
