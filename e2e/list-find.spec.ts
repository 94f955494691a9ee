import type { Sql } from 'postgres';
import { signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress } from '../testing/e2e/keyboard';
import {
  branchesOf,
  cardOf,
  choose,
  dialog,
  openSummary,
  seatsOf,
  storedSelection,
  summary,
  tickBox,
} from '../testing/e2e/selection';
import { hindi } from '../testing/e2e/translations';

const listOf = (city: string) => `/course-list/${encodeURIComponent(city)}/B.Tech`;
const search = (page: Page) => page.getByRole('search', { name: 'Search and filter courses' });
const headings = branchesOf;
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Lock' });

/** Opens the filters, which are folded at first. */
async function openFilters(page: Page) {
  const more = search(page).getByText(/^Filter, sort, budget/);
  if (!(await search(page).getByLabel('Sort by').isVisible())) await more.click();
}

/** Inserts courses named 'Branch 001' and so on, ten at each of the colleges 'College 01' and so on. */
async function seedMany(database: Sql, city: string, courses: number) {
  await database`
    with added as (
      insert into institutes (name, city)
      select 'College ' || to_char(n, 'FM00'), ${city} from generate_series(1, ${Math.ceil(courses / 10)}::int) n
      returning id, name)
    insert into courses (institute_id, city, course_type, branch, total_seats, adopted_seats, price_paise, is_open)
    select (select id from added where name = 'College ' || to_char((n + 9) / 10, 'FM00')), ${city}, 'B.Tech',
           'Branch ' || to_char(n, 'FM000'), 60, n % 50, (50000 + n * 100) * 100, true
      from generate_series(1, ${courses}::int) n`;
}

test.describe('finding a course', () => {
  test('by search, filters and order, which are in the address and survive Back; what is invalid in it is ignored with a notice', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Computer Science and Engineering', institute: 'Beta College', pricePaise: 90_000_00 });
    await seed.course({ branch: 'Civil Engineering', institute: 'Alpha College', pricePaise: 60_000_00 });
    await seed.course({ branch: 'Mining', institute: 'Alpha College', adoptedSeats: 60, pricePaise: 50_000_00 });
    await seed.course({ branch: 'Textile', institute: 'Alpha College', adoptedSeats: 50, pricePaise: 80_000_00 });
    await page.goto(listOf(seed.city));
    await expect(headings(page)).toHaveText([
      'Civil Engineering',
      'Mining',
      'Textile',
      'Computer Science and Engineering',
    ]);

    await search(page).getByLabel('Branch or institute').fill('CSE');
    await search(page).getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(`${listOf(seed.city)}?q=CSE`);
    await expect(headings(page)).toHaveText(['Computer Science and Engineering']);
    await expect(page.getByText('1 course of 4')).toBeVisible();

    await page.goBack();
    await expect(headings(page)).toHaveCount(4);
    await expect(search(page).getByLabel('Branch or institute')).toHaveValue('');
    await openFilters(page);
    await search(page).getByLabel('Sort by').selectOption('Price, lowest first');
    await expect(headings(page).first()).toHaveText('Civil Engineering');
    await expect(page.getByRole('heading', { level: 2, name: 'Price, lowest first' })).toBeVisible();
    await expect(cardOf(page, 'Civil Engineering')).toContainText('Alpha College');
    await search(page).getByLabel('Only courses with seats left').check();
    await expect(page).toHaveURL(`${listOf(seed.city)}?sort=price&free=1`);
    await expect(headings(page)).toHaveText(['Civil Engineering', 'Textile', 'Computer Science and Engineering']);
    await search(page).getByLabel('Price from').fill('₹70,000');
    await search(page).getByLabel('Price to').fill('85000');
    await search(page).getByRole('button', { name: 'Apply' }).click();
    await expect(headings(page)).toHaveText(['Textile']);

    await search(page).getByRole('link', { name: 'Clear filters' }).click();
    await expect(headings(page)).toHaveCount(4);
    await expect(page).toHaveURL(listOf(seed.city));
    await openFilters(page);
    await search(page).getByLabel('Institute', { exact: true }).selectOption('Beta College (1)');
    await expect(headings(page)).toHaveText(['Computer Science and Engineering']);
    await page.goto(`${listOf(seed.city)}?q=nothing+like+it`);
    await expect(page.getByText('No course of this city matches your search.')).toBeVisible();
    await page.goto(`${listOf(seed.city)}?q=civill+astronaut`);
    await expect(page.getByText('Showing results for “Civil astronaut”.')).toBeVisible();
    await expect(page.getByText('No course here matches “astronaut”; it was left out.')).toBeVisible();
    await expect(headings(page)).toHaveText(['Civil Engineering']);
    await page.goto(`${listOf(seed.city)}?min=x&sort=name&page=7&free=1`);
    await expect(
      page.getByText('These parts of the address are invalid and ignored: price from, order.'),
    ).toBeVisible();
    await expect(page.getByText('There is no page 7; this is the last one.')).toBeVisible();
    await expect(headings(page)).toHaveCount(3);
  });

  test('without JavaScript: search, filters and pages', async ({ browser, baseURL, seed, database }) => {
    await seedMany(database, seed.city, 70);
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(listOf(seed.city));
    await expect(headings(page)).toHaveCount(60);
    // Cards get their size when they come into view, and a link below them moves while it is scrolled to.
    await page.getByRole('link', { name: 'Page 2' }).press('Enter');
    await expect(headings(page).last()).toHaveText('Branch 070');
    await openFilters(page);
    await search(page).getByLabel('Sort by').selectOption('Price, lowest first');
    await search(page).getByLabel('Your budget').fill('5,00,000');
    await search(page).getByLabel('Branch or institute').fill('Branch 070');
    await search(page).getByRole('button', { name: 'Search' }).click();
    await expect(headings(page)).toHaveText(['Branch 070']);
    const left = '₹5,00,000.00 left of your budget of ₹5,00,000.00';
    await expect(page.getByText(left, { exact: true }).filter({ visible: true })).toBeVisible();
    await context.close();
  });
});

