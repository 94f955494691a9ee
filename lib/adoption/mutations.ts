import 'server-only';
import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { isDeadlock, retryOnConflict } from '@/lib/core/conflict';
import type { ErrorParams, Outcome } from '@/lib/core/errors';
import type { SponsorScope } from '@/lib/identity/session';
import { hashCode, type OtpSubject } from '@/lib/otp/mutations';
import { sponsorOf } from './queries';
import type { Sponsor } from './schema';
import { refusalOfVerdict, takeLimits, watchTaken, type LimitRefusal } from './seat-limits';
import {
  HOLD_SEATS,
  PLEDGE_SEATS,
  runCancelPledge,
  runCreateDraft,
  runReleaseExpiredHolds,
  runTakeSeats,
  type DraftOwner,
  type TakeRow,
} from './statements';

/** What a draft asks for: course ids with seats, and the total in paise that the sponsor was shown. */
export type QuotedSelection = { lines: readonly { id: string; selectedSeats: number }[]; totalPaise: number };

/** A selection with the details that the sponsor typed. */
export type DraftRequest = QuotedSelection & { sponsor: Sponsor };

/** An open draft: whose it is, and the number of its seats. */
export type DraftAdoption = { billingId: string; userId: string; seats: number };

const ATTEMPTS = 3;

/**
 * Finds or opens the draft of the public flow. The same details, lines and prices as an open draft of this
 * person: that one is reused. Anything else is a draft beside it, since whoever asks may be a stranger who knows a contact
 * (security 61); and a draft is never changed, so that a code confirms exactly what its message named. The row of a known guest stays as it is until a code is verified. No seats are taken.
 * @param scope the sponsor who is signed in, to whom the adoption then belongs; the profile is neither read nor changed
 * @returns 'selection.changed' when the open courses no longer add up to `totalPaise`
 */
export function createDraft(request: DraftRequest, scope: SponsorScope | null = null): Promise<Outcome<DraftAdoption>> {
  return openDraft(scope ? { kind: 'sponsor', userId: scope.userId } : { kind: 'guest' }, request);
}

/**
 * createDraft for the dashboard: a sponsor has one open adoption there, a draft or a hold. A hold that is the same in
 * everything and still runs is reused: a new code then neither takes seats nor gives it more time. Any other hold ends, and
 * its seats are given back, also while a payment of it is under way: money that arrives late is settled as such.
 * @param request with the sponsor as sponsorOf gives it
 */
export function createDashboardDraft(scope: SponsorScope, request: DraftRequest): Promise<Outcome<DraftAdoption>> {
  return openDraft({ kind: 'dashboard', userId: scope.userId }, request);
}

async function openDraft(
  owner: DraftOwner,
  { sponsor, lines, totalPaise }: DraftRequest,
): Promise<Outcome<DraftAdoption>> {
  const values = {
    sponsor: JSON.stringify(sponsor),
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
    totalPaise,
  };
  // A conflict, or no row, is the same person opening a draft at the same moment: then that one is found next. A guest who was
  // there and is not any more was just purged, and is made anew.
  const draft = await retryOnConflict<Outcome<DraftAdoption>>(ATTEMPTS, async () => {
    const row = await runCreateDraft(sql(), owner, { ...values, reference: newReference() });
    if (row && !row.quote_holds) return { ok: false, code: 'selection.changed' };
    return row?.billing_id ? { ok: true, billingId: row.billing_id, userId: row.user_id, seats: row.seats } : undefined;
  });
  if (!draft) throw new Error('the draft could not be opened');
  return draft;
}

/** Whom the code of a hold is bound to: it verifies the phone, whichever way it travels. */
export const holdSubject = ({ userId }: SponsorScope, { email, phone }: Sponsor): OtpSubject => ({
  purpose: 'dashboard_adoption',
  otpMethod: 'phone',
  userId,
  email,
  phone,
});

/** A line whose course has fewer seats left than asked for; 0 also for a course that was closed. */
export type Shortage = { course_id: string; available: number };

export type Pledge = { billingId: string; reference: string; verifiedAt: Date };

/** Why no seats were taken. After a LimitRefusal the code is as good as before. `retryAfterSeconds` comes with 'otp.too_many_attempts', `shortages` with the codes of seats. */
export type TakeRefusal =
  | LimitRefusal
  | { ok: false; code: 'otp.invalid' | 'otp.draft_required' }
  | { ok: false; code: 'otp.too_many_attempts'; retryAfterSeconds: number }
  | { ok: false; code: 'seats.max' | 'seats.none_left'; params: ErrorParams; shortages: Shortage[] };

/**
 * Whom a typed code is for, and which draft: `draftId` as generate-otp answered it. Without one it counts only where a single
 * draft waits for a code of this subject, and where `asker` (askerOf) is who asked for that code; a subject without an asker
 * meets the codes that a session asked for.
 */
export type TypedFor = OtpSubject & { draftId?: string; asker?: string };

