import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { pledgeValues, prepareAdoption, seatLedger, wrongCode, type Prepared } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { without } from '@/testing/db/statements';
import { PLEDGE_SEATS, type TakeRow } from './statements';

/*
 * Control tests: each guard of the statement is removed in turn, in a database without the constraints that would also
 * prevent the error. All statements start while another transaction holds the row lock, so each reads the seats before
 * any of them writes: the race occurs in every run.
 */
const { url } = useTestDatabase();
let buyers: Sql;
let holder: Sql;
beforeAll(async () => {
  buyers = connect(url, { max: 20 }).sql;
  holder = connect(url, { max: 1 }).sql;
  await sql()`alter table courses drop constraint courses_seats_not_oversold`;
  await sql()`alter table otp_challenges drop constraint otp_challenges_attempts_range`;
});
afterAll(() => Promise.all([buyers.end(), holder.end()]));

const CODE_LOCK = 'order by id for no key update';
const BILLING_LOCK = 'for no key update of b';
const COURSE_LOCK = 'order by c.id for no key update of c';
const LINE_CHECK = 'and bool_and(available >= seats)';

/**
 * Runs a statement for every adoption concurrently; all of them wait for a row lock of `table` until the last one is
 * waiting.
 */
async function atOnce(
  statement: string,
  adoptions: readonly { values: (string | number)[] }[],
  table: 'courses' | 'otp_challenges',
  id: string,
): Promise<TakeRow[]> {
  const running: Promise<TakeRow[]>[] = [];
  await holder.begin(async (held) => {
    await held`select 1 from ${held(table)} where id::text = ${id} for update`;
    for (const { values } of adoptions) running.push(buyers.unsafe<TakeRow[]>(statement, values).execute());
    await waitForLocks(sql(), adoptions.length);
  });
  return (await Promise.all(running)).map(([row]) => row!);
}

const right = (prepared: Prepared) => ({ values: pledgeValues(prepared, prepared.code) });
const wrong = (prepared: Prepared) => ({ values: pledgeValues(prepared, wrongCode(prepared.code)) });
const pledged = (rows: TakeRow[]) => rows.filter(({ state }) => state === 'pledged').length;

describe('twenty concurrent buyers of five seats', () => {
  const buy = async (statement: string) => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await Promise.all(Array.from({ length: 20 }, () => prepareAdoption([{ course, seats: 1 }])));
    const rows = await atOnce(statement, prepared.map(right), 'courses', course.id);
    return { pledged: pledged(rows), ledger: await seatLedger(course.id) };
  };

  test('the statement pledges five', async () => {
    expect(await buy(PLEDGE_SEATS)).toEqual({ pledged: 5, ledger: { adopted: 5, pledged: 5 } });
  });

  test('control: without the lock on the courses it oversells and the counters are wrong', async () => {
    const bought = await buy(without(PLEDGE_SEATS, COURSE_LOCK));
    expect(bought).toEqual({ pledged: 20, ledger: { adopted: 1, pledged: 20 } });
  });

  test('control: without the check of every line it oversells', async () => {
    const bought = await buy(without(PLEDGE_SEATS, LINE_CHECK));
    expect(bought.ledger).toEqual({ adopted: 20, pledged: 20 });
  });
});

describe('two buyers of two courses in opposite orders', () => {
  const buy = async (statement: string) => {
    const [a, b] = [await makeCourse(), await makeCourse()].toSorted((x, y) => (x.id < y.id ? -1 : 1));
    const there = await prepareAdoption([a!, b!].map((course) => ({ course, seats: 1 })));
    const back = await prepareAdoption([b!, a!].map((course) => ({ course, seats: 1 })));
    let results: Promise<PromiseSettledResult<TakeRow[]>[]> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${a!.id} for update`;
      const first = buyers.unsafe<TakeRow[]>(statement, right(there).values).execute();
      await waitForLocks(sql(), 1);
      const second = buyers.unsafe<TakeRow[]>(statement, right(back).values).execute();
      results = Promise.allSettled([first, second]);
      await waitForLocks(sql(), 2);
    });
    return (await results!).map((result) =>
      result.status === 'fulfilled' ? result.value[0]!.state : (result.reason as { code: string }).code,
    );
  };

  test('the statement locks the courses in one order, and both buyers succeed', async () => {
    expect(await buy(PLEDGE_SEATS)).toEqual(['pledged', 'pledged']);
  });

  test('control: in the order of their lines they deadlock', async () => {
    const unordered = without(PLEDGE_SEATS, COURSE_LOCK).replace(
      /(w\.course_id = c\.id)\s+\)/,
      '$1 order by w.position for no key update of c)',
    );
    expect((await buy(unordered)).toSorted()).toEqual(['40P01', 'pledged']);
  });
});

describe('one correct code submitted twenty times', () => {
  const repeat = async (statement: string) => {
    const course = await makeCourse();
    const prepared = await prepareAdoption([{ course, seats: 3 }]);
    // The course row is locked: without the lock on the code, all twenty reach it.
    const guarded = statement === PLEDGE_SEATS;
    const table = guarded ? 'otp_challenges' : 'courses';
    await atOnce(statement, Array(20).fill(right(prepared)), table, guarded ? prepared.challengeId : course.id);
    return seatLedger(course.id);
  };

  test('the statement takes the seats once', async () => {
    expect(await repeat(PLEDGE_SEATS)).toEqual({ adopted: 3, pledged: 3 });
  });

  test('control: without the locks on code and billing the seats are taken twenty times', async () => {
    expect(await repeat(without(PLEDGE_SEATS, CODE_LOCK, BILLING_LOCK))).toEqual({ adopted: 60, pledged: 3 });
  });
});

describe('twenty wrong codes', () => {
  const guess = async (statement: string) => {
    const prepared = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const rows = await atOnce(statement, Array(20).fill(wrong(prepared)), 'otp_challenges', prepared.challengeId);
    return rows.filter(({ verdict }) => verdict === 'wrong').length;
  };

  test('the statement compares five', async () => {
    expect(await guess(PLEDGE_SEATS)).toBe(5);
  });

  test('control: without the lock on the codes of the recipient all twenty are compared', async () => {
    expect(await guess(without(PLEDGE_SEATS, CODE_LOCK))).toBe(20);
  });
});
