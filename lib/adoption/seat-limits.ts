import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { raiseAlert } from '@/lib/alert/mutations';
import { env } from '@/lib/core/env';
import { formatCount } from '@/lib/core/format-count';
import { describeError, log } from '@/lib/core/log';
import { hashKey, networkOf } from '@/lib/core/rate-limit';
import type { SponsorScope } from '@/lib/identity/session';
import { hasOwnDomain, kindOf, limitKeys, type LimitKind, type ProvenContact } from './limit-keys';
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

/** Returns the default limit of a kind of keys, in seats. */
function limitOf(kind: Exclude<LimitKind, 'address'>): number {
  const settings = env();
  return {
    email: settings.MAX_UNPAID_SEATS_PER_EMAIL,
    phone: settings.MAX_UNPAID_SEATS_PER_EMAIL,
    domain: settings.MAX_UNPAID_SEATS_PER_DOMAIN,
    company: settings.MAX_UNPAID_SEATS_PER_COMPANY,
    network: settings.MAX_UNPAID_SEATS_PER_NETWORK,
  }[kind];
}

const addressKey = (clientAddress: string) => `seats_address:${hashKey(clientAddress)}`;
const networkKey = (clientAddress: string) => `network:${hashKey(networkOf(clientAddress))}`;

/**
 * Returns the seat limits that apply to an adoption.
 * @param address client address; null if the seats are not taken by a request
 */
