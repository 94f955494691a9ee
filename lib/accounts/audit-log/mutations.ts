import 'server-only';
import { db, type Database } from '@/db/client';
import { auditLog } from '@/db/schema';
import type { AccountScope, AdminScope } from '@/lib/accounts/administrators/session';
import type { AuditAction, AuditFields } from './schema';

/** The actor: an administrator, or the operator running a command. */
export type Actor = AdminScope | 'command';

/** What is not an administrator by itself: a sponsor, for a change that administrators have to know of. */
type Other = 'command' | 'sponsor';

/** An account by id and name, such as one who logs in. */
type Named = Pick<AccountScope, 'adminId' | 'username'>;

/** Returns the values of an entry's columns `admin_id` and `actor`. */
export function actorColumns(by: Named | Other): { adminId: string | null; actor: string } {
  return typeof by === 'string' ? { adminId: null, actor: by } : { adminId: by.adminId, actor: by.username };
}

/**
 * Writes an audit log entry. It locks the chain of the log until the transaction ends: write it last.
 * @param database the transaction of the change, so that neither exists without the other
 */
export async function recordAction(
  by: Named | Other,
  entry: { action: AuditAction; subject?: string; before?: AuditFields; after?: AuditFields },
  database: Database = db(),
): Promise<void> {
  await database.insert(auditLog).values({ ...actorColumns(by), ...entry });
}
