import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { waitForLocks } from './locks';

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

/**
 * Begins calls while nobody can write to a table, until all of them wait for it: each has read the database before any of them writes.
 * @param part of the text of the statements that wait, as of waitForLocks
 */
export async function writeTogether<T>(table: string, begin: () => Promise<T>[], part: string): Promise<T[]> {
  const { begun } = await sql().begin(async (held) => {
    await held`lock table ${held(table)} in share row exclusive mode`;
    const begun = begin();
    await waitForLocks(sql(), begun.length, part);
    return { begun };
  });
  return Promise.all(begun);
}

/** Returns the first row that each of these statements returned, or the SQLSTATE with which it failed. */
export const outcomesOf = <Row>(results: readonly PromiseSettledResult<Row[]>[]): (Row | string)[] =>
  results.map((result) => (result.status === 'fulfilled' ? result.value[0]! : databaseErrorOf(result.reason).code!));
