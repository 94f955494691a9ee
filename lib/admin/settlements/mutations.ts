import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { runCheckAgain, runExplainDifference } from './statements';

/**
 * Marks a difference from the settlement reports as explained, with its audit entry. It stays so as long as its amounts
 * stay the same.
 * @returns 'difference.gone' if somebody explained it already
 */
export async function explainDifference(
  { adminId, username: actor }: AdminScope,
  id: string,
  reason: string,
  connection: Sql = sql(),
): Promise<{ ok: true } | { ok: false; code: 'difference.not_found' | 'difference.gone' }> {
  const verdict = await runExplainDifference(connection, { adminId, actor, id, reason });
  if (verdict === 'done') return { ok: true };
  return { ok: false, code: verdict ? 'difference.gone' : 'difference.not_found' };
}

/**
 * Lets the job ask the gateway once more about a payment without a result, with its audit entry.
 * @returns 'payment.answered' if its result is known, or the job asks about it anyway
 */
export async function checkPaymentAgain(
  { adminId, username: actor }: AdminScope,
  id: string,
): Promise<{ ok: true } | { ok: false; code: 'payment.not_found' | 'payment.answered' }> {
  const verdict = await runCheckAgain(sql(), { adminId, actor, id });
  if (verdict === 'done') return { ok: true };
  return { ok: false, code: verdict ? 'payment.answered' : 'payment.not_found' };
}
