import 'server-only';
import { createHmac } from 'node:crypto';
import { sql } from '@/db/client';
import { withQueryDeadline } from './deadline';
import { env } from './env';

/** What a limiter answers: go on, or come back in so many seconds (at least 1). */
export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

/** The keyed hash under which something is counted: counters hold no personal data. */
export function anonymise(key: string): string {
  return createHmac('sha256', env().APP_SECRET).update(`limit|${key}`).digest('base64url');
}

export type Limiter = {
  /** Takes one point of `key`; refused once the window's points are used up. Throws when the database is unreachable or does not answer in time. */
  consume: (key: string) => Promise<Verdict>;
  /** Gives one point of `key` back in the running window, for work that was counted but did not happen. */
  reward: (key: string) => Promise<void>;
  /** Forgets what was counted for `key`. */
  clear: (key: string) => Promise<void>;
};

/**
 * A limit of `points` per `seconds` and key, counted in the database and by its clock, so that several instances agree.
 * A window opens with its first point and is not prolonged by those refused in it.
 * @param name keeps this limit's keys apart from those of other limits
 */
export function limiter(name: string, { points, seconds }: { points: number; seconds: number }): Limiter {
  const keyOf = (key: string) => `${name}:${anonymise(key)}`;
  return {
    // One upsert: calls at once wait for the row, and each counts what the one before left.
    consume: async (key) => {
      const [window] = await withQueryDeadline(
        sql()<{ points: number; seconds_left: number }[]>`
          insert into rate_limits as l (key, points, expire)
          values (${keyOf(key)}, 1, now() + ${seconds} * interval '1 second')
          on conflict (key) do update set
            points = case when l.expire > now() then l.points + 1 else 1 end,
            expire = case when l.expire > now() then l.expire else excluded.expire end
          returning points, ceil(extract(epoch from expire - now()))::int as seconds_left`,
      );
      const { points: taken, seconds_left: left } = window!;
      return taken <= points ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(1, left) };
    },
    reward: async (key) => {
      await sql()`update rate_limits set points = points - 1 where key = ${keyOf(key)} and expire > now()`;
    },
    clear: async (key) => {
      await sql()`delete from rate_limits where key = ${keyOf(key)}`;
    },
  };
}

/** A try that was counted as a failure until `giveBack` says that it was none, or the seconds until the next may be made. */
type CountedTry = { ok: true; giveBack: () => Promise<void> } | { ok: false; retryAfterSeconds: number };

/**
 * Limits failed logins by account and by address. A try is counted before its password is compared, so that guesses sent at
 * once are counted as well. One that is refused is given back: nothing was compared, and were it counted, an office that logs
 * in all at once would find its address closed without a wrong password.
 * @param name keeps these limits apart from those of other logins
 * @param most failures of one account and from one address in a window of `seconds`
 */
export function failedLogins(name: string, most: { account: number; address: number; seconds: number }) {
  const { seconds } = most;
  const ofAccount = limiter(`${name}_account`, { points: most.account, seconds });
  const ofAddress = limiter(`${name}_address`, { points: most.address, seconds });
  return {
    count: async (account: string, address: string): Promise<CountedTry> => {
      const giveBack = async () => void (await Promise.all([ofAccount.reward(account), ofAddress.reward(address)]));
      const verdicts = await Promise.all([ofAccount.consume(account), ofAddress.consume(address)]);
      const waits = verdicts.map((verdict) => (verdict.ok ? 0 : verdict.retryAfterSeconds));
      if (waits.every((wait) => wait === 0)) return { ok: true, giveBack };
      await giveBack();
      return { ok: false, retryAfterSeconds: Math.max(...waits) };
    },
    /** Forgets the failures of an account. */
    forget: ofAccount.clear,
  };
}
