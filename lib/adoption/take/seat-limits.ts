import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { preparedQuery } from '@/db/prepared-query';
import { billingEvents, billingItems, billings, courses, rateLimits, unpaidSeats } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { freeSeats, isOffered } from '@/lib/catalogue/statements';
import { raiseAlert } from '@/lib/delivery/alerts/mutations';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { env } from '@/lib/platform/env';
import { formatCount } from '@/lib/platform/format-count';
import { describeError, log } from '@/lib/platform/log';
import { hashKey, networkOf } from '@/lib/platform/rate-limit';
import type { SponsorScope } from '@/lib/accounts/session';
import { hasOwnDomain, kindOf, limitKeys, type LimitKind, type ProvenContact } from '@/lib/adoption/core/limit-keys';
import { holdObstacle, type HoldObstacle } from './hold-statements';
import { type TakeLimits, type TakeRow } from './take-statements';

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

/** Seconds. */
const DAY = 24 * 60 * 60;
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
export function refusalOfVerdict({ verdict, limitKey, limitSeats, retryAfter }: TakeRow): LimitRefusal | null {
  if (verdict === 'confirming') return { ok: false, code: 'payment.pending' };
  if (verdict === 'waiting') return holdWait(retryAfter ?? 1);
  if (verdict !== 'limited') return null;
  return limitRefusal(limitKey === null ? 'address' : kindOf(limitKey), limitSeats ?? 0, retryAfter ?? 1);
}

/** A selection, and how many of its seats are reserved for the sponsor. */
type LimitedSelection = { lines: readonly { id: string; selectedSeats: number }[]; reservedSeats?: number };

/** Returns the seats of a selection that count for the limits: all but the reserved ones. */
export const limitedSeats = ({ lines, reservedSeats = 0 }: LimitedSelection): number =>
  lines.reduce((sum, { selectedSeats }) => sum + selectedSeats, -reservedSeats);

/**
 * Returns a refusal, before a code is sent, if the seats of a guest, or of a sponsor on the public pages, exceed the
 * limits. Seats already taken under the same e-mail are not considered here: the requester has not proved ownership of
 * it yet. Verification checks them.
 * @param seats limitedSeats of the selection
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
  const rows = await readLimits(limits);
  const daily = rows.find(({ key }) => key === limits.address);
  const raised = Math.max(0, ...rows.map(({ max }) => max ?? 0));
  const nearby = rows.find(({ key }) => key === network)?.seats ?? 0;
  const full = limits.unpaid.find(
    ({ key, seats: max }) => (key === network ? nearby - givenBack : 0) + seats > Math.max(max, raised),
  );
  if (full) return limitRefusal(kindOf(full.key), Math.max(full.seats, raised), 0);
  const max = Math.max(limits.addressSeats, raised);
  return (daily?.seats ?? 0) + seats > max ? limitRefusal('address', max, daily?.secondsLeft ?? DAY) : null;
}

/**
 * Returns a refusal if somebody wants to wait for more seats than one e-mail address can adopt without a payment. What it has
 * adopted already counts when it adopts.
 */
export async function refusalOfWish(email: string, seats: number): Promise<LimitRefusal | null> {
  const limits = takeLimits({ otpMethod: 'email', email, phone: '' }, null);
  const raised = (await readLimits(limits)).map(({ max }) => max ?? 0);
  const max = Math.max(limitOf('email'), ...raised);
  return seats > max ? limitRefusal('email', max, 0) : null;
}

type LimitRow = { key: string; seats: number; max: number | null; secondsLeft: number | null };

/**
 * Reads the unpaid seats of the keys of some limits, with their maximum if it was changed, and the seats of the day of
 * their address.
 */
const readLimits = ({ unpaid, address }: TakeLimits) =>
  readCounts({ ...unpaid.map(({ key }) => key), address: address ?? undefined });

