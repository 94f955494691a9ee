import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '@/db/client';
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
