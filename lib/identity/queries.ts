import 'server-only';
import { sql } from '@/db/client';
import { belongsToUser } from '@/lib/adoption/access';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
import { withQueryDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import type { Profile } from './schema';
import type { SponsorScope } from './session';

/**
 * Returns the columns of a profile, from users as `u`. The adopted seats are those of the company; they are counted
 * and never stored.
 */
export const profileColumns = () => sql()`
  u.id, u.full_name, u.designation, u.email, u.phone_number, u.company_name,
  (select coalesce(sum(i.seats), 0)::int from billings b join billing_items i on i.billing_id = b.id
    where ${belongsToUser(sql()`coalesce(u.member_of, u.id)`)} and b.state = any(${ADOPTED_STATES})) as adopted_students`;

/**
 * Returns the profile of the sponsor.
 * @throws HttpError 401 if the account was deleted after the session check
 * @throws DeadlineError if the database does not respond in time
 */
export async function readProfile(scope: SponsorScope): Promise<Profile> {
  const query = sql()<Profile[]>`select ${profileColumns()} from users u where u.id = ${scope.personId}`;
  return onlyRow(await withQueryDeadline(query));
}

/** Returns the e-mail address of the sponsor's account if it is not confirmed by a code yet, or null. */
export async function unconfirmedEmail({ personId }: SponsorScope): Promise<string | null> {
  const [row] = await withQueryDeadline(
    sql()<{ email: string }[]>`select email from users where id = ${personId} and email_verified_at is null`,
  );
  return row?.email ?? null;
}

/** Returns the only row. Throws HttpError 401 if there is none: the sessions of a deleted account end with it. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (!row) throw new HttpError(401, 'auth.required');
  return row;
}
