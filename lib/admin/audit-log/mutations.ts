import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import type { AuditAction, AuditFields } from './schema';

/** Who acts: an administrator, or the operator by a command on the machine. */
export type Actor = AdminScope | 'command';

/** The columns `admin_id` and `actor` of an entry. */
export function actorColumns(by: Actor): { adminId: string | null; actor: string } {
  return by === 'command' ? { adminId: null, actor: 'command' } : { adminId: by.adminId, actor: by.username };
}

/**
 * Writes an entry of the audit log. Work that changes rows writes its entry in its own statement instead, so that neither is
 * there without the other.
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
