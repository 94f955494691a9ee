import 'server-only';
import { after } from 'next/server';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { describeError, log } from '@/lib/core/log';
import type { Locale } from '@/lib/i18n/locale';
import { forgetAttempts, withAttemptAllowance } from '@/lib/otp/attempts';
import { emailCodeMessage } from '@/lib/otp/message-templates';
import { requesterKey, countLateSend, deliverCode, withSendAllowance, type OtpSubject } from '@/lib/otp/mutations';
import { checkCode, codeParameters, RECORD_VERDICT, type CodeRefusal } from '@/lib/otp/statements';

/*
 * The registered-user store shape of generate-otp and verify-otp. Responses, limits and timing must not reveal whether
 * an account with an address exists: everything is counted by the submitted address, the account is looked up after the
 * response, and wrong codes are counted in counters that exist for unknown addresses as well.
 * Codes and wrong attempts belong to the client network that requested the code: other clients can neither invalidate
 * nor guess it.
 */

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
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  return withSendAllowance({ purpose, otpMethod: 'email', recipient: email, clientAddress }, async () => {
    await forgetAttempts(attemptsAt(email, purpose), clientAddress);
    after(() => deliver(email, clientAddress, locale, purpose));
    return { ok: true };
  });
}

/** A failed delivery is not refunded: that would reveal whether the address is known. */
async function deliver(email: string, clientAddress: string, locale: Locale, purpose: AccountPurpose): Promise<void> {
  try {
    const userId = await findRegistered(email);
    if (!userId || !(await countLateSend()).ok) return;
    const messageOf = (code: string) => emailCodeMessage(email, code, locale, purpose);
    await deliverCode(subjectOf(userId, email, purpose), null, messageOf, { requester: requesterKey(clientAddress) });
  } catch (error) {
    log.error('email_code_failed', describeError(error));
  }
}

/**
 * Verifies a code sent by sendEmailCode and marks the e-mail of the account as verified, in one statement, so that only
 * one of two identical concurrent requests succeeds. Does not create a session.
 * @param email normalised by emailSchema
 * @param otp six digits
 * @param clientAddress the code is valid only for the network that requested it
 */
export function verifyEmailCode(
  email: string,
  otp: string,
  clientAddress: string,
): Promise<{ ok: true } | CodeRefusal> {
  return withAttemptAllowance(attemptsAt(email, 'email'), clientAddress, async () => {
    const values = await accountCodeParameters(email, otp, clientAddress, 'email');
    return (await sql().unsafe(VERIFY_EMAIL, values, { prepare: true })).length > 0;
  });
}

/**
 * Consumes a code and marks the e-mail as verified; returns a row if it did. Only codes of the requester are considered.
 * Wrong codes are counted by withAttemptAllowance; here they write nothing, so that they take as long as for an unknown
 * address.
 */
export const VERIFY_EMAIL = `
with ${checkCode({ isOfRequester: true, locks: false })},
     result as (select id, verdict from code_check where verdict = 'right'),${RECORD_VERDICT}
update users set email_verified_at = coalesce(email_verified_at, now())
 where id = $1::uuid and kind = 'registered' and lower(email) = $2 and exists (select from recorded) returning id`;

/**
 * Returns the parameters $1 to $8 of checkCode for a code of an account. An unknown address takes the same path as a
 * known one, with an id that no user has.
 */
export async function accountCodeParameters(
  email: string,
  otp: string,
  clientAddress: string,
  purpose: AccountPurpose,
): Promise<string[]> {
  const subject = subjectOf((await findRegistered(email)) ?? UNKNOWN_USER_ID, email, purpose);
  return codeParameters({ ...subject, requester: requesterKey(clientAddress) }, otp);
}

const UNKNOWN_USER_ID = '00000000-0000-0000-0000-000000000000';

/** Codes of an account do not involve a phone. */
const subjectOf = (userId: string, email: string, purpose: AccountPurpose): OtpSubject => ({
  purpose,
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
