import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { receiptValues } from '@/lib/admin/adoptions/mutations';
import type { UnmatchedReceipt } from '@/lib/admin/adoptions/schema';
import { retryOnConflict } from '@/lib/core/conflict';
import { runRecordUnmatched, runRejectUnmatched } from './statements';

/** The loser of two entries with the same reference finds that of the other on its second attempt. */
const ATTEMPTS = 3;

/**
 * Records a receipt that belongs to no adoption yet, with its audit entry; `match_receipt` of actOnAdoption assigns it.
 * @param connection the pool to use instead of the shared one
 * @returns the id of the receipt; refused: a date in the future, or a reference that this mode has already
 */
export async function recordUnmatchedReceipt(
  { adminId, username: actor }: AdminScope,
  { reason, ...receipt }: UnmatchedReceipt,
  connection: Sql = sql(),
): Promise<{ ok: true; id: string } | { ok: false; code: 'adoption.date_in_future' | 'adoption.reference_used' }> {
  const values = receiptValues(receipt);
  const row = await retryOnConflict(ATTEMPTS, () => runRecordUnmatched(connection, { adminId, actor, reason, values }));
  if (row?.id) return { ok: true, id: row.id };
  return { ok: false, code: row?.verdict === 'date_in_future' ? 'adoption.date_in_future' : 'adoption.reference_used' };
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
