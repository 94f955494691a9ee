import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import { sql } from '@/db/client';
import { env } from '@/lib/core/env';
import type { Outcome } from '@/lib/core/errors';
import {
  CAP_ALARM,
  CAP_SHARE_OF_STRANGERS,
  DEFAULT_HOURLY_CAP,
  MAX_SENDS_PER_ADDRESS,
  MAX_SENDS_PER_RECIPIENT,
  MAX_SENDS_TO_RECIPIENT,
  MAX_SENDS_TO_RECIPIENT_KNOWN,
  MAX_SMS_PER_PREFIX,
  MAX_SMS_PER_PREFIX_KNOWN,
  OTP_SECONDS,
  PREFIX_DIGITS,
  RESEND_SECONDS,
} from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { addressLimiter, hashKey, limiter, networkOf, type Limiter, type Verdict } from '@/lib/core/rate-limit';
import type { Message } from '@/lib/message/schema';
import { messageTransport } from '@/lib/message/transport';
import { OTP_LENGTH, type OtpMethod } from './schema';
import { indianMobile } from './rules';

/** What a code is for; a code of one purpose opens nothing of another. */
export type OtpPurpose = 'public_adoption' | 'dashboard_adoption' | 'email';

/** Whom a code is bound to: a code for one subject is wrong for every other (security 8). */
export type OtpSubject = { purpose: OtpPurpose; otpMethod: OtpMethod; userId: string; email: string; phone: string };

/** The keyed hash under which a code is kept and looked for; without APP_SECRET a stored hash tells nothing (security 9). */
export function hashCode(subject: OtpSubject, code: string): string {
  const { purpose, otpMethod, userId, email, phone } = subject;
  const bound = JSON.stringify(['otp', purpose, otpMethod, userId, email, phone, code]);
  return createHmac('sha256', env().APP_SECRET).update(bound).digest('hex');
}

/**
 * `asker`: askerOf whoever asked for the code; '' where a session says who it was. `deliveredTo`: where its message goes, if not
 * by the subject's channel: an e-mail may stand in for a text.
 */
type IssueOptions = { asker?: string; deliveredTo?: OtpMethod };

/**
 * Makes a new code for a subject and keeps its hash. It ends the one before it for the same adoption, and no code of
 * another one: strangers may open adoptions in anybody's name (security 61). The database clock counts the ten minutes.
 * @param billingId the adoption that the code confirms; null where it confirms an address (purpose 'email')
 * @returns the code, which exists nowhere else, and the id to withdraw it by
 */
export async function issueCode(
  subject: OtpSubject,
  billingId: string | null,
  { asker = '', deliveredTo = subject.otpMethod }: IssueOptions = {},
): Promise<{ code: string; id: string }> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const { purpose, otpMethod, userId, email, phone } = subject;
  const [row] = await sql()<{ id: string }[]>`
    insert into otp_challenges
           (purpose, user_id, billing_id, channel, delivered_to, email, phone, asker, code_hash, expires_at)
    values (${purpose}, ${userId}, ${billingId}, ${otpMethod}, ${deliveredTo}, ${email}, ${phone}, ${asker},
            ${hashCode(subject, code)}, now() + ${OTP_SECONDS} * interval '1 second')
    returning id::text`;
  return { code, id: row!.id };
}

/**
 * issueCode, and hands the message with the code over. One that cannot be handed over leaves no code behind.
 * @param messageOf makes the message that brings the code
 * @returns 'otp.send_failed' when it could not be handed over
 */
export async function deliverCode(
  subject: OtpSubject,
  billingId: string | null,
  messageOf: (code: string) => Message,
  options: IssueOptions = {},
): Promise<Outcome<object>> {
  const { code, id } = await issueCode(subject, billingId, options);
  const sent = await messageTransport().send(messageOf(code));
  if (!sent.ok) await withdrawCode(id);
  return sent;
}

