import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { env } from '@/lib/core/env';
import { formatCount } from '@/lib/core/format-count';
import { describeError, log } from '@/lib/core/log';
import { hashKey } from '@/lib/core/rate-limit';
import type { SponsorScope } from '@/lib/identity/session';
import type { OtpSubject } from '@/lib/otp/mutations';
import { kindOf, limitKeys, type LimitKind } from './limit-keys';
import { runHoldObstacle, type TakeLimits, type TakeRow } from './statements';

/**
 * A refusal by a seat limit. `params` fill the message, except for the contact, which the endpoint adds in its
 * language.
 */
export type LimitRefusal = {
  ok: false;
  code: `seats.limit_${LimitKind}` | 'seats.hold_wait' | 'payment.pending';
  params?: Record<string, string>;
  /** Absent if waiting does not help. */
  retryAfterSeconds?: number;
};

/** Fraction of a limit from which a warning is logged. */
const NEARLY_FULL = 0.8;

/** Returns the default limit of a key, in seats. */
function limitOf(key: string): number {
  const { MAX_UNPAID_SEATS_PER_EMAIL, MAX_UNPAID_SEATS_PER_DOMAIN } = env();
  return kindOf(key) === 'domain' ? MAX_UNPAID_SEATS_PER_DOMAIN : MAX_UNPAID_SEATS_PER_EMAIL;
}

const addressKey = (clientAddress: string) => `seats_address:${hashKey(clientAddress)}`;

/**
 * Returns the seat limits that apply to an adoption.
 * @param address client address; null if the seats are not taken by a request
 */
export function takeLimits(subject: OtpSubject, address: string | null): TakeLimits {
  return {
    unpaid: limitKeys(subject).map((key) => ({ key, seats: limitOf(key) })),
    address: address === null ? null : addressKey(address),
    addressSeats: env().MAX_SEATS_PER_ADDRESS_AND_DAY,
  };
}

/** Returns the refusal for a verdict of takeSeats, or null; logs a limit that refuses. */
export function refusalOfVerdict({ verdict, limit_key, limit_seats, retry_after }: TakeRow): LimitRefusal | null {
  if (verdict === 'confirming') return { ok: false, code: 'payment.pending' };
  if (verdict === 'waiting') return holdWait(retry_after ?? 1);
  if (verdict !== 'limited') return null;
  return limitRefusal(limit_key === null ? 'address' : kindOf(limit_key), limit_seats ?? 0, retry_after ?? 1);
}

/**
 * Returns a refusal, before a code is sent, if the seats of a guest, or of a sponsor on the public pages, exceed the
 * limits. Seats already taken under the same e-mail are not considered here: the requester has not proved ownership of
 * it yet. Verification checks them.
 * @param seats total of the selection
 */
export async function refusalOfPledge(
  subject: OtpSubject,
  seats: number,
  clientAddress: string,
): Promise<LimitRefusal | null> {
  const limits = takeLimits(subject, clientAddress);
  const [found] = await sql()<{ points: number; seconds: number; raised: number | null }[]>`
    select coalesce((select points from rate_limits where key = ${limits.address} and expire > now()), 0) as points,
           coalesce((select ceil(extract(epoch from expire - now()))::int from rate_limits where key = ${limits.address}), 86400) as seconds,
           (select max(max_seats) from unpaid_seats where key = any(${limits.unpaid.map(({ key }) => key)})) as raised`;
  const { points, seconds, raised } = found!;
  const full = limits.unpaid.find((limit) => seats > Math.max(limit.seats, raised ?? 0));
  if (full) return limitRefusal(kindOf(full.key), full.seats, 0);
  const daily = Math.max(limits.addressSeats, raised ?? 0);
  return points + seats > daily ? limitRefusal('address', daily, seconds) : null;
}

/**
 * Returns a refusal, before a code is sent and before a live hold is replaced, if the sponsor cannot hold this
 * selection: because of an open payment for it, unpaid holds, or a seat limit.
 */
export async function refusalOfHold(
  { userId }: SponsorScope,
  subject: OtpSubject,
  lines: readonly { id: string; selectedSeats: number }[],
  clientAddress: string,
): Promise<LimitRefusal | null> {
  const seats = lines.map(({ selectedSeats }) => selectedSeats);
  const found = await runHoldObstacle(
    sql(),
    userId,
    lines.map(({ id }) => id),
    seats,
  );
  if (found.verdict === 'confirming') return { ok: false, code: 'payment.pending' };
  if (found.verdict === 'waiting') return holdWait(found.retry_after ?? 1);
  if (found.goes_on) return null;
  const wanted = seats.reduce((sum, number) => sum + number, 0);
  const limits = takeLimits(subject, clientAddress);
  const rows = await sql()<{ key: string; seats: number; max_seats: number | null }[]>`
    select key, seats, max_seats from unpaid_seats where key = any(${limits.unpaid.map(({ key }) => key)})`;
  for (const { key, seats: most } of limits.unpaid) {
    const row = rows.find((one) => one.key === key);
    const limit = row?.max_seats ?? most;
    if ((row?.seats ?? 0) - found.given_back + wanted > limit) return limitRefusal(kindOf(key), limit, 0);
  }
  return refusalOfPledge(subject, wanted, clientAddress);
}

