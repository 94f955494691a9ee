import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import {
  endWindow,
  fullLedger,
  makeHold,
  pledgeValues,
  prepareAdoption,
  prepareHold,
  type Prepared,
} from '@/testing/db/adoption';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { swap, without } from '@/testing/db/statements';
import { sponsorOf } from './queries';
import { CREATE_DRAFT, HOLD_SEATS, PLEDGE_SEATS, RELEASE_EXPIRED_HOLDS } from './statements';

/*
 * Control tests for holds, like controls.db.test.ts for pledges: each guard is removed in turn, in a database without
 * the constraints that would also prevent the error, while another transaction locks the row that all of them need.
 */
useTestDatabase();
const sponsors = usePool(40);
const holder = usePool(1);
beforeAll(async () => {
  await sql()`alter table courses drop constraint courses_seats_not_oversold, drop constraint courses_held_seats_range`;
});

type Call = { statement: string; values: (string | number | string[] | number[])[] };
type Row = { state?: string | null; ended?: number };

/** Runs all calls, started in this order; they wait for this row until the last one does. */
const atOnce = async (calls: readonly Call[], ...row: ['courses' | 'otp_challenges', string]) =>
  outcomesOf(
    await queueUp(
      holder,
      row,
      calls.map(
        ({ statement, values }) =>
          () =>
            sponsors.unsafe<Row[]>(statement, values as string[]).execute(),
      ),
    ),
  );

const BILLING_LOCK = 'order by b.id for no key update of b';
const COURSE_LOCK = 'order by c.id for no key update of c';
const take = (statement: string, prepared: Prepared): Call => ({
  statement,
  values: pledgeValues(prepared, prepared.code),
});
const sweep = (course: { id: string }, statement = RELEASE_EXPIRED_HOLDS): Call => ({
  statement,
  values: [[course.id]],
});
const heldSeats = async (course: { id: string }) => (await fullLedger(course.id)).held;

/** Requests one seat of a course for the account, which replaces its hold. */
async function draft(account: SponsorAccount, statement = CREATE_DRAFT.dashboard): Promise<Call> {
  const found = await sponsorOf(account.scope);
  if (!found.ok) throw new Error(found.code);
  const { id, pricePaise } = await makeCourse();
  const { accountId, personId } = account.scope;
  const values = [JSON.stringify(found.sponsor), [id], [1], pricePaise, crypto.randomUUID(), 'en', accountId, personId];
  return { statement, values };
}

describe('twenty sponsors for five seats', () => {
  const run = async (statement: string) => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await Promise.all(
      Array.from({ length: 20 }, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount())),
    );
    await atOnce(
      prepared.map((one) => take(statement, one)),
      'courses',
      course.id,
    );
    const { held, holding } = await fullLedger(course.id);
    return { held, holding };
  };

  test('the statement holds five', async () => expect(await run(HOLD_SEATS)).toEqual({ held: 5, holding: 5 }));

  test('control: without the lock on the courses it holds too many seats and the counters are wrong', async () =>
    expect(await run(without(HOLD_SEATS, COURSE_LOCK))).toEqual({ held: 1, holding: 20 }));
});

describe('one correct code submitted twenty times', () => {
  const run = async (statement: string) => {
    const course = await makeCourse();
    const prepared = await prepareHold([{ course, seats: 3 }], await makeSponsorAccount());
    const guarded = statement === HOLD_SEATS;
    const calls = Array<Call>(20).fill(take(statement, prepared));
    // Without the lock on the code, all twenty reach the course.
    if (guarded) await atOnce(calls, 'otp_challenges', prepared.challengeId);
    else await atOnce(calls, 'courses', course.id);
    return heldSeats(course);
  };

  test('the statement holds the seats once', async () => expect(await run(HOLD_SEATS)).toBe(3));

  test('control: without the locks on code and billing they are held twenty times', async () => {
    const unlocked = without(HOLD_SEATS, 'order by id for no key update', 'for no key update of b');
    expect(await run(unlocked)).toBe(60);
  });
});

