import 'server-only';
import { after } from 'next/server';
import { and, eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { users } from '@/db/schema';
import type { Limited } from '@/lib/platform/errors';
import { describeError, log } from '@/lib/platform/log';
import type { Locale } from '@/lib/platform/i18n/locale';
import { forgetAttempts, withAttemptAllowance } from '@/lib/accounts/codes/attempts';
import { emailCodeMessage } from '@/lib/accounts/codes/message-templates';
import {
  requesterKey,
  countLateSend,
  deliverCode,
  withSendAllowance,
  type CountedBy,
  type OtpSubject,
} from '@/lib/accounts/codes/mutations';
import {
  consumeRightCode,
  isRightCode,
  type CodeRefusal,
  type SubmittedSubject,
} from '@/lib/accounts/codes/statements';
import { withAccount } from './with-account';

/*
 * The registered-user store shape of generate-otp and verify-otp. Responses, limits and timing must not reveal whether
 * an account with an address exists: everything is counted by the submitted address, the account is looked up after the
 * response, and wrong codes are counted in counters that exist for unknown addresses as well.
 * Codes and wrong attempts belong to the client network that requested the code: other clients can neither invalidate
 * nor guess it.
 */

/** The subject of a code of an account. */
export type AccountSubject = SubmittedSubject & { userId: string };

/** What a code of an account is for: confirming its e-mail, or setting a forgotten password (password-reset.ts). */
export type AccountPurpose = 'email' | 'password';

/** The recipient at whom wrong codes are counted: a new code of one purpose must not allow more tries at the other. */
export const attemptsAt = (email: string, purpose: AccountPurpose): string =>
  purpose === 'email' ? email : `${purpose}|${email}`;

/**
 * Sends a code to the registered sponsor with this e-mail after the response; does nothing if there is none. Must be
 * called within a request.
 * @param email normalised by emailSchema
 * @param locale the language of the e-mail
 * @param purpose what the code is for
 * @returns ok whether or not there is an account; refusals of rate limits include the seconds to wait
 */
export async function sendEmailCode(
  email: string,
  clientAddress: string,
  locale: Locale,
  purpose: AccountPurpose = 'email',
): Promise<Limited<object>> {
  return withSendAllowance({ purpose, otpMethod: 'email', recipient: email, clientAddress }, async (countedBy) => {
    await forgetAttempts(attemptsAt(email, purpose), clientAddress);
    after(() => deliver(email, clientAddress, locale, purpose, countedBy));
    return { ok: true };
  });
}

/** A failed delivery is not refunded: that would reveal whether the address is known. */
async function deliver(
  email: string,
  clientAddress: string,
  locale: Locale,
  purpose: AccountPurpose,
  countedBy: CountedBy,
): Promise<void> {
  try {
    const userId = await findRegistered(email);
    if (!userId || !(await countLateSend()).ok) return;
    const messageOf = (code: string) => emailCodeMessage(email, code, locale, purpose);
    const requester = requesterKey(clientAddress);
    await deliverCode(subjectOf(userId, email, purpose), null, messageOf, { requester, countedBy });
  } catch (error) {
    log.error('email_code_failed', describeError(error));
  }
}

/**
 * Verifies a code sent by sendEmailCode and marks the e-mail of the account as verified. Of two identical concurrent
 * requests one succeeds. Does not create a session.
 * @param email normalised by emailSchema
 * @param otp six digits
 * @param clientAddress the code is valid only for the network that requested it
 */
export function verifyEmailCode(
  email: string,
  otp: string,
  clientAddress: string,
): Promise<{ ok: true } | CodeRefusal> {
  return withAttemptAllowance(attemptsAt(email, 'email'), clientAddress, async () =>
    confirmEmail(await submittedSubject(email, clientAddress, 'email'), otp),
  );
}

/** Marks the e-mail of the account as verified if the code is right. @returns whether it was */
export async function confirmEmail(subject: AccountSubject, otp: string): Promise<boolean> {
  if (!(await isRightCode(subject, otp))) return false;
  return withAccountCode(subject, otp, async (tx) => {
    await tx
      .update(users)
      .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(eq(users.id, subject.userId));
  });
}

/**
 * Consumes a code of an account and runs `work` in the same transaction, with the account locked. Call it for codes that
 * isRightCode found right: wrong ones lock and write nothing, so that they take as long as for an unknown address.
 * @param work receives whether the e-mail was confirmed before
 * @returns false if the code is not right any more, or the account has another e-mail since
 */
export function withAccountCode(
  subject: AccountSubject,
  otp: string,
  work: (tx: Database, isConfirmed: boolean) => Promise<void>,
): Promise<boolean> {
  return withAccount(subject.userId, async (tx) => {
    if (!(await consumeRightCode(tx, subject, otp))) return false;
    const [account] = await tx
      .select({ confirmedAt: users.emailVerifiedAt })
      .from(users)
      .where(and(eq(users.id, subject.userId), hasEmail(subject.email)));
    if (account) await work(tx, account.confirmedAt !== null);
    return account !== undefined;
  });
}

/**
 * Returns the subject of a submitted code of an account. An unknown address takes the same path as a known one, with an
 * id that no user has.
 */
export async function submittedSubject(
  email: string,
  clientAddress: string,
  purpose: AccountPurpose,
): Promise<AccountSubject> {
  const subject = subjectOf((await findRegistered(email)) ?? UNKNOWN_USER_ID, email, purpose);
  return { ...subject, requester: requesterKey(clientAddress) };
}

const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

/** Codes of an account do not involve a phone. */
const subjectOf = (userId: string, email: string, purpose: AccountPurpose): OtpSubject & AccountSubject => ({
  purpose,
  otpMethod: 'email',
  userId,
  email,
  phone: '',
});

/** @param email in lower case */
const hasEmail = (email: string) => and(eq(users.kind, 'registered'), eq(sql`lower(${users.email})`, email));

async function findRegistered(email: string): Promise<string | undefined> {
  const [user] = await db().select({ id: users.id }).from(users).where(hasEmail(email));
  return user?.id;
}
