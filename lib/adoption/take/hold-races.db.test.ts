import { describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { listCourses } from '@/lib/catalogue/queries';
import {
  endWindow,
  fullLedger,
  makeHold,
  prepareAdoption,
  prepareHold,
  takeValues,
  type Prepared,
  type PreparedHold,
} from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { withoutGuards, WRITTEN_COURSES } from '@/testing/db/guards';
import { holdSeats, pledgeSeats, releaseExpiredHolds } from './mutations';
import { pledgeStatement, type TakeRow } from './take-statements';
import { releaseStatement } from './release-statements';

useTestDatabase();
// Two application instances, which share only the database.
const here = useClient(20);
const there = useClient(20);

type Result = { ok: boolean; code?: string };
const instance = (n: number) => (n % 2 ? here : there).db;
const hold = ({ scope, code }: PreparedHold, n: number) => holdSeats(scope, code, instance(n));
const pledge = ({ subject, code }: Prepared, n: number) => pledgeSeats(subject, code, instance(n));
const won = (results: Result[]) => results.filter(({ ok }) => ok).length;
const short = (results: Result[]) => results.filter(({ code }) => code?.startsWith('seats.')).length;

/** Runs many of them, twenty at a time. */
async function many<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let n = 0; n < count; n += 20)
    made.push(...(await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, k) => make(n + k)))));
  return made;
}
const accounts = (count: number) => many(count, () => makeSponsorAccount());

/** Checks that the counters of a course match its billings and that the rest is available. */
async function expectBalance(course: CourseRow): Promise<void> {
  const ledger = await fullLedger(course.id);
  expect(ledger.adopted).toBe(ledger.pledged + ledger.completed);
  expect(ledger.held).toBe(ledger.holding);
  expect(ledger.adopted + ledger.held).toBeLessThanOrEqual(course.totalSeats);
}