describe('seats of an expired hold', () => {
  const overdue = async () => {
    const course = await makeCourse({ totalSeats: 2 });
    const account = await makeSponsorAccount();
    const { billingId } = await makeHold([{ course, seats: 2 }], account);
    return { course, account, billingId };
  };

  test('fault 19: two sweepers at once give them back once', async () => {
    const { course, billingId } = await overdue();
    await endWindow(billingId);
    expect(await atOnce([sweep(course), sweep(course)], 'courses', course.id)).toEqual([{ ended: 1 }, { ended: 0 }]);
    expect(await heldSeats(course)).toBe(0);
  });

  test('control: without the lock on the billings they release them twice', async () => {
    const { course, billingId } = await overdue();
    await endWindow(billingId);
    const unlocked = sweep(course, without(RELEASE_EXPIRED_HOLDS, BILLING_LOCK));
    expect(await atOnce([unlocked, unlocked], 'courses', course.id)).toEqual([{ ended: 1 }, { ended: 1 }]);
    expect(await heldSeats(course)).toBe(-2);
  });

  test('a release job and a sponsor who selects other seats release them once', async () => {
    const { course, account, billingId } = await overdue();
    await endWindow(billingId);
    await atOnce([sweep(course), await draft(account)], 'courses', course.id);
    expect(await heldSeats(course)).toBe(0);
  });

  test('control: without the lock on the billings of the sponsor they release them twice', async () => {
    const { course, account, billingId } = await overdue();
    await endWindow(billingId);
    const unlocked = await draft(account, without(CREATE_DRAFT.dashboard, BILLING_LOCK));
    await atOnce([sweep(course), unlocked], 'courses', course.id);
    expect(await heldSeats(course)).toBe(-2);
  });

  test('are not reported as missing: the statement requests their release, and its code stays usable', async () => {
    const { course, billingId } = await overdue();
    const prepared = await prepareHold([{ course, seats: 1 }], await makeSponsorAccount());
    await endWindow(billingId);
    const run = async (statement: string) => {
      const [row] = await sql().unsafe(statement, pledgeValues(prepared, prepared.code));
      const [code] =
        await sql()`select consumed_at is not null as spent from otp_challenges where id = ${prepared.challengeId}::bigint`;
      return [row!.verdict, row!.state, code!.spent];
    };
    expect(await run(HOLD_SEATS)).toEqual(['stale', 'draft', false]);
    // Control: without checking for expired holds the code is consumed although seats could be released.
    const blind = swap(HOLD_SEATS, "h.state = 'held' and h.hold_expires_at <= now()", 'false');
    expect(await run(blind)).toEqual(['right', 'draft', true]);
  });
});

describe('a release job and a buyer on the same two courses', () => {
  const run = async (release: string) => {
    const [a, b] = [await makeCourse(), await makeCourse()].toSorted((x, y) => (x.id < y.id ? -1 : 1));
    const lines = [a!, b!].map((course) => ({ course, seats: 1 }));
    const { billingId } = await makeHold(lines.toReversed(), await makeSponsorAccount());
    const buyer = take(HOLD_SEATS, await prepareHold(lines, await makeSponsorAccount()));
    await endWindow(billingId);
    const [bought, swept] = await atOnce([buyer, sweep(a!, release)], 'courses', a!.id);
    return [typeof bought === 'string' ? bought : bought!.state, typeof swept === 'string' ? swept : swept!.ended];
  };

  test('lock them in one order, and both succeed', async () =>
    expect(await run(RELEASE_EXPIRED_HOLDS)).toEqual(['held', 1]));

  test('control: in another order they deadlock', async () => {
    const backwards = swap(RELEASE_EXPIRED_HOLDS, COURSE_LOCK, 'order by c.id desc for no key update of c');
    expect(await run(backwards)).toContain('40P01');
  });
});

describe('a public buyer and a sponsor compete for the last seat', () => {
  test('exactly one of them gets it, in either order', async () => {
    const course = await makeCourse({ totalSeats: 1 });
    const buyer = take(PLEDGE_SEATS, await prepareAdoption([{ course, seats: 1 }]));
    const sponsor = take(HOLD_SEATS, await prepareHold([{ course, seats: 1 }], await makeSponsorAccount()));
    const rows = (await atOnce([sponsor, buyer], 'courses', course.id)) as Row[];
    expect(rows.map(({ state }) => state)).toEqual(['held', 'draft']);
  });
});
