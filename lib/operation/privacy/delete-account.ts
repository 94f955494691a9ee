import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { outboundMessages, users } from '@/db/schema';
import { ownedByUser } from '@/lib/accounts/ownership';
import { provenEmailOf } from '@/lib/accounts/proven-email';
import { emptyPerson, removePerson } from '@/lib/accounts/removal';
import type { Limited } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { withCheckedPassword } from '@/lib/accounts/credentials';
import { emptyAdoptions, findObstacle, lockAdoptions, moveAdoptions } from './erasure';
import type { SponsorScope } from '@/lib/accounts/session';

/**
 * Deletes the account of a sponsor: sessions, codes, drafts and unsent messages are deleted, and everything that names
 * the person is emptied. Adoptions, payments and papers stay with the company; audit log and issued papers keep what they
 * say. The row of the account stays without personal data, so that the e-mail is free. The address is told.
 * @param clientAddress for the limits of failed logins
 * @returns the refusals of checkPassword, or 'account.*' with the first obstacle
 * @throws HttpError 401 if the session or the password it was checked against ended meanwhile
 */
export async function deleteAccount(
  scope: SponsorScope,
  password: string,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  const { accountId } = scope;
  return withCheckedPassword(scope, { password, clientAddress, userId: accountId }, async (tx) => {
    const adoptionIds = (await lockAdoptions(tx, accountId, ownedByUser(sql`${accountId}::uuid`))).map(({ id }) => id);
    const found = await findObstacle(tx, accountId, adoptionIds);
    if (found) return { ok: false, code: `account.${found}` };
    await remove(tx, accountId, adoptionIds, locale);
    return { ok: true };
  });
}

async function remove(tx: Database, userId: string, adoptionIds: readonly string[], locale: Locale): Promise<void> {
  const isOwner = eq(users.id, userId);
  const [owner] = await tx.select().from(users).where(isOwner);
  const { email } = owner!;
  const proven = provenEmailOf(owner!);
  // What a guest adopted is moved to the account.
  await moveAdoptions(tx, userId, adoptionIds);
  await emptyAdoptions(tx, userId, adoptionIds, proven);
  await tx.insert(outboundMessages).values({ kind: 'account_deleted', recipient: email, locale });

  await emptyPerson(tx, userId);
  if (proven === null) return;
  const isGuest = and(eq(users.kind, 'guest'), sql`lower(${users.email}) = ${proven}`);
  for (const { id } of await tx.select({ id: users.id }).from(users).where(isGuest)) await removePerson(tx, id);
}
