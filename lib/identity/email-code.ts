import 'server-only';
import { after } from 'next/server';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR, OTP_SECONDS } from '@/lib/core/limits';
import { describeError, log } from '@/lib/core/log';
import { limiter, networkOf } from '@/lib/core/rate-limit';
import type { Locale } from '@/lib/i18n/locale';
import { emailCodeMessage } from '@/lib/otp/message-templates';
import { askerOf, countLateSend, deliverCode, hashCode, withSendAllowance, type OtpSubject } from '@/lib/otp/mutations';

/*
 * The registered-user store shape of generate-otp and verify-otp. Responses, limits and timing must not reveal whether
 * an account with an address exists: everything is counted by the submitted address, the account is looked up after the
 * response, and wrong codes are counted in counters that exist for unknown addresses as well.
 * Codes and wrong attempts belong to the client network that requested the code: other clients can neither invalidate
 * nor guess it.
 */

const wrongPerCode = limiter('email_code_wrong', { points: MAX_WRONG_PER_CODE, seconds: OTP_SECONDS });
const wrongPerHour = limiter('email_code_wrong_hour', { points: MAX_WRONG_PER_HOUR, seconds: 60 * 60 });

/**
 * Sends a code to the registered sponsor with this e-mail after the response; does nothing if there is none. Must be
 * called within a request.
 * @param email normalised by emailSchema
 * @param locale the language of the e-mail
 * @returns ok whether or not there is an account; refusals of rate limits include the seconds to wait
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

/** A failed delivery is not refunded: that would reveal whether the address is known. */
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

/** Why an e-mail was not verified; refusals of rate limits include the seconds to wait. */
export type EmailCodeRefusal =
  { ok: false; code: 'otp.invalid' } | { ok: false; code: 'otp.too_many_attempts'; retryAfterSeconds: number };

/**
 * Verifies a code sent by sendEmailCode and marks the e-mail of the account as verified, in one statement, so that only
 * one of two identical concurrent requests succeeds. Does not create a session. Each attempt is counted before the
 * comparison; a successful one is refunded.
 * @param email normalised by emailSchema
 * @param otp six digits
 * @param clientAddress the code is valid only for the network that requested it
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
  // An unknown address takes the same path as a known one, with an id that no user has.
  const subject = subjectOf((await findRegistered(email)) ?? UNKNOWN_USER_ID, email);
  if (!(await consume(subject, otp, askerOf(clientAddress)))) return { ok: false, code: 'otp.invalid' };
  await Promise.all([wrongPerCode, wrongPerHour].map((limit) => limit.refund(key)));
  return { ok: true };
}

const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

/** Confirming an e-mail does not involve a phone. */
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

/**
 * Consumes the code if it is the newest one that the asker requested for the subject, unused and not expired, and marks
 * the e-mail as verified. Returns whether it did.
 */
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
