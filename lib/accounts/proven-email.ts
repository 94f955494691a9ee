import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Columns } from '@/db/conditions';
import { users } from '@/db/schema';

/*
 * Whoever registers may type anybody's address. What belongs to an address, such as a guest's adoptions, reservations and
 * requests to wait, is compared with these functions only (security 170): an unconfirmed address is nobody's.
 */

/**
 * Returns the address that the person of an account proved to own, in lower case; null while it is not confirmed, and for
 * guests and deleted accounts.
 */
export const provenEmailOf = (account: Pick<typeof users.$inferSelect, 'kind' | 'email' | 'emailVerifiedAt'>) =>
  account.kind === 'registered' && account.emailVerifiedAt !== null ? account.email.toLowerCase() : null;

/** provenEmailOf in SQL. @param account the table or an alias of it */
export const provenEmail = (account: Columns<'kind' | 'email' | 'emailVerifiedAt'> = users) =>
  sql<string | null>`case when ${account.kind} = 'registered' and ${account.emailVerifiedAt} is not null
                          then lower(${account.email}) end`;

/** Selects provenEmail of an account. @param id of the account; null for an unknown one */
export function provenEmailById(id: SQL | string): SQL<string | null> {
  const proven = alias(users, 'proven_account');
  return sql<string | null>`(select ${provenEmail(proven)} from ${users} ${proven} where ${proven.id} = ${id})`;
}
