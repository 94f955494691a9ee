import 'server-only';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isLiveReservation } from '@/db/hold-conditions';
import { billingItems, otpChallenges, reservationItems, reservations, waitingRequests } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { forgetAttempts, withAttemptAllowance } from '@/lib/accounts/codes/attempts';
import { waitingCodeMessage } from '@/lib/accounts/codes/message-templates';
import { deliverCode, requesterKey, withSendAllowance, type OtpSubject } from '@/lib/accounts/codes/mutations';
import { consumeRightCode, type CodeRefusal } from '@/lib/accounts/codes/statements';
import type { SponsorScope } from '@/lib/accounts/session';
import type { Limited } from '@/lib/platform/errors';
import { formatCount } from '@/lib/platform/format-count';
import type { Locale } from '@/lib/platform/i18n/locale';
import { MAX_WAITING_REQUESTS, WAITING_KEPT_DAYS, WAITING_REQUESTS } from '@/lib/platform/limits';
import { addressLimiter } from '@/lib/platform/rate-limit';
import { companyKey, limitKey } from '@/lib/adoption/core/limit-keys';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import { refusalOfWish, type LimitRefusal } from '@/lib/adoption/take/seat-limits';
import { endRequests } from './allot';
import { confirmedEmail, readWaitingTarget, type WaitingTarget } from './queries';
import type { Wish } from './schema';

const perAddress = addressLimiter('waiting_requests', WAITING_REQUESTS);

/** Why nobody can wait for some seats. */
type WishRefusal =
  | { ok: false; code: 'course.unknown' | 'waiting.closed' | 'waiting.place_unknown' }
  | { ok: false; code: 'waiting.above_total'; params: { total: string } }
  | { ok: false; code: 'waiting.free_now'; params: { available: string } }
  | LimitRefusal;

/** The client address of a request and its language. */
type Requested = { clientAddress: string; locale: Locale };

async function checkWish(
  { courseId, scope, around, seats, minSeats }: Wish,
  email: string,
): Promise<{ ok: true; target: WaitingTarget } | WishRefusal> {
  const target = await readWaitingTarget(courseId, around);
  if (!target) return { ok: false, code: 'course.unknown' };
  if (!target.isOffered) return { ok: false, code: 'waiting.closed' };
  if (around && !target.near) return { ok: false, code: 'waiting.place_unknown' };
  const { total, left } = target.seats[scope];
  if (seats > total) return { ok: false, code: 'waiting.above_total', params: { total: formatCount(total) } };
  if (left >= minSeats) return { ok: false, code: 'waiting.free_now', params: { available: formatCount(left) } };
  return (await refusalOfWish(email, seats)) ?? { ok: true, target };
}

/** A code for one address proves it for every request of it. */
const subjectOf = (email: string): OtpSubject => ({
  purpose: 'waiting',
  otpMethod: 'email',
  userId: null,
  email,
  phone: '',
});

const attemptsAt = (email: string) => `waiting|${email}`;

/**
 * Sends a code that proves the address of somebody who wants to wait for seats.
 * @param email normalised by emailSchema
 */
export async function sendWaitingCode(
  wish: Wish,
  email: string,
  { clientAddress, locale }: Requested,
): Promise<Limited<object> | WishRefusal> {
  const checked = await checkWish(wish, email);
  if (!checked.ok) return checked;
  const { course, near } = checked.target;
  const wanted = { seats: wish.seats, branch: course.branch, city: near?.place ?? course.city, km: near?.km };
  const send = { purpose: 'waiting', otpMethod: 'email', recipient: email, clientAddress } as const;
  return withSendAllowance(send, async (countedBy) => {
    await forgetAttempts(attemptsAt(email), clientAddress);
    const messageOf = (code: string) => waitingCodeMessage(email, code, wanted, locale);
    return deliverCode(subjectOf(email), null, messageOf, { requester: requesterKey(clientAddress), countedBy });
  });
}

