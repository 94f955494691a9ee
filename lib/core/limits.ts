import 'server-only';
import { createHmac } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { db, sql, type Database } from '@/db/client';
import { rateLimits } from '@/db/schema';
import { withDeadline } from './deadline';
import { env } from './env';

/** How long the database may take to count, in milliseconds. */
const DEADLINE_MS = 5000;

/** What a limiter answers: go on, or come back in so many seconds (at least 1). */
export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

/** The keyed hash under which something is counted: counters hold no personal data (A-87). */
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
 * A limit of `points` per `seconds` and key, counted in the database so that several instances agree (A-10).
 * @param name keeps this limit's keys apart from those of other limits
 */
export function limiter(name: string, { points, seconds }: { points: number; seconds: number }): Limiter {
  let made: { client: Database; counter: RateLimiterDrizzle } | undefined;
  // Made at first use, since a build has no database, and again when the pool was closed and reopened.
  const counter = () => {
    const client = db();
    if (made?.client !== client) {
      const options = { storeClient: client, schema: rateLimits, keyPrefix: name, points, duration: seconds };
      made = { client, counter: new RateLimiterDrizzle(options) };
    }
    return made.counter;
  };
  return {
    consume: async (key) => {
      try {
        await withDeadline(counter().consume(anonymise(key)), DEADLINE_MS);
        return { ok: true };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
      }
    },
    // Not the library's own, which opens a window with a point too many when the old one has ended, and costs six times as much.
    reward: async (key) => {
      await sql()`
        update rate_limits set points = points - 1 where key = ${`${name}:${anonymise(key)}`} and expire > now()`;
    },
    clear: async (key) => {
      await counter().delete(anonymise(key));
    },
  };
}
