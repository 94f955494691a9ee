import { sql as part } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { transaction } from '@/db/transaction';
import { DeadlineError } from '@/lib/platform/deadline';
import { useTestDatabase } from '@/testing/db/database';
import { waitForLocks } from '@/testing/db/locks';
import { actWithin } from './act-within';

useTestDatabase();
beforeAll(() => sql()`create table notes (text text)`);
beforeEach(() => sql()`truncate notes`);
const count = async () => (await sql()`select from notes`).count;

test('security 122: once the deadline was announced nothing is written', async () => {
  let go = () => undefined as void;
  const gate = new Promise<void>((open) => (go = open));
  let work: Promise<unknown>;
  const answer = actWithin(() => {
    work = gate.then(() => sql()`insert into notes (text) values ('late')`);
    return work;
  }, 1);
  await expect(answer).rejects.toThrow(DeadlineError);
  go();
  await expect(work!).rejects.toThrow(DeadlineError);
  expect(await count()).toBe(0);
});

test('security 122: what is being written at the deadline is answered as it ends', async () => {
  // The driver opens connections by timers.
  await Promise.all([1, 2, 3].map(() => sql()`select`));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: Promise<unknown>;
  await sql().begin(async (holder) => {
    await holder`lock table notes in share mode`;
    answer = actWithin(async () => (await sql()`insert into notes (text) values ('slow')`).count, 1000);
    await waitForLocks(sql(), 1, 'insert into notes');
    vi.advanceTimersByTime(1000);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  });
  expect(await answer!).toBe(1);
  expect(await count()).toBe(1);
});

test('security 122: a transaction that is not committed when the deadline is announced is rolled back', async () => {
  let go = () => undefined as void;
  const gate = new Promise<void>((open) => (go = open));
  let work: Promise<unknown>;
  const written = vi.fn();
  const answer = actWithin(() => {
    work = transaction(async (tx) => {
      await tx.execute(part`insert into notes (text) values ('late')`);
      written();
      await gate;
    });
    return work;
  }, 200);
  await expect(answer).rejects.toThrow(DeadlineError);
  expect(written).toHaveBeenCalled();
  go();
  await expect(work!).rejects.toThrow(DeadlineError);
  expect(await count()).toBe(0);
  // Its connection is free again, once the answer to the rollback has arrived.
  const open = () =>
    sql()`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  await expect.poll(open, { timeout: 10_000 }).toHaveLength(0);
});

test('security 122: a commit that was sent before the deadline is answered as it ends', async () => {
  await sql()`create function wait_at_commit() returns trigger language plpgsql as
              $$ begin perform pg_advisory_xact_lock(170); return null; end $$`;
  await sql()`create constraint trigger wait_at_commit after insert on notes deferrable initially deferred
              for each row execute function wait_at_commit()`;
  onTestFinished(async () => void (await sql()`drop function wait_at_commit cascade`));
  await Promise.all([1, 2, 3].map(() => sql()`select`));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const announced = vi.fn();
  let answer: Promise<unknown>;
  await sql().begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(170)`;
    answer = actWithin(
      () =>
        transaction(async (tx) => {
          await tx.execute(part`insert into notes (text) values ('slow')`);
          return 'done';
        }),
      1000,
    );
    answer.catch(announced);
    await waitForLocks(sql(), 1, 'commit');
    vi.advanceTimersByTime(1000);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(announced).not.toHaveBeenCalled();
  });
  expect(await answer!).toBe('done');
  expect(await count()).toBe(1);
});
