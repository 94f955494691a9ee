import { sql } from '@/db/client';

/** Empties the audit log, bypassing its protection, so that a test finds only its own entries. */
export async function emptyAuditLog(): Promise<void> {
  await tamper('truncate audit_log, audit_chain restart identity');
}

/** Runs a statement on the audit log without its protection, as whoever owns the database could. */
export async function tamper(statement: string): Promise<void> {
  const triggers = (what: 'enable' | 'disable') => `
    alter table audit_log ${what} trigger audit_log_only_grows;
    alter table audit_chain ${what} trigger audit_chain_only_grows;`;
  await sql().unsafe(`${triggers('disable')} ${statement}; ${triggers('enable')}`);
}
