import 'server-only';
import { randomInt } from 'node:crypto';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { isDeadlock, retryOnConflict } from '@/db/conflict';
import { isOverReservation } from '@/db/hold-conditions';
import { reservationItems, reservations, users } from '@/db/schema';
import { HttpError, type ErrorParams, type Outcome } from '@/lib/platform/errors';
import { DEFAULT_LOCALE, type Locale } from '@/lib/platform/i18n/locale';
import type { SponsorScope } from '@/lib/accounts/session';
import type { OtpSubject } from '@/lib/accounts/codes/mutations';
import { refusalOfCode, type CodeRefusal, type SubmittedSubject } from '@/lib/accounts/codes/statements';
import { readSettings } from '@/lib/settings/queries';
import { limitKeys, type ProvenContact } from '@/lib/adoption/core/limit-keys';
import { sponsorOf } from './queries';
import { endReservations } from '@/lib/adoption/core/reservation-statements';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { refusalOfVerdict, takeLimits, watchTaken, type LimitRefusal } from './seat-limits';
import { draftStatement, type DraftOwner, type DraftRow } from './draft-statements';
import { entryStatement, holdStatement, pledgeStatement, type TakeRow } from './take-statements';
import { releaseStatement } from './release-statements';
import { pledgeHold } from '@/lib/adoption/pledge/term-statements';

/**
 * The requested courses with seats, the total in paise that was shown to the sponsor, and how many of the seats are
 * reserved for the sponsor.
 */
export type QuotedSelection = {
  lines: readonly { id: string; selectedSeats: number }[];
  totalPaise: number;
  reservedSeats?: number;
  /** The company's own number of the order; '' and undefined: none. */
  orderNumber?: string;
};

/** A selection with the submitted details of the sponsor. */
export type DraftRequest = QuotedSelection & {
  sponsor: Sponsor;
  /** Language of the messages about the adoption. */
  locale?: Locale;
  /** The limitKeys of the contact that the code goes to: its reservations promise their prices. */
  holder?: readonly string[];
};

/** An open draft, its owner, its number of seats, and the names of their sessions. */
type DraftAdoption = { billingId: string; userId: string; seats: number; sessions: string[] };

/** N concurrent requests by one sponsor need at most N attempts: every conflict means that another one won. */
const ATTEMPTS = 5;

/**
 * Returns the draft of the public flow, creating it if necessary. An open draft of the same person is reused if
 * details, lines and prices match. Otherwise a further draft is created beside it: the requester may be a stranger who
 * knows the contact. A draft is never changed, so a code confirms exactly what its message described. The row of an
 * existing guest does not change before a code is verified. No seats are taken.
 * @param scope the signed-in sponsor, who then owns the adoption; the profile is neither read nor changed
 * @returns 'selection.changed' if the prices of the open courses no longer add up to `totalPaise`
 */
export function createDraft(request: DraftRequest, scope: SponsorScope | null = null): Promise<Outcome<DraftAdoption>> {
  return openDraft(scope ? { kind: 'sponsor', scope } : { kind: 'guest' }, request);
}

/**
 * Works like createDraft, for the dashboard. Each person of a company has one open dashboard adoption, a draft or a hold.
 * A live hold with the same values is reused: a new code neither takes more seats nor extends it. Any other hold of the
 * person ends and its seats are released, even while its payment is in progress; money that arrives later is settled by
 * recordNotice.
 * @param request with the sponsor as returned by sponsorOf
 */
export function createDashboardDraft(scope: SponsorScope, request: DraftRequest): Promise<Outcome<DraftAdoption>> {
  return openDraft({ kind: 'dashboard', scope }, request);
}

/** Throws HttpError 401 if the account was deleted after the session check. */
async function requireAccount(userId: string): Promise<void> {
  const isRegistered = and(eq(users.id, userId), eq(users.kind, 'registered'));
  const [account] = await db().select({ id: users.id }).from(users).where(isRegistered);
  if (!account) throw new HttpError('auth.required');
}

async function openDraft(
  owner: DraftOwner,
  { sponsor, lines, totalPaise, orderNumber = '', locale = DEFAULT_LOCALE, holder = [] }: DraftRequest,
): Promise<Outcome<DraftAdoption>> {
  const values = {
    sponsor,
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
    totalPaise,
    orderNumber: orderNumber || null,
    locale,
    holder,
  };
  // No row, or a conflict, means that the same person is creating a draft concurrently; the retry finds it. If a guest
  // was purged in between, the retry creates a new row.
  const draft = await retryOnConflict<Outcome<DraftAdoption>>(ATTEMPTS, async () => {
    const [row] = await db().execute<DraftRow>(draftStatement(owner, { ...values, reference: newReference() }));
    if (!row && 'scope' in owner) await requireAccount(owner.scope.accountId);
    if (row && !row.isQuoteValid) return { ok: false, code: 'selection.changed' };
    if (!row?.billingId) return undefined;
    const { billingId, userId, seats, sessions } = row;
    return { ok: true, billingId, userId, seats, sessions };
  });
  if (!draft) throw new Error('Could not create the draft');
  return draft;
}