export function takeLimits(contact: ProvenContact, address: string | null): TakeLimits {
  const keys = limitKeys(contact);
  const all = address === null ? keys : [...keys, networkKey(address)];
  return {
    unpaid: all.map((key) => ({ key, seats: limitOf(kindOf(key)) })),
    company: hasOwnDomain(keys) ? null : limitOf('company'),
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
 * @param givenBack seats of the hold that ends with the new draft
 */
export async function refusalOfPledge(
  contact: ProvenContact,
  seats: number,
  clientAddress: string,
  givenBack = 0,
): Promise<LimitRefusal | null> {
  const limits = takeLimits(contact, clientAddress);
  const network = networkKey(clientAddress);
  const [found] = await sql()<{ points: number; seconds: number; raised: number | null; nearby: number }[]>`
    select coalesce((select points from rate_limits where key = ${limits.address} and expire > now()), 0) as points,
           coalesce((select ceil(extract(epoch from expire - now()))::int from rate_limits where key = ${limits.address}), 86400) as seconds,
           (select max(max_seats) from unpaid_seats where key in ${sql()(limits.unpaid.map(({ key }) => key))}) as raised,
           coalesce((select seats from unpaid_seats where key = ${network}), 0) as nearby`;
  const { points, seconds, raised, nearby } = found!;
  const full = limits.unpaid.find(
    ({ key, seats: most }) => (key === network ? nearby - givenBack : 0) + seats > Math.max(most, raised ?? 0),
  );
  if (full) return limitRefusal(kindOf(full.key), Math.max(full.seats, raised ?? 0), 0);
  const daily = Math.max(limits.addressSeats, raised ?? 0);
  return points + seats > daily ? limitRefusal('address', daily, seconds) : null;
}

/**
 * Returns a refusal, before a code is sent and before a live hold is replaced, if the sponsor cannot hold this
 * selection: because of an open payment for it, unpaid holds of the company, or a seat limit.
 * @param contact of sponsorOf: the limits are those of the company
 */
export async function refusalOfHold(
  scope: SponsorScope,
  contact: ProvenContact,
  lines: readonly { id: string; selectedSeats: number }[],
  clientAddress: string,
): Promise<LimitRefusal | null> {
  const seats = lines.map(({ selectedSeats }) => selectedSeats);
  const found = await runHoldObstacle(
    sql(),
    scope,
    lines.map(({ id }) => id),
    seats,
  );
  if (found.verdict === 'confirming') return { ok: false, code: 'payment.pending' };
  if (found.verdict === 'waiting') return holdWait(found.retry_after ?? 1);
  if (found.goes_on) return null;
  const wanted = seats.reduce((sum, number) => sum + number, 0);
  const limits = takeLimits(contact, null);
  const rows = await sql()<{ key: string; seats: number; max_seats: number | null }[]>`
    select key, seats, max_seats from unpaid_seats where key in ${sql()(limits.unpaid.map(({ key }) => key))}`;
  for (const { key, seats: most } of limits.unpaid) {
    const row = rows.find((one) => one.key === key);
    const limit = row?.max_seats ?? most;
    if ((row?.seats ?? 0) - found.given_back + wanted > limit) return limitRefusal(kindOf(key), limit, 0);
  }
  return refusalOfPledge(contact, wanted, clientAddress, found.given_back);
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

/** Contacts of one network with unpaid seats within a day from which administrators are told. */
const MANY_CONTACTS = 3;

/**
 * Tells the log, without personal data, and the administrators about seats that are unusual: a limit that refuses or is
 * nearly full, several contacts of one network, a large part of the catalogue taken within an hour.
 */
export async function watchTaken(row: TakeRow, connection: Sql): Promise<void> {
  const { verdict, seats, fullest, neighbours, billing_id: billingId } = row;
  if (verdict === 'limited') {
    const { limit_key: subject, limit_used: value, limit_seats: most } = row;
    if (subject !== null) await raiseAlert({ kind: 'limit', subject, value: value ?? 0, most: most ?? 0, billingId });
    return;
  }
  if (fullest && fullest.seats >= NEARLY_FULL * fullest.most) {
    const { key, seats: value, most } = fullest;
    log.warn('seat_limit_near', { kind: kindOf(key), percent: Math.floor((100 * value) / most) });
    await raiseAlert({ kind: 'limit', subject: key, value, most, billingId });
  }
  if ((seats ?? 0) < MANY_SEATS && Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
  lastCheckAt = Date.now();
  try {
    const [found] = await connection<{ taken: number; left: number }[]>`
      select (select coalesce(sum(i.seats), 0)::int from billing_events e join billing_items i on i.billing_id = e.billing_id
               where e.at > now() - interval '1 hour' and e.event in ('verified', 'phone_verified')) as taken,
             (select coalesce(sum(total_seats - adopted_seats - held_seats), 0)::int from courses where is_open) as left`;
    const { taken, left } = found!;
    if (taken >= LARGE_PART * (taken + left)) {
      log.error('seats_taken_quickly', { seats: taken, left });
      await raiseAlert({ kind: 'fast', subject: 'seats_taken_quickly', value: taken, most: taken + left, billingId });
    }
    if (neighbours && neighbours.seats >= MANY_SEATS) await watchNetwork(neighbours.key, billingId, connection);
  } catch (error) {
    log.warn('seats_not_watched', describeError(error));
  }
}

async function watchNetwork(network: string, billingId: string | null, connection: Sql): Promise<void> {
  const [found] = await connection<{ contacts: number }[]>`
    select count(distinct k.key)::int as contacts
      from billing_events e join billings b on b.id = e.billing_id cross join lateral unnest(b.limit_keys) as k(key)
     where e.at > now() - interval '1 day' and e.event in ('verified', 'phone_verified') and ${network} = any(b.limit_keys)
       and (k.key like 'email:%' or k.key like 'phone:%')`;
  const { contacts } = found!;
  if (contacts < MANY_CONTACTS) return;
  log.warn('seats_of_one_network', { contacts });
  await raiseAlert({ kind: 'network', subject: network, value: contacts, billingId });
}

/** Unpaid seats of a key and its maximum; null if the configured default applies. */
export type SeatLimit = { seats: number; most: number | null };

/** Returns the current limit of a key (see limitKey). */
export async function readSeatLimit(key: string): Promise<SeatLimit> {
  const [row] = await sql()<SeatLimit[]>`select seats, max_seats as most from unpaid_seats where key = ${key}`;
  return row ?? { seats: 0, most: null };
}

/**
 * Sets the limit of an e-mail address, a phone number or a domain and writes the audit log entry, in one statement.
 * @param most seats; null restores the default
 * @param shown the name used in the audit log, which is never deleted
 * @param by the administrator, with the reason; absent for a command of the operator
 */
export async function changeSeatLimit(
  key: string,
  most: number | null,
  shown: string,
  by?: { adminId: string; actor: string; reason: string },
): Promise<SeatLimit> {
  const [row] = await sql()<SeatLimit[]>`
    with old     as (select max_seats from unpaid_seats where key = ${key} for update),
         changed as (insert into unpaid_seats (key, max_seats)
                     -- Counting the old row reads it before the upsert changes its limit.
                     select ${key}::text, ${most}::int where (select count(*) from old) >= 0
                     on conflict (key) do update set max_seats = excluded.max_seats returning seats, max_seats),
         told    as (insert into audit_log (admin_id, actor, action, before, after)
                     select ${by?.adminId ?? null}::uuid, ${by?.actor ?? 'command'}::text, 'seats.limit_changed',
                            jsonb_build_object('sponsor', ${shown}::text, 'max_seats', (select max_seats from old)),
                            jsonb_build_object('sponsor', ${shown}::text, 'max_seats', max_seats)
                              || jsonb_strip_nulls(jsonb_build_object('reason', ${by?.reason ?? null}::text)) from changed)
    select seats, max_seats as most from changed`;
  return row!;
}

/**
 * Removes counters of e-mail addresses, phones and domains without seats and without an override. Skips locked rows, so
 * it never waits for a buyer.
 * @returns the number removed
 */
export async function purgeSeatLimits(): Promise<number> {
  const { count } = await sql()`
    delete from unpaid_seats where seats = 0 and max_seats is null and key in (
      select key from unpaid_seats where seats = 0 and max_seats is null for update skip locked)`;
  return count;
}