const deadlocks = async () => {
  const [row] = await sql()<{ count: number }[]>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`;
  return row!.count;
};

describe('many concurrent sponsors', () => {
  test('security 29, 30: 200 verifications for 5 seats: drafts take none, then 5 holds and 195 shortages, and free again after the window', async () => {
    const course = await makeCourse({ totalSeats: 5 });
    const prepared = await many(200, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount()));
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 0 });
    const results = await Promise.all(prepared.map(hold));
    expect([won(results), short(results)]).toEqual([5, 195]);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 5, holding: 5 });
    expect(await listCourses({ ids: [course.id] })).toMatchObject([{ left_seats: 0 }]);
    for (const { billingId } of prepared)
      await sql()`update billings set hold_expires_at = now() where id = ${billingId} and state = 'held'`;
    expect(await listCourses({ ids: [course.id] })).toMatchObject([{ left_seats: 5 }]);
  });

  test('security 30: a thousand drafts of one sponsor are one open draft, and take no seats', async () => {
    const course = await makeCourse({ totalSeats: 1000 });
    const account = await makeSponsorAccount();
    await many(1000, (n) => prepareHold([{ course, seats: n + 1 }], account).catch(() => null));
    const [row] = await sql()`
      select count(*) filter (where state = 'draft')::int as open, count(*) filter (where state not in ('draft', 'replaced'))::int as other
        from billings where user_id = ${account.userId}`;
    expect(row).toEqual({ open: 1, other: 0 });
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 0, held: 0 });
  });

  test('public buyers and sponsors for the same seats: every seat goes to one of them', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    const holds = await many(20, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount()));
    const pledges = await many(20, () => prepareAdoption([{ course, seats: 1 }]));
    const results = await Promise.all([...holds.map(hold), ...pledges.map(pledge)]);
    expect([won(results), short(results)]).toEqual([10, 30]);
    const { adopted, held } = await fullLedger(course.id);
    expect(adopted + held).toBe(10);
    await expectBalance(course);
  });
});

describe('a hold that ended', () => {
  test('two sponsors compete for its seats: one gets them, the other a shortage', async () => {
    const course = await makeCourse({ totalSeats: 4 });
    const over = await makeHold([{ course, seats: 4 }], await makeSponsorAccount());
    const rivals = await many(2, async () => prepareHold([{ course, seats: 3 }], await makeSponsorAccount()));
    await endWindow(over.billingId);
    const results = await Promise.all(rivals.map(hold));
    expect([won(results), short(results)]).toEqual([1, 1]);
    expect(await fullLedger(course.id)).toMatchObject({ held: 3, holding: 3 });
  });

  test('fault 19: sweepers, buyers and its own sponsor at once give its seats back once', async () => {
    const course = await makeCourse({ totalSeats: 20 });
    const owners = await accounts(10);
    const over = await Promise.all(owners.map((account) => makeHold([{ course, seats: 2 }], account)));
    const holds = await many(10, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount()));
    const pledges = await many(10, () => prepareAdoption([{ course, seats: 1 }]));
    for (const { billingId } of over) await endWindow(billingId);
    const other = await makeCourse();
    const [swept, results] = await Promise.all([
      Promise.all([1, 2, 3, 4].map((n) => releaseExpiredHolds([course.id], instance(n)))),
      Promise.all([...holds.map(hold), ...pledges.map(pledge)]),
      Promise.all(owners.map((account) => prepareHold([{ course: other, seats: 1 }], account))),
    ]);
    expect(won(results)).toBe(20);
    expect(swept.reduce((sum, ended) => sum + ended, 0)).toBeLessThanOrEqual(10);
    const ended = await sql()`
      select 1 from billing_events where event in ('hold_ended', 'replaced') and from_state = 'held'
         and billing_id in ${sql()(over.map(({ billingId }) => billingId))}`;
    expect(ended).toHaveLength(10);
    expect(await fullLedger(course.id)).toMatchObject({ adopted: 10, held: 10 });
    await expectBalance(course);
  });
});

describe('everything at once', () => {
  test('fault 11: holds, pledges, ended windows, changed minds and sweepers over the same courses in opposite orders: no deadlock, and the books balance at every moment', async () => {
    const before = await deadlocks();
    const courses = [
      await makeCourse({ totalSeats: 40 }),
      await makeCourse({ totalSeats: 60 }),
      await makeCourse({ totalSeats: 300 }),
    ];
    const lines = (n: number) => {
      const own = courses.map((course, index) => ({ course, seats: 1 + ((n + index) % 3) }));
      return n % 2 ? own : own.toReversed();
    };
    const sponsors = await accounts(40);
    let running = true;
    const watch = async () => {
      while (running) for (const course of courses) await expectBalance(course);
    };
    const keepEnding = async () => {
      while (running) {
        await here.sql`update billings set hold_expires_at = now() where id = (select id from billings where state = 'held' order by random() limit 1 for update skip locked)`;
        await releaseExpiredHolds([courses[1]!.id], there.db);
      }
    };
    const changeMind = async (account: SponsorAccount, n: number) => {
      for (let round = 0; round < 5; round++) await hold(await prepareHold(lines(n + round), account), n);
    };
    const work = async () => {
      const buyers = await many(40, (n) => prepareAdoption(lines(n)));
      await Promise.all([...sponsors.map(changeMind), ...buyers.map(pledge)]);
      running = false;
    };
    await Promise.all([work(), watch(), keepEnding()]);
    await releaseExpiredHolds();
    for (const course of courses) await expectBalance(course);
    expect(await deadlocks()).toBe(before);
  });
});

describe('seats that are released while a buyer waits for them', () => {
  const buyDuringRelease = async () => {
    const course = await makeCourse({ totalSeats: 1 });
    const { billingId } = await makeHold([{ course, seats: 1 }], await makeSponsorAccount());
    await endWindow(billingId);
    const prepared = await prepareAdoption([{ course, seats: 1 }]);
    let bought: Promise<TakeRow[]> | undefined;
    await db().transaction(async (sweeper) => {
      await sweeper.execute(releaseStatement([course.id]));
      bought = Promise.resolve(here.db.execute<TakeRow>(pledgeStatement(takeValues(prepared, prepared.code))));
      bought.catch(() => undefined);
      await waitForLocks(there.sql, 1);
    });
    return (await bought!)[0]!.state;
  };

  test('go to the buyer', async () => expect(await buyDuringRelease()).toBe('pledged'));

  test('control: with UPDATE, the CHECK constraint fails for seats that are already released', async () => {
    const update =
      'update courses c set adopted_seats = l.adopted_seats + l.seats from locked_courses l, decision d where d.takes and c.id = l.id';
    const ofPledge = new RegExp(`(?<=taken_seats as \\()${WRITTEN_COURSES.source}`);
    await expect(withoutGuards([[ofPledge, update]], buyDuringRelease)).rejects.toMatchObject({
      cause: { code: '23514' },
    });
  });
});

describe('one sponsor in two tabs', () => {
  test('requesting a code for another selection while the old one is being verified leaves one open adoption', async () => {
    const course = await makeCourse({ totalSeats: 10 });
    for (const account of await accounts(10)) {
      const prepared = await prepareHold([{ course, seats: 1 }], account);
      const both: Promise<unknown>[] = [];
      await sql().begin(async (held) => {
        await held`select 1 from courses where id = ${course.id} for update`;
        both.push(hold(prepared, 0));
        await waitForLocks(here.sql, 1);
        both.push(prepareHold([{ course, seats: 2 }], account));
        await waitForLocks(here.sql, 1, 'with owner as');
      });
      await Promise.all(both);
      // The verification won, so its hold is the one that was replaced.
      const states = await sql()`select state from billings where user_id = ${account.userId} order by created_at`;
      expect(states.map(({ state }) => state)).toEqual(['replaced', 'draft']);
      expect(await fullLedger(course.id)).toMatchObject({ held: 0, holding: 0 });
    }
  });
});
