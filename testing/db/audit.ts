import { sql } from '@/db/client';

/** Empties the audit log, bypassing its protection, so that a test finds only its own entries. */
export async function emptyAuditLog(): Promise<void> {
  await sql().unsafe(`
    alter table audit_log disable trigger audit_log_only_grows;
    truncate audit_log restart identity;
    alter table audit_log enable trigger audit_log_only_grows`);
}