/** The id of a stored request, or why there is none. */
type Asked = { ok: true; id: string } | WishRefusal | { ok: false; code: 'waiting.too_many' };
type TooMany = { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Stores a request whose address a code proves. The same request again changes its seats and minimum; more seats move it
 * to the end of the list. A code works once.
 * @param clientAddress the code is valid only for the network that requested it
 */
export async function askForSeats(
  wish: Wish,
  email: string,
  otp: string,
  { clientAddress, locale }: Requested,
): Promise<Asked | CodeRefusal | TooMany> {
  const allowed = await perAddress.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const checked = await checkWish(wish, email);
  if (!checked.ok) return checked;
  let request: Asked | undefined;
  const proven = await withAttemptAllowance(attemptsAt(email), clientAddress, () =>
    transaction(async (tx) => {
      const subject = { ...subjectOf(email), requester: requesterKey(clientAddress) };
      if (!(await consumeRightCode(tx, subject, otp))) return false;
      request = await storeRequest(tx, checked.target, wish, email, locale);
      return true;
    }),
  );
  return request ?? (proven as CodeRefusal);
}

/**
 * The same for a signed-in person with a confirmed address, which needs no code.
 * @returns 'waiting.email_unconfirmed' for another
 */
export async function askAsSponsor(
  scope: SponsorScope,
  wish: Wish,
  { clientAddress, locale }: Requested,
): Promise<Asked | TooMany | { ok: false; code: 'waiting.email_unconfirmed' }> {
  const allowed = await perAddress.consume(clientAddress);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const email = await confirmedEmail(scope);
  if (email === null) return { ok: false, code: 'waiting.email_unconfirmed' };
  const checked = await checkWish(wish, email);
  if (!checked.ok) return checked;
  return transaction((tx) => storeRequest(tx, checked.target, wish, email, locale));
}

async function storeRequest(
  tx: Database,
  { course, near }: WaitingTarget,
  { scope, seats, minSeats }: Wish,
  email: string,
  locale: Locale,
): Promise<Asked> {
  const holder = limitKey(email);
  const open = await tx
    .select()
    .from(waitingRequests)
    .where(and(eq(waitingRequests.holder, holder), isNull(waitingRequests.endedAt)))
    .orderBy(waitingRequests.id)
    .for('no key update');
  const { courseType, branch, session, studyYear } = course;
  const [city, radiusKm] = [near?.place ?? course.city, near?.km ?? null];
  const courseId = scope === 'course' ? course.id : null;
  const isSame = (text: string, other: string) => text.toLowerCase() === other.toLowerCase();
  const same = open.find(
    (request) =>
      request.courseId === courseId &&
      request.radiusKm === radiusKm &&
      request.courseType === courseType &&
      request.session === session &&
      request.studyYear === studyYear &&
      isSame(request.branch, branch) &&
      isSame(request.city, city),
  );
  if (same) {
    await tx
      .update(waitingRequests)
      .set({ seats, minSeats, email, locale, ...(seats > same.seats && { rankedAt: sql`now()` }) })
      .where(eq(waitingRequests.id, same.id));
    return { ok: true, id: same.id };
  }
  if (open.length >= MAX_WAITING_REQUESTS) return { ok: false, code: 'waiting.too_many' };
  const [added] = await tx
    .insert(waitingRequests)
    .values({
      holder,
      email,
      company: companyKey(email),
      locale,
      seats,
      minSeats,
      courseId,
      courseType,
      branch,
      city,
      radiusKm,
      session,
      studyYear,
    })
    .returning({ id: waitingRequests.id });
  return { ok: true, id: added!.id };
}

/** A request that was ended, as it was before; or why not. */
type Withdrawn =
  | { ok: true; request: typeof waitingRequests.$inferSelect }
  | { ok: false; code: 'waiting.not_found' | 'waiting.ended' };

/**
 * Ends a request for whoever has its link. What is offered to it and not adopted is free again.
 * @returns 'waiting.not_found' for an unknown one, 'waiting.ended' if it has ended already
 */
export const withdrawRequest = (id: string, database: Database = db()): Promise<Withdrawn> =>
  transaction((tx) => withdraw(tx, id, null), database);

/** Ends a request, and its offer. @param adminId the administrator who does it, of which the person is told; null for the person */
export async function withdraw(tx: Database, id: string, adminId: string | null): Promise<Withdrawn> {
  const isRequest = eq(waitingRequests.id, id);
  const [seen] = await tx.select({ offerId: waitingRequests.offerId }).from(waitingRequests).where(isRequest);
  if (!seen) return { ok: false, code: 'waiting.not_found' };
  // The reservation and its courses are locked before the request.
  if (seen.offerId)
    await tx.execute(
      endReservations(sql`${reservations.id} = ${seen.offerId} and ${isLiveReservation(reservations)}`, adminId),
    );
  const [request] = await tx.select().from(waitingRequests).where(isRequest).for('no key update');
  if (!request || request.endedAt) return { ok: false, code: 'waiting.ended' };
  // An offer that was made meanwhile ends with its time, unless its seats are adopted.
  const [used] = await tx
    .select({ seats: sql<number>`coalesce(sum(${reservationItems.usedSeats}), 0)::int` })
    .from(reservationItems)
    .where(sql`${reservationItems.reservationId} = ${request.offerId}`);
  await endRequests(tx, [request], used!.seats > 0 ? 'adopted' : adminId === null ? 'withdrawn' : 'admin');
  return { ok: true, request };
}

/**
 * Deletes requests that ended long ago, offers of which nothing was adopted, and the codes of addresses that wanted to wait.
 * @returns their number
 */
export async function purgeWaiting(): Promise<number> {
  const end = sql`now() - ${WAITING_KEPT_DAYS}::int * interval '1 day'`;
  const requests = await db().delete(waitingRequests).where(lt(waitingRequests.endedAt, end));
  const isOld = and(eq(otpChallenges.purpose, 'waiting'), lt(otpChallenges.createdAt, end));
  const codes = await db().delete(otpChallenges).where(isOld);
  const isUnused = sql`${reservations.kind} = 'waiting' and ${reservations.endedAt} < ${end}
    and not exists (select from ${billingItems} where ${billingItems.reservationId} = ${reservations.id})
    and not exists (select from ${waitingRequests} where ${waitingRequests.offerId} = ${reservations.id})`;
  const offers = await db().delete(reservations).where(isUnused);
  return requests.count + codes.count + offers.count;
}
