import 'server-only';
import { sql } from '@/db/client';
import { ADOPTED_STATES } from '@/lib/adoption/rules';
import { withQueryDeadline } from '@/lib/core/deadline';
import { HttpError } from '@/lib/core/errors';
import type { Profile } from './schema';
import type { SponsorScope } from './session';

/** The columns of a profile, of users as `u`. Seats that are the sponsor's for good, paid or pledged while signed in, are counted and never stored. */
export const profileColumns = () => sql()`
  u.id, u.full_name, u.designation, u.email, u.phone_number, u.company_name,
  (select coalesce(sum(i.seats), 0)::int from billings b join billing_items i on i.billing_id = b.id
    where b.user_id = u.id and b.state = any(${[...ADOPTED_STATES]})) as adopted_students`;

/**
 * The sponsor's own profile (R-ENT-04).
 * @throws HttpError 401 when the account went after the gate let the sponsor in; DeadlineError when the database does not answer in time
 */
export async function readProfile(scope: SponsorScope): Promise<Profile> {
  const query = sql()<Profile[]>`select ${profileColumns()} from users u where u.id = ${scope.userId}`;
  return onlyRow(await withQueryDeadline(query));
}

/** The row of the sponsor's own account, which ends with its sessions. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (!row) throw new HttpError(401, 'auth.required');
  return row;
}
