import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { outboundMessages, sessions, users } from '@/db/schema';
import type { Limited } from '@/lib/platform/errors';
import { hashPassword } from '@/lib/platform/password';
import type { Locale } from '@/lib/platform/i18n/locale';
import { withAttemptAllowance } from '@/lib/accounts/codes/attempts';
import { deletePasswordCodes } from '@/lib/accounts/codes/mutations';
import { isRightCode } from '@/lib/accounts/codes/statements';
import { attemptsAt, submittedSubject, withAccountCode, type AccountSubject } from './email-code';
import { loginFailures } from './mutations';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/platform/new-password';
import type { PasswordReset } from './schema';

/**
 * Sets a forgotten password with the code of sendEmailCode('password'), which proves the ownership of the e-mail: it is
 * confirmed, all sessions and other codes of this kind end, and the address is told. If the e-mail was not confirmed
 * before, a stranger may have registered with it: then the phone number is removed as well, so that codes of adoptions
 * do not go to the stranger (docs/decisions/0030). Unknown addresses are counted and answered like known ones.
 * @param clientAddress the code is valid only for the network that requested it
 * @param locale the language of the e-mail
 */
export async function resetPassword(
  { email, otp, password }: PasswordReset,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<object>> {
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  let weak: Awaited<ReturnType<typeof refusalOfWeakPassword>> = null;
  const outcome = await withAttemptAllowance(attemptsAt(email, 'password'), clientAddress, async () => {
    const subject = await submittedSubject(email, clientAddress, 'password');
    // A wrong code locks nothing and costs no password hash, so that it takes as long as for an unknown address.
    if (!(await isRightCode(subject, otp))) return false;
    // The code stays good for a better password.
    weak = (await countNewPassword('sponsor', email)) ?? (await refusalOfWeakPassword(password, [email], 'changing'));
    if (weak) return true;
    return setPassword(subject, otp, await hashPassword(password), locale);
  });
  if (weak) return weak;
  if (outcome.ok) await loginFailures.forget(email);
  return outcome;
}

/** Consumes the code and sets the password. @returns false if the code is not right any more */
function setPassword(subject: AccountSubject, otp: string, passwordHash: string, locale: Locale): Promise<boolean> {
  const { userId, email } = subject;
  return withAccountCode(subject, otp, async (tx, isConfirmed) => {
    const now = sql`now()`;
    await tx
      .update(users)
      .set({
        passwordHash,
        updatedAt: now,
        ...(isConfirmed ? {} : { phoneNumber: '', emailVerifiedAt: now }),
      })
      .where(eq(users.id, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await deletePasswordCodes(tx, userId);
    const detail = { phone_removed: !isConfirmed };
    await tx.insert(outboundMessages).values({ kind: 'account_password_reset', recipient: email, locale, detail });
  });
}
