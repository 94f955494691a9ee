import 'server-only';
import { db, type Database } from '@/db/client';
import { auditLog } from '@/db/schema';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { AuditAction, AuditFields } from './schema';

/** The actor: an administrator, or the operator running a command. */
export type Actor = AdminScope | 'command';

/** Returns the values of an entry's columns `admin_id` and `actor`. */
export function actorColumns(by: Actor): { adminId: string | null; actor: string } {
  return by === 'command' ? { adminId: null, actor: 'command' } : { adminId: by.adminId, actor: by.username };
}

/**
 * Writes an audit log entry.
 * @param database the transaction of the change that it is about, so that neither exists without the other
 */
export async function recordAction(
  by: Actor,
  entry: { action: AuditAction; subject?: string; before?: AuditFields; after?: AuditFields },
  database: Database = db(),
): Promise<void> {
  await database.insert(auditLog).values({ ...actorColumns(by), ...entry });
}