/**
 * Verifies a typed code and pledges the seats of its draft, in one statement. A right code that was already used
 * for a pledge answers that pledge again and locks nothing. When seats are short the code is spent all the same.
 * @param connection the pool to use, if not the shared one
 * @param address where the request comes from, for the limit of seats per address; null where there is none
 */
export async function pledgeSeats(
  subject: TypedFor,
  code: string,
  connection: Sql = sql(),
  address: string | null = null,
): Promise<({ ok: true } & Pledge) | TakeRefusal> {
  const row = await takeSeats(PLEDGE_SEATS, subject, code, { connection, address });
  const { state, billing_id: billingId, reference, verified_ms: verifiedMs } = row;
  if (state === 'pledged' && billingId && reference && verifiedMs !== null)
    return { ok: true, billingId, reference, verifiedAt: new Date(verifiedMs) };
  return refusalOf(row);
}

/** Seats that are held for a sponsor, for so many seconds more. */
export type HeldSeats = { billingId: string; reference: string; secondsLeft: number };

/**
 * pledgeSeats for the dashboard: a right code holds the seats of its draft for HOLD_SECONDS. One that is typed again,
 * or was sent for a hold that runs, answers that hold with the seconds it has left.
 * @param connection the pool to use, if not the shared one
 * @param draftId as generate-otp answered it, if the client says
 * @param address as for pledgeSeats
 */
export async function holdSeats(
  scope: SponsorScope,
  code: string,
  connection: Sql = sql(),
  { draftId, address = null }: { draftId?: string; address?: string | null } = {},
): Promise<({ ok: true } & HeldSeats) | TakeRefusal> {
  const found = await sponsorOf(scope, connection);
  // Without a phone no code was sent, or the phone is not the one any more that it was sent for.
  if (!found.ok) return { ok: false, code: 'otp.invalid' };
  const subject = { ...holdSubject(scope, found.sponsor), draftId };
  const row = await takeSeats(HOLD_SEATS, subject, code, { connection, address });
  const { state, billing_id: billingId, reference, seconds_left: secondsLeft } = row;
  if (state === 'held' && billingId && reference && secondsLeft !== null && secondsLeft > 0)
    return { ok: true, billingId, reference, secondsLeft };
  return refusalOf(row);
}

/** Runs a statement that takes seats; where holds that are over have the missing ones, these are given back first and it is run again. */
async function takeSeats(
  statement: string,
  subject: TypedFor,
  code: string,
  { connection, address }: { connection: Sql; address: string | null },
): Promise<TakeRow> {
  const values = { ...subject, codeHash: hashCode(subject, code), limits: takeLimits(subject, address) };
  // Buyers lock in one order; an import or an administrator may not.
  const taken = await retryOnConflict(ATTEMPTS, async (attempt) => {
    const row = await runTakeSeats(connection, statement, values);
    if (row.verdict !== 'stale') return row;
    await releaseExpiredHolds(
      row.shortages?.map(({ course_id }) => course_id),
      connection,
    );
    // Holds end faster than they are cleared away: the seats count as short, and the code can be typed again.
    return attempt < ATTEMPTS ? undefined : row;
  });
  if (!taken) throw new Error('the seats could not be taken');
  if (taken.verdict === 'right') await watchTaken(taken, connection);
  return taken;
}

function refusalOf(row: TakeRow): TakeRefusal {
  const limited = refusalOfVerdict(row);
  if (limited) return limited;
  const { verdict, shortages, retry_after: retryAfter } = row;
  if (verdict === 'closed' || verdict === 'spent')
    return { ok: false, code: 'otp.too_many_attempts', retryAfterSeconds: retryAfter ?? 1 };
  if (verdict === 'unclear') return { ok: false, code: 'otp.draft_required' };
  const first = shortages?.[0];
  if (!shortages || !first) return { ok: false, code: 'otp.invalid' };
  const code = first.available > 0 ? 'seats.max' : 'seats.none_left';
  return { ok: false, code, params: { available: first.available }, shortages };
}

/**
 * Ends the holds whose window is over and gives their seats back. Seats count as free before that; this tidies up, so
 * that they can be taken. Any number of callers may do it at once.
 * @param courseIds only holds on one of these courses; all of them if not given
 * @returns how many holds ended
 */
export async function releaseExpiredHolds(courseIds?: string[], connection: Sql = sql()): Promise<number> {
  try {
    return await runReleaseExpiredHolds(connection, courseIds ?? null);
  } catch (error) {
    if (isDeadlock(error)) return 0;
    throw error;
  }
}

/**
 * Releases a pledge by the operator's command: its seats are given back, and the reason stands in the audit log, all in one
 * statement (security 56).
 * @param reason for the audit log
 * @returns the seats that are free again, or null where no pledge has this reference
 */
export async function cancelPledge(reference: string, reason: string, connection: Sql = sql()): Promise<number | null> {
  const row = await retryOnConflict(ATTEMPTS, () => runCancelPledge(connection, reference, reason));
  if (!row) throw new Error('the pledge could not be released');
  return row.seats;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference such as 'SA-7K2M-Q4XT-90BD': 60 random bits in letters that are not mistaken for digits. */
function newReference(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `SA-${group()}-${group()}-${group()}`;
}
