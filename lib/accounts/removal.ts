import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import {
  auditorLinks,
  billings,
  companyInvitations,
  conversationMessages,
  otpChallenges,
  papers,
  sessions,
  users,
} from '@/db/schema';

/**
 * Removes a guest or a colleague whose adoptions belong to somebody else by now. A guest who has others, such as with another
 * contact, stays. An issued annual statement keeps the row, which is emptied then. A draft or a statement of the same moment
 * violates a foreign key: the transaction runs again and sees it.
 */
export async function removePerson(tx: Database, userId: string): Promise<void> {
  const [found] = await tx.execute<{ adoption: boolean; paper: boolean }>(sql`
    select exists (select from ${billings} where ${billings.userId} = ${userId}) as adoption,
           exists (select from ${papers} where ${papers.userId} = ${userId}) as paper`);
  if (found!.adoption) return;
  await emptyMessages(tx, eq(conversationMessages.authorId, userId));
  if (found!.paper) await emptyPerson(tx, userId);
  else await tx.delete(users).where(eq(users.id, userId));
}

/**
 * Deletes codes, invitations, links for auditors and sessions of somebody, and leaves the row without personal data: adoptions and papers name it. The
 * e-mail is free afterwards.
 */
export async function emptyPerson(tx: Database, userId: string): Promise<void> {
  await tx.delete(otpChallenges).where(eq(otpChallenges.userId, userId));
  await tx.delete(companyInvitations).where(eq(companyInvitations.accountId, userId));
  await tx.delete(auditorLinks).where(eq(auditorLinks.userId, userId));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx
    .update(users)
    .set({
      kind: 'deleted',
      fullName: 'Deleted account',
      designation: '',
      email: `${userId}@deleted.invalid`,
      phoneNumber: '',
      passwordHash: null,
      emailVerifiedAt: null,
      memberOf: null,
      memberRole: null,
      billingDetails: null,
      emailChange: null,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId));
}

/** Empties what somebody wrote to the department, or was written: that there were messages stays, and none waits for an answer. */
export async function emptyMessages(tx: Database, which: SQL): Promise<void> {
  const { side, answeredAt } = conversationMessages;
  await tx
    .update(conversationMessages)
    .set({
      text: '',
      person: null,
      answeredAt: sql`case when ${side} <> 'department' then coalesce(${answeredAt}, now()) end`,
    })
    .where(which);
}
