import type { SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import {
  endWindow,
  fullLedger,
  makeHold,
  prepareAdoption,
  prepareHold,
  takeValues,
  type Prepared,
} from '@/testing/db/adoption';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { withoutGuards } from '@/testing/db/guards';
import { sponsorOf } from './queries';
import { draftStatement } from './draft-statements';
import { holdStatement, pledgeStatement, type TakeRow } from './take-statements';
import { releaseStatement } from './release-statements';

/*
 * Control tests for holds, like controls.db.test.ts for pledges: each guard is removed in turn, in a database without
 * the constraints that would also prevent the error, while another transaction locks the row that all of them need.
 */
useTestDatabase();
const sponsors = useClient(40).db;
const holder = usePool(1);
beforeAll(async () => {
  await sql()`alter table courses drop constraint courses_seats_not_oversold, drop constraint courses_held_seats_range`;
});

type Row = { state?: string | null; ended?: number };

/** Runs all statements, started in this order; they wait for this row until the last one does. */
const atOnce = async (statements: readonly SQL[], ...row: ['courses' | 'otp_challenges', string]) =>
  outcomesOf(
    await queueUp(
      holder,
      row,
      statements.map((statement) => async () => sponsors.execute<Row>(statement)),
    ),
  );

/** A second consent of an adoption is refused by its key: a guard of its own. */
const CONSENT = [/(?<=from taken)(?=\),\s*taken_event)/, ' where false'] as const;
const CODE_LOCK = 'order by "otp_challenges"."id" for no key update';
const BILLING_LOCK = 'order by "billings"."id" for no key update of "billings"';
const COURSE_LOCK = 'order by "courses"."id" for no key update of "courses"';
const hold = (prepared: Prepared) => holdStatement(takeValues(prepared, prepared.code));
const sweep = ({ id }: { id: string }) => releaseStatement([id]);
const heldSeats = async (course: { id: string }) => (await fullLedger(course.id)).held;

/** Requests one seat of a course for the account, which replaces its hold. */
async function draft({ scope }: SponsorAccount): Promise<SQL> {
  const found = await sponsorOf(scope);
  if (!found.ok) throw new Error(found.code);
  const { id, pricePaise: totalPaise } = await makeCourse();
  const values = { sponsor: found.sponsor, ids: [id], seats: [1], totalPaise, reference: crypto.randomUUID() };
  return draftStatement({ kind: 'dashboard', scope }, { ...values, locale: 'en', orderNumber: null, holder: [] });
}

describe('twenty sponsors for five seats', () => {
  const run = async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await Promise.all(
      Array.from({ length: 20 }, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount())),
    );
    await atOnce(prepared.map(hold), 'courses', course.id);
    const { held, holding } = await fullLedger(course.id);
    return { held, holding };
  };

  test('the statement holds five', async () => expect(await run()).toEqual({ held: 5, holding: 5 }));

  test('control: without the lock on the courses it holds too many seats and the counters are wrong', async () =>
    expect(await withoutGuards([[COURSE_LOCK]], run)).toEqual({ held: 1, holding: 20 }));
});

describe('one correct code submitted twenty times', () => {
  const run = async (row: (prepared: Prepared, course: { id: string }) => ['courses' | 'otp_challenges', string]) => {
    const course = await makeCourse();
    const prepared = await prepareHold([{ course, seats: 3 }], await makeSponsorAccount());
    await atOnce(Array<SQL>(20).fill(hold(prepared)), ...row(prepared, course));
    return heldSeats(course);
  };

  test('the statement holds the seats once', async () =>
    expect(await run(({ challengeId }) => ['otp_challenges', challengeId])).toBe(3));

  test('control: without the locks on code and billing they are held twenty times', async () => {
    // Without the lock on the code, all twenty reach the course.
    const unlocked = () => run((_, { id }) => ['courses', id]);
    const billingLock = /(?<=\('right', 'used'\)) for no key update of "billings"/;
    expect(await withoutGuards([[CODE_LOCK], [billingLock], CONSENT], unlocked)).toBe(60);
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
    const sweepTwice = () => atOnce([sweep(course), sweep(course)], 'courses', course.id);
    expect(await withoutGuards([[BILLING_LOCK]], sweepTwice)).toEqual([{ ended: 1 }, { ended: 1 }]);
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
    const both = [sweep(course), await draft(account)];
    const ofPerson =
      /(?<=coalesce\("billings"\."made_by", "billings"\."user_id"\) = \$\d+)\s+order by "billings"\."id" for no key update of "billings"/;
    await withoutGuards([[ofPerson]], () => atOnce(both, 'courses', course.id));
    expect(await heldSeats(course)).toBe(-2);
  });

  test('are not reported as missing: the statement requests their release, and its code stays usable', async () => {
    const { course, billingId } = await overdue();
    const prepared = await prepareHold([{ course, seats: 1 }], await makeSponsorAccount());
    await endWindow(billingId);
    const run = async () => {
      const [row] = await sponsors.execute<TakeRow>(hold(prepared));
      const [code] =
        await sql()`select consumed_at is not null as spent from otp_challenges where id = ${prepared.challengeId}::bigint`;
      return [row!.verdict, row!.state, code!.spent];
    };
    expect(await run()).toEqual(['stale', 'draft', false]);
    // Control: without checking for expired holds the code is consumed although seats could be released.
    const check = `"other_hold"."state" = 'held' and "other_hold"."hold_expires_at" <= now()`;
    expect(await withoutGuards([[check, 'false']], run)).toEqual(['right', 'draft', true]);
  });
});

describe('a release job and a buyer on the same two courses', () => {
  const run = async () => {
    const [a, b] = [await makeCourse(), await makeCourse()].toSorted((x, y) => (x.id < y.id ? -1 : 1));
    const lines = [a!, b!].map((course) => ({ course, seats: 1 }));
    const { billingId } = await makeHold(lines.toReversed(), await makeSponsorAccount());
    const buyer = hold(await prepareHold(lines, await makeSponsorAccount()));
    await endWindow(billingId);
    const [bought, swept] = await atOnce([buyer, sweep(a!)], 'courses', a!.id);
    return [typeof bought === 'string' ? bought : bought!.state, typeof swept === 'string' ? swept : swept!.ended];
  };

  test('lock them in one order, and both succeed', async () => expect(await run()).toEqual(['held', 1]));

  test('control: in another order they deadlock', async () => {
    const ofRelease =
      /(?<=join returned_seats on returned_seats\.course_id = "courses"\."id"\s+)order by "courses"\."id"/;
    expect(await withoutGuards([[ofRelease, 'order by "courses"."id" desc']], run)).toContain('40P01');
  });
});

describe('a public buyer and a sponsor compete for the last seat', () => {
  test('exactly one of them gets it, in either order', async () => {
    const course = await makeCourse({ totalSeats: 1 });
    const prepared = await prepareAdoption([{ course, seats: 1 }]);
    const buyer = pledgeStatement(takeValues(prepared, prepared.code));
    const sponsor = hold(await prepareHold([{ course, seats: 1 }], await makeSponsorAccount()));
    const rows = (await atOnce([sponsor, buyer], 'courses', course.id)) as Row[];
    expect(rows.map(({ state }) => state)).toEqual(['held', 'draft']);
  });
});