/** Ends a code that could not be delivered. One that was guessed at meanwhile stays, so that its wrong attempts still count. */
export async function withdrawCode(id: string): Promise<void> {
  await sql()`delete from otp_challenges where id = ${id}::bigint and wrong_attempts = 0 and consumed_at is null`;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const perAsker = limiter('otp_recipient', { points: MAX_SENDS_PER_RECIPIENT, seconds: HOUR });
const perRecipient = limiter('otp_recipient_all', { points: MAX_SENDS_TO_RECIPIENT, seconds: HOUR });
const perAddress = addressLimiter('otp_address', { points: MAX_SENDS_PER_ADDRESS, seconds: HOUR });
const perPrefix = limiter('otp_prefix', { points: MAX_SMS_PER_PREFIX, seconds: DAY });
const overall = limiter('otp_overall', { points: DEFAULT_HOURLY_CAP, seconds: HOUR });
const alarms = limiter('otp_alarm', { points: 1, seconds: HOUR });

/** A code that somebody wants sent: to whom, what for, from which client address, and the signed-in sponsor if there is one. */
export type Send = {
  purpose: OtpPurpose;
  otpMethod: OtpMethod;
  recipient: string;
  clientAddress: string;
  userId?: string;
};

/** What a code says of who asked for it: a keyed hash of the client network. */
export function askerOf(clientAddress: string): string {
  return hashKey(`asker|${networkOf(clientAddress)}`);
}

/**
 * Runs the sending of a code if the limits allow one more: to this recipient, for this asker and altogether, from this address
 * to the numbers like this one (security 11) and at all (security 10). Texts go to Indian mobile numbers only.
 * Strangers are counted apart and have a part of every limit only, so that they cannot close a recipient or the site for those who
 * had codes right before (security 59, 64). Work that fails, by refusal or by error, gives everything back but the point of
 * the address: what an address makes the database write is bounded whatever fails (security 58).
 * @returns what the work returned, 'sponsor.phone_invalid', or 'otp.too_soon' / 'otp.too_many_sends' with the seconds to wait
 */
export async function withSendAllowance<T>(
  send: Send,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T> & { retryAfterSeconds?: number }> {
  const { purpose, otpMethod, recipient, clientAddress, userId } = send;
  if (otpMethod === 'phone' && indianMobile(recipient) !== recipient)
    return { ok: false, code: 'sponsor.phone_invalid' };
  const recipientKey = `${purpose}|${otpMethod}|${recipient}`;
  const asker = userId ?? networkOf(clientAddress);
  const taken: (() => Promise<void>)[] = [];
  const giveBack = () => Promise.all(taken.map((undo) => undo()));
  const tooMany = async (retryAfterSeconds: number) => {
    await giveBack();
    return { ok: false, code: 'otp.too_many_sends', retryAfterSeconds } as const;
  };

  // First, so that a form sent several times at once is asked to wait for the pause and not for the hour.
  const pause = `${recipientKey}|${asker}`;
  const wait = await startPause(pause);
  if (wait > 0) return { ok: false, code: 'otp.too_soon', params: { seconds: wait }, retryAfterSeconds: wait };
  taken.push(() => endPause(pause));

  try {
    const asked = await perAddress.consume(clientAddress);
    if (!asked.ok) return await tooMany(asked.retryAfterSeconds);
    const limits: LimitOfSends[] = [
      { limit: perAsker, key: [recipientKey, asker], strangers: MAX_SENDS_PER_RECIPIENT },
      {
        limit: perRecipient,
        key: recipientKey,
        strangers: MAX_SENDS_TO_RECIPIENT,
        known: { most: MAX_SENDS_TO_RECIPIENT_KNOWN, is: 'asker' },
      },
    ];
    if (otpMethod === 'phone')
      limits.push({
        limit: perPrefix,
        key: recipient.slice(0, PREFIX_DIGITS),
        strangers: MAX_SMS_PER_PREFIX,
        known: { most: MAX_SMS_PER_PREFIX_KNOWN, is: 'recipient' },
      });
    const standing = once(() => standingOf(send));
    for (const each of limits) {
      const verdict = await consume(each, standing);
      if (!verdict.ok) return await tooMany(verdict.retryAfterSeconds);
      taken.push(() => each.limit.refund(each.key));
    }
    // The code that confirms an e-mail goes out after the answer, and to accounts only: it is counted when it is sent.
    const verdict = purpose === 'email' ? await peekAtCap() : await countSend(standing);
    if (!verdict.ok) return await tooMany(verdict.retryAfterSeconds);
    if (purpose !== 'email') taken.push(() => overall.refund('all'));
    const result = await work();
    if (!result.ok) await giveBack();
    return result;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** Whether the asker is known to the recipient, and the recipient (or the asker's account) to the site. */
type Standing = { asker: boolean; recipient: boolean };

/** A limit of which strangers have a part: `strangers` points; up to `known.most` are for those whose standing it names. */
type LimitOfSends = {
  limit: Limiter;
  key: Parameters<Limiter['consume']>[0];
  strangers: number;
  known?: { most: number; is: keyof Standing };
};

async function consume(
  { limit, key, strangers, known }: LimitOfSends,
  standing: () => Promise<Standing>,
): Promise<Verdict> {
  const verdict = await limit.consume(key, strangers);
  if (verdict.ok || !known || !(await standing())[known.is]) return verdict;
  return limit.consume(key, known.most);
}

/** A code that was right, typed by whom it was sent to: the asker's own, or anybody's. Signed-in sponsors are known to the site. */
async function standingOf({ otpMethod, recipient, clientAddress, userId }: Send): Promise<Standing> {
  const column = sql()(otpMethod === 'email' ? 'email' : 'phone');
  const [row] = await sql()<Standing[]>`
    select coalesce(bool_or(case when ${userId ?? null}::uuid is null then asker = ${askerOf(clientAddress)}
                                 else user_id = ${userId ?? null}::uuid end), false) as asker,
           count(*) > 0 as recipient
      from otp_challenges where ${column} = ${recipient} and channel = ${otpMethod} and consumed_at is not null`;
  return { asker: row!.asker, recipient: row!.recipient || userId !== undefined };
}

/** Counts a code that is sent against OTP_HOURLY_CAP. Says in the log, once an hour each, when most of it is used and when it refuses. */
async function countSend(standing: () => Promise<Standing>): Promise<Verdict> {
  const cap = env().OTP_HOURLY_CAP;
  const strangers = Math.ceil(cap * CAP_SHARE_OF_STRANGERS);
  const verdict = await consume(
    { limit: overall, key: 'all', strangers, known: { most: cap, is: 'recipient' } },
    standing,
  );
  if (!verdict.ok) await alarm((await standing()).recipient ? 'otp_cap_reached' : 'otp_cap_reached_for_strangers', cap);
  else if (verdict.taken >= cap * CAP_ALARM) await alarm('otp_cap_near', cap);
  return verdict;
}

/** countSend for a code that goes out after the answer. Whether an account has the address must not show, so all have the whole cap. */
export const countLateSend = () => countSend(async () => ({ asker: true, recipient: true }));

const peekAtCap = () => overall.peek('all', env().OTP_HOURLY_CAP);

async function alarm(event: string, cap: number): Promise<void> {
  if ((await alarms.consume(event)).ok) log.warn(event, { cap });
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}

const pauseKey = (recipient: string) => `otp_pause:${hashKey(recipient)}`;

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