const holdWait = (seconds: number): LimitRefusal => ({
  ok: false,
  code: 'seats.hold_wait',
  params: { minutes: formatCount(Math.ceil(seconds / 60)) },
  retryAfterSeconds: seconds,
});

function limitRefusal(kind: LimitKind, seats: number, retryAfterSeconds: number): LimitRefusal {
  log.warn('seat_limit_refused', { kind, limit: seats });
  return {
    ok: false,
    code: `seats.limit_${kind}`,
    params: { max: formatCount(seats) },
    ...(kind === 'address' ? { retryAfterSeconds } : {}),
  };
}

/** Purchases of at least this many seats are checked immediately; smaller ones once a minute per process. */
const MANY_SEATS = 100;
/** Fraction of the available seats taken within an hour from which an error is logged. */
const LARGE_PART = 0.2;
const CHECK_INTERVAL_MS = 60_000;
let lastCheckAt = 0;

/**
 * Logs, without personal data, if the seats just taken nearly fill a limit, or if a large part of the catalogue was
 * taken within an hour.
 */
export async function watchTaken({ seats, fullest }: TakeRow, connection: Sql): Promise<void> {
  if (fullest && fullest.part >= NEARLY_FULL)
    log.warn('seat_limit_near', { kind: kindOf(fullest.key), percent: Math.floor(fullest.part * 100) });
  if ((seats ?? 0) < MANY_SEATS && Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
  lastCheckAt = Date.now();
  try {
    const [found] = await connection<{ taken: number; left: number }[]>`
      select (select coalesce(sum(i.seats), 0)::int from billing_events e join billing_items i on i.billing_id = e.billing_id
               where e.at > now() - interval '1 hour' and e.event in ('verified', 'phone_verified')) as taken,
             (select coalesce(sum(total_seats - adopted_seats - held_seats), 0)::int from courses where is_open) as left`;
    const { taken, left } = found!;
    if (taken >= LARGE_PART * (taken + left)) log.error('seats_taken_quickly', { seats: taken, left });
  } catch (error) {
    log.warn('seats_not_watched', describeError(error));
  }
}

/** Unpaid seats of a key and its maximum; null if the configured default applies. */
export type SeatLimit = { seats: number; most: number | null };

/** Returns the current limit of a key (see limitKey). */
export async function readSeatLimit(key: string): Promise<SeatLimit> {
  const [row] = await sql()<SeatLimit[]>`select seats, max_seats as most from unpaid_seats where key = ${key}`;
  return row ?? { seats: 0, most: null };
}

/**
 * Sets the limit of an e-mail address or a domain and writes the audit log entry, in one statement.
 * @param most seats; null restores the default
 * @param shown the name used in the audit log, which is never deleted
 */
export async function changeSeatLimit(key: string, most: number | null, shown: string): Promise<SeatLimit> {
  const [row] = await sql()<SeatLimit[]>`
    with old     as (select max_seats from unpaid_seats where key = ${key} for update),
         changed as (insert into unpaid_seats (key, max_seats)
                     -- Counting the old row reads it before the upsert changes its limit.
                     select ${key}::text, ${most}::int where (select count(*) from old) >= 0
                     on conflict (key) do update set max_seats = excluded.max_seats returning seats, max_seats),
         told    as (insert into audit_log (actor, action, before, after)
                     select 'command', 'seats.limit_changed',
                            jsonb_build_object('sponsor', ${shown}::text, 'max_seats', (select max_seats from old)),
                            jsonb_build_object('sponsor', ${shown}::text, 'max_seats', max_seats) from changed)
    select seats, max_seats as most from changed`;
  return row!;
}

/**
 * Removes counters of e-mail addresses, phones and domains without seats and without an override. Skips locked rows, so
 * it never waits for a buyer.
 */
export async function purgeSeatLimits(): Promise<void> {
  await sql()`
    delete from unpaid_seats where seats = 0 and max_seats is null and key in (
      select key from unpaid_seats where seats = 0 and max_seats is null for update skip locked)`;
}
