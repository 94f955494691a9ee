import 'server-only';
import { db, type Database } from '@/db/client';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { shownHolder } from '@/lib/adoption/core/limit-keys';
import { withdraw } from '@/lib/waiting/mutations';

/**
 * Ends a request to be told about free seats, frees what is offered to it and not adopted, tells its person, and writes the
 * audit log entry.
 * @returns 'waiting.not_found' for an unknown one, 'waiting.ended' if it has ended already
 */
export function endRequestOf(
  by: AdminScope,
  id: string,
  reason: string,
  database: Database = db(),
): Promise<{ ok: true } | { ok: false; code: 'waiting.not_found' | 'waiting.ended' }> {
  return transaction(async (tx) => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    const withdrawn = await withdraw(tx, id, by.adminId);
    if (!withdrawn.ok) return withdrawn;
    const { holder, branch, city, session, seats } = withdrawn.request;
    // The audit log keeps its entries for good: addresses of persons are masked.
    const before = { sponsor: shownHolder(holder), branch, city, session, seats };
    await recordAction(by, { action: 'waiting.withdrawn', subject: id, before, after: { reason } }, tx);
    return { ok: true };
  }, database);
}
