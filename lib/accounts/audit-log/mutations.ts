import 'server-only';
import { db, type Database } from '@/db/client';
import { auditLog } from '@/db/schema';
import { chunksOf } from '@/db/writes';
import type { AuditAction, AuditFields } from './schema';

/** What is not an administrator by itself: a sponsor, for a change that administrators have to know of, or what ends by time. */
type Other = 'command' | 'sponsor' | 'program';

/** An account by id and name, such as one who logs in. */
type Named = { readonly adminId: string; readonly username: string };

/** Returns the values of an entry's columns `admin_id` and `actor`. */
export function actorColumns(by: Named | Other): { adminId: string | null; actor: string } {
  return typeof by === 'string' ? { adminId: null, actor: by } : { adminId: by.adminId, actor: by.username };
}

/** `causeId`: the entry of what brought this about. */
type Entry = {
  action: AuditAction;
  subject?: string;
  before?: AuditFields | null;
  after?: AuditFields;
  causeId?: number;
};

/**
 * Writes an audit log entry. It locks the chain of the log until the transaction ends: write it last.
 * @param database the transaction of the change, so that neither exists without the other
 */
export async function recordAction(by: Named | Other, entry: Entry, database: Database = db()): Promise<void> {
  await database.insert(auditLog).values({ ...actorColumns(by), ...entry });
}

/**
 * Writes the entry of a request and one for each of its parts, of the same subject, which name it as their cause.
 * @param parts their action, and the fields of each
 */
export async function recordParts(
  by: Named | Other,
  entry: Entry,
  { action, fields }: { action: AuditAction; fields: readonly Pick<Entry, 'before' | 'after'>[] },
  database: Database,
): Promise<void> {
  const columns = { ...actorColumns(by), subject: entry.subject };
  const [cause] = await database
    .insert(auditLog)
    .values({ ...columns, ...entry })
    .returning({ id: auditLog.id });
  for (const part of chunksOf(fields))
    await database.insert(auditLog).values(part.map((each) => ({ ...columns, action, causeId: cause!.id, ...each })));
}