test.describe('a list in pages', () => {
  test('what is ticked stays chosen on other pages, under other filters and after Back, without a question', async ({
    page,
    seed,
    database,
  }) => {
    await seedMany(database, seed.city, 130);
    await page.goto(listOf(seed.city));
    await expect(headings(page)).toHaveCount(60);
    await choose(page, 'Branch 003', 2);
    await page.getByRole('link', { name: 'Page 2' }).press('Enter');
    await expect(headings(page).first()).toHaveText('Branch 061');
    await expect(page.getByText('130 courses, 61 to 120 shown')).toBeVisible();
    await choose(page, 'Branch 064', 3);
    await search(page).getByLabel('Branch or institute').fill('Branch 130');
    await search(page).getByRole('button', { name: 'Search' }).click();
    await expect(headings(page)).toHaveText(['Branch 130']);
    await choose(page, 'Branch 130', 4);
    await page.goBack();
    await expect(headings(page).first()).toHaveText('Branch 061');
    await expect(seatsOf(cardOf(page, 'Branch 064'))).toHaveValue('3');
    await openSummary(page);
    await expect(summary(page).getByRole('listitem')).toHaveText([/Branch 003/, /Branch 064/, /Branch 130/]);
    await expect(page.getByRole('alertdialog')).toBeHidden();

    await page.getByRole('link', { name: 'Back to Cities' }).click();
    await dialog(page, 'Unsaved Changes').getByRole('button', { name: 'Stay Here' }).click();
    await expect(page).toHaveURL(`${listOf(seed.city)}?page=2`);
    await proceed(page).click();
    await expect(page).toHaveURL('/cart');
    const { cart } = await storedSelection(page);
    expect(Object.values(cart!).map((line) => (line as { selectedSeats: number }).selectedSeats)).toEqual([2, 3, 4]);

    // The stored lines of all pages are in the summary of each page, and stay when another page is locked.
    await page.goto(`${listOf(seed.city)}?page=3`);
    await expect(tickBox(cardOf(page, 'Branch 130'))).toBeChecked();
    await openSummary(page);
    await expect(summary(page).getByRole('listitem')).toHaveCount(3);
    await tickBox(cardOf(page, 'Branch 130')).uncheck();
    await expect(summary(page).getByRole('listitem')).toHaveText([/Branch 003/, /Branch 064/]);
    await proceed(page).click();
    await expect(page).toHaveURL('/cart');
    expect(Object.keys((await storedSelection(page)).cart!)).toHaveLength(2);
    await page.goto(listOf(seed.city));
    await page.getByRole('link', { name: 'Show all 130 on one page' }).click();
    await expect(headings(page)).toHaveCount(130);
    await expect(page).toHaveURL(`${listOf(seed.city)}?show=all`);
  });

  test('a course costs at most 1.5 kB, and the first page of 900 courses at most 200 kB', async ({
    request,
    seed,
    database,
  }) => {
    const [small, large] = [`${seed.city} A`, `${seed.city} B`];
    await seedMany(database, small, 10);
    await seedMany(database, large, 900);
    for (const language of ['en', 'hi']) {
      const headers = { 'Accept-Language': language };
      const weigh = async (city: string) => (await (await request.get(listOf(city), { headers })).body()).byteLength;
      const [few, many] = [await weigh(small), await weigh(large)];
      expect((many - few) / 50, language).toBeLessThan(1500);
      expect(many, language).toBeLessThan(200_000);
    }
  });
});

