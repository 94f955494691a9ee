import { beforeAll, beforeEach, expect, test } from 'vitest';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { waitForLocks } from '@/testing/db/locks';
import { sql } from './client';
import { stoppable } from './work';

useTestDatabase();
const LATE = new Error('late');
/** A pool of one connection, in which a second statement waits. */
const pool = usePool(1);
beforeAll(async () => {
  await sql()`create table notes (text text)`;
});
beforeEach(() => sql()`truncate notes`);

const notes = async () => (await sql()<{ text: string }[]>`select text from notes order by 1`).map(({ text }) => text);
const note = (text: string) => pool`insert into notes (text) values (${text})`;

/** Runs `work` while another connection holds the table that it writes to. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await sql().begin(async (holder) => {
    await holder`lock table notes in share mode`;
    await work();
  });
}

test('security 122: a statement that waits for a connection when its work is stopped has no effect', async () => {
  let running: Promise<unknown>;
  let waiting: Promise<unknown>;
  await whileLocked(async () => {
    running = note('sent before').execute();
    await waitForLocks(sql(), 1, 'insert into notes');
    const { result, stop } = stoppable(async () => void (await note('queued')));
    waiting = result.catch((error: unknown) => error);
    await Promise.resolve();
    expect(stop(LATE)).toBe(false);
    expect(await waiting).toBe(LATE);
  });
  await running!;
  // The connection is usable.
  await note('sent after');
  expect(await notes()).toEqual(['sent after', 'sent before']);
});

test('security 122: a statement that was sent is said to run, and has its effect', async () => {
  let work: ReturnType<typeof stoppable<void>>;
  await whileLocked(async () => {
    work = stoppable(async () => void (await note('sent')));
    await waitForLocks(sql(), 1, 'insert into notes');
    expect(work.stop(LATE)).toBe(true);
  });
  await work!.result;
  expect(await notes()).toEqual(['sent']);
});

test('security 122: a stopped transaction is rolled back, and its connection is usable', async () => {
  let go = () => undefined as void;
  const gate = new Promise<void>((open) => (go = open));
  let isOpen = () => undefined as void;
  const opened = new Promise<void>((open) => (isOpen = open));
  const { result, stop } = stoppable(() =>
    pool.begin(async (transaction) => {
      await transaction`insert into notes (text) values ('first')`;
      isOpen();
      await gate;
      await transaction`insert into notes (text) values ('second')`;
    }),
  );
  await opened;
  expect(stop(LATE)).toBe(false);
  go();
  await expect(result).rejects.toBe(LATE);
  await note('after');
  expect(await notes()).toEqual(['after']);
});
