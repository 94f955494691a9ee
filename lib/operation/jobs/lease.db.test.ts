import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { doAlone, LEASE_SECONDS } from './lease';
import { runJobs } from './run';

useTestDatabase();
const instances = [useClient(5).db, useClient(5).db] as const;
const SPACING = 50;

/** Both instances begin a job several times at once. @returns how often it was done, and how many did it at the same time */
async function race(job: string) {
  let [done, open, most] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, (open += 1));
    await new Promise((next) => setTimeout(next, 100));
    open -= 1;
    return { count: (done += 1) };
  };
  await Promise.all([0, 1, 0, 1, 0, 1].map((n) => doAlone(job, instances[n as 0 | 1], SPACING, work)));
  return { done, most };
}

const rowOf = async (job: string) => (await sql()`select * from job_runs where job = ${job}`)[0];

test('two instances that begin a job at once: one does it, and neither again within the spacing', async () => {
  expect(await race('alone')).toEqual({ done: 1, most: 1 });
  expect(await race('alone')).toEqual({ done: 0, most: 0 });
  await sql()`update job_runs set began_at = began_at - ${SPACING} * interval '1 second' where job = 'alone'`;
  expect(await race('alone')).toEqual({ done: 1, most: 1 });
  expect(await rowOf('alone')).toMatchObject({ held_by: null, held_until: null, failing_since: null });
});

test('control: without lease and spacing all of them do it at the same time', async () => {
  const guards = ['"job_runs"."held_until" is null', '"job_runs"."began_at" <='].map(
    (part) => [part, `true or ${part}`] as const,
  );
  const raced = await withoutGuards(guards, async () => [await race('unguarded'), await race('unguarded')] as const);
  expect(raced[0].done + raced[1].done).toBe(12);
  expect(raced[0].most).toBeGreaterThan(1);
});

test('a killed process loses its jobs once their time is over, a working one renews it', async () => {
  // A process that begins a job and is killed in it.
  const program = `
    const { doAlone } = await import('@/lib/operation/jobs/lease');
    const { db } = await import('@/db/client');
    await doAlone('killed', db(), ${SPACING}, async () => process.kill(process.pid, 'SIGKILL'));`;
  const args = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', program];
  await expect(promisify(execFile)(process.execPath, args, { env: process.env })).rejects.toMatchObject({
    signal: 'SIGKILL',
  });
  await sql()`update job_runs set began_at = began_at - interval '1 hour' where job = 'killed'`;
  expect(await race('killed')).toEqual({ done: 0, most: 0 });
  await sql()`update job_runs set held_until = held_until - ${LEASE_SECONDS} * interval '1 second' where job = 'killed'`;
  expect(await race('killed')).toEqual({ done: 1, most: 1 });

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await doAlone('long', instances[0], SPACING, async () => {
      await sql()`update job_runs set held_until = now() where job = 'long'`;
      await vi.advanceTimersByTimeAsync((LEASE_SECONDS / 2) * 1000);
      await vi.waitFor(async () => expect((await rowOf('long'))!.held_until.getTime()).toBeGreaterThan(Date.now()));
      return { count: 0 };
    });
  } finally {
    vi.useRealTimers();
  }
});

test('a success has time and duration; a failure its first time and its last code, until the next success', async () => {
  await doAlone('recorded', instances[0], undefined, async () => ({ count: 3 }));
  const succeeded = await rowOf('recorded');
  expect(succeeded).toMatchObject({ failing_since: null, error_code: null, milliseconds: expect.any(Number) });
  const fail = (code: string) =>
    doAlone('recorded', instances[0], undefined, () => Promise.reject(Object.assign(new Error(code), { code })));
  await expect(fail('57014')).rejects.toThrow('57014');
  const { failing_since } = (await rowOf('recorded'))!;
  await expect(fail('ECONNRESET')).rejects.toThrow();
  expect(await rowOf('recorded')).toMatchObject({
    ...{ failing_since, error_code: 'ECONNRESET', succeeded_at: succeeded!.succeeded_at, held_by: null },
  });
  // Neither a success nor a failure.
  await doAlone('recorded', instances[0], undefined, async () => ({ count: 0, isIdle: true }));
  expect(await rowOf('recorded')).toMatchObject({ failing_since });
  await doAlone('recorded', instances[0], undefined, async () => ({ count: 0 }));
  expect(await rowOf('recorded')).toMatchObject({ failing_since: null, error_code: null });
});

test('a run records every job, also the one that fails', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await sql()`alter table report_reminders rename to hidden`;
  await expect(runJobs()).rejects.toThrow('report_reminders');
  await sql()`alter table hidden rename to report_reminders`;
  log.mockRestore();
  const rows = await sql()<{ job: string; error_code: string | null }[]>`
    select job, error_code from job_runs where succeeded_at is not null or failing_since is not null`;
  expect(rows.filter(({ error_code }) => error_code !== null)).toEqual([
    { job: 'remind_reports', error_code: '42P01' },
  ]);
  expect(rows.map(({ job }) => job)).toEqual(expect.arrayContaining(['release', 'send', 'secret', 'purge']));
});
