import 'server-only';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { otpChallenges, outboundMessages, sessions, users } from '@/db/schema';
import { HttpError, type Limited } from '@/lib/platform/errors';
import { hashPassword, verifyPassword } from '@/lib/platform/password';
import type { Locale } from '@/lib/platform/i18n/locale';
import { emailCodeMessage } from '@/lib/accounts/codes/message-templates';
import { deletePasswordCodes, deliverCode, withSendAllowance, type OtpSubject } from '@/lib/accounts/codes/mutations';
import { consumeCode } from '@/lib/accounts/codes/statements';
import { moveRenewals } from '@/lib/accounts/renewals';
import { loginFailures } from './mutations';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/platform/new-password';
import { onlyRow } from './queries';
import type { EmailChange, PasswordChange } from './schema';
import type { SponsorScope } from './session';
import { requireCheckedPassword, withAccount, withConfirmedAccount } from './with-account';

/** Changes of how a signed-in sponsor signs in: password and e-mail (docs/decisions/0030). */

type CheckedPassword = { email: string; hash: string; about: string[] };

/**
 * Compares the password of the sponsor's account, with the limits of failed logins. Compare the returned hash again
 * within withAccount: the password may change meanwhile.
 */
async function checkPassword(
  { personId }: SponsorScope,
  password: string,
  clientAddress: string,
): Promise<Limited<CheckedPassword>> {
  const { email, fullName, companyName, hash } = onlyRow(
    await db()
      .select({
        email: users.email,
        fullName: users.fullName,
        companyName: users.companyName,
        hash: sql<string>`${users.passwordHash}`,
      })
      .from(users)
      .where(eq(users.id, personId)),
  );
  const attempt = await loginFailures.count(email, clientAddress);
  if (!attempt.ok) return attempt;
  if (!(await verifyPassword(hash, password))) return { ok: false, code: 'auth.password_wrong' };
  await attempt.succeeded();
  return { ok: true, email, hash, about: [email, fullName, companyName] };
}

/**
 * Checks the password, then changes an account with it in a transaction, within which session and password are still
 * those that were checked.
 * @param userId the account to lock: that of the person, or the owner's own
 * @returns the refusal of checkPassword, or the result of `work`
 * @throws HttpError 401 if the session or the password ended meanwhile
 */
export async function withCheckedPassword(
  scope: SponsorScope,
  { password, clientAddress, userId = scope.personId }: { password: string; clientAddress: string; userId?: string },
  work: (tx: Database) => Promise<Limited<object>>,
): Promise<Limited<object>> {
  const checked = await checkPassword(scope, password, clientAddress);
  if (!checked.ok) return checked;
  return withAccount(userId, async (tx) => {
    await requireCheckedPassword(tx, scope, userId, checked.hash);
    return work(tx);
  });
}

/** Notes that the password was entered again in this session, for requireRecentPassword. */
export async function confirmPassword(
  scope: SponsorScope,
  password: string,
  clientAddress: string,
): Promise<Limited<object>> {
  return withCheckedPassword(scope, { password, clientAddress }, async (tx) => {
    await tx
      .update(sessions)
      .set({ passwordAt: sql`now()` })
      .where(eq(sessions.id, scope.sessionId));
    return { ok: true };
  });
}

/**
 * Changes the password. All other sessions and the codes for a forgotten password end, and the message to the e-mail is
 * queued (lib/notifications).
 * @param locale the language of the e-mail
 * @throws HttpError 401 if the session or the password it was checked against ended meanwhile
 */
export async function changePassword(
  scope: SponsorScope,
  { current_password, password }: PasswordChange,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  const checked = await checkPassword(scope, current_password, clientAddress);
  if (!checked.ok) return checked;
  const weak =
    (await countNewPassword('sponsor', checked.email)) ??
    (await refusalOfWeakPassword(password, checked.about, 'changing'));
  if (weak) return weak;
  const hash = await hashPassword(password);
  const { personId, sessionId } = scope;
  await withAccount(personId, async (tx) => {
    await requireCheckedPassword(tx, scope, personId, checked.hash);
    const now = sql`now()`;
    const changed = await tx
      .update(users)
      .set({ passwordHash: hash, updatedAt: now })
      .where(eq(users.id, personId))
      .returning({ email: users.email });
    await deletePasswordCodes(tx, personId);
    await tx.update(sessions).set({ passwordAt: now }).where(eq(sessions.id, sessionId));
    await tx.delete(sessions).where(and(eq(sessions.userId, personId), ne(sessions.id, sessionId)));
    const message = { kind: 'account_password_changed', recipient: changed[0]!.email, locale };
    return tx.insert(outboundMessages).values(message);
  });
  return { ok: true };
}

const subjectOf = ({ personId }: SponsorScope, email: string): OtpSubject => ({
  purpose: 'new_email',
  otpMethod: 'email',
  userId: personId,
  email,
  phone: '',
});

/**
 * Sends a code to the address that an account is to have, whether or not another account has it.
 * @throws HttpError 403 'auth.confirm_password'
 */
export async function sendNewEmailCode(
  scope: SponsorScope,
  email: string,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  await withConfirmedAccount(scope, async () => null);
  // Not counted as a known requester: anybody can register, and this address is not confirmed yet.
  return withSendAllowance({ purpose: 'new_email', otpMethod: 'email', recipient: email, clientAddress }, (countedBy) =>
    deliverCode(subjectOf(scope, email), null, (code) => emailCodeMessage(email, code, locale, 'new_email'), {
      countedBy,
    }),
  );
}

/**
 * Changes the e-mail with the code that was sent to it. All other sessions and all codes of the account end, and both
 * addresses are told. The unique index decides whether the address is free, which only who reads its mail learns.
 * @param locale the language of the e-mails
 * @throws HttpError 401 if the session ended, and 403 'auth.confirm_password'
 */
export async function changeEmail(
  scope: SponsorScope,
  { email, otp }: EmailChange,
  locale: Locale,
): Promise<Limited<object>> {
  const { personId, sessionId } = scope;
  try {
    const refusal = await withConfirmedAccount(scope, async (tx) => {
      const refused = await consumeCode(tx, subjectOf(scope, email), otp);
      if (refused) return refused;
      const ofPerson = eq(users.id, personId);
      const former = onlyRow(await tx.select({ email: users.email }).from(users).where(ofPerson));
      const now = sql`now()`;
      await tx.update(users).set({ email, emailVerifiedAt: now, emailChange: null, updatedAt: now }).where(ofPerson);
      await tx
        .delete(otpChallenges)
        .where(
          and(eq(otpChallenges.userId, personId), isNull(otpChallenges.billingId), isNull(otpChallenges.consumedAt)),
        );
      await tx.delete(sessions).where(and(eq(sessions.userId, personId), ne(sessions.id, sessionId)));
      await moveRenewals(tx, personId, { former: former.email, email });
      const message = { kind: 'account_email_changed', locale, detail: { email } };
      await tx.insert(outboundMessages).values([former.email, email].map((recipient) => ({ ...message, recipient })));
      return null;
    });
    return refusal ?? { ok: true };
  } catch (error) {
    if (databaseErrorOf(error).constraint_name === 'users_kind_email') throw new HttpError('auth.email_taken');
    throw error;
  }
}
