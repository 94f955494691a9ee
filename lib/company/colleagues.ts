import 'server-only';
import type { ColleagueRole } from '@/lib/identity/company-roles';
import { readSessionAgain, requireRecentPassword } from '@/lib/identity/recent-password';
import type { SponsorScope } from '@/lib/identity/session';
import { withAccount } from '@/lib/identity/with-account';

/**
 * Sets what a colleague may do, from the next request on; seats of a code that is entered at the same moment are taken
 * before, or not at all (lib/adoption/statements.ts).
 * @returns false if the company has no such colleague
 * @throws HttpError 403 'auth.confirm_password'
 */
export async function changeRole(scope: SponsorScope, id: string, role: ColleagueRole): Promise<boolean> {
  const { count } = await withAccount(scope.accountId, async (connection) => {
    requireRecentPassword(await readSessionAgain(connection, scope));
    return connection`
      update users set member_role = ${role}, updated_at = now() where id = ${id} and member_of = ${scope.accountId}`;
  });
  return count === 1;
}

/**
 * Removes a colleague: the account is deleted, with its sessions and codes. What was adopted stays with the company, and
 * the history of the adoptions names the person.
 * @returns false if the company has no such colleague
 */
export async function removeColleague({ accountId }: SponsorScope, id: string): Promise<boolean> {
  const { count } = await withAccount(accountId, async (connection) => {
    // In the order of a statement that takes seats, which locks the code before the colleague.
    await connection`select from otp_challenges where user_id = ${id} order by id for update`;
    return connection`delete from users where id = ${id} and member_of = ${accountId}`;
  });
  return count === 1;
}
