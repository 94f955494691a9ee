import type { Sql } from 'postgres';
import { COURSE_TYPES } from '../db/schema/enums';
import { formatINR } from '@/lib/platform/money';
import { logIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';

const byMonth = (page: Page) =>
  page.getByRole('table', { name: 'Seats adopted and their value, by month and course type' });
const chart = (page: Page) => page.getByRole('img', { name: /^Seats adopted in each of the last 12 months/ });
const counts = (page: Page) => page.getByRole('region', { name: 'Counts' });

const figure = (count: number) => count.toLocaleString('en-IN');
const rupees = (paise: number) =>
  (paise / 100).toLocaleString('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });

type Row = { month: string; type: string; seats: number; paise: number; paid: number };

/**
 * Returns seats and value according to the database, by month (Indian time) and type; 'earlier' is before the last
 * twelve months.
 */
const happened = (database: Sql) => database<Row[]>`
  select case when e.at >= (date_trunc('month', now() at time zone 'Asia/Kolkata') - interval '11 months') at time zone 'Asia/Kolkata'
              then trim(to_char(e.at at time zone 'Asia/Kolkata', 'FMMonth YYYY')) else 'earlier' end as month,
         i.course_name as type, sum(i.seats * s.adopted)::float8 as seats, sum(i.seats * i.price_paise * s.adopted)::float8 as paise,
         sum(i.seats * i.price_paise * s.paid)::float8 as paid
    from billing_events e join billing_items i on i.billing_id = e.billing_id cross join lateral (
         select (e.to_state in ('pledged', 'completed'))::int - coalesce(e.from_state in ('pledged', 'completed'), false)::int as adopted,
                (e.to_state = 'completed')::int - coalesce(e.from_state = 'completed', false)::int as paid) s
   where s.adopted <> 0 or s.paid <> 0 group by 1, 2 order by 1, 2`;

const sum = (rows: readonly Row[], key: 'seats' | 'paise' | 'paid') => rows.reduce((all, row) => all + row[key], 0);
const typesOf = (rows: readonly Row[]) =>
  COURSE_TYPES.map((type) =>
    sum(
      rows.filter((row) => row.type === type),
      'seats',
    ),
  );

/** Returns the expected rows of the page's table by month. */
function expectedRows(rows: readonly Row[]): string[][] {
  const line = (name: string, some: readonly Row[]) => [
    name,
    ...typesOf(some).map(figure),
    figure(sum(some, 'seats')),
    rupees(sum(some, 'paise')),
    rupees(sum(some, 'paid')),
    rupees(sum(some, 'paise') - sum(some, 'paid')),
  ];
  const recent = rows.filter(({ month }) => month !== 'earlier');
  const months = Array.from({ length: 12 }, (_, back) => {
    const [year, month] = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' }).split('-').map(Number);
    return new Date(Date.UTC(year!, month! - 1 - back, 1)).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      month: 'long',
      year: 'numeric',
    });
  });
  return [
    ...months.map((name) =>
      line(
        name,
        recent.filter(({ month }) => month === name),
      ),
    ),
    line('12 months', recent),
  ];
}

const cells = async (table: ReturnType<typeof byMonth>) => {
  const rows = await table.locator('tbody tr, tfoot tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
};

test.describe('the statistics of the dashboard', () => {
  test('issue 4: seats and value by month and type, as cards, as a chart and as a table, are those of the database', async ({
    page,
    database,
    seed,
    admin,
    account,
  }) => {
    const { user } = await logIn(page.request, account);
    const [btech, iti] = [await seed.course(), await seed.course({ courseType: 'ITI', pricePaise: 33_333_33 })];
    await adopt(database, user, [
      [btech, 2],
      [iti, 7],
    ]);
    await adopt(database, user, [[iti, 11]], { daysAgo: 40 });
    await adopt(database, user, [[btech, 13]], { daysAgo: 500 });
    await adopt(database, user, [[btech, 17]], { state: 'expired', minutesLeft: -5 });
    await signInAdmin(page, admin);

    // Other tests adopt seats meanwhile: repeated until no seats were adopted while the page was opened.
    await expect(async () => {
      const before = await happened(database);
      await page.goto('/admin/dashboard');
      expect(await happened(database)).toEqual(before);
      await page.getByText('Show as table', { exact: true }).click();
      expect(await cells(byMonth(page))).toEqual(expectedRows(before));
      await expect(counts(page)).toContainText(`Seats adopted${figure(sum(before, 'seats'))}`);
      await expect(counts(page)).toContainText(formatINR(sum(before, 'paise')));
      await expect(counts(page)).toContainText(`Paid ${formatINR(sum(before, 'paid'))}`);
      expect(sum(before, 'seats')).toBeGreaterThanOrEqual(33);
      await expect(chart(page).locator('text').first()).toHaveText(
        figure(
          sum(
            before.filter(({ month }) => month === expectedRows(before)[11]![0]),
            'seats',
          ),
        ),
      );
    }).toPass({ timeout: 40_000 });
    await expectAccessible(page);
  });

  test('on a phone the chart scrolls in its own region, beginning with this month, also by keyboard', async ({
    page,
    database,
    seed,
    admin,
    account,
  }) => {
    const { user } = await logIn(page.request, account);
    await adopt(database, user, [[await seed.course(), 3]]);
    await signInAdmin(page, admin);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto('/admin/dashboard');
    const region = page.getByRole('region', { name: 'Chart of the seats adopted by month' });
    const left = () => region.evaluate((element) => element.scrollLeft);
    const [ground, newest] = [(await region.boundingBox())!, (await chart(page).boundingBox())!];
    expect(newest.width).toBeGreaterThan(ground.width);
    expect(newest.x + newest.width).toBeCloseTo(ground.x + ground.width, 0);
    await region.focus();
    const start = await left();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(left).toBeLessThan(start);
    await page.getByText('Show as table', { exact: true }).click();
    await expect(byMonth(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await expectAccessible(page);
  });
});
