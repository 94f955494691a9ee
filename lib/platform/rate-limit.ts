import 'server-only';
import { createHmac } from 'node:crypto';
import { and, eq, gt, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import ipaddr from 'ipaddr.js';
import { db } from '@/db/client';
import { compiled, constant } from '@/db/conditions';
import { rateLimits } from '@/db/schema';
import { insertSelect, setColumns } from '@/db/writes';
import { withQueryDeadline } from './deadline';
import { env } from './env';
import {
  CAP_CALM,
  KNOWN_NETWORK_DAYS,
  LOGIN_FAILURES_OVERALL,
  NETWORK_SHARE,
  type LimitName,
  type Rate,
} from './limits';

/**
 * The result of a limiter: allowed (`taken` points of the window are used), or refused with the seconds to wait (at
 * least 1).
 */
export type Verdict = { ok: true; taken: number } | { ok: false; retryAfterSeconds: number };

/** Returns the keyed hash of a limit's key: counters store no personal data. */
export function hashKey(key: string): string {
  return createHmac('sha256', env().APP_SECRET).update(`limit|${key}`).digest('base64url');
}

/** The key of a counter: one value, or a value within another, such as an account and an address. */
type Key = string | readonly [string, string];

/**
 * A counter: at most `max` points in a window of `seconds`. With `shrinksWith`, a counter that others use as well,
 * `max` falls to 1 with the square of what is left of that one, once CAP_CALM of it is used.
 */
export type Counter = { key: string; max: number; seconds: number; shrinksWith?: { key: string; max: number } };

/** The result of takePoints: the verdict of every counter in order, or the first counter that refused. */
export type PointsTaken = { ok: true; taken: number[] } | { ok: false; refusedAt: number; retryAfterSeconds: number };

const other = alias(rateLimits, 'other');
const open = alias(rateLimits, 'open');

/** Takes the points of the rows `wanted`: the rest of the statement of takePoints, which has no values. */
const pointsOfCounters = constant(sql`
  counters as (select wanted.*, case when other_key = '' then highest
                                     else greatest(1, ceil(highest * power(least(1, greatest(0,
                                            1 - coalesce(${other.points}, 0)::float8 / other_max) / (1 - ${sql.raw(String(CAP_CALM))}::float8)), 2)))::int
                                     end as max
                 from wanted left join lateral
                      (select ${other.points} from ${rateLimits} ${other}
                        where ${other.key} = wanted.other_key and ${other.expire} > now()) ${other} on true),
  windows as (select counters.*, ${open.expire}, coalesce(${open.points} >= counters.max, counters.max < 1) as refuses
                from counters left join lateral
                     (select ${open.points}, ${open.expire} from ${rateLimits} ${open}
                       where ${open.key} = counters.key and ${open.expire} > now()) ${open} on true),
  points as (${insertSelect(rateLimits, { key: sql`key`, points: sql`1`, expire: sql`now() + seconds * interval '1 second'` })}
               from wanted where not exists (select from windows where refuses) order by position
                 on conflict (key) do update ${setColumns(rateLimits, {
                   points: sql`case when ${rateLimits.expire} > now() then ${rateLimits.points} + 1 else 1 end`,
                   expire: sql`case when ${rateLimits.expire} > now() then ${rateLimits.expire} else excluded.expire end`,
                 })}
              where ${rateLimits.expire} <= now()
                 or ${rateLimits.points} < (select counters.max from counters where counters.key = ${rateLimits.key})
             returning ${rateLimits.key}, ${rateLimits.points})
  select points.points as taken, refuses, ceil(extract(epoch from expire - clock_timestamp())) as "secondsLeft"
    from windows left join points using (key) order by position`);

/** The statements of takePoints by their number of counters. */
const takeStatements: ((values: Record<string, unknown>) => SQL)[] = [];

function takeStatement(counters: readonly Counter[]): SQL {
  const statement = (takeStatements[counters.length] ??= compiled((values) => {
    // Rows, not arrays: Postgres plans a prepared statement anew each time if it does not know how many values there are.
    const wanted = counters.map((_, at) => {
      const value = (field: string) => values[`${field} ${at}`];
      return sql`(${value('key')}::text, ${value('max')}::int, ${value('seconds')}::int,
                  ${value('other_key')}::text, ${value('other_max')}::int, ${sql.raw(`${at}`)})`;
    });
    return sql`
      with wanted (key, highest, seconds, other_key, other_max, position) as (values ${sql.join(wanted, sql`, `)}), ${pointsOfCounters}`;
  }));
  const values: Record<string, unknown> = {};
  counters.forEach(({ key, max, seconds, shrinksWith }, at) => {
    const own = { key, max, seconds, other_key: shrinksWith?.key ?? '', other_max: shrinksWith?.max ?? 0 };
    for (const [field, value] of Object.entries(own)) values[`${field} ${at}`] = value;
  });
  return statement(values);
}

/**
 * Takes one point of every counter, or of none, in one statement. Counters are locked in the given order: callers that
 * share counters must name them in the same order. What is left of a counter of `shrinksWith` is read without a lock:
 * calls at the same moment may find more of it, at most one for each database connection.
 * Throws when the database is unreachable or does not answer in time.
 */
export async function takePoints(counters: readonly Counter[]): Promise<PointsTaken> {
  const keys = counters.map(({ key }) => key);
  const rows = await withQueryDeadline(
    db().execute<{ taken: number | null; secondsLeft: number | null; refuses: boolean }>(takeStatement(counters)),
  );
  if (rows.every(({ taken }) => taken !== null)) return { ok: true, taken: rows.map(({ taken }) => taken!) };
  // A concurrent call took the last point of a counter after this statement had started.
  const isRace = !rows.some(({ refuses }) => refuses);
  if (isRace) await returnPoints(keys.filter((_, at) => rows[at]!.taken !== null));
  const refusedAt = rows.findIndex(({ taken, refuses }) => (isRace ? taken === null : refuses));
  const { secondsLeft: left } = rows[refusedAt]!;
  // The window is not visible here if a concurrent call opened it: it has just started.
  return { ok: false, refusedAt, retryAfterSeconds: left && left > 0 ? left : counters[refusedAt]!.seconds };
}

/**
 * Returns one point of each key in its current window, for work that was counted but did not happen.
 * @param keys of counters, in the order of takePoints
 */
export async function returnPoints(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const wanted = keys.map((key, position) => sql`(${key}::text, ${position}::int)`);
  await db().execute(sql`
    with locked as (select ${rateLimits.key} from (values ${sql.join(wanted, sql`, `)}) wanted (key, position)
                      join ${rateLimits} using (key) where ${rateLimits.expire} > now()
                     order by wanted.position for update of ${rateLimits}),
         emptied as (delete from ${rateLimits} using locked where ${rateLimits.key} = locked.key and ${rateLimits.points} = 1)
    update ${rateLimits} ${setColumns(rateLimits, { points: sql`${rateLimits.points} - 1` })}
      from locked where ${rateLimits.key} = locked.key and ${rateLimits.points} > 1`);
}

type Limiter = {
  /**
   * Takes one point of `key`; refuses without counting if `max` points of the window are taken. Throws when the
   * database is unreachable or does not answer in time.
   */
  consume: (key: Key, max?: number) => Promise<Verdict>;
  /** Returns what consume would return, without taking a point. */
  peek: (key: Key, max?: number) => Promise<Verdict>;
  /** Returns one point of `key` in the current window, for work that was counted but did not happen. */
  refund: (key: Key) => Promise<void>;
  /** Deletes the counts of `key` and of everything within it. */
  clear: (key: Key) => Promise<void>;
  /** Returns the counter of `key` for takePoints. */
  counter: (key: Key, max?: number) => Counter;
};

/** The window of a key that is open now. */
const openWindow = (key: string) => and(eq(rateLimits.key, key), gt(rateLimits.expire, sql`now()`));

const keyOf = (name: string, key: Key) => `${name}:${[key].flat().map(hashKey).join('/')}`;

/** A rate limit whose points an operator can change (LIMITS): they are read for each call. */
type ChangeableRate = { points: LimitName; seconds: number };

const pointsOf = (points: Rate['points'] | LimitName) => (typeof points === 'number' ? points : env().LIMITS[points]);

/**
 * Creates a limiter of `points` per `seconds` and key, counted in the database and by its clock, so that instances
 * share it. A window starts with its first point; refused calls do not extend it.
 * @param name namespace of this limiter's keys
 */
export function limiter(name: string, { points, seconds }: Rate | ChangeableRate): Limiter {
  const counter = (key: Key, max = pointsOf(points)): Counter => ({ key: keyOf(name, key), max, seconds });
  return {
    counter,
    consume: (key, max) => takeAll([counter(key, max)]),
    peek: async (key, max = pointsOf(points)) => {
      const [window] = await withQueryDeadline(
        db()
          .select({
            taken: rateLimits.points,
            secondsLeft: sql<number>`ceil(extract(epoch from ${rateLimits.expire} - now()))`,
          })
          .from(rateLimits)
          .where(openWindow(keyOf(name, key))),
      );
      return !window || window.taken < max
        ? { ok: true, taken: window?.taken ?? 0 }
        : { ok: false, retryAfterSeconds: Math.max(1, window.secondsLeft) };
    },
    refund: (key) => returnPoints([keyOf(name, key)]),
    clear: async (key) => {
      const of = keyOf(name, key);
      await db()
        .delete(rateLimits)
        .where(or(eq(rateLimits.key, of), sql`starts_with(${rateLimits.key}, ${`${of}/`})`));
    },
  };
}

/** Returns the verdict of takePoints as that of its first counter. */
async function takeAll(counters: readonly Counter[]): Promise<Verdict> {
  const points = await takePoints(counters);
  return points.ok ? { ok: true, taken: points.taken[0]! } : { ok: false, retryAfterSeconds: points.retryAfterSeconds };
}

/**
 * Returns the network of a client address: an IPv4 address itself, or the /48 of an IPv6 address, which one customer
 * may own.
 */
export function networkOf(address: string): string {
  return address.endsWith('/64') ? `${ipaddr.IPv6.networkAddressFromCIDR(address.replace(/64$/, '48'))}/48` : address;
}

/**
 * Creates a limiter by client address (clientAddress of http.ts). For IPv6 it counts the /48 as well as the /64, since
 * the owner of a /48 has 65,536 of them.
 */
export function addressLimiter(name: string, limit: Rate | ChangeableRate) {
  const ofAddress = limiter(name, limit);
  const ofNetwork = limiter(`${name}_network`, limit);
  const countersOf = (address: string): Counter[] => {
    const network = networkOf(address);
    if (network === address) return [ofAddress.counter(address)];
    return [ofAddress.counter(address), ofNetwork.counter(network, pointsOf(limit.points) * NETWORK_SHARE)];
  };
  return {
    /** Returns the counters of an address for takePoints. */
    countersOf,
    consume: (address: string): Promise<Verdict> => takeAll(countersOf(address)),
  };
}

/** An attempt counted as a failure until `succeeded` is called, or the seconds until the next one is allowed. */
type CountedTry =
  | { ok: true; succeeded: () => Promise<void> }
  | { ok: false; code: 'auth.too_many_attempts'; retryAfterSeconds: number };

const DAY = 24 * 60 * 60;

/**
 * Limits failed logins: per account and network, per address, and per account in a window and in a day. Someone
 * guessing passwords locks the account for their own network, and many of them together for unknown networks; the owner
 * can still log in from a known network (security 64). An attempt is counted before its password is compared, so that
 * concurrent guesses count, too. A refused attempt takes no points: nothing was compared.
 * @param name namespace of these limits
 * @param max failures per account and network, and per address, in a window of `seconds`
 */
export function failedLogins(name: string, max: { account: LimitName; address: LimitName; seconds: number }) {
  const { account: failures, address: addressPoints, seconds } = max;
  const ofNetwork = limiter(`${name}_account`, { points: failures, seconds });
  const ofClientAddress = addressLimiter(`${name}_address`, { points: addressPoints, seconds });
  const altogether = limiter(`${name}_altogether`, { points: failures, seconds });
  const aDay = limiter(`${name}_altogether_day`, { points: failures, seconds: DAY });
  const knownKey = (account: string, network: string) => keyOf(`${name}_known`, [account, network]);

  const isKnown = async (account: string, network: string) => {
    return (await db().$count(rateLimits, openWindow(knownKey(account, network)))) > 0;
  };
  const remember = async (account: string, network: string) => {
    // At most once a day, not at every login.
    const expire = sql`now() + ${KNOWN_NETWORK_DAYS}::int * interval '1 day'`;
    await db()
      .insert(rateLimits)
      .values({ key: knownKey(account, network), expire })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { expire },
        setWhere: lt(rateLimits.expire, sql`${expire} - interval '1 day'`),
      });
  };

  return {
    count: async (account: string, address: string): Promise<CountedTry> => {
      const network = networkOf(address);
      const here = [ofNetwork.counter([account, network]), ...ofClientAddress.countersOf(address)];
      const { window, day } = LOGIN_FAILURES_OVERALL;
      const everywhere = [
        altogether.counter(account, pointsOf(failures) * window),
        aDay.counter(account, pointsOf(failures) * day),
      ];
      let counters = [...here, ...everywhere];
      let points = await takePoints(counters);
      if (!points.ok && points.refusedAt >= here.length && (await isKnown(account, network))) {
        counters = here;
        points = await takePoints(counters);
      }
      if (!points.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: points.retryAfterSeconds };
      return {
        ok: true,
        succeeded: async () =>
          void (await Promise.all([returnPoints(counters.map(({ key }) => key)), remember(account, network)])),
      };
    },
    /** Clears the failures of an account. */
    forget: async (account: string): Promise<void> => {
      await Promise.all([ofNetwork, altogether, aDay].map((limit) => limit.clear(account)));
    },
  };
}
