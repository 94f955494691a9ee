import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeValues, prepareAdoption, seatLedger, wrongCode, type Prepared } from '@/testing/db/adoption';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { without } from '@/testing/db/statements';
import { PLEDGE_SEATS, type TakeRow } from './statements';

/*
 * Control tests: each guard of the statement is removed in turn, in a database without the constraints that would also
 * prevent the error. All statements start while another transaction holds the row lock, so each reads the seats before
 * any of them writes: the race occurs in every run.
 */
useTestDatabase();
const buyers = usePool(20);
const holder = usePool(1);
beforeAll(async () => {
  await sql()`alter table courses drop constraint courses_seats_not_oversold`;
  await sql()`alter table otp_challenges drop constraint otp_challenges_attempts_range`;
});

const CODE_LOCK = 'order by id for no key update';
const BILLING_LOCK = 'for no key update of b';
const COURSE_LOCK = 'order by c.id for no key update of c';
const LINE_CHECK = 'and bool_and(available >= seats)';

/** Runs a statement for every adoption; all of them wait for this row until the last one does. */
const atOnce = async (
  statement: string,
  adoptions: readonly { values: (string | number)[] }[],
  ...row: [string, string]
) =>
  outcomesOf(
    await queueUp(
      holder,
      row,
      adoptions.map(
        ({ values }) =>
          () =>
            buyers.unsafe<TakeRow[]>(statement, values).execute(),
      ),
    ),
  ) as TakeRow[];

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
    const rows = await atOnce(statement, [right(there), right(back)], 'courses', a!.id);
    return rows.map((row) => row.state ?? row);
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
