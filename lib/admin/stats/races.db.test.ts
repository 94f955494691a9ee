import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql as template } from 'drizzle-orm';
import { databaseOn, sql } from '@/db/client';
import { releaseExpiredHolds, pledgeSeats } from '@/lib/adoption/take/mutations';
import { payForAdoption } from '@/lib/money/mutations';
import { prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeProvider, prepareProcessPayment } from '@/testing/db/payment';
import { ageEvents, countTwice, monthlyTotals } from '@/testing/db/stats';
import { rollUp } from './statements';

const { url } = useTestDatabase();
/*
 * Two instances with shortened times: a statement timeout of three seconds instead of eight, and events count as
 * complete after five seconds instead of a minute, so that roll-ups include seats adopted while they run.
 */
const instance = () => postgres(url, { max: 10, connection: { statement_timeout: 3000 }, onnotice: () => undefined });
let here: Sql;
let there: Sql;
beforeAll(() => {
  here = instance();
  there = instance();
});
afterAll(() => Promise.all([here.end(), there.end()]));

const EVENTS = 3;
const rollUpOnce = (pool: Sql) => rollUp(databaseOn(pool), EVENTS, template`now() - interval '5 seconds'`);
const pick = <T>(all: readonly T[], n: number) => all[n % all.length]!;
const pool = (n: number) => (n % 2 ? here : there);

type Work = (connection: Sql) => Promise<{ ok: boolean }>;

async function preparePledge(courses: readonly CourseRow[], n: number): Promise<Work> {
  const { subject, code } = await prepareAdoption([
    { course: pick(courses, n), seats: 1 + (n % 4) },
    { course: pick(courses, n + 1), seats: 2 },
  ]);
  return (connection) => pledgeSeats(subject, code, databaseOn(connection));
}

async function preparePayment(courses: readonly CourseRow[], n: number): Promise<Work> {
  const lines = [{ course: pick(courses, n), seats: 1 + (n % 3) }];
  const { scope, request } = await prepareProcessPayment(lines, await makeSponsorAccount());
  return (connection) => payForAdoption(scope, request, { provider: makeProvider(), database: databaseOn(connection) });
}

/** Prepares pledges and payments in batches. */
async function prepareWork(courses: readonly CourseRow[], many: number): Promise<Work[]> {
  const works: Work[] = [];
  for (let n = 0; n < many; n += 10)
    works.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, k) => (k % 3 ? preparePledge : preparePayment)(courses, n + k)),
      )),
    );
  return works;
}

test('pledges and payments race two roll-ups and two readers: every read and the final totals count every seat once', async () => {
  const courses = await Promise.all(
    (['B.Tech', 'ITI', 'Diploma'] as const).map((courseType) => makeCourse({ courseType, totalSeats: 2000 })),
  );
  for (const work of await prepareWork(courses, 40)) await work(sql());
  await ageEvents('33 days');
  const works = await prepareWork(courses, 80);

  let isRacing = true;
  const repeat = async (work: () => Promise<unknown>) => {
    while (isRacing) await work();
  };
  const counts: { figures: number; courses: number }[] = [];
  const read = (connection: Sql) => async () => counts.push(await countTwice(databaseOn(connection)));
  const beside = [here, there].flatMap((connection) => [
    repeat(() => rollUpOnce(connection)),
    repeat(read(connection)),
  ]);
  beside.push(repeat(() => releaseExpiredHolds(undefined, databaseOn(here))));
  const outcomes = [];
  for (let n = 0; n < works.length; n += 8)
    outcomes.push(...(await Promise.all(works.slice(n, n + 8).map((work, k) => work(pool(n + k))))));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(works.length);

  const { courses: adopted } = await countTwice();
  const rolledUp = async () => (await monthlyTotals()).reduce((sum, { seats }) => sum + seats, 0);
  while ((await rolledUp()) < adopted);
  isRacing = false;
  await Promise.all(beside);

  expect(counts.filter((count) => count.figures !== count.courses)).toEqual([]);
  expect(new Set(counts.map(({ figures }) => figures)).size).toBeGreaterThan(5);
  expect(await monthlyTotals()).toEqual(
    await sql()`
      select to_char(e.at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, i.course_name as type, sum(i.seats)::float8 as seats,
             sum(i.seats * i.price_paise)::float8 as paise
        from billings b join billing_items i on i.billing_id = b.id
        join billing_events e on e.billing_id = b.id and e.event in ('verified', 'paid')
       where b.state in ('pledged', 'completed') group by 1, 2 order by 1, 2`,
  );
});
