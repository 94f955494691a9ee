import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { AuditAction, AuditFields } from './schema';

/** The actor: an administrator, or the operator running a command. */
export type Actor = AdminScope | 'command';

/** Returns the values of an entry's columns `admin_id` and `actor`. */
export function actorColumns(by: Actor): { adminId: string | null; actor: string } {
  return by === 'command' ? { adminId: null, actor: 'command' } : { adminId: by.adminId, actor: by.username };
}

/**
 * Writes an audit log entry. Statements that change rows write their entry themselves, so that neither exists without
 * the other.
 */
export async function recordAction(
  by: Actor,
  entry: { action: AuditAction; subject?: string; before?: AuditFields; after?: AuditFields },
): Promise<void> {
  const { adminId, actor } = actorColumns(by);
  const { action, subject = null, before, after } = entry;
  const asJson = (fields: AuditFields | undefined) => (fields ? JSON.stringify(fields) : null);
  await sql()`
    insert into audit_log (admin_id, actor, action, subject, before, after)
    values (${adminId}, ${actor}, ${action}, ${subject}, ${asJson(before)}::text::jsonb, ${asJson(after)}::text::jsonb)`;
}
