import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { insertAdoption, type GivenAdoption } from '@/testing/db/adoptions';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeSession, setSession } from '@/testing/db/sessions';
import { readAdoption } from './detail-queries';
import { adoptedSeatsByType, listAdoptions } from './history-queries';
import { liveHold } from '@/lib/adoption/take/queries';

useTestDatabase();
const filler = usePool(1);
// One connection, because statistics of table scans are reported per connection.
process.env.DATABASE_POOL = '1';

let btech: CourseRow;
let iti: CourseRow;
beforeAll(async () => {
  btech = await makeCourse({ totalSeats: 10_000, pricePaise: 1_25_000_50 });
  iti = await makeCourse({ courseType: 'ITI', totalSeats: 10_000, pricePaise: 20_000_00 });
});

/** Creates a sponsor with adoptions, the first one being the newest. */
async function sponsorWith(...given: Partial<GivenAdoption>[]) {
  const account = await makeSponsorAccount();
  const made = [];
  for (const [daysAgo, adoption] of given.entries()) made.push(await adopt(account, { daysAgo, ...adoption }));
  return { ...account, made };
}

const adopt = ({ userId }: Pick<SponsorAccount, 'userId'>, adoption: Partial<GivenAdoption> = {}) =>
  insertAdoption(sql(), { userId, state: 'completed', lines: [{ course: btech, seats: 2 }], ...adoption });

const listed = async (account: SponsorAccount) => (await listAdoptions(account.scope, { size: 50 })).adoptions;

