import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { textOf } from '@/db/conditions';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { payForAdoption } from '@/lib/money/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { makeHold, prepareAdoption } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { ageEvents, clearMonthlyTotals, countTwice, monthlyTotals } from '@/testing/db/stats';
import { rollUpAdoptions } from './mutations';
import { readStats } from './queries';
import { FAR_BEHIND, ALL_MONTHS } from './statements';

useTestDatabase();
let scope: AdminScope;
beforeAll(async () => {
  ({ scope } = await makeAdmin());
});
beforeEach(async () => {
  await sql()`truncate billings, courses cascade`;
  await clearMonthlyTotals();
});

type Lines = Parameters<typeof prepareAdoption>[0];
async function pledge(lines: Lines): Promise<string> {
  const { subject, code, billingId } = await prepareAdoption(lines);
  expect(await pledgeSeats(subject, code)).toMatchObject({ ok: true });
  return billingId;
}
async function pay(lines: Lines): Promise<void> {
  const { scope: sponsor, request } = await prepareProcessPayment(lines, await makeSponsorAccount());
  expect(await payForAdoption(sponsor, request, { provider: makeProvider() })).toMatchObject({ ok: true });
}
const happened = (billingId: string, at: string) =>
  sql()`update billing_events set at = ${at}::timestamptz where billing_id = ${billingId}`;
const ofType = async (type: string) =>
  (await readStats(scope)).byMonth
    .flatMap(({ byType }) => byType.filter(({ courseType }) => courseType === type))
    .reduce((sum, { seats }) => sum + seats, 0);

describe('the dashboard statistics', () => {
  test('without adoptions, each of the last twelve months and every type is 0', async () => {
    const { seatsAdopted, valuePaise, byMonth } = await readStats(scope);
    expect({ seatsAdopted, valuePaise, types: byMonth[0]!.byType.length, months: byMonth.length }).toEqual({
      seatsAdopted: 0,
      valuePaise: 0,
      types: COURSE_TYPES.length,
      months: 12,
    });
    const [now] = await sql()`select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`;
    expect(byMonth.at(-1)).toMatchObject({ month: now!.month, seats: 0, valuePaise: 0 });
  });

  test('pledged and paid seats count at the price of their adoption; drafts and holds do not', async () => {
    const [course, other] = [await makeCourse({ pricePaise: 100_00 }), await makeCourse({ courseType: 'ITI' })];
    await pledge([
      { course, seats: 2 },
      { course: other, seats: 3 },
    ]);
    await pay([{ course, seats: 4 }]);
    await prepareAdoption([{ course, seats: 5 }]);
    await makeHold([{ course, seats: 6 }], await makeSponsorAccount());
    await sql()`update courses set price_paise = 1, course_type = 'Diploma' where id = ${other.id}`;
    const stats = await readStats(scope);
    const valuePaise = 6 * 100_00 + 3 * other.pricePaise;
    expect(stats).toMatchObject({ seatsAdopted: 9, valuePaise });
    expect(stats.byMonth.at(-1)!.byType.filter(({ seats }) => seats > 0)).toEqual([
      { courseType: 'B.Tech', seats: 6 },
      { courseType: 'ITI', seats: 3 },
    ]);
    expect(stats.byMonth.at(-1)).toMatchObject({ seats: 9, valuePaise });
    expect(await countTwice()).toEqual({ figures: 9, courses: 9 });
  });

  test('rolling up does not change the statistics, and rolling up again changes no totals', async () => {
    const [course, other] = [await makeCourse(), await makeCourse({ courseType: 'M.Tech' })];
    for (const seats of [1, 2, 3]) await pledge([{ course, seats }]);
    await pay([{ course: other, seats: 4 }]);
    await ageEvents('1 hour');
    await pledge([{ course, seats: 5 }]);
    const before = await readStats(scope);
    expect(before.seatsAdopted).toBe(15);
    // Two events at a time; events of one statement share a timestamp and stay together.
    await rollUpAdoptions(undefined, 2);
    const rolledUp = await monthlyTotals();
    expect(rolledUp.reduce((sum, { seats }) => sum + seats, 0)).toBe(10);
    expect(await readStats(scope)).toEqual(before);
    await rollUpAdoptions();
    expect([await monthlyTotals(), await readStats(scope)]).toEqual([rolledUp, before]);
  });

  test('the end of an adoption subtracts its seats in the month of the end', async () => {
    const course = await makeCourse();
    const billingId = await pledge([{ course, seats: 7 }]);
    await pledge([{ course, seats: 2 }]);
    await ageEvents('40 days');
    const leave = () => sql()`
      insert into billing_events (billing_id, event, from_state, to_state, actor) values (${billingId}, 'withdrawn', 'pledged', 'replaced', 'system')`;
    await leave();
    expect(await readStats(scope)).toMatchObject({ seatsAdopted: 2, valuePaise: 2 * course.pricePaise });
    await sql()`update billing_events set at = at - interval '2 minutes' where event = 'withdrawn'`;
    await rollUpAdoptions();
    expect((await monthlyTotals()).map(({ seats }) => seats)).toEqual([9, -7]);
    expect(await ofType('B.Tech')).toBe(2);
  });

  test('months start and end at midnight in India, rolled up or not', async () => {
    const course = await makeCourse();
    const [now] = await sql()<{ first: string; previous: string; long: string }[]>`
      select to_char(m, 'YYYY-MM-DD') as first, to_char(m - interval '1 month', 'YYYY-MM') as previous,
             to_char(m - interval '12 months', 'YYYY-MM-DD') as long
        from date_trunc('month', now() at time zone 'Asia/Kolkata') m`;
    const { first, previous, long } = now!;
    await happened(await pledge([{ course, seats: 1 }]), `${first} 00:00:00+05:30`);
    await happened(await pledge([{ course, seats: 2 }]), `${first} 00:00:00+05:30`);
    await sql()`update billing_events set at = at - interval '1 microsecond' where billing_id in (select billing_id from billing_items where seats = 2)`;
    await happened(await pledge([{ course, seats: 4 }]), `${long} 12:00:00+05:30`);
    const check = async () => {
      const { byMonth, seatsAdopted } = await readStats(scope);
      expect(seatsAdopted).toBe(7);
      expect(byMonth.filter(({ seats }) => seats > 0).map(({ month, seats }) => [month, seats])).toEqual([
        [previous, 2],
        [first.slice(0, 7), 1],
      ]);
    };
    await check();
    await rollUpAdoptions();
    await check();
  });

  test('an adoption recorded in the past counts in its month, also in rolled-up totals', async () => {
    const [course, { userId }] = [await makeCourse(), await makeSponsorAccount()];
    await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 3 }], daysAgo: 70 });
    await rollUpAdoptions();
    await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 4 }], daysAgo: 70 });
    await insertAdoption(sql(), { userId, state: 'expired', lines: [{ course, seats: 5 }], daysAgo: 70 });
    await rollUpAdoptions();
    expect(await monthlyTotals()).toMatchObject([{ type: 'B.Tech', seats: 7, paise: 7 * course.pricePaise }]);
    expect(await countTwice()).toEqual({ figures: 7, courses: 7 });
  });
});

