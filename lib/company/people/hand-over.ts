import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { billings, otpChallenges, outboundMessages, payments, sessions, users } from '@/db/schema';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { withCheckedPassword } from '@/lib/accounts/credentials';
import { ownedByUser } from '@/lib/accounts/ownership';
import { onlyRow } from '@/lib/accounts/queries';
import type { SponsorScope } from '@/lib/accounts/session';
import { moveRenewals } from '@/lib/accounts/renewals';
import type { Limited } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';

/**
 * Hands a company over to a colleague. The account stays, to which adoptions, papers and colleagues belong: owner and
 * colleague exchange everything that makes the person, name and sign-in. The former owner stays as a colleague who may
 * pay. Both are signed out and told.
 * @param colleagueId of somebody who has joined the company
 * @param clientAddress for the limits of failed logins
 * @param locale the language of the e-mails
 * @returns the refusals of checkPassword; 'company.not_found', also if the colleague was removed or became the owner
 * meanwhile
 * @throws HttpError 401 if the session or the password it was checked against ended meanwhile
 */
export async function handOver(
  scope: SponsorScope,
  colleagueId: string,
  password: string,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  const { accountId } = scope;
  const both = [accountId, colleagueId];
  return withCheckedPassword(scope, { password, clientAddress, userId: accountId }, async (tx) => {
    const [colleague] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, colleagueId), eq(users.memberOf, accountId)))
      .for('no key update');
    if (!colleague) return { ok: false, code: 'company.not_found' };
    const owner = onlyRow(await tx.select().from(users).where(eq(users.id, accountId)));

    const ofBoth = inArray(otpChallenges.userId, both);
    await tx.select({ id: otpChallenges.id }).from(otpChallenges).where(ofBoth).orderBy(otpChallenges.id).for('update');
    // What the owner adopted as a guest belongs to the account by the owner's address, which it is about to lose.
    const moved = await tx
      .update(billings)
      .set({ userId: accountId })
      .where(and(ownedByUser(sql`${accountId}::uuid`), ne(billings.userId, accountId)))
      .returning({ id: billings.id });
    const movedIds = moved.map(({ id }) => id);
    await tx
      .update(payments)
      .set({ userId: accountId, idempotencyKey: null, requestHash: null })
      .where(inArray(payments.billingId, movedIds));
    // The indexes allow one draft and one hold of a person: the first step takes the owner's out of the way.
    const aside = randomUUID();
    const ofAccount = and(eq(billings.userId, accountId), eq(billings.channel, 'dashboard'));
    const give = (from: SQL, to: string | null) => tx.update(billings).set({ madeBy: to }).where(and(ofAccount, from));
    await give(isNull(billings.madeBy), aside);
    await give(eq(billings.madeBy, colleagueId), null);
    await give(eq(billings.madeBy, aside), colleagueId);

    await tx
      .update(users)
      .set({ email: `${colleagueId}@handed-over.invalid` })
      .where(eq(users.id, colleagueId));
    await tx.update(users).set(personIn(colleague)).where(eq(users.id, accountId));
    await tx
      .update(users)
      .set({ ...personIn(owner), memberRole: 'pay' })
      .where(eq(users.id, colleagueId));
    await tx.delete(otpChallenges).where(ofBoth);
    await tx.delete(sessions).where(inArray(sessions.userId, both));
    await moveRenewals(tx, accountId, { former: owner.email, email: colleague.email });
    const detail = { owner: colleague.fullName, former: owner.fullName };
    const message = { kind: 'account_handed_over', locale, detail };
    await tx.insert(outboundMessages).values([owner, colleague].map(({ email }) => ({ ...message, recipient: email })));
    const names = { before: { fullName: owner.fullName }, after: { fullName: colleague.fullName } };
    await recordAction('sponsor', { action: 'user.handed_over', subject: accountId, ...names }, tx);
    return { ok: true };
  });
}

type Row = typeof users.$inferSelect;

/** What makes the person of an account. An address that waits for an owner of the site was for the former person. */
const personIn = ({ fullName, designation, email, phoneNumber, passwordHash, emailVerifiedAt }: Row) => ({
  fullName,
  designation,
  email,
  phoneNumber,
  passwordHash,
  emailVerifiedAt,
  emailChange: null,
  updatedAt: sql`now()`,
});
