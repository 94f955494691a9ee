import { expect } from 'vitest';
import { sql } from '@/db/client';
import { changeAccountEmail, decideAccountEmail } from '@/lib/accounts/lost-mailbox';
import { makeAdmin, type AdminAccount } from './admin';

/** Stores an e-mail address that an owner proposed for an account. @returns the version of the proposal */
export async function insertEmailChange(userId: string, email: string, adminId: string): Promise<string> {
  const [row] = await sql()<{ version: string }[]>`
    update users set email_change = jsonb_build_object('email', ${email}::text, 'reason', 'Called the company',
                                                       'by', ${adminId}::text, 'at', clock_timestamp())
     where id = ${userId} returning email_change->>'at' as version`;
  return row!.version;
}

/** Gives an account another address by two owners. @param first who proposes it; default: a new one */
export async function moveAccount(userId: string, email: string, first?: AdminAccount): Promise<void> {
  const [proposer, second] = [first ?? (await makeAdmin()), await makeAdmin()];
  const proposed = await changeAccountEmail(proposer.scope, userId, { email, reason: 'Called the company' });
  expect(proposed).toEqual({ ok: true, waits: true });
  const [row] = await sql()<{ version: string }[]>`
    select email_change->>'at' as version from users where id = ${userId}`;
  const decision = { version: row!.version, decision: 'confirm' } as const;
  expect(await decideAccountEmail(second.scope, userId, decision)).toEqual({ ok: true });
}