describe('when a read rolls up', () => {
  /** Many adoptions of one seat each, verified two days ago, in one statement. */
  async function adoptMany(billings: number): Promise<void> {
    const { id: courseId } = await makeCourse({ totalSeats: 10_000, adoptedSeats: billings });
    const { userId } = await makeSponsorAccount();
    await sql()`
      with made as (insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at)
                    select gen_random_uuid()::text, ${userId}, 'public', 'pledged', '{}', 100, now() - interval '2 days'
                      from generate_series(1, ${billings}) returning id),
           item as (insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
                    select id, ${courseId}, 0, 1, 100, 'B.Tech', '', '', '' from made)
      insert into billing_events (billing_id, event, from_state, to_state, actor, at)
      select id, 'verified', 'draft', 'pledged', 'guest', now() - interval '2 days' from made`;
  }
  const rolledUp = async () => (await monthlyTotals()).reduce((sum, { seats }) => sum + seats, 0);

  test('a read rolls up first only if many events are pending', async () => {
    await adoptMany(FAR_BEHIND - 1);
    expect(await readStats(scope)).toMatchObject({ seatsAdopted: FAR_BEHIND - 1 });
    expect(await rolledUp()).toBe(0);
    await adoptMany(1);
    expect(await readStats(scope)).toMatchObject({ seatsAdopted: FAR_BEHIND, valuePaise: FAR_BEHIND * 100 });
    expect(await rolledUp()).toBe(FAR_BEHIND);
  });

  test('after a roll-up a read scans none of the earlier billings, using the index on the time of events', async () => {
    await adoptMany(8000);
    await rollUpAdoptions();
    await sql().unsafe('analyze');
    const [
      {
        'QUERY PLAN': [plan],
      },
    ] = (await sql().unsafe(`explain (analyze, format json) ${textOf(ALL_MONTHS)}`)) as unknown as [
      { 'QUERY PLAN': [PlanNode] },
    ];
    expect(billingScans(plan)).toEqual([
      { scan: 'Index Scan', table: 'billing_events', index: 'billing_events_at', rows: 0 },
      { scan: 'Index Scan', table: 'billing_items', index: 'billing_items_billing_id_course_id_pk', rows: 0 },
      { scan: 'Index Scan', table: 'billing_events', index: 'billing_events_seats', rows: 0 },
    ]);
  });
});

type PlanNode = Partial<Record<'Node Type' | 'Relation Name' | 'Index Name', string>> & {
  'Actual Rows'?: number;
  Plans?: PlanNode[];
  Plan?: PlanNode;
};

/** Returns the scans of the billing tables in a plan, with the rows read. */
function billingScans(node: PlanNode): { scan?: string; table: string; index?: string; rows?: number }[] {
  const table = node['Relation Name'];
  const own = table?.startsWith('billing')
    ? [{ scan: node['Node Type'], table, index: node['Index Name'], rows: node['Actual Rows'] }]
    : [];
  return [...own, ...[...(node.Plan ? [node.Plan] : []), ...(node.Plans ?? [])].flatMap(billingScans)];
}
