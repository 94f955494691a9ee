import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { alerts, billings } from '@/db/schema';
import { transaction } from '@/db/transaction';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { limitKey } from '@/lib/adoption/core/limit-keys';
import { changeSeatLimit, type SeatLimit } from '@/lib/adoption/take/seat-limits';
import { maskEmail, maskPhone } from '@/lib/accounts/codes/rules';
import type { SeatLimitChange } from './schema';

/**
 * Marks an alert as looked at, with its audit entry, which names no contact: it is kept for good.
 * @returns 'alert.gone' if somebody looked at it already
 */
export function acknowledgeAlert(
  by: AdminScope,
  id: string,
  reason: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'alert.not_found' | 'alert.gone' }> {
  return transaction(async (tx) => {
    const [alert] = await tx.select().from(alerts).where(eq(alerts.id, id)).for('no key update');
    if (!alert) return { ok: false, code: 'alert.not_found' };
    const { kind, billingId, lookedAt } = alert;
    if (lookedAt) return { ok: false, code: 'alert.gone' };
    const look = { reason, lookedAtBy: by.adminId, lookedAt: sql`now()` };
    await tx.update(alerts).set(look).where(eq(alerts.id, id));
    const [adoption] = billingId
      ? await tx.select({ reference: billings.reference }).from(billings).where(eq(billings.id, billingId))
      : [];
    const after = { ...adoption, kind, reason };
    await recordAction(by, { action: 'alert.looked_at', subject: billingId ?? id, after }, tx);
    return { ok: true };
  }, database);
}

/** Sets the limit of unpaid seats of an e-mail address, a phone number or a company's domain, with its audit entry. */
export function setSeatLimit(
  admin: AdminScope,
  { sponsor, max_seats: max, reason }: SeatLimitChange,
): Promise<SeatLimit> {
  const key = limitKey(sponsor);
  return changeSeatLimit(key, max, shownName(key), { admin, reason });
}

/** The audit log keeps its entries for good: contacts of persons are masked. */
function shownName(key: string): string {
  const name = key.slice(key.indexOf(':') + 1);
  if (name.includes('@')) return maskEmail(name);
  return key.startsWith('phone:') ? maskPhone(name) : name;
}