describe('listAdoptions', () => {
  test('returns reference, date, seats, amount in paise and the lines in their order, newest first', async () => {
    const lines = [
      { course: iti, seats: 3, institute: 'शासकीय संस्थान' },
      { course: btech, seats: 2 },
    ];
    const sponsor = await sponsorWith({ lines }, {});
    const [first, second, ...others] = await listed(sponsor);
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: sponsor.made[0]!.id,
      reference: sponsor.made[0]!.reference,
      status: 'completed',
      date: expect.any(Date),
      secondsLeft: null,
      isMine: true,
      isPaying: false,
      paidTwice: false,
      orderNumber: null,
      paidOnline: false,
      hasEnded: false,
      seats: 5,
      totalPaise: 3 * 20_000_00 + 2 * 1_25_000_50,
      lines: [
        {
          courseName: 'ITI',
          branch: iti.branch,
          institute: 'शासकीय संस्थान',
          city: 'Bhopal',
          seats: 3,
          pricePaise: 20_000_00,
          session: iti.session,
          studyYear: 1,
        },
        {
          courseName: 'B.Tech',
          branch: btech.branch,
          institute: '',
          city: 'Bhopal',
          seats: 2,
          pricePaise: 1_25_000_50,
          session: btech.session,
          studyYear: 1,
        },
      ],
    });
    expect(first!.date.getTime()).toBeGreaterThan(second!.date.getTime());
  });

  test('returns each status: paid, pledged, expired, refund due, cancelled; an open payment is being confirmed', async () => {
    const sponsor = await sponsorWith(
      { state: 'completed', payments: [{ status: 'failed' }, { status: 'captured' }] },
      { state: 'pledged' },
      { state: 'expired', minutesLeft: -1 },
      { state: 'refund_due', minutesLeft: -1, payments: [{ status: 'refund_due' }] },
      { state: 'expired', minutesLeft: -1, payments: [{ status: 'started' }] },
      { state: 'completed', payments: [{ status: 'captured' }, { status: 'refund_due' }] },
      { state: 'cancelled' },
    );
    const all = await listed(sponsor);
    expect(all.map(({ status, paidTwice, isPaying }) => [status, paidTwice, isPaying])).toEqual([
      ['completed', false, false],
      ['pledged', false, false],
      ['expired', false, false],
      ['refund_due', false, false],
      // Its seats were given back, whatever becomes of the payment.
      ['expired', false, true],
      ['completed', true, false],
      ['cancelled', false, false],
    ]);
  });

  test('an adoption has ended once the last session of its seats is over, whether it is paid or not', async () => {
    await makeSession('2019-20');
    const past = { course: await makeCourse({ session: '2019-20' }), seats: 1 };
    const sponsor = await sponsorWith(
      { lines: [past] },
      { lines: [past], state: 'pledged' },
      { lines: [past, { course: btech, seats: 1 }] },
      { lines: [past], state: 'cancelled' },
    );
    expect((await listed(sponsor)).map(({ hasEnded }) => hasEnded)).toEqual([true, true, false, false]);
    await setSession({ state: 'open' }, '2019-20');
    expect((await listed(sponsor)).some(({ hasEnded }) => hasEnded)).toBe(false);
    await setSession({ state: 'closed' }, '2019-20');
  });

  test('a hold has the seconds left by the database clock; past its end it is expired even before its seats are released', async () => {
    const running = await sponsorWith({ state: 'held', minutesLeft: 7 });
    const [held] = await listed(running);
    expect(held).toMatchObject({ status: 'held' });
    expect(held!.secondsLeft).toBeGreaterThan(6 * 60);
    expect(held!.secondsLeft).toBeLessThanOrEqual(7 * 60);

    const late = await sponsorWith({ state: 'held', minutesLeft: -0.01 });
    expect(await listed(late)).toMatchObject([{ status: 'expired', secondsLeft: null }]);

    const paying = await sponsorWith({ state: 'held', minutesLeft: 7, payments: [{ status: 'started' }] });
    expect(await listed(paying)).toMatchObject([{ status: 'begun', isPaying: true, secondsLeft: expect.any(Number) }]);
    // Only an attempt at the bank is said to be confirmed.
    expect(await liveHold(paying.scope)).toMatchObject({ isConfirming: false });
    await sql()`update payments set is_at_bank = true where user_id = ${paying.userId}`;
    expect(await listed(paying)).toMatchObject([{ status: 'confirming', isPaying: true }]);
    expect(await liveHold(paying.scope)).toMatchObject({ isConfirming: true });
    // One that failed leaves the hold to be paid.
    await sql()`update payments set status = 'failed', settled_at = now() where user_id = ${paying.userId}`;
    expect(await liveHold(paying.scope)).toMatchObject({ isConfirming: false });
  });

  test('drafts are left out, also replaced ones; a replaced hold stays and its page opens', async () => {
    const sponsor = await sponsorWith(
      { state: 'draft' },
      { state: 'replaced', payments: [{ status: 'failed' }] },
      { state: 'replaced', payments: [{ status: 'started' }] },
    );
    const [draft, replaced, paying] = sponsor.made.map(({ id }) => id) as [string, string, string];
    await sql()`update billings set state = 'replaced' where id = ${draft}`;
    await adopt(sponsor, { state: 'draft' });
    expect((await listed(sponsor)).map(({ id, status }) => [id, status])).toEqual([
      [replaced, 'replaced'],
      [paying, 'replaced'],
    ]);
    expect(await readAdoption(sponsor.scope, replaced)).toMatchObject({ status: 'replaced', isPayableOnline: false });
    expect(await readAdoption((await makeSponsorAccount()).scope, replaced)).toBeNull();
  });

  test('says which hold is the person’s own', async () => {
    const [owner, colleague] = [await sponsorWith({ state: 'held', minutesLeft: 7 }), await makeSponsorAccount()];
    await sql()`update billings set made_by = ${colleague.userId} where id = ${owner.made[0]!.id}`;
    expect(await listed(owner)).toMatchObject([{ isMine: false }]);
    expect(
      (await listAdoptions({ ...owner.scope, personId: colleague.scope.personId }, { size: 1 })).adoptions,
    ).toMatchObject([{ isMine: true }]);
  });

  test('the database paginates; every page has the total, a page past the last one is empty', async () => {
    const sponsor = await sponsorWith({}, {}, {}, {}, {});
    const page = async (number: number) => listAdoptions(sponsor.scope, { page: number, size: 2 });
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect(pages.flatMap(({ adoptions }) => adoptions.map(({ id }) => id))).toEqual(sponsor.made.map(({ id }) => id));
    expect(await page(4)).toEqual({ adoptions: [], total: 0 });
  });

  test('a page among thousands of adoptions is read with indexes, and so are its lines', async () => {
    const [mine, others] = [await makeSponsorAccount(), await makeSponsorAccount()];
    await filler`
      with made as (
        insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at)
        select gen_random_uuid(), case when n % 5 = 0 then ${mine.userId}::uuid else ${others.userId}::uuid end,
               'public', 'pledged', '{}', 1, now() - n * interval '1 hour'
          from generate_series(1, 5000) n
        returning id
      )
      insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
      select made.id, ${btech.id}, 0, 1, 1, 'B.Tech', 'Civil', '', 'Bhopal' from made`;
    await sql()`analyze billings, billing_items`;
    const before = await wholeTablesRead();
    const page = await listAdoptions(mine.scope, { page: 50, size: 10 });
    expect([page.total, page.adoptions.length]).toEqual([1000, 10]);
    expect(await wholeTablesRead()).toEqual(before);
  });
});

/** Returns the number of sequential scans of these tables by the connection of this file. */
async function wholeTablesRead() {
  await sql()`select pg_stat_force_next_flush()`;
  return sql()`select relname, seq_scan from pg_stat_user_tables where relname in ('billings', 'billing_items') order by 1`;
}

test('R-DASH-03 students are the seats of pledged and completed adoptions, by type in the order of the types (A-58)', async () => {
  const both = [
    { course: iti, seats: 4 },
    { course: btech, seats: 3 },
  ];
  const sponsor = await sponsorWith(
    { lines: both },
    { state: 'pledged', lines: both },
    { state: 'held', lines: both },
    { state: 'expired', lines: both },
    { state: 'refund_due', lines: both },
    { state: 'cancelled', lines: both },
    { state: 'draft', lines: both },
  );
  expect(await adoptedSeatsByType(sponsor.scope)).toEqual([
    { courseName: 'B.Tech', seats: 6 },
    { courseName: 'ITI', seats: 8 },
  ]);
  expect(await adoptedSeatsByType((await makeSponsorAccount()).scope)).toEqual([]);
});
