import type { Sql } from 'postgres';
import { sql } from '@/db/client';

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

/**
 * Makes calls in this order while a row that all of them need is locked, until the last one waits for it: each has read
 * the database before any of them writes.
 * @param holder a pool of one connection
 * @param row the table and the id of the row
 * @param part of the text of the statements, as of waitForLocks
 */
export async function queueUp<T>(
  holder: Sql,
  [table, id]: readonly [string, string],
  calls: readonly (() => Promise<T>)[],
  part = 'with ',
): Promise<PromiseSettledResult<T>[]> {
  const running: Promise<T>[] = [];
  await holder.begin(async (held) => {
    await held`select 1 from ${held(table)} where id::text = ${id} for update`;
    for (const call of calls) {
      running.push(call());
      await waitForLocks(sql(), running.length, part);
    }
  });
  return Promise.allSettled(running);
}

/** Returns the first row that each of these statements returned, or the SQLSTATE with which it failed. */
export const outcomesOf = <Row>(results: readonly PromiseSettledResult<Row[]>[]): (Row | string)[] =>
  results.map((result) =>
    result.status === 'fulfilled' ? result.value[0]! : (result.reason as { code: string }).code,
  );
