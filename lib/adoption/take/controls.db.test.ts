import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { prepareAdoption, seatLedger, takeValues, wrongCode, type Prepared } from '@/testing/db/adoption';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { pledgeStatement, type TakeRow, type TakeValues } from './take-statements';

/*
 * Control tests: each guard of the statement is removed in turn, in a database without the constraints that would also
 * prevent the error. All statements start while another transaction holds the row lock, so each reads the seats before
 * any of them writes: the race occurs in every run.
 */
useTestDatabase();
const buyers = useClient(20).db;
const holder = usePool(1);
beforeAll(async () => {
  await sql()`alter table courses drop constraint courses_seats_not_oversold`;
  await sql()`alter table otp_challenges drop constraint otp_challenges_attempts_range`;
});

/** A second consent of an adoption is refused by its key: a guard of its own. */
const CONSENT = [/(?<=from taken)(?=\),\s*taken_event)/, ' where false'] as const;
const CODE_LOCK = 'order by "otp_challenges"."id" for no key update';
const BILLING_LOCK = 'order by "billings"."id" for no key update of "billings"';
const COURSE_LOCK = 'order by "courses"."id" for no key update of "courses"';
const LINE_CHECK = 'and bool_and(available >= seats)';

/** Runs the statement for every adoption; all of them wait for this row until the last one does. */
const atOnce = async (adoptions: readonly TakeValues[], ...row: [string, string]) =>
  outcomesOf(
    await queueUp(
      holder,
      row,
      adoptions.map((values) => async () => buyers.execute<TakeRow>(pledgeStatement(values))),
    ),
  ) as TakeRow[];

const right = (prepared: Prepared) => takeValues(prepared, prepared.code);
const wrong = (prepared: Prepared) => takeValues(prepared, wrongCode(prepared.code));
const pledged = (rows: TakeRow[]) => rows.filter(({ state }) => state === 'pledged').length;

describe('twenty concurrent buyers of five seats', () => {
  const buy = async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await Promise.all(Array.from({ length: 20 }, () => prepareAdoption([{ course, seats: 1 }])));
    const rows = await atOnce(prepared.map(right), 'courses', course.id);
    return { pledged: pledged(rows), ledger: await seatLedger(course.id) };
  };

  test('the statement pledges five', async () => {
    expect(await buy()).toEqual({ pledged: 5, ledger: { adopted: 5, pledged: 5 } });
  });

  test('control: without the lock on the courses it oversells and the counters are wrong', async () => {
    const bought = await withoutGuards([[COURSE_LOCK]], buy);
    expect(bought).toEqual({ pledged: 20, ledger: { adopted: 1, pledged: 20 } });
  });

  test('control: without the check of every line it oversells', async () => {
    const bought = await withoutGuards([[LINE_CHECK]], buy);
    expect(bought.ledger).toEqual({ adopted: 20, pledged: 20 });
  });
});

describe('two buyers of two courses in opposite orders', () => {
  const buy = async () => {
    const [a, b] = [await makeCourse(), await makeCourse()].toSorted((x, y) => (x.id < y.id ? -1 : 1));
    const there = await prepareAdoption([a!, b!].map((course) => ({ course, seats: 1 })));
    const back = await prepareAdoption([b!, a!].map((course) => ({ course, seats: 1 })));
    const rows = await atOnce([right(there), right(back)], 'courses', a!.id);
    return rows.map((row) => row.state ?? row);
  };

  test('the statement locks the courses in one order, and both buyers succeed', async () => {
    expect(await buy()).toEqual(['pledged', 'pledged']);
  });

  test('control: in the order of their lines they deadlock', async () => {
    const byLine = [COURSE_LOCK, 'order by wanted.position for no key update of "courses"'] as const;
    expect((await withoutGuards([byLine], buy)).toSorted()).toEqual(['40P01', 'pledged']);
  });
});

describe('one correct code submitted twenty times', () => {
  const repeat = async (row: (prepared: Prepared, course: { id: string }) => [string, string]) => {
    const course = await makeCourse();
    const prepared = await prepareAdoption([{ course, seats: 3 }]);
    await atOnce(Array(20).fill(right(prepared)), ...row(prepared, course));
    return seatLedger(course.id);
  };

  test('the statement takes the seats once', async () => {
    expect(await repeat(({ challengeId }) => ['otp_challenges', challengeId])).toEqual({ adopted: 3, pledged: 3 });
  });

  test('control: without the locks on code and billing the seats are taken twenty times', async () => {
    // The course row is locked: without the lock on the code, all twenty reach it.
    const unlocked = () => repeat((_, { id }) => ['courses', id]);
    expect(await withoutGuards([[CODE_LOCK], [BILLING_LOCK], CONSENT], unlocked)).toEqual({ adopted: 60, pledged: 3 });
  });
});

describe('twenty wrong codes', () => {
  const guess = async () => {
    const prepared = await prepareAdoption([{ course: await makeCourse(), seats: 1 }]);
    const rows = await atOnce(Array(20).fill(wrong(prepared)), 'otp_challenges', prepared.challengeId);
    return rows.filter(({ verdict }) => verdict === 'wrong').length;
  };

  test('the statement compares five', async () => {
    expect(await guess()).toBe(5);
  });

  test('control: without the lock on the codes of the recipient all twenty are compared', async () => {
    expect(await withoutGuards([[CODE_LOCK]], guess)).toBe(20);
  });
});
