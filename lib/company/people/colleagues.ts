import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { otpChallenges, users } from '@/db/schema';
import type { ColleagueRole } from '@/db/schema/enums';
import type { SponsorScope } from '@/lib/accounts/session';
import { removePerson } from '@/lib/accounts/removal';
import { readSessionAgain, withAccount, withConfirmedAccount } from '@/lib/accounts/with-account';

const isColleague = (accountId: string, id: string) => and(eq(users.id, id), eq(users.memberOf, accountId));

/**
 * Sets what a colleague may do, from the next request on; seats of a code that is entered at the same moment are taken
 * before, or not at all (lib/adoption/take/take-statements.ts).
 * @returns false if the company has no such colleague
 * @throws HttpError 403 'auth.confirm_password'
 */
export async function changeRole(scope: SponsorScope, id: string, role: ColleagueRole): Promise<boolean> {
  const { accountId } = scope;
  const { count } = await withConfirmedAccount(
    scope,
    (tx) =>
      tx
        .update(users)
        .set({ memberRole: role, updatedAt: sql`now()` })
        .where(isColleague(accountId, id)),
    accountId,
  );
  return count === 1;
}

/**
 * Removes a colleague: the account is deleted, with its sessions and codes. What was adopted stays with the company, and
 * the history of the adoptions names the person. An annual statement of what the person adopted as a guest keeps an empty row.
 * @returns false if the company has no such colleague
 * @throws HttpError 401 if the session ended
 */
export async function removeColleague(scope: SponsorScope, id: string): Promise<boolean> {
  const { accountId } = scope;
  return withAccount(accountId, async (tx) => {
    // The company may have been handed over since the request was authorised.
    await readSessionAgain(tx, scope);
    // In the order of a statement that takes seats, which locks the code before the colleague.
    await tx
      .select({ id: otpChallenges.id })
      .from(otpChallenges)
      .where(eq(otpChallenges.userId, id))
      .orderBy(otpChallenges.id)
      .for('update');
    const [colleague] = await tx.select({ id: users.id }).from(users).where(isColleague(accountId, id)).for('update');
    if (!colleague) return false;
    await removePerson(tx, id);
    return true;
  });
}
