import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { limitKey } from '@/lib/adoption/limit-keys';
import { changeSeatLimit, type SeatLimit } from '@/lib/adoption/seat-limits';
import { maskEmail, maskPhone } from '@/lib/otp/rules';
import type { SeatLimitChange } from './schema';
import { runLookAtAlert } from './statements';

/**
 * Marks an alert as looked at, with its audit entry.
 * @returns 'alert.gone' if somebody looked at it already
 */
export async function acknowledgeAlert(
  { adminId, username: actor }: AdminScope,
  id: string,
  reason: string,
  connection: Sql = sql(),
): Promise<{ ok: true } | { ok: false; code: 'alert.not_found' | 'alert.gone' }> {
  const verdict = await runLookAtAlert(connection, { adminId, actor, id, reason });
  if (verdict === 'done') return { ok: true };
  return { ok: false, code: verdict ? 'alert.gone' : 'alert.not_found' };
}

/** Sets the limit of unpaid seats of an e-mail address, a phone number or a company's domain, with its audit entry. */
export function setSeatLimit(
  { adminId, username: actor }: AdminScope,
  { sponsor, max_seats: most, reason }: SeatLimitChange,
): Promise<SeatLimit> {
  const key = limitKey(sponsor);
  return changeSeatLimit(key, most, shownName(key), { adminId, actor, reason });
}

/** The audit log keeps its entries for good: contacts of persons are masked. */
function shownName(key: string): string {
  const name = key.slice(key.indexOf(':') + 1);
  if (name.includes('@')) return maskEmail(name);
  return key.startsWith('phone:') ? maskPhone(name) : name;
}
