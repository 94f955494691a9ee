import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import { sql } from '@/db/client';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';
import { anonymise, limiter, type Limiter } from '@/lib/core/limits';
import type { Message } from '@/lib/message/schema';
import { messageTransport } from '@/lib/message/transport';
import {
  MAX_SENDS_OVERALL,
  MAX_SENDS_PER_ADDRESS,
  MAX_SENDS_PER_RECIPIENT,
  MAX_TEXTS_PER_PREFIX,
  OTP_LENGTH,
  OTP_SECONDS,
  PREFIX_DIGITS,
  RESEND_SECONDS,
  type OtpMethod,
} from './schema';
import { indianMobile } from './rules';

/** What a code is for; a code of one purpose opens nothing of another. */
export type OtpPurpose = 'public_adoption' | 'dashboard_adoption' | 'email';

/** Whom a code is bound to: a code for one subject is wrong for every other (security 8). */
export type OtpSubject = { purpose: OtpPurpose; channel: OtpMethod; userId: string; email: string; phone: string };

/** The keyed hash under which a code is kept and looked for; without APP_SECRET a stored hash tells nothing (security 9). */
export function hashCode(subject: OtpSubject, code: string): string {
  const { purpose, channel, userId, email, phone } = subject;
  const bound = JSON.stringify(['otp', purpose, channel, userId, email, phone, code]);
  return createHmac('sha256', env().APP_SECRET).update(bound).digest('hex');
}

/**
 * Makes a new code for a subject, which ends the one before it, and keeps its hash. The database clock counts the ten minutes.
 * @param billingId the adoption that the code confirms; null where it confirms an address (purpose 'email')
 * @param deliveredTo where the message goes, if not by the subject's channel: an e-mail may stand in for a text
 * @returns the code, which exists nowhere else, and the id to withdraw it by
 */
export async function issueCode(
  subject: OtpSubject,
  billingId: string | null,
  deliveredTo: OtpMethod = subject.channel,
): Promise<{ code: string; id: string }> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const { purpose, channel, userId, email, phone } = subject;
  const [row] = await sql()<{ id: string }[]>`
    insert into otp_challenges (purpose, user_id, billing_id, channel, delivered_to, email, phone, code_hash, expires_at)
    values (${purpose}, ${userId}, ${billingId}, ${channel}, ${deliveredTo}, ${email}, ${phone},
            ${hashCode(subject, code)}, now() + ${OTP_SECONDS} * interval '1 second')
    returning id::text`;
  return { code, id: row!.id };
}

/**
 * issueCode, and hands the message with the code over. One that cannot be handed over leaves no code behind.
 * @param messageOf makes the message that brings the code
 * @param deliveredTo as for issueCode
 * @returns 'otp.send_failed' when it could not be handed over
 */
export async function deliverCode(
  subject: OtpSubject,
  billingId: string | null,
  messageOf: (code: string) => Message,
  deliveredTo?: OtpMethod,
): Promise<Outcome<object>> {
  const { code, id } = await issueCode(subject, billingId, deliveredTo);
  const sent = await messageTransport().send(messageOf(code));
  if (!sent.ok) await withdrawCode(id);
  return sent;
}

/** Ends a code that could not be delivered. One that was guessed at meanwhile stays, so that its wrong attempts still count. */
export async function withdrawCode(id: string): Promise<void> {
  await sql()`delete from otp_challenges where id = ${id}::bigint and wrong_attempts = 0 and consumed_at is null`;
}

const HOUR = 60 * 60;
const perRecipient = limiter('otp_recipient', { points: MAX_SENDS_PER_RECIPIENT, seconds: HOUR });
const perAddress = limiter('otp_address', { points: MAX_SENDS_PER_ADDRESS, seconds: HOUR });
const perPrefix = limiter('otp_prefix', { points: MAX_TEXTS_PER_PREFIX, seconds: 24 * HOUR });
const overall = limiter('otp_overall', { points: MAX_SENDS_OVERALL, seconds: HOUR });

/**
 * Runs the sending of a code if the limits allow one more to this recipient, from this address, to the numbers like
 * this one (security 11) and at all (security 10). Texts go to Indian mobile numbers only. Work that fails, by refusal or by
 * error, gives everything back, so that it can be tried again at once.
 * @param address client address, for the limit per address
 * @returns what the work returned, 'sponsor.phone_invalid', or 'otp.too_soon' / 'otp.too_many_sends' with the seconds to wait
 */
export async function withSendAllowance<T>(
  { channel, recipient, address }: { channel: OtpMethod; recipient: string; address: string },
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T> & { retryAfterSeconds?: number }> {
  if (channel === 'phone' && indianMobile(recipient) !== recipient) return { ok: false, code: 'sponsor.phone_invalid' };
  const recipientKey = `${channel}|${recipient}`;
  const taken: (() => Promise<void>)[] = [];
  const giveBack = () => Promise.all(taken.map((undo) => undo()));

  // First, so that a form sent several times at once is asked to wait for the pause and not for the hour.
  const wait = await startPause(recipientKey);
  if (wait > 0) return { ok: false, code: 'otp.too_soon', params: { seconds: wait }, retryAfterSeconds: wait };
  taken.push(() => endPause(recipientKey));

  try {
    const limits: [Limiter, string][] = [
      [perAddress, address],
      [perRecipient, recipientKey],
      [overall, 'all'],
    ];
    if (channel === 'phone') limits.push([perPrefix, recipient.slice(0, PREFIX_DIGITS)]);
    for (const [limit, key] of limits) {
      const verdict = await limit.consume(key);
      if (!verdict.ok) {
        await giveBack();
        return { ok: false, code: 'otp.too_many_sends', retryAfterSeconds: verdict.retryAfterSeconds };
      }
      taken.push(() => limit.reward(key));
    }
    const result = await work();
    if (!result.ok) await giveBack();
    return result;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

const pauseKey = (recipient: string) => `otp_pause:${anonymise(recipient)}`;

/**
 * Starts the pause between two codes to one recipient, by the database clock, atomically: of two requests at once one starts it.
 * @returns 0 when it started, else the seconds that are left of the running one
 */
async function startPause(key: string): Promise<number> {
  const started = await sql()`
    insert into rate_limits (key, points, expire) values (${pauseKey(key)}, 1, now() + ${RESEND_SECONDS} * interval '1 second')
    on conflict (key) do update set expire = excluded.expire where rate_limits.expire <= now()
    returning key`;
  if (started.length > 0) return 0;
  const [running] = await sql()<{ seconds: number }[]>`
    select ceil(extract(epoch from expire - now()))::int as seconds from rate_limits where key = ${pauseKey(key)}`;
  return Math.max(1, running?.seconds ?? 1);
}

async function endPause(key: string): Promise<void> {
  await sql()`delete from rate_limits where key = ${pauseKey(key)}`;
}
