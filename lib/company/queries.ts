import 'server-only';
import { sql } from '@/db/client';
import { withQueryDeadline } from '@/lib/core/deadline';
import type { ColleagueRole } from '@/lib/identity/company-roles';
import { onlyRow } from '@/lib/identity/queries';
import type { SponsorScope } from '@/lib/identity/session';

/** A colleague, or an open invitation of one. */
export type Colleague = { id: string; fullName: string; email: string; role: ColleagueRole; isInvited: boolean };

/** Returns the colleagues of a company and its open invitations, in the order of their names. */
export async function listColleagues({ accountId }: SponsorScope): Promise<Colleague[]> {
  return withQueryDeadline(
    sql()<Colleague[]>`
      select * from (
        select id, full_name as "fullName", email, member_role as role, false as "isInvited"
          from users where member_of = ${accountId}
        union all
        select id, full_name, email, role, true from company_invitations
         where account_id = ${accountId} and expires_at > now()) c
       order by "isInvited", lower("fullName"), id`,
  );
}

/** Returns who owns the company: the person who decides what colleagues may do. */
export async function readOwner({ accountId }: SponsorScope): Promise<{ fullName: string; email: string }> {
  const query = sql()<{ fullName: string; email: string }[]>`
    select full_name as "fullName", email from users where id = ${accountId}`;
  return onlyRow(await withQueryDeadline(query));
}
