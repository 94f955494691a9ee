import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';

/** How often the waiting statements are counted, 5 ms apart, before the race counts as one that does not occur. */
const TRIES = 4000;

/**
 * Resolves once this many statements wait for a lock, so that a race is deterministic.
 * @param part of the first 1,000 characters of the statement's text; default: verifications
 * @throws Error if they never do, such as statements of another text
 */
export async function waitForLocks(watcher: Sql, statements: number, part = 'otp_challenges'): Promise<void> {
  let waiting = 0;
  for (let tries = 0; waiting < statements; tries++) {
    if (tries === TRIES) throw new Error(`${waiting} of ${statements} statements with '${part}' wait for a lock`);
    if (tries > 0) await sleep(5);
    const [row] = await watcher<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${part}) > 0`;
    waiting = row!.waiting;
  }
}
