import 'server-only';
import { after } from 'next/server';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR, OTP_SECONDS } from '@/lib/core/limits';
import { describeError, log } from '@/lib/core/log';
import { limiter, networkOf } from '@/lib/core/rate-limit';
import type { Locale } from '@/lib/i18n/locale';
import { emailCodeMessage } from '@/lib/message/message-templates';
import { askerOf, countLateSend, deliverCode, hashCode, withSendAllowance, type OtpSubject } from '@/lib/otp/mutations';

/*
 * The registered-user store's shape of generate-otp and verify-otp. Nobody may learn from an answer, a
 * limit or the time it takes whether an account has this address (security 12): everything is counted by the address that was
 * typed, the account is looked for after the answer, and wrong codes are counted where unknown addresses can have a count as well.
 * A code counts for the client network that asked for it, as does what is guessed: strangers neither end nor guess at the code
 * of another one (security 64).
 */

const wrongPerCode = limiter('email_code_wrong', { points: MAX_WRONG_PER_CODE, seconds: OTP_SECONDS });
const wrongPerHour = limiter('email_code_wrong_hour', { points: MAX_WRONG_PER_HOUR, seconds: 60 * 60 });

/**
 * Sends a code to the registered sponsor with this e-mail, after the answer; to anybody else nothing. Call it in a request.
 * @param email in its one spelling, as emailSchema gives it
 * @param address client address, for the limit per address
 * @param locale the language of the e-mail
 * @returns ok whether or not there is an account; refusals of limits carry the seconds to wait
 */
export async function sendEmailCode(
  email: string,
  clientAddress: string,
  locale: Locale,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  return withSendAllowance({ purpose: 'email', otpMethod: 'email', recipient: email, clientAddress }, async () => {
    await wrongPerCode.clear([email, networkOf(clientAddress)]);
    after(() => deliver(email, clientAddress, locale));
    return { ok: true };
  });
}

/** What could not be delivered gives no allowance back: that would tell a known address from an unknown one. */
async function deliver(email: string, clientAddress: string, locale: Locale): Promise<void> {
  try {
    const userId = await findRegistered(email);
    if (!userId || !(await countLateSend()).ok) return;
    const messageOf = (code: string) => emailCodeMessage(email, code, locale);
    await deliverCode(subjectOf(userId, email), null, messageOf, { asker: askerOf(clientAddress) });
  } catch (error) {
    log.error('email_code_failed', describeError(error));
  }
}

/** Why an e-mail was not verified; the code of the limits carries the seconds to wait. */
export type EmailCodeRefusal =
  { ok: false; code: 'otp.invalid' } | { ok: false; code: 'otp.too_many_attempts'; retryAfterSeconds: number };

/**
 * Verifies a code that sendEmailCode sent and marks the account's e-mail as verified, in one statement, so that of two equal
 * calls one succeeds. Grants no session. Every try is counted before it is compared, and a right one is given back.
 * @param email in its one spelling
 * @param otp six digits
 * @param address client address: the code counts for the network that asked for it
 */
export async function verifyEmailCode(
  email: string,
  otp: string,
  clientAddress: string,
): Promise<{ ok: true } | EmailCodeRefusal> {
  const key = [email, networkOf(clientAddress)] as const;
  for (const limit of [wrongPerCode, wrongPerHour]) {
    const tries = await limit.consume(key);
    if (!tries.ok) return { ...tries, code: 'otp.too_many_attempts' };
  }
  // An unknown address goes the same way as a known one, with an id that is nobody's.
  const subject = subjectOf((await findRegistered(email)) ?? NOBODY, email);
  if (!(await consume(subject, otp, askerOf(clientAddress)))) return { ok: false, code: 'otp.invalid' };
  await Promise.all([wrongPerCode, wrongPerHour].map((limit) => limit.refund(key)));
  return { ok: true };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** No phone takes part in confirming an e-mail. */
const subjectOf = (userId: string, email: string): OtpSubject => ({
  purpose: 'email',
  otpMethod: 'email',
  userId,
  email,
  phone: '',
});

async function findRegistered(email: string): Promise<string | undefined> {
  const [user] = await sql()<{ id: string }[]>`
    select id from users where kind = 'registered' and lower(email) = ${email}`;
  return user?.id;
}

/** Ends the newest code that the asker had sent to the subject if it is this one, unused and not over, and marks the e-mail. @returns whether it was */
async function consume(subject: OtpSubject, otp: string, asker: string): Promise<boolean> {
  const { purpose, userId, email } = subject;
  const [row] = await sql()`
    with used as (update otp_challenges set consumed_at = now()
                   where id = (select max(id) from otp_challenges
                                where user_id = ${userId}::uuid and email = ${email} and purpose = ${purpose} and asker in ('', ${asker}))
                     and code_hash = ${hashCode(subject, otp)} and consumed_at is null and expires_at > now()
                  returning user_id)
    update users set email_verified_at = coalesce(email_verified_at, now())
     where id in (select user_id from used) and kind = 'registered' and lower(email) = ${email} returning id`;
  return row !== undefined;
}
