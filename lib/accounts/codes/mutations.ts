import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { preparedQuery } from '@/db/prepared-query';
import { billings, otpChallenges, rateLimits, users } from '@/db/schema';
import { setColumns } from '@/db/writes';
import { raiseAlert } from '@/lib/delivery/alerts/mutations';
import { env } from '@/lib/platform/env';
import { mailboxOf } from '@/lib/platform/email';
import type { Limited, Outcome } from '@/lib/platform/errors';
import {
  CAP_ALARM,
  CAP_SHARE_OF_STRANGERS,
  DEFAULT_HOURLY_CAP,
  KNOWN_SMS_FACTOR,
  MAX_SENDS_TO_RECIPIENT,
  MAX_SENDS_TO_RECIPIENT_KNOWN,
  OTP_SECONDS,
  PREFIX_DIGITS,
  RESEND_SECONDS,
} from '@/lib/platform/limits';
import { log } from '@/lib/platform/log';
import { once } from '@/lib/platform/once';
import { currentRequest } from '@/lib/platform/request-id';
import {
  addressLimiter,
  hashKey,
  limiter,
  networkOf,
  returnPoints,
  takePoints,
  type Counter,
  type PointsTaken,
  type Verdict,
} from '@/lib/platform/rate-limit';
import type { CodePurpose } from '@/db/schema/enums';
import type { Message } from '@/lib/delivery/schema';
import { messageTransport } from '@/lib/delivery/transport';
import { OTP_LENGTH, type OtpMethod } from './schema';
import { indianMobile } from './rules';

/** Purposes whose codes are sent after the response, and only if the recipient exists. */
const SENT_LATER: readonly CodePurpose[] = ['email', 'password', 'adoption_access'];

/**
 * The subject of a code; a code for one subject is not valid for another. `userId` is null if the code only proves an
 * address (purpose 'waiting').
 */
export type OtpSubject = {
  purpose: CodePurpose;
  otpMethod: OtpMethod;
  userId: string | null;
  email: string;
  phone: string;
};

/**
 * Returns the keyed hash of a code, for storage and lookup. Without APP_SECRET a stored hash reveals nothing about the
 * code.
 */
export function hashCode(subject: OtpSubject, code: string): string {
  const { purpose, otpMethod, userId, email, phone } = subject;
  const bound = JSON.stringify(['otp', purpose, otpMethod, userId, email, phone, code]);
  return createHmac('sha256', env().APP_SECRET).update(bound).digest('hex');
}

/**
 * Options of issueCode.
 * `requester`: requesterKey of the client that requested the code; '' if a session identifies it.
 * `deliveredTo`: the channel of the message, if it differs from that of the subject: an e-mail can replace an SMS.
 * `countedBy`: the limits that counted the request, from withSendAllowance: a code that is used does not count.
 */
type IssueOptions = { requester?: string; deliveredTo?: OtpMethod; countedBy?: CountedBy };

/** Keys of the hourly limits of an address, a requester and a recipient. */
export type CountedBy = readonly string[];

/**
 * Creates a code for a subject and stores its hash. It replaces the previous code of the same adoption but no code of
 * another adoption, because strangers can create adoptions with any contact. Codes expire by the database clock.
 * @param billingId the adoption that the code confirms or opens; null if it is for an account or proves an address
 * @returns the code, which is not stored anywhere, and the id for withdrawCode
 */
export async function issueCode(
  subject: OtpSubject,
  billingId: string | null,
  { requester = '', deliveredTo = subject.otpMethod, countedBy }: IssueOptions = {},
): Promise<{ code: string; id: number }> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
  const { purpose, otpMethod, userId, email, phone } = subject;
  const [row] = await addCode({
    purpose,
    userId,
    billingId,
    channel: otpMethod,
    deliveredTo,
    email,
    phone,
    requester,
    codeHash: hashCode(subject, code),
    countedBy: countedBy && [...countedBy],
  });
  return { code, id: row!.id };
}

const addCode = preparedQuery<Omit<typeof otpChallenges.$inferInsert, 'expiresAt'>, { id: number }[]>(
  (database, values) =>
    database
      .insert(otpChallenges)
      .values({ ...values, expiresAt: sql`now() + ${OTP_SECONDS}::int * interval '1 second'` })
      .returning({ id: otpChallenges.id }),
);