/** Returns the subject of the code for a hold. The code verifies the phone, even if it is delivered by e-mail. */
export const holdSubject = ({ personId }: SponsorScope, { email, phone }: Sponsor): OtpSubject => ({
  purpose: 'dashboard_adoption',
  otpMethod: 'phone',
  userId: personId,
  email,
  phone,
});

/** A line whose course has fewer available seats than requested; `available` is 0 for a closed course. */
type Shortage = { course_id: string; available: number };

/** Seats that were pledged; `dueAt` is the end of the term, `isRegistered` whether they belong to an account. */
type Pledge = {
  billingId: string;
  reference: string;
  verifiedAt: Date;
  dueAt: Date | null;
  isRegistered: boolean;
};

/** Why no seats were taken. After a LimitRefusal and 'adoption.repeated' the code remains usable. */
export type TakeRefusal =
  | LimitRefusal
  | CodeRefusal
  | { ok: false; code: 'adoption.repeated'; reference: string; adoptedAt: Date }
  | { ok: false; code: 'seats.max' | 'seats.none_left' | 'session.ended'; params: ErrorParams; shortages: Shortage[] };

/**
 * Verifies a code and pledges the seats of its draft, in one statement. If the correct code was already used for a
 * pledge, returns that pledge again and takes no seats. If seats are missing, the code is consumed nevertheless;
 * submitted again, it reports the seats that are still missing.
 * @param database the pool to use instead of the shared one
 * @param address client address for the seat limit per address; null if there is none
 * @param options.repeats take the seats even if this contact adopted the same seats within REPEAT_HOURS
 * @param options.locale language of the texts that are agreed to; that of the draft if it is not known
 * @returns 'adoption.repeated' with the earlier adoption if it did and `repeats` is not set
 */
export async function pledgeSeats(
  subject: SubmittedSubject,
  code: string,
  database: Database = db(),
  address: string | null = null,
  { repeats = false, locale = null }: { repeats?: boolean; locale?: Locale | null } = {},
): Promise<({ ok: true } & Pledge) | TakeRefusal> {
  const limits = takeLimits(subject, address);
  const row = await takeSeats(
    pledgeStatement({ subject, code, limits, holder: limitKeys(subject), locale, repeats }),
    database,
  );
  const { state, billingId, reference, verifiedAt, dueAt, isRegistered } = row;
  if (state === 'pledged' && billingId && reference && verifiedAt)
    return { ok: true, billingId, reference, verifiedAt, dueAt, isRegistered };
  return refusalOf(row);
}

/** Seats held for a sponsor, with the remaining seconds. */
export type HeldSeats = { billingId: string; reference: string; secondsLeft: number };

/**
 * Works like pledgeSeats, for the dashboard: a correct code holds the seats of its draft for HOLD_SECONDS. If the code
 * was already used, or was sent for a live hold, returns that hold with its remaining seconds.
 * @param database the pool to use instead of the shared one
 * @param draftId as returned by generate-otp, if the client sends it
 * @param address as for pledgeSeats
 */
export async function holdSeats(
  scope: SponsorScope,
  code: string,
  database: Database = db(),
  {
    draftId,
    address = null,
    locale = null,
  }: { draftId?: string; address?: string | null; locale?: Locale | null } = {},
): Promise<({ ok: true } & HeldSeats) | TakeRefusal> {
  const found = await sponsorOf(scope, database);
  // Without a valid phone no code was sent, or the phone has changed since.
  if (!found.ok) return { ok: false, code: 'otp.invalid' };
  const subject = { ...holdSubject(scope, found.sponsor), draftId };
  const limits = takeLimits(found.proven, address);
  const row = await takeSeats(holdStatement({ subject, code, limits, holder: found.holder, locale }), database);
  const { state, billingId, reference, secondsLeft } = row;
  if (state === 'held' && billingId && reference && secondsLeft !== null && secondsLeft > 0)
    return { ok: true, billingId, reference, secondsLeft };
  return refusalOf(row);
}

/** An adoption that an administrator entered. `totalPaise`: what the company was told. */
type EnteredAdoption = QuotedSelection & { sponsor: Sponsor; locale: Locale };

/** The contact of an entered adoption: its limits and reservations are those of its e-mail address. */
const contactOf = ({ email, phone }: Sponsor): ProvenContact => ({ otpMethod: 'email', email, phone });

/**
 * Creates the draft of an entered adoption, in the transaction that takes its seats (takeEntry).
 * @returns null if a concurrent request created the same guest: try again; 'selection.changed' if the present prices of the
 * offers do not add up to the total, or one is not offered
 */
export async function draftEntry(
  tx: Database,
  { sponsor, lines, totalPaise, locale }: EnteredAdoption,
): Promise<Outcome<{ billingId: string; reference: string; sessions: string[] }> | null> {
  const reference = newReference();
  const values = {
    sponsor,
    totalPaise,
    orderNumber: null,
    locale,
    reference,
    holder: limitKeys(contactOf(sponsor)),
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
  };
  const [row] = await tx.execute<DraftRow>(draftStatement({ kind: 'entry' }, values));
  if (row && !row.isQuoteValid) return { ok: false, code: 'selection.changed' };
  if (!row?.billingId) return null;
  return { ok: true, billingId: row.billingId, reference, sessions: row.sessions };
}