const readCounts = preparedQuery<{ [at: number]: string; address?: string }, LimitRow[]>(
  (database, { address, ...keys }) => {
    const ofKeys = database
      .select({
        key: unpaidSeats.key,
        seats: unpaidSeats.seats,
        max: unpaidSeats.maxSeats,
        secondsLeft: sql<number | null>`null::int`.as('seconds_left'),
      })
      .from(unpaidSeats)
      .where(inArray(unpaidSeats.key, Object.values(keys)));
    const ofAddress = database
      .select({
        key: rateLimits.key,
        seats: rateLimits.points,
        max: sql<number | null>`null::int`.as('max_seats'),
        secondsLeft: sql<number>`ceil(extract(epoch from ${rateLimits.expire} - now()))::int`.as('seconds_left'),
      })
      .from(rateLimits)
      .where(and(eq(rateLimits.key, address!), sql`${rateLimits.expire} > now()`));
    return address ? ofKeys.unionAll(ofAddress) : ofKeys;
  },
);

/**
 * Returns a refusal, before a code is sent and before a live hold is replaced, if the sponsor cannot hold this
 * selection: because of an open payment for it, unpaid holds of the company, or a seat limit.
 * @param contact of sponsorOf: the limits are those of the company
 */
export async function refusalOfHold(
  scope: SponsorScope,
  contact: ProvenContact,
  selection: LimitedSelection,
  clientAddress: string,
): Promise<LimitRefusal | null> {
  const { lines } = selection;
  const requested = { ids: lines.map(({ id }) => id), seats: lines.map(({ selectedSeats }) => selectedSeats) };
  const [obstacle] = await db().execute<HoldObstacle>(holdObstacle(scope, requested));
  const found = obstacle!;
  if (found.verdict === 'confirming') return { ok: false, code: 'payment.pending' };
  if (found.verdict === 'waiting') return holdWait(found.retryAfter ?? 1);
  if (found.goesOn) return null;
  const wanted = limitedSeats(selection);
  const limits = takeLimits(contact, null);
  const rows = await readLimits(limits);
  for (const { key, seats: max } of limits.unpaid) {
    const row = rows.find((one) => one.key === key);
    const limit = row?.max ?? max;
    if ((row?.seats ?? 0) - found.givenBack + wanted > limit) return limitRefusal(kindOf(key), limit, 0);
  }
  return refusalOfPledge(contact, wanted, clientAddress, found.givenBack);
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
export async function watchTaken(row: TakeRow, database: Database): Promise<void> {
  const { verdict, seats, fullest, neighbours, billingId } = row;
  if (verdict === 'limited') {
    const { limitKey: subject, limitUsed, limitSeats } = row;
    if (subject !== null)
      await raiseAlert({ kind: 'limit', subject, value: limitUsed ?? 0, most: limitSeats ?? 0, billingId });
    return;
  }
  if (fullest && fullest.seats >= NEARLY_FULL * fullest.max) {
    const { key, seats: value, max } = fullest;
    log.warn('seat_limit_near', { kind: kindOf(key), percent: Math.floor((100 * value) / max) });
    await raiseAlert({ kind: 'limit', subject: key, value, most: max, billingId });
  }
  if ((seats ?? 0) < MANY_SEATS && Date.now() - lastCheckAt < CHECK_INTERVAL_MS) return;
  lastCheckAt = Date.now();
  try {
    const [[recent], [free]] = await Promise.all([
      database
        .select({ seats: sql<number>`coalesce(sum(${billingItems.seats}), 0)` })
        .from(billingEvents)
        .innerJoin(billingItems, eq(billingItems.billingId, billingEvents.billingId))
        .where(isTakenWithin('1 hour')),
      database
        .select({ seats: sql<number>`coalesce(sum(${freeSeats}), 0)` })
        .from(courses)
        .where(isOffered),
    ]);
    const [taken, left] = [recent!.seats, free!.seats];
    if (taken >= LARGE_PART * (taken + left)) {
      log.error('seats_taken_quickly', { seats: taken, left });
      await raiseAlert({ kind: 'fast', subject: 'seats_taken_quickly', value: taken, most: taken + left, billingId });
    }
    if (neighbours && neighbours.seats >= MANY_SEATS) await watchNetwork(neighbours.key, billingId, database);
  } catch (error) {
    log.warn('seats_not_watched', describeError(error));
  }
}

/** Condition: an event with which seats were taken in the last hour or day. */
const isTakenWithin = (time: '1 hour' | '1 day') =>
  sql`(${billingEvents.at} > now() - interval '${sql.raw(time)}' and ${inArray(billingEvents.event, ['verified', 'phone_verified'])})`;

async function watchNetwork(network: string, billingId: string | null, database: Database): Promise<void> {
  const [found] = await database
    .select({ contacts: sql<number>`count(distinct keys.key)` })
    .from(billingEvents)
    .innerJoin(billings, eq(billings.id, billingEvents.billingId))
    .innerJoin(sql`unnest(${billings.limitKeys}) as keys(key)`, sql`true`)
    .where(
      and(
        isTakenWithin('1 day'),
        sql`${network} = any(${billings.limitKeys})`,
        sql`(keys.key like 'email:%' or keys.key like 'phone:%')`,
      ),
    );
  const { contacts } = found!;
  if (contacts < MANY_CONTACTS) return;
  log.warn('seats_of_one_network', { contacts });
  await raiseAlert({ kind: 'network', subject: network, value: contacts, billingId });
}

/** Unpaid seats of a key and its maximum; null if the configured default applies. */
export type SeatLimit = { seats: number; max: number | null };

/** Returns the current limit of a key (see limitKey). */
export async function readSeatLimit(key: string): Promise<SeatLimit> {
  const [row] = await db()
    .select({ seats: unpaidSeats.seats, max: unpaidSeats.maxSeats })
    .from(unpaidSeats)
    .where(eq(unpaidSeats.key, key));
  return row ?? { seats: 0, max: null };
}

/**
 * Sets the limit of an e-mail address, a phone number or a domain and writes the audit log entry.
 * @param max seats; null restores the default
 * @param shown the name used in the audit log, which is never deleted
 * @param by the administrator, with the reason; absent for a command of the operator
 */
export const changeSeatLimit = (
  key: string,
  max: number | null,
  shown: string,
  by?: { admin: AdminScope; reason: string },
): Promise<SeatLimit> =>
  transaction(async (tx) => {
    const ofKey = eq(unpaidSeats.key, key);
    await tx.insert(unpaidSeats).values({ key }).onConflictDoNothing();
    const [before] = await tx.select({ max: unpaidSeats.maxSeats }).from(unpaidSeats).where(ofKey).for('no key update');
    const [changed] = await tx
      .update(unpaidSeats)
      .set({ maxSeats: max })
      .where(ofKey)
      .returning({ seats: unpaidSeats.seats, max: unpaidSeats.maxSeats });
    const entry = {
      action: 'seats.limit_changed',
      before: { sponsor: shown, max_seats: before?.max ?? null },
      after: { sponsor: shown, max_seats: max, ...(by && { reason: by.reason }) },
    } as const;
    await recordAction(by?.admin ?? 'command', entry, tx);
    return changed!;
  });

/**
 * Removes counters of e-mail addresses, phones and domains without seats and without an override. Skips locked rows, so
 * it never waits for a buyer.
 * @returns the number removed
 */
export async function purgeSeatLimits(): Promise<number> {
  const isUnused = and(eq(unpaidSeats.seats, 0), isNull(unpaidSeats.maxSeats));
  const unused = db()
    .select({ key: unpaidSeats.key })
    .from(unpaidSeats)
    .where(isUnused)
    .for('update', { skipLocked: true });
  const { count } = await db()
    .delete(unpaidSeats)
    .where(and(isUnused, inArray(unpaidSeats.key, unused)));
  return count;
}
