import type { Sql } from 'postgres';

/**
 * Resolves once this many statements wait for a lock, so that a race is deterministic.
 * @param part of the first 1,000 characters of the statement's text; default: verifications
 */
export async function waitForLocks(watcher: Sql, statements: number, part = 'otp_challenges'): Promise<void> {
  for (let waiting = 0; waiting < statements;) {
    const [row] = await watcher<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${part}) > 0`;
    waiting = row!.waiting;
  }
}
