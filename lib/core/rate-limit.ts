import 'server-only';
import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from '@/db/client';
import { withQueryDeadline } from './deadline';
import { env } from './env';
import { KNOWN_NETWORK_DAYS, LOGIN_FAILURES_OVERALL, NETWORK_SHARE, type LoginFailures, type Rate } from './limits';

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

export type Limiter = {
  /**
   * Takes one point of `key`; refuses without counting if `most` points of the window are taken. Throws when the
   * database is unreachable or does not answer in time.
   */
  consume: (key: Key, most?: number) => Promise<Verdict>;
  /** Returns what consume would return, without taking a point. */
  peek: (key: Key, most?: number) => Promise<Verdict>;
  /** Returns one point of `key` in the current window, for work that was counted but did not happen. */
  refund: (key: Key) => Promise<void>;
  /** Deletes the counts of `key` and of everything within it. */
  clear: (key: Key) => Promise<void>;
};

const keyOf = (name: string, key: Key) => `${name}:${[key].flat().map(hashKey).join('/')}`;

/**
 * Creates a limiter of `points` per `seconds` and key, counted in the database and by its clock, so that instances
 * share it. A window starts with its first point; refused calls do not extend it.
 * @param name namespace of this limiter's keys
 */
export function limiter(name: string, { points, seconds }: Rate): Limiter {
  const refused = (left: number | undefined): Verdict => ({
    ok: false,
    // Not visible here if a concurrent call opened the window: it has just started.
    retryAfterSeconds: left !== undefined && left > 0 ? left : seconds,
  });
  return {
    // One upsert: concurrent calls queue for the row, and each counts on top of the one before.
    consume: async (key, most = points) => {
      const of = keyOf(name, key);
      const [window] = await withQueryDeadline(
        sql()<{ taken: number | null; seconds_left: number }[]>`
          with counted as (
            insert into rate_limits as l (key, points, expire)
            values (${of}, 1, now() + ${seconds} * interval '1 second')
            on conflict (key) do update set
              points = case when l.expire > now() then l.points + 1 else 1 end,
              expire = case when l.expire > now() then l.expire else excluded.expire end
             where l.expire <= now() or l.points < ${most}
            returning points)
          select points as taken, 0 as seconds_left from counted
          union all
          select null, ceil(extract(epoch from expire - now()))::int from rate_limits
           where key = ${of} and not exists (select from counted)`,
      );
      return window && window.taken !== null ? { ok: true, taken: window.taken } : refused(window?.seconds_left);
    },
    peek: async (key, most = points) => {
      const [window] = await withQueryDeadline(
        sql()<{ taken: number; seconds_left: number }[]>`
          select points as taken, ceil(extract(epoch from expire - now()))::int as seconds_left from rate_limits
           where key = ${keyOf(name, key)} and expire > now()`,
      );
      return !window || window.taken < most ? { ok: true, taken: window?.taken ?? 0 } : refused(window.seconds_left);
    },
    refund: async (key) => {
      await sql()`update rate_limits set points = points - 1 where key = ${keyOf(name, key)} and expire > now()`;
    },
    clear: async (key) => {
      const of = keyOf(name, key);
      await sql()`delete from rate_limits where key = ${of} or starts_with(key, ${`${of}/`})`;
    },
  };
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
export function addressLimiter(name: string, limit: Rate) {
  const [ofAddress, ofNetwork] = [
    limiter(name, limit),
    limiter(`${name}_network`, { ...limit, points: limit.points * NETWORK_SHARE }),
  ];
  const countersOf = (address: string): [Counter, ...Counter[]] => {
    const network = networkOf(address);
    return [counter(ofAddress, address), ...(network === address ? [] : [counter(ofNetwork, network)])];
  };
  return {
    consume: (address: string): Promise<Verdict> => consumeAll(countersOf(address)).then(({ verdict }) => verdict),
    refund: async (address: string): Promise<void> => {
      await Promise.all(countersOf(address).map(({ refund }) => refund()));
    },
  };
}

/** A limiter bound to a key. */
type Counter = { consume: () => Promise<Verdict>; refund: () => Promise<void> };

const counter = <K>(
  limit: { consume: (key: K) => Promise<Verdict>; refund: (key: K) => Promise<void> },
  key: K,
): Counter => ({ consume: () => limit.consume(key), refund: () => limit.refund(key) });

/**
 * Takes a point of every counter in sequence, or of none. Sequential, because two concurrent calls could each take the
 * other's last point.
 * @returns the verdict of the first counter that refuses, else of the first one; and a function that returns the points
 */
async function consumeAll([first, ...others]: readonly [Counter, ...Counter[]]): Promise<{
  verdict: Verdict;
  giveBack: () => Promise<void>;
}> {
  const verdict = await first.consume();
  if (!verdict.ok) return { verdict, giveBack: async () => undefined };
  const taken = [first];
  const giveBack = async () => void (await Promise.all(taken.map(({ refund }) => refund())));
  for (const each of others) {
    const next = await each.consume();
    if (!next.ok) {
      await giveBack();
      return { verdict: next, giveBack: async () => undefined };
    }
    taken.push(each);
  }
  return { verdict, giveBack };
}

/** An attempt counted as a failure until `succeeded` is called, or the seconds until the next one is allowed. */
type CountedTry = { ok: true; succeeded: () => Promise<void> } | { ok: false; retryAfterSeconds: number };

const DAY = 24 * 60 * 60;

/**
 * Limits failed logins: per account and network, per address, and per account in a window and in a day. Someone
 * guessing passwords locks the account for their own network, and many of them together for unknown networks; the owner
 * can still log in from a known network (security 64). An attempt is counted before its password is compared, so that
 * concurrent guesses count, too. A refused attempt takes no points: nothing was compared.
 * @param name namespace of these limits
 * @param most failures per account and network, and per address, in a window of `seconds`
 */
export function failedLogins(name: string, most: LoginFailures) {
  const { account: points, address: addressPoints, seconds } = most;
  const ofNetwork = limiter(`${name}_account`, { points, seconds });
  const ofClientAddress = addressLimiter(`${name}_address`, { points: addressPoints, seconds });
  const altogether = limiter(`${name}_altogether`, { points: points * LOGIN_FAILURES_OVERALL.window, seconds });
  const aDay = limiter(`${name}_altogether_day`, { points: points * LOGIN_FAILURES_OVERALL.day, seconds: DAY });
  const knownKey = (account: string, network: string) => keyOf(`${name}_known`, [account, network]);

  const isKnown = async (account: string, network: string) => {
    const rows = await sql()`select 1 from rate_limits where key = ${knownKey(account, network)} and expire > now()`;
    return rows.length > 0;
  };
  const remember = async (account: string, network: string) => {
    // At most once a day, not at every login.
    await sql()`
      insert into rate_limits (key, points, expire)
      values (${knownKey(account, network)}, 0, now() + ${KNOWN_NETWORK_DAYS} * interval '1 day')
      on conflict (key) do update set expire = excluded.expire
       where rate_limits.expire < excluded.expire - interval '1 day'`;
  };

  return {
    count: async (account: string, address: string): Promise<CountedTry> => {
      const network = networkOf(address);
      const here = await consumeAll([counter<Key>(ofNetwork, [account, network]), counter(ofClientAddress, address)]);
      if (!here.verdict.ok) return here.verdict;
      const everywhere = await consumeAll([counter<Key>(altogether, account), counter<Key>(aDay, account)]);
      if (!everywhere.verdict.ok && !(await isKnown(account, network))) {
        await here.giveBack();
        return everywhere.verdict;
      }
      return {
        ok: true,
        succeeded: async () =>
          void (await Promise.all([here.giveBack(), everywhere.giveBack(), remember(account, network)])),
      };
    },
    /** Clears the failures of an account. */
    forget: async (account: string): Promise<void> => {
      await Promise.all([ofNetwork, altogether, aDay].map((limit) => limit.clear(account)));
    },
  };
}
