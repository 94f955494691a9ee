import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { companyInvitations, users } from '@/db/schema';
import type { ColleagueRole } from '@/db/schema/enums';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { onlyRow } from '@/lib/accounts/queries';
import type { SponsorScope } from '@/lib/accounts/session';

/** A colleague, or an open invitation of one. */
export type Colleague = { id: string; fullName: string; email: string; role: ColleagueRole; isInvited: boolean };

/** Returns the colleagues of a company and its open invitations, in the order of their names. */
export async function listColleagues({ accountId }: SponsorScope): Promise<Colleague[]> {
  const colleagues = db()
    .select({
      id: users.id,
      fullName: users.fullName,
      email: users.email,
      role: sql<ColleagueRole>`${users.memberRole}`.as('role'),
      isInvited: sql<boolean>`false`.as('is_invited'),
    })
    .from(users)
    .where(eq(users.memberOf, accountId));
  const { id, fullName, email, role, expiresAt } = companyInvitations;
  const invited = db()
    .select({ id, fullName, email, role: sql<ColleagueRole>`${role}`, isInvited: sql<boolean>`true` })
    .from(companyInvitations)
    .where(and(eq(companyInvitations.accountId, accountId), gt(expiresAt, sql`now()`)));
  const rows = unionAll(colleagues, invited).as('colleague');
  return withQueryDeadline(
    db()
      .select()
      .from(rows)
      .orderBy(rows.isInvited, sql`lower(${rows.fullName})`, rows.id),
  );
}

/** Returns the company and who owns it: the person who decides what colleagues may do. */
export async function readOwner({
  accountId,
}: SponsorScope): Promise<{ fullName: string; email: string; companyName: string }> {
  const query = db()
    .select({ fullName: users.fullName, email: users.email, companyName: users.companyName })
    .from(users)
    .where(eq(users.id, accountId));
  return onlyRow(await withQueryDeadline(query));
}
