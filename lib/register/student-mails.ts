import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { billings, users } from '@/db/schema';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import { withQueryDeadline } from '@/lib/platform/deadline';

/** Condition: the user to whom what a scope gives access to belongs. */
const userOf = (scope: AdoptionScope): SQL =>
  'billingId' in scope
    ? sql`${users.id} = (select ${billings.userId} from ${billings} where ${billings.id} = ${scope.billingId})`
    : eq(users.id, scope.accountId);

/** Returns whether a sponsor gets e-mails about students. */
export async function wantsStudentMails(scope: AdoptionScope): Promise<boolean> {
  const [user] = await withQueryDeadline(db().select({ wants: users.studentMails }).from(users).where(userOf(scope)));
  return user?.wants ?? false;
}

/** Sets whether a sponsor gets e-mails about students: about all adoptions of the account, or of the guest. */
export async function setStudentMails(scope: AdoptionScope, wants: boolean): Promise<void> {
  await db().update(users).set({ studentMails: wants }).where(userOf(scope));
}
