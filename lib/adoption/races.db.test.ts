import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import { issueCode } from '@/lib/otp/mutations';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { pledgeSeats } from './mutations';
import { prepareAdoption, runIntoDeadlock, seatLedger, wrongCode, type Prepared } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';

const { url } = useTestDatabase();
// Two application instances, which share only the database. 40 connections in all.
const instance = () => connect(url, { max: 20 }).sql;
let here: Sql;
let there: Sql;
beforeAll(() => {
  here = instance();
  there = instance();
});
afterAll(() => Promise.all([here.end(), there.end()]));

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
  test('200 verifications for 5 seats: 5 pledges, 195 shortages', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await prepareMany(200, () => [{ course, seats: 1 }]);
    const results = await pledgeAll(prepared);
    expect(count(results, 'ok')).toBe(5);
    expect(count(results, 'seats.none_left') + count(results, 'seats.max')).toBe(195);
    expect(await seatLedger(course.id)).toEqual({ adopted: 5, pledged: 5 });
  });

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

  test('security 6: 20 times the same right code at once over two instances: one pledge, answered 20 times', async () => {
    const course = await makeCourse();
    const { subject, code, billingId } = await prepareAdoption([{ course, seats: 3 }]);
    const results = await pledgeAll(Array(20).fill({ subject, code }));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]).toMatchObject({ ok: true, billingId });
    expect(await seatLedger(course.id)).toEqual({ adopted: 3, pledged: 3 });
    expect(
      await sql()`select 1 from billing_events where billing_id = ${billingId} and event = 'verified'`,
    ).toHaveLength(1);
  });

  test('100 concurrent wrong codes on two instances: 5 are compared, 95 refused', async () => {
    const { subject, code, challengeId } = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const results = await pledgeAll(Array(100).fill({ subject, code: wrongCode(code) }));
    expect(count(results, 'otp.invalid')).toBe(5);
    expect(count(results, 'otp.too_many_attempts')).toBe(95);
    const [row] = await sql()`select wrong_attempts from otp_challenges where id = ${challengeId}::bigint`;
    expect(row).toEqual({ wrong_attempts: 5 });
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
    const { result, courses } = await runIntoDeadlock(there, async () => {
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