/**
 * Issues a code and sends it. A code whose message cannot be sent is valid no more, and says why.
 * @param messageOf returns the message for a code
 * @returns 'otp.send_failed' if the message could not be sent
 */
export async function deliverCode(
  subject: OtpSubject,
  billingId: string | null,
  messageOf: (code: string) => Message,
  options: IssueOptions = {},
): Promise<Outcome<object>> {
  const { code, id } = await issueCode(subject, billingId, options);
  const sent = await messageTransport().send(messageOf(code));
  if (!sent.ok) await withdrawCode(id, sent.reason);
  return sent;
}

/** Ends a code that could not be delivered. A code with wrong attempts stays, so that they still count. @param reason of the transport */
export async function withdrawCode(id: number, reason: string): Promise<void> {
  const isUntouched = and(eq(otpChallenges.wrongAttempts, 0), isNull(otpChallenges.consumedAt));
  await db()
    .update(otpChallenges)
    .set({ failure: reason.slice(0, MAX_FAILURE), expiresAt: sql`now()`, countedBy: null })
    .where(and(eq(otpChallenges.id, id), isUntouched));
}

/** The most characters of a reason that are kept. */
const MAX_FAILURE = 300;

/** Notes at the newest code of a recipient in the last day, if there is one, that a limit refused a request for another one. */
async function noteRefusal({ purpose, otpMethod, recipient }: Send): Promise<void> {
  const { id, createdAt, channel } = otpChallenges;
  const newest = db()
    .select({ id })
    .from(otpChallenges)
    .where(
      and(
        eq(otpMethod === 'email' ? otpChallenges.email : otpChallenges.phone, recipient),
        eq(channel, otpMethod),
        eq(otpChallenges.purpose, purpose),
        gt(createdAt, sql`now() - interval '1 day'`),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  await db()
    .update(otpChallenges)
    .set({ refusedRequests: sql`${otpChallenges.refusedRequests} + 1`, refusedAt: sql`now()` })
    .where(sql`${id} = ${newest}`);
}

/** Deletes the unused codes with which somebody could set the password of an account. */
export const deletePasswordCodes = (tx: Database, userId: string) =>
  tx
    .delete(otpChallenges)
    .where(
      and(eq(otpChallenges.userId, userId), eq(otpChallenges.purpose, 'password'), isNull(otpChallenges.consumedAt)),
    );

/**
 * Deletes codes that were sent at the moment in which their account was deleted; its other codes went with it.
 * @returns their number
 */
export async function purgeCodes(): Promise<number> {
  const ofDeleted = sql`exists (select from ${users} where ${users.id} = ${otpChallenges.userId} and ${users.kind} = 'deleted')`;
  const { count } = await db().delete(otpChallenges).where(ofDeleted);
  return count;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** The pause between two codes for one recipient. */
const pauses = limiter('otp_pause', { points: 1, seconds: RESEND_SECONDS });
/**
 * The request for a code itself. A proxy repeats it at another instance, with the same id, if the first one died before it
 * answered: that is no second request.
 */
const tries = limiter('otp_request', { points: 2, seconds: RESEND_SECONDS });
const perRequester = limiter('otp_recipient', { points: 'codes_per_requester', seconds: HOUR });
const perRecipient = limiter('otp_recipient_all', { points: MAX_SENDS_TO_RECIPIENT, seconds: HOUR });
const perAddress = addressLimiter('otp_address', { points: 'codes_per_address', seconds: HOUR });
const perPrefix = limiter('otp_prefix', { points: 'texts_per_prefix', seconds: DAY });
const overall = limiter('otp_overall', { points: DEFAULT_HOURLY_CAP, seconds: HOUR });
const alarms = limiter('otp_alarm', { points: 1, seconds: HOUR });

/** A request to send a code: purpose, channel, recipient, client address, and the signed-in sponsor if there is one. */
export type Send = {
  purpose: CodePurpose;
  otpMethod: OtpMethod;
  recipient: string;
  clientAddress: string;
  userId?: string;
};

/** Returns the identifier of the requester that is stored with a code: a keyed hash of the client network. */
export function requesterKey(clientAddress: string): string {
  return hashKey(`asker|${networkOf(clientAddress)}`);
}

/**
 * Runs `work`, which sends a code, if all rate limits allow it: per recipient, per requester and recipient, per client
 * address, per block of phone numbers, and in total. SMS are sent to Indian mobile numbers only.
 * Unknown requesters are counted separately and may use only part of each limit, so that they cannot block recipients
 * who verified a code before, and a network gets fewer codes the less is left of the total (security 92). If `work`
 * fails or throws, all points are refunded except that of the client address, which bounds the database writes per
 * address. Codes that were used count neither for their address nor for their requester and recipient. A request that a proxy
 * repeats passes the pause that it took itself, once, and counts for every other limit: its first message may not have been sent.
 * @param work receives what issueCode stores with the code
 * @returns the result of `work`, 'sponsor.phone_invalid', or 'otp.too_soon' / 'otp.too_many_sends' with the seconds to
 * wait
 */
export async function withSendAllowance<T>(
  send: Send,
  work: (countedBy: CountedBy) => Promise<Outcome<T>>,
): Promise<Limited<T>> {
  const { purpose, otpMethod, recipient, clientAddress, userId } = send;
  if (otpMethod === 'phone' && indianMobile(recipient) !== recipient)
    return { ok: false, code: 'sponsor.phone_invalid' };
  // The mailbox, not the spelling of its address: otherwise each '+tag' would have limits of its own.
  const recipientKey = `${purpose}|${otpMethod}|${mailboxOf(recipient)}`;
  const requester = userId ?? networkOf(clientAddress);
  // Such a code is counted when it is sent. Until then nothing may depend on whether the recipient is known.
  const isLate = SENT_LATER.includes(purpose);
  const { everybody, known } = partsOfCap();
  const ofAddress = perAddress.countersOf(clientAddress);
  const ofNetwork = ofAddress.at(-1)!;
  // The pause comes first, so that a form that is submitted several times reports it and not the hourly limit.
  const limits: LimitOfSends[] = [
    { counter: pauses.counter([recipientKey, requester]) },
    ...ofAddress.slice(0, -1).map((counter) => ({ counter })),
    {
      counter: { ...ofNetwork, shrinksWith: everybody },
      known: { is: isLate ? 'network' : 'recipient', counter: { ...ofNetwork, shrinksWith: known } },
    },
    { counter: perRequester.counter([recipientKey, requester]) },
    {
      counter: perRecipient.counter(recipientKey),
      known: { is: 'requester', counter: perRecipient.counter(recipientKey, MAX_SENDS_TO_RECIPIENT_KNOWN) },
    },
    ...(otpMethod === 'phone' ? [limitOfPrefix(recipient.slice(0, PREFIX_DIGITS))] : []),
    ...(isLate ? [] : [{ counter: everybody, known: { is: 'recipient' as const, counter: known } }]),
  ];
  const standing = once(() => standingOf(send));
  const { request } = currentRequest();
  const ownKey = [recipientKey, `${requester}|${request}`] as const;
  const own = request === undefined ? [] : [tries.counter(ownKey)];
  const isOfUnused = (at: number) => at > 0 && at <= ofAddress.length + 2;
  let { points, counters } = await takeSends(limits, standing, own);
  const isRepeat = !points.ok && points.refusedAt === 0 && own.length > 0 && !(await tries.peek(ownKey, 1)).ok;
  const pause = counters[0]!.key;
  if (isRepeat) {
    limits[0] = { counter: own.pop()! };
    ({ points, counters } = await takeSends(limits, standing));
  }
  if (!points.ok && isOfUnused(points.refusedAt)) {
    await returnUsed(counters[points.refusedAt]!.key);
    ({ points, counters } = await takeSends(limits, standing, own));
  }
  if (!points.ok) {
    const { refusedAt, retryAfterSeconds } = points;
    // Not of codes that are sent later: the time that it takes would tell whether the recipient is known.
    if (!isLate) await noteRefusal(send);
    if (refusedAt === 0)
      return { ok: false, code: 'otp.too_soon', params: { seconds: retryAfterSeconds }, retryAfterSeconds };
    if (refusedAt > ofAddress.length) await perAddress.consume(clientAddress);
    if (!isLate && refusedAt === limits.length - 1) await alarmFull(counters[refusedAt]!);
    return { ok: false, code: 'otp.too_many_sends', retryAfterSeconds };
  }
  const refund = () => {
    const keys = counters.filter((_, at) => at === 0 || at > ofAddress.length).map((counter) => counter.key);
    return returnPoints(isRepeat ? [pause, ...keys] : keys);
  };
  try {
    if (isLate) {
      const wait = await waitForAnyPart();
      if (wait !== null) {
        await refund();
        return { ok: false, code: 'otp.too_many_sends', retryAfterSeconds: wait };
      }
    } else await alarmNear(counters.at(-1)!, points.taken[counters.length - 1]!);
    const result = await work(counters.filter((_, at) => isOfUnused(at)).map(({ key }) => key));
    if (!result.ok) await refund();
    return result;
  } catch (error) {
    await refund();
    throw error;
  }
}

/**
 * Gives the points of used codes back to the limits that counted them, once, as far as their windows are still open. It
 * locks counters like takePoints: those of addresses first, those of recipients last.
 * @param key of a limit that refused
 */
async function returnUsed(key: string): Promise<void> {
  const hour = sql`interval '1 hour'`;
  await db().execute(sql`
    with used as (
      select ${otpChallenges.id}, ${otpChallenges.countedBy}, ${otpChallenges.createdAt} from ${otpChallenges}
       where ${otpChallenges.consumedAt} is not null and ${otpChallenges.countedBy} is not null
         and ${otpChallenges.createdAt} > now() - ${hour} and ${key}::text = any(${otpChallenges.countedBy})
       order by ${otpChallenges.id} for no key update),
    marked as (update ${otpChallenges} ${setColumns(otpChallenges, { countedBy: sql`null` })} from used where ${otpChallenges.id} = used.id),
    counted as (
      select counter.key, count(*)::int as points, max(cardinality(used.counted_by) - counter.position) as place
        from used cross join unnest(used.counted_by) with ordinality as counter (key, position)
        join ${rateLimits} on ${rateLimits.key} = counter.key
       where ${rateLimits.expire} > now() and ${rateLimits.expire} - ${hour} <= used.created_at
       group by counter.key),
    locked as (
      select ${rateLimits.key}, counted.points from counted join ${rateLimits} on ${rateLimits.key} = counted.key
       order by counted.place desc, ${rateLimits.key} for update of ${rateLimits})
    update ${rateLimits} ${setColumns(rateLimits, { points: sql`greatest(0, ${rateLimits.points} - locked.points)` })}
      from locked where ${rateLimits.key} = locked.key`);
}

/**
 * True if the requester has verified a code of this recipient before; if the recipient (or the account or the network of the
 * requester) has verified a code before; if the network has.
 */
type Standing = { requester: boolean; recipient: boolean; network: boolean };

/** A limit that may be partly reserved: `known.counter` is counted instead for those with the named standing. */
type LimitOfSends = { counter: Counter; known?: { is: keyof Standing; counter: Counter } };

/**
 * Takes a point of every limit or of none, and returns the counters it tried last. Looks up the standing only if a
 * partly reserved limit refuses.
 * @param own counters that are taken as well and not returned
 */
async function takeSends(
  limits: readonly LimitOfSends[],
  standing: () => Promise<Standing>,
  own: readonly Counter[] = [],
): Promise<{ points: PointsTaken; counters: Counter[] }> {
  const counters = limits.map(({ counter }) => counter);
  const points = await takePoints([...counters, ...own]);
  const reserved = points.ok ? undefined : limits[points.refusedAt]?.known;
  if (!reserved) return { points, counters };
  const found = await standing();
  if (!found[reserved.is]) return { points, counters };
  const others = limits.map(({ counter, known }) => (known && found[known.is] ? known.counter : counter));
  return { points: await takePoints([...others, ...own]), counters: others };
}

/**
 * Returns the standing of the requester and of the recipient, by their verified codes. Recipients of signed-in sponsors and
 * of known networks count as known.
 * The recipient of a code for a guest's adoption is its reference.
 */
async function standingOf({ purpose, otpMethod, recipient, clientAddress, userId }: Send): Promise<Standing> {
  const network = requesterKey(clientAddress);
  const isOfRecipient =
    purpose === 'adoption_access'
      ? sql`(${otpChallenges.email}, ${otpChallenges.billingId})
            = (select lower(${billings.sponsor}->>'email'), ${billings.id} from ${billings} where ${billings.reference} = ${recipient})`
      : and(
          eq(otpMethod === 'email' ? otpChallenges.email : otpChallenges.phone, recipient),
          eq(otpChallenges.channel, otpMethod),
        );
  const isOfRequester = userId === undefined ? eq(otpChallenges.requester, network) : eq(otpChallenges.userId, userId);
  const isVerified = isNotNull(otpChallenges.consumedAt);
  const ofNetwork = db()
    .select({ id: otpChallenges.id })
    .from(otpChallenges)
    .where(and(eq(otpChallenges.requester, network), isVerified));
  const [row] = await db()
    .select({
      requester: sql<boolean>`coalesce(bool_or(${isOfRequester}), false)`,
      recipient: sql<boolean>`count(*) > 0`,
      network: sql<boolean>`exists ${ofNetwork}`,
    })
    .from(otpChallenges)
    .where(and(isOfRecipient, isVerified));
  const { requester, recipient: isKnown, network: isKnownNetwork } = row!;
  return { requester, recipient: isKnown || isKnownNetwork || userId !== undefined, network: isKnownNetwork };
}

/** True if this network entered a correct code of the recipient before. */
export const isKnownRequester = async (send: Send): Promise<boolean> => (await standingOf(send)).requester;

/** The limit of a block of phone numbers. */
const limitOfPrefix = (prefix: string): LimitOfSends => ({
  counter: perPrefix.counter(prefix),
  known: {
    is: 'recipient',
    counter: perPrefix.counter(prefix, Math.ceil(env().LIMITS.texts_per_prefix * KNOWN_SMS_FACTOR)),
  },
});

/** The parts of OTP_HOURLY_CAP: one for everybody, and one that known recipients use once the first is scarce. */
function partsOfCap(): { everybody: Counter; known: Counter } {
  const cap = env().OTP_HOURLY_CAP;
  const max = Math.ceil(cap * CAP_SHARE_OF_STRANGERS);
  return { everybody: overall.counter('everybody', max), known: overall.counter('known', cap - max) };
}

/** Returns null if a code can be sent after the response, or the seconds until then. */
async function waitForAnyPart(): Promise<number | null> {
  const { everybody, known } = partsOfCap();
  const [first, second] = await Promise.all([
    overall.peek('everybody', everybody.max),
    overall.peek('known', known.max),
  ]);
  return first.ok || second.ok ? null : Math.min(first.retryAfterSeconds, second.retryAfterSeconds);
}

/**
 * Counts a code that is sent after the response. Both parts of the cap are for everybody then, because a difference
 * would reveal whether an account with the address exists.
 */
export async function countLateSend(): Promise<Verdict> {
  const { everybody, known } = partsOfCap();
  const first = await countPart(everybody);
  return first.ok ? first : countPart(known);
}

async function countPart(part: Counter): Promise<Verdict> {
  const points = await takePoints([part]);
  if (points.ok) await alarmNear(part, points.taken[0]!);
  else await alarmFull(part);
  return points.ok ? { ok: true, taken: points.taken[0]! } : points;
}

const isForEverybody = ({ key }: Counter) => key === overall.counter('everybody').key;

const alarmFull = (part: Counter) => alarm(isForEverybody(part) ? 'otp_cap_reached_for_strangers' : 'otp_cap_reached');

async function alarmNear(part: Counter, taken: number): Promise<void> {
  if (taken >= part.max * CAP_ALARM) await alarm(isForEverybody(part) ? 'otp_cap_near_for_strangers' : 'otp_cap_near');
}

/** Tells the log and the administrators about OTP_HOURLY_CAP, each event at most once an hour. */
async function alarm(event: string): Promise<void> {
  if (!(await alarms.consume(event)).ok) return;
  const cap = env().OTP_HOURLY_CAP;
  log.warn(event, { cap });
  await raiseAlert({ kind: 'codes', subject: event, value: cap });
}