test.describe('institutes', () => {
  test('fold with the keyboard, stay folded for the session and are named by their headings', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Civil', institute: 'Alpha College' });
    await seed.course({ branch: 'Civil', institute: 'Beta College' });
    await page.goto(listOf(seed.city));
    await expect(tickBox(page.getByRole('article', { name: 'Civil, Beta College' }))).toBeEnabled();
    await tabAndPress(page, page.getByRole('button', { name: 'Alpha College: 1 course' }), 'Space');
    await expect(page.getByRole('article', { name: 'Civil, Alpha College' })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Alpha College: 1 course' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(2);
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Alpha College: 1 course' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(
      page.getByRole('region', { name: 'Alpha College' }).getByRole('link', { name: 'Alpha College' }),
    ).toHaveAttribute('href', /^\/institute\/[0-9a-f-]{36}$/);
  });

  test('their heading stays visible while their courses scroll', async ({ page, seed, database }) => {
    await seedMany(database, seed.city, 20);
    await page.goto(listOf(seed.city));
    await cardOf(page, 'Branch 008').scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollBy(0, 200));
    await expect(page.getByRole('heading', { level: 2, name: 'College 01' })).toBeInViewport();
  });
});

test.describe('a budget', () => {
  test(
    'shows what is left of it and by how much it is exceeded',
    { tag: '@phone' },
    async ({ page, seed, isMobile }) => {
      await seed.course({ branch: 'Civil', pricePaise: 1_00_000_00 });
      await page.goto(`${listOf(seed.city)}?budget=2,50,000`);
      await choose(page, 'Civil', 2);
      const shown = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
      const budget = 'your budget of ₹2,50,000.00';
      await expect(shown(isMobile ? '₹50,000.00 of the budget left' : `₹50,000.00 left of ${budget}`)).toBeVisible();
      await seatsOf(cardOf(page, 'Civil')).fill('4');
      await expect(shown(isMobile ? '₹1,50,000.00 over budget' : `₹1,50,000.00 over ${budget}`)).toBeVisible();
      await expect(page.getByText('4 seats chosen, ₹4,00,000.00. ₹1,50,000.00 over budget')).toBeAttached();
    },
  );

  test('in the dashboard, too, with search and pages', async ({ page, seed, account }) => {
    await seed.course({ branch: 'Civil', pricePaise: 1_00_000_00 });
    await seed.course({ branch: 'Mining' });
    await signIn(page, account);
    const path = `/dashboard/city/${encodeURIComponent(seed.city)}/B.Tech`;
    await page.goto(`${path}?budget=50000`);
    await choose(page, 'Civil');
    await search(page).getByLabel('Branch or institute').fill('mining');
    await search(page).getByRole('button', { name: 'Search' }).click();
    await expect(headings(page)).toHaveText(['Mining']);
    await expect(page).toHaveURL(`${path}?q=mining&budget=50000`);
    await expect(
      page
        .getByText(/₹50,000.00 over/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await proceed(page).click();
    await expect(page).toHaveURL('/dashboard/payment');
    expect(Object.keys((await storedSelection(page)).selections!)).toHaveLength(1);
  });
});

test('cart and payment load only the courses of the selection', async ({ page, seed }) => {
  const course = await seed.course({ branch: 'Civil' });
  await seed.course({ branch: 'Mining' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search: query } = new URL(request.url());
    if (pathname === '/api/courses') asked.push(query);
  });
  await page.goto(listOf(seed.city));
  await choose(page, 'Civil');
  await proceed(page).click();
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await expect(page.getByRole('heading', { name: 'Your Adoption Details' })).toBeVisible();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect(new Set(asked)).toEqual(new Set([`?details=1&ids=${course.id}`]));
});

test('in Hindi: search in Hindi, no English word, and accessible with open filters', async ({
  page,
  context,
  seed,
  baseURL,
}) => {
  const list = hindi('list');
  await context.addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await seed.course({ branch: 'Computer Science', institute: 'Alpha College' });
  await seed.course({ branch: 'Civil', institute: 'Alpha College' });
  await page.goto(`${listOf(seed.city)}?budget=100`);
  await page.getByLabel(list.find.search).fill('कंप्यूटर');
  await page.getByRole('button', { name: list.find.submit }).click();
  await expect(headings(page)).toHaveText(['कंप्यूटर साइंस']);
  await page.getByRole('article').getByRole('checkbox', { name: list.card.select }).check();
  await page.getByText(list.find.more).click();
  await expectHindi(page, ['Alpha College', seed.city]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${seed.city}` })).toBeVisible();
  await expect(page).toHaveURL(/q=.*budget=100$/);
  await expect(headings(page)).toHaveText(['Computer Science']);
});
