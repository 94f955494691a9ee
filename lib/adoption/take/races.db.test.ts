import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import { issueCode } from '@/lib/accounts/codes/mutations';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { pledgeSeats } from './mutations';
import { prepareAdoption, runIntoDeadlock, seatLedger, wrongCode, type Prepared } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';

const { url } = useTestDatabase();
// Two application instances, which share only the database. 40 connections in all.
const here = useClient(20).db;
const { sql: watcher, db: there } = useClient(20);

const pledgeAll = (adoptions: readonly { subject: Prepared['subject']; code: string }[]) =>
  Promise.all(adoptions.map(({ subject, code }, n) => pledgeSeats(subject, code, n % 2 ? here : there)));

type Result = Awaited<ReturnType<typeof pledgeSeats>>;
const count = (results: Result[], what: 'ok' | Extract<Result, { ok: false }>['code']) =>
  results.filter((result) => (result.ok ? what === 'ok' : result.code === what)).length;

const prepareMany = async (many: number, lines: (n: number) => Parameters<typeof prepareAdoption>[0]) => {
  const prepared: Prepared[] = [];
  for (let n = 0; n < many; n += 20)
    prepared.push(...(await Promise.all(Array.from({ length: 20 }, (_, k) => prepareAdoption(lines(n + k))))));
  return prepared;
};

describe('many concurrent buyers', () => {
  test('100 pairs of buyers over the same courses in opposite orders: all or nothing, and no deadlock', async () => {
    const courses = [
      await makeCourse({ totalSeats: 60 }),
      await makeCourse({ totalSeats: 90 }),
      await makeCourse({ totalSeats: 300 }),
    ];
    const prepared = await prepareMany(200, (n) => {
      const lines = courses.map((course, index) => ({ course, seats: index + 1 }));
      return n % 2 ? lines : lines.reverse();
    });
    const results = await pledgeAll(prepared);
    // The second course is full first: 90 seats at 2 per buyer.
    expect(count(results, 'ok')).toBe(45);
    for (const [index, course] of courses.entries())
      expect(await seatLedger(course.id)).toEqual({ adopted: 45 * (index + 1), pledged: 45 * (index + 1) });
    const [{ deadlocks }] =
      (await sql()`select deadlocks::int from pg_stat_database where datname = current_database()`) as unknown as [
        { deadlocks: number },
      ];
    expect(deadlocks).toBe(0);
  });

  test('concurrent wrong codes for two open codes of one recipient: 10 are compared in total', async () => {
    const first = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const guesses = () => pledgeAll(Array(50).fill({ subject: first.subject, code: wrongCode(first.code) }));
    const before = await guesses();
    Object.assign(first, await issueCode(first.subject, first.billingId));
    const after = await guesses();
    Object.assign(first, await issueCode(first.subject, first.billingId));
    const last = await guesses();
    expect([before, after, last].map((results) => count(results, 'otp.invalid'))).toEqual([5, 5, 0]);
  });

  test('security 30: a thousand unverified drafts leave every seat where it was', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    await prepareMany(1000, () => [{ course, seats: 5 }]);
    expect(await seatLedger(course.id)).toEqual({ adopted: 0, pledged: 0 });
    expect(await listCourses({ ids: [course.id] })).toMatchObject([{ left_seats: 5 }]);
  });
});

describe('a transaction that locks in another order', () => {
  test('a statement that failed with a deadlock is retried', async () => {
    const { result, courses } = await runIntoDeadlock(watcher, async () => {
      const pair = [await makeCourse(), await makeCourse()];
      const { subject, code } = await prepareAdoption(pair.map((course) => ({ course, seats: 1 })));
      return { courses: pair, work: () => pledgeSeats(subject, code, here) };
    });
    expect(result).toMatchObject({ ok: true });
    for (const { id } of courses) expect(await seatLedger(id)).toEqual({ adopted: 1, pledged: 1 });
  });
});

describe('lost connections', () => {
  test('fault 3: backends killed in the middle of the statement and at any moment: the process lives, a retry converges', async () => {
    const course = await makeCourse({ totalSeats: 150 });
    const prepared = await prepareMany(200, () => [{ course, seats: 1 }]);
    const killer = postgres(url, { max: 1, onnotice: () => undefined });
    const acknowledged = new Map<string, Result>();
    let failures = 0;
    const verify = async ({ subject, code, billingId }: Prepared, n: number) => {
      try {
        acknowledged.set(billingId, await pledgeSeats(subject, code, n % 2 ? here : there));
      } catch {
        failures += 1;
      }
    };
    const kill = (victims: number) => killer`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%otp_challenges%' and pid <> pg_backend_pid()
         and state = 'active' limit ${victims}`;
    for (let round = 0; round < 10; round++) {
      const group = prepared.slice(round * 20, round * 20 + 20);
      if (round % 2) {
        const load = group.map(verify);
        await kill(5);
        await Promise.all(load);
        continue;
      }
      let load: Promise<void>[] = [];
      await sql().begin(async (held) => {
        await held`select 1 from courses where id = ${course.id} for update`;
        load = group.map(verify);
        await waitForLocks(killer, 10);
        await kill(5);
      });
      await Promise.all(load);
    }
    expect(failures).toBeGreaterThanOrEqual(25);
    for (const [billingId, result] of acknowledged) if (result.ok) expect(await stateOf(billingId)).toBe('pledged');

    await Promise.all(prepared.filter(({ billingId }) => !acknowledged.has(billingId)).map(verify));
    await killer.end();
    expect(count([...acknowledged.values()], 'ok')).toBe(150);
    expect(await seatLedger(course.id)).toEqual({ adopted: 150, pledged: 150 });
  });
});

const stateOf = async (billingId: string) => {
  const [row] = await sql()<{ state: string }[]>`select state from billings where id = ${billingId}`;
  return row?.state;
};