/**
 * Pledges the seats of a draft of draftEntry by the statement and the limits of every pledge. The caller rolls back unless all
 * are taken.
 * @param by the administrator who confirms it, as the history shows it
 * @returns 'stale' if ended holds have the missing seats: release them and try again
 */
export async function takeEntry(
  tx: Database,
  { sponsor, ...values }: { sponsor: Sponsor; draftId: string; by: string; paperReference: string },
): Promise<{ ok: true } | 'stale' | TakeRefusal> {
  const contact = contactOf(sponsor);
  const statement = entryStatement({ ...values, limits: takeLimits(contact, null), holder: limitKeys(contact) });
  const [row] = await tx.execute<TakeRow>(statement);
  if (row!.verdict === 'stale') return 'stale';
  return row!.state === 'pledged' ? { ok: true } : refusalOf(row!);
}

/** Runs a statement that takes seats. If expired holds have the missing seats, releases them and runs it again. */
async function takeSeats(statement: SQL, database: Database): Promise<TakeRow> {
  // Buyers lock in one order, but an import or an administrator may not.
  const taken = await retryOnConflict(ATTEMPTS, async (attempt) => {
    const [row] = await database.execute<TakeRow>(statement);
    if (row!.verdict !== 'stale') return row;
    await releaseExpiredHolds(
      row!.shortages?.map(({ course_id }) => course_id),
      database,
    );
    // Holds expire faster than they are released: report the seats as missing; the code remains usable.
    return attempt < ATTEMPTS ? undefined : row;
  });
  if (!taken) throw new Error('Could not take the seats');
  if (taken.verdict === 'right' || taken.verdict === 'limited') await watchTaken(taken, database);
  return taken;
}

function refusalOf(row: TakeRow): TakeRefusal {
  const limited = refusalOfVerdict(row);
  if (limited) return limited;
  const { verdict, shortages, endedSession, retryAfter, earlierReference, earlierAt } = row;
  if (earlierReference !== null && earlierAt !== null)
    return { ok: false, code: 'adoption.repeated', reference: earlierReference, adoptedAt: earlierAt };
  const first = shortages?.[0];
  if (!shortages || !first) return refusalOfCode(verdict, retryAfter);
  if (endedSession !== null) return { ok: false, code: 'session.ended', params: { session: endedSession }, shortages };
  const code = first.available > 0 ? 'seats.max' : 'seats.none_left';
  return { ok: false, code, params: { available: first.available }, shortages };
}

/**
 * Ends expired holds, and reservations whose time is over, and releases their seats. These already count as available
 * elsewhere; releasing them makes them bookable. Safe to run concurrently.
 * @param courseIds restricts it to holds and reservations of these courses; all if omitted
 * @returns the number that ended
 */
export async function releaseExpiredHolds(courseIds?: string[], database: Database = db()): Promise<number> {
  const isOnCourses = courseIds && inArray(reservationItems.courseId, courseIds);
  const itsItems = database
    .select({ id: reservationItems.reservationId })
    .from(reservationItems)
    .where(and(eq(reservationItems.reservationId, reservations.id), isOnCourses));
  try {
    // The holds first: what they drew from a reservation goes back to it.
    const [holds] = await database.execute<{ ended: number }>(releaseStatement(courseIds ?? null));
    const isOver = sql`${isOverReservation(reservations)} and exists ${itsItems}`;
    const [over] = await database.execute<{ ended: number }>(endReservations(isOver, null));
    return holds!.ended + over!.ended;
  } catch (error) {
    if (isDeadlock(error)) return 0;
    throw error;
  }
}

/**
 * Turns a live hold of the sponsor into a pledge that is paid by bank transfer; its seats are adopted until the end of
 * the term (settings, in days).
 * @returns 'own_adoption.not_found' for any other id, 'payment.pending' while an online payment is open,
 * 'payment.hold_ended' if the seats are not held any more
 */
export async function chooseTransfer(
  scope: SponsorScope,
  billingId: string,
): Promise<Outcome<{ reference: string; dueAt: Date | null }>> {
  const { transferDays: days } = await readSettings('terms');
  const row = await retryOnConflict(ATTEMPTS, async () => (await pledgeHold(db(), scope, { billingId, days })) ?? null);
  if (!row) return { ok: false, code: 'own_adoption.not_found' };
  if (row.verdict === 'pending') return { ok: false, code: 'payment.pending' };
  if (row.verdict === 'ended') return { ok: false, code: 'payment.hold_ended' };
  return { ok: true, reference: row.reference, dueAt: row.dueAt };
}

const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a reference such as 'SA-7K2M-Q4XT-90BD': 60 random bits, without letters that look like digits. */
function newReference(): string {
  const group = () =>
    Array.from({ length: 4 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join('');
  return `SA-${group()}-${group()}-${group()}`;
}
