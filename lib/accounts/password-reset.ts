import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billings, outboundMessages, sessions, users } from '@/db/schema';
import type { Limited } from '@/lib/platform/errors';
import { hashPassword } from '@/lib/platform/password';
import type { Locale } from '@/lib/platform/i18n/locale';
import { withAttemptAllowance } from '@/lib/accounts/codes/attempts';
import { deletePasswordCodes } from '@/lib/accounts/codes/mutations';
import { indianMobile } from '@/lib/accounts/codes/rules';
import { isRightCode } from '@/lib/accounts/codes/statements';
import { attemptsAt, submittedSubject, withAccountCode, type AccountSubject } from './email-code';
import { loginFailures } from './mutations';
import { countNewPassword, refusalOfPassword, refusalOfWeakPassword } from '@/lib/platform/new-password';
import type { PasswordReset } from './schema';

/**
 * Sets a forgotten password with the code of sendEmailCode('password'), which proves the ownership of the e-mail: it is
 * confirmed, all sessions and other codes of this kind end, and the address is told. If the e-mail was not confirmed
 * before, a stranger may have registered with it: then the phone number is removed as well, so that codes of adoptions
 * do not go to the stranger, unless seats were paid for with it (docs/decisions/0030). Unknown addresses are counted and answered
 * like known ones.
 * @param clientAddress the code is valid only for the network that requested it
 * @param locale the language of the e-mail
 * @returns whether the phone number was removed
 */
export async function resetPassword(
  { email, otp, password }: PasswordReset,
  clientAddress: string,
  locale: Locale,
): Promise<Limited<{ phoneRemoved: boolean }>> {
  const refused = refusalOfPassword(password);
  if (refused) return refused;
  let weak: Awaited<ReturnType<typeof refusalOfWeakPassword>> = null;
  let set: PasswordSet | null = null;
  const outcome = await withAttemptAllowance(attemptsAt(email, 'password'), clientAddress, async () => {
    const subject = await submittedSubject(email, clientAddress, 'password');
    // A wrong code locks nothing and costs no password hash, so that it takes as long as for an unknown address.
    if (!(await isRightCode(subject, otp))) return false;
    // The code stays good for a better password.
    weak = (await countNewPassword('sponsor', email)) ?? (await refusalOfWeakPassword(password, [email], 'changing'));
    if (weak) return true;
    set = await setPassword(subject, otp, await hashPassword(password), locale);
    return set !== null;
  });
  if (weak) return weak;
  if (!outcome.ok) return outcome;
  await loginFailures.forget(email);
  return { ok: true, ...set! };
}

type PasswordSet = { phoneRemoved: boolean };

/** Consumes the code and sets the password. @returns null if the code is not right any more */
async function setPassword(
  subject: AccountSubject,
  otp: string,
  passwordHash: string,
  locale: Locale,
): Promise<PasswordSet | null> {
  const { userId, email } = subject;
  let phoneRemoved = false;
  const isRight = await withAccountCode(subject, otp, async (tx, isConfirmed) => {
    const now = sql`now()`;
    phoneRemoved = !isConfirmed && !(await hasPaidWithPhone(tx, userId));
    await tx
      .update(users)
      .set({
        passwordHash,
        updatedAt: now,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
        ...(phoneRemoved ? { phoneNumber: '' } : {}),
      })
      .where(eq(users.id, userId));
    await deletePasswordCodes(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    const detail = { phone_removed: phoneRemoved };
    await tx.insert(outboundMessages).values({ kind: 'account_password_reset', recipient: email, locale, detail });
  });
  return isRight ? { phoneRemoved } : null;
}

/**
 * Whether a code to the present phone number of a person verified an adoption whose money has arrived. Nobody pays for seats to
 * keep a number in somebody else's account, where a code opens nothing.
 */
async function hasPaidWithPhone(tx: Database, userId: string): Promise<boolean> {
  const [person] = await tx
    .select({ phoneNumber: users.phoneNumber, accountId: sql<string>`coalesce(${users.memberOf}, ${users.id})` })
    .from(users)
    .where(eq(users.id, userId));
  const phone = person && indianMobile(person.phoneNumber);
  if (!phone) return false;
  const isPaid = and(
    eq(billings.userId, person.accountId),
    eq(sql`coalesce(${billings.madeBy}, ${billings.userId})`, userId),
    eq(billings.channel, 'dashboard'),
    sql`${billings.sponsor}->>'phone' = ${phone}`,
    gt(billings.receivedPaise, 0),
  );
  return (await tx.$count(billings, isPaid)) > 0;
}
