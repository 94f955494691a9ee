import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { COURSE_TYPES } from '../db/schema/enums';
import { bearer } from '../testing/e2e/account';
import { logInAdmin, signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { holdRequests } from '../testing/e2e/requests';
import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import { tabAndPress } from '../testing/e2e/keyboard';

const DATA = '**/api/user/get_admin_dashboard_data**';
const FETCH_FAILED = 'Failed to fetch dashboard data';

type Data = {
  users: { id: string; created_at: string; locked_courses: string[] }[];
  billings: { id: string; company_name: string; created_at: string }[];
};
type Sponsor = { id: string; company: string; email: string };

/** A sponsor with a unique company, so that a search finds only the rows of this test. */
async function insertSponsor(database: Sql, overrides: Record<string, string> = {}): Promise<Sponsor> {
  const mark = randomUUID().slice(0, 8);
  const given = {
    kind: 'registered',
    full_name: `Radhika ${mark}`,
    designation: 'Head, Talent Acquisition',
    email: `radhika.${mark}@narmada.example`,
    phone_number: '9826012345',
    company_name: `Narmada ${mark} Pvt Ltd`,
    industry: 'Automotive',
    ...overrides,
  };
  const [row] = await database<{ id: string }[]>`
    insert into users ${database({ ...given, password_hash: given.kind === 'guest' ? null : 'none' })} returning id`;
  return { id: row!.id, company: given.company_name, email: given.email };
}

/** Creates pledges of one line each, a minute apart; the nth has n seats. */
const insertPledges = (database: Sql, sponsor: Sponsor, course: SeededCourse, count: number) => database`
  with made as (
    insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, created_at)
    select 'SA-' || upper(substr(md5(random()::text), 1, 12)), ${sponsor.id}, 'public', 'pledged',
           ${JSON.stringify({ fullName: 'Radhika', designation: 'HR', email: sponsor.email, phone: '9826012345', company: sponsor.company, industry: 'Automotive' })}::text::jsonb,
           n * ${course.pricePaise}::bigint, now(), now() - n * interval '1 minute' from generate_series(1, ${count}) n
    returning id, total_paise)
  insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
  select id, ${course.id}, 0, total_paise / ${course.pricePaise}::bigint, ${course.pricePaise}, ${course.courseType}, ${course.branch}, '', ${course.city}
    from made`;

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const rows = (page: Page, name = 'Billings') => table(page, name).locator('tbody').getByRole('row');
const search = (page: Page) => page.getByRole('search', { name: 'Find billings' });
const words = (page: Page) => search(page).getByLabel('Company, email or reference');
const found = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Billings' }) })
    .getByRole('status')
    .first();
const popup = (page: Page) => page.getByRole('dialog');
const seats = async (page: Page) => {
  const cells = await rows(page).locator('td:nth-last-child(7)').allInnerTexts();
  return cells.map(Number);
};
const dashboard = (query: Record<string, string>) => `/admin/dashboard?${new URLSearchParams(query).toString()}`;
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns the value of a field in the popup of a record. */
const fact = (page: Page, label: string) =>
  popup(page)
    .getByText(label, { exact: true })
    .locator('xpath=ancestor::dt/following-sibling::dd | following-sibling::dd');

test('R-ADMIN-06 R-ADMIN-08 R-ADMIN-09 the counts equal the numbers of users and billings returned by the API; the dashboard shows the first 5 users, their own page all, and nobody else either', async ({
  page,
  request,
  admin,
  database,
  playwright,
  baseURL,
}) => {
  const nobody = await playwright.request.newContext({ baseURL });
  const session = await logInAdmin(request, admin);
  await signInAdmin(page, admin);
  const count = async () => {
    const answer = await request.get('/api/user/get_admin_dashboard_data', { headers: bearer(session) });
    const { users, billings } = (await answer.json()) as Data;
    return [users.length, billings.length];
  };
  // Other tests add records meanwhile: repeated until the counts before and after are equal.
  await expect(async () => {
    const before = await count();
    await page.goto('/admin/dashboard');
    const cards = page.getByRole('main').locator('dl').first().locator('dd');
    const shown = (await cards.allInnerTexts()).slice(0, 2).map((text) => Number(text.replaceAll(',', '')));
    expect(await count()).toEqual(before);
    expect(shown).toEqual(before);
  }).toPass();
  const company = `Malwa ${randomUUID().slice(0, 8)}`;
  for (let n = 0; n < 7; n++)
    await insertSponsor(database, { company_name: company, kind: n % 2 ? 'guest' : 'registered' });
  for (const path of ['/admin/dashboard', '/admin/users'])
    expect(await (await nobody.get(`${path}?q=Malwa`)).text()).not.toContain('<table');
  await nobody.dispose();
  await page.goto('/admin/dashboard');
  await expect(rows(page, 'Users')).toHaveCount(5);
  await expect(page.getByText(/^first 5 of [\d,]+/)).toBeVisible();
  await page.getByRole('link', { name: 'All users' }).click();
  await page.getByLabel('Name, company, email or phone').fill(company);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(rows(page, 'All users')).toHaveCount(7);
  await page.getByLabel('Account').selectOption('Guest');
  await expect(rows(page, 'All users')).toHaveCount(3);
  await expect(page.getByText(/^3 of [\d,]+ match, newest first$/)).toBeVisible();
  await page.getByRole('link', { name: 'Full Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Full Name' })).toHaveAttribute('aria-sort', 'ascending');
  expect(new URL(page.url()).search).toBe(
    `?${new URLSearchParams({ q: company, kind: 'guest', sort: 'name', dir: 'asc' }).toString()}`,
  );
});

test('R-ADMIN-10 all billings are listed, in pages; filters, order and page are in the URL and survive a reload and Back', async ({
  page,
  request,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database);
  const course = await seed.course();
  await insertPledges(database, sponsor, course, 103);
  // Another sponsor's, so that a search does not match all rows.
  await insertPledges(database, await insertSponsor(database), course, 1);
  const session = await logInAdmin(request, admin);
  await signInAdmin(page, admin);
  await page.goto('/admin/dashboard');
  await words(page).fill(sponsor.company);
  await words(page).press('Enter');
  await expect(found(page)).toHaveText(/^103 of [\d,]+ match, newest first$/);
  await expect(page).toHaveURL(dashboard({ q: sponsor.company }));

  const pages = page.getByRole('navigation', { name: 'Pages of billings' });
  const listed = await seats(page);
  for (const number of [2, 3]) {
    await pages.getByRole('link', { name: `Page ${number}` }).click();
    await expect(pages.getByRole('link', { name: `Page ${number}` })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: 'Billings' })).toBeFocused();
    listed.push(...(await seats(page)));
  }
  const answer = await request.get('/api/user/get_admin_dashboard_data', { headers: bearer(session) });
  const { billings } = (await answer.json()) as Data;
  expect(listed).toHaveLength(billings.filter(({ company_name: company }) => company === sponsor.company).length);
  expect(listed).toEqual(Array.from({ length: 103 }, (_, n) => n + 1));

  await table(page, 'Billings').getByRole('link', { name: 'Seats' }).click();
  await expect(table(page, 'Billings').getByRole('columnheader', { name: 'Seats' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect((await seats(page))[0]).toBe(103);
  await table(page, 'Billings').getByRole('link', { name: 'Seats' }).click();
  await expect(table(page, 'Billings').getByRole('columnheader', { name: 'Seats' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await pages.getByRole('link', { name: 'Next' }).click();
  const address = { q: sponsor.company, sort: 'seats', dir: 'asc', page: '2' };
  await expect(page).toHaveURL(`${dashboard(address)}#billings`);
  await page.reload();
  await expect(words(page)).toHaveValue(sponsor.company);
  expect((await seats(page))[0]).toBe(51);

  // The link to the first page disappears there; the focus remains.
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Billings' })).toBeFocused();
  await page.goBack();
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  // A filter resets to page 1 and keeps the sort order; Back also resets the fields.
  await search(page).getByLabel('Payment').focus();
  await search(page).getByLabel('Payment').selectOption('Completed');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page).toHaveURL(dashboard({ q: sponsor.company, status: 'completed', sort: 'seats', dir: 'asc' }));
  await expect(search(page).getByLabel('Payment')).toBeFocused();
  await page.goBack();
  await expect(rows(page)).toHaveCount(50);
  await expect(search(page).getByLabel('Payment')).toHaveValue('');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(words(page)).toHaveValue('');
  await expect(words(page)).toBeFocused();

  // What is typed during a search is kept.
  const { letGo } = await holdRequests(page, '**/admin/dashboard?q=nobody*');
  await words(page).fill('nobody');
  await words(page).press('Enter');
  await words(page).pressSequentially(' at all');
  letGo();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(words(page)).toHaveValue('nobody at all');
});

test('billings are filtered by status, verification, type, city and day, also without JavaScript; invalid parameters are reported and ignored', async ({
  page,
  browser,
  baseURL,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database);
  const [paid, other] = [await seed.course(), await seed.course({ courseType: 'ITI', city: `${seed.city} East` })];
  await adopt(database, sponsor, [[paid, 3]]);
  await adopt(database, sponsor, [[other, 5]], { state: 'draft' });
  const [{ today }] = await database<
    [{ today: string }]
  >`select (now() at time zone 'Asia/Kolkata')::date::text as today`;
  await signInAdmin(page, admin);
  for (const [filter, left] of [
    [{ status: 'completed' }, [3]],
    [{ verified: 'no' }, [5]],
    [{ type: 'ITI' }, [5]],
    [{ city: seed.city }, [3]],
    [{ to: '2020-01-01' }, []],
  ] as const) {
    await page.goto(dashboard({ q: sponsor.company, ...filter }));
    await expect(rows(page)).toHaveCount(left.length);
    expect(await seats(page), JSON.stringify(filter)).toEqual(left);
  }
  await page.goto(dashboard({ q: sponsor.company, from: today, status: 'paid', page: '9' }));
  await expect(page.getByText('was left out: status.')).toBeVisible();
  await expect(page.getByText('There is no page 9')).toBeVisible();
  expect((await seats(page)).toSorted()).toEqual([3, 5]);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await logInAdmin(plain.request, admin);
  await plain.goto('/admin/dashboard');
  await words(plain).fill(sponsor.company);
  await search(plain).getByLabel('Course type').selectOption('ITI');
  await plain.getByRole('button', { name: 'Search' }).click();
  await expect(rows(plain)).toHaveCount(1);
  expect(await seats(plain)).toEqual([5]);
  await plain.getByRole('link', { name: 'Total price' }).click();
  await expect(plain.getByRole('columnheader', { name: 'Total price' })).toHaveAttribute('aria-sort', 'descending');
  await context.close();
});

test('R-ADMIN-17 R-ADMIN-18 completed is distinguishable from every other status, verified from not verified', async ({
  page,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database);
  const course = await seed.course();
  const states = [
    ['completed', 'Completed', 'Yes'],
    ['pledged', 'Pending', 'Yes'],
    ['draft', 'Pending', 'No'],
    ['held', 'Pending', 'Yes'],
    ['expired', 'Expired', 'Yes'],
    ['refund_due', 'Refund due', 'Yes'],
    ['cancelled', 'Cancelled', 'Yes'],
  ] as const;
  const references = new Map<string, string>();
  for (const [state] of states)
    references.set(
      state,
      (await adopt(database, sponsor, [[course, 2]], { state, minutesLeft: state === 'held' ? 15 : -1 })).reference,
    );
  await signInAdmin(page, admin);
  await page.goto(dashboard({ q: sponsor.company }));
  await expect(rows(page)).toHaveCount(states.length);
  const styles = new Map<string, string>();
  for (const [state, status, verified] of states) {
    const cells = rows(page)
      .filter({ hasText: references.get(state)! })
      .getByRole('cell');
    await expect(cells.nth(-5)).toHaveText(status);
    await expect(cells.nth(-4)).toHaveText(verified);
    await expect(cells.nth(-4).locator('[data-icon]')).toHaveCount(verified === 'Yes' ? 1 : 0);
    const tag = cells.nth(-5).locator('span').first();
    styles.set(state, await tag.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  const { completed, ...others } = Object.fromEntries(styles);
  expect(new Set(Object.values(others)).size).toBe(1);
  expect(Object.values(others)).not.toContain(completed);
  await page.getByText('What the payment states mean').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('held while their sponsor pays')).toBeVisible();

  // A hold has no public confirmation, even if its contact is verified.
  const held = references.get('held')!;
  await page.getByRole('button', { name: `View ${held}` }).click();
  await expect(fact(page, 'Reference')).toHaveText(held);
  await expect(fact(page, 'Reference').getByRole('link')).toHaveCount(0);
});

test('R-ADMIN-12 R-ADMIN-11 popups show all of a billing with its courses, and from there its sponsor, by keyboard alone', async ({
  page,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database, { company_name: `नर्मदा ${randomUUID().slice(0, 8)}` });
  const one = await seed.course({ branch: 'Civil', totalSeats: 9_000, pricePaise: 1_25_000_50 });
  const two = await seed.course({ branch: 'Welder', courseType: 'ITI', institute: null, pricePaise: 15_500_00 });
  const billing = await adopt(database, sponsor, [
    [one, 8_000],
    [two, 1],
  ]);
  await signInAdmin(page, admin);
  await page.goto(dashboard({ q: sponsor.company }));
  const view = page.getByRole('button', { name: `View ${billing.reference}` });
  await tabAndPress(page, view);
  await expect(popup(page)).toHaveAccessibleName(`Billing ${billing.reference}`);
  await expect(fact(page, 'Payment')).toHaveText('Completed');
  await expect(fact(page, 'Verified')).toHaveText('Yes');
  await expect(fact(page, 'Total price')).toHaveText('₹1,00,00,19,500.00');
  await expect(fact(page, 'Seats').first()).toHaveText('8,001');
  await expect(fact(page, 'Company Name')).toHaveText(sponsor.company);
  await expect(fact(page, 'Email')).toHaveText(sponsor.email);
  await expect(fact(page, 'Phone Number')).toHaveText('9826012345');
  await expect(fact(page, 'Id')).toHaveText(billing.id);
  await expect(fact(page, 'User id')).toHaveText(sponsor.id);
  await expect(fact(page, 'Created')).toHaveText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
  await expect(fact(page, 'Reference').getByRole('link')).toHaveAttribute('href', `/verify/${billing.reference}`);
  const line = popup(page).getByRole('row').filter({ hasText: 'Civil' });
  await expect(line).toContainText('₹1,25,000.50');
  await expect(line).toContainText('₹1,00,00,04,000.00');
  await expect(popup(page).getByRole('row').filter({ hasText: 'Total Amount' })).toContainText('₹1,00,00,19,500.00');
  await expectAccessible(page);

  await tabAndPress(page, popup(page).getByRole('button', { name: /^Radhika/ }));
  await expect(popup(page)).toHaveAccessibleName(/^Radhika/);
  for (const [label, value] of [
    ['Designation', 'Head, Talent Acquisition'],
    ['Industry', 'Automotive'],
    ['Account', 'Registered'],
    ['Company Name', sponsor.company],
    ['Email', sponsor.email],
    ['Phone Number', '9826012345'],
    ['Id', sponsor.id],
  ] as const)
    await expect(fact(page, label)).toHaveText(value);
  await expect(fact(page, 'Created')).toHaveText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/);
  await expect(popup(page).getByRole('listitem').filter({ hasText: 'B.Tech Civil' })).toContainText(': 8000 seats');
  await expectAccessible(page);
  await tabAndPress(page, popup(page).getByRole('button', { name: `View ${billing.reference}` }));
  await expect(popup(page)).toHaveAccessibleName(`Billing ${billing.reference}`);
  await tabAndPress(page, popup(page).getByRole('button', { name: 'Back' }));
  await expect(popup(page)).toHaveAccessibleName(/^Radhika/);
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await expect(view).toBeFocused();
});

test('R-ADMIN-11 R-ADMIN-16 a failed fetch shows the server message, else the fallback, also in the popup of a user; new data is announced every minute and can be shown', async ({
  page,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database);
  const course = await seed.course();
  await signInAdmin(page, admin);
  await page.clock.install();
  let answer: { status: number; json?: object; body?: string } = {
    status: 500,
    json: { message: 'The register is closed' },
  };
  await page.route(DATA, (route) => route.fulfill(answer));
  await page.goto(dashboard({ q: sponsor.company }));
  await expect(page.getByText('The register is closed')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  answer = { status: 500, body: 'broken' };
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(FETCH_FAILED)).toBeVisible();

  await adopt(database, sponsor, [[course, 4]]);
  await page.unroute(DATA);
  await page.clock.runFor(61_000);
  await expect(page.getByText(/^\d+ new billings?$/)).toBeVisible();
  await expect(page.getByText(FETCH_FAILED)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await seats(page)).toEqual([4]);

  await page.goto(`/admin/users?${new URLSearchParams({ q: sponsor.company }).toString()}`);
  await page.route(DATA, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.getByRole('button', { name: /^View Radhika/ }).click();
  await expect(popup(page).getByRole('alert')).toContainText(FETCH_FAILED);
  await page.unroute(DATA);
  await popup(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(fact(page, 'Account')).toHaveText('Registered');
  await expect(fact(page, 'Email')).toHaveText(sponsor.email);
  await popup(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page)).toHaveCount(0);
});

test('long and Hindi names, all course types and amounts of crores fit on screens and paper: no page scrolls horizontally, and View is reachable', async ({
  page,
  admin,
  database,
  seed,
}) => {
  const sponsor = await insertSponsor(database, {
    full_name: 'श्रीमती राधिका विश्वनाथ देशमुख-कुलकर्णी',
    company_name: `${'Nospacesinthisname'.repeat(4)} ${randomUUID().slice(0, 8)}`,
    email: `${'mailbox.'.repeat(6)}${randomUUID().slice(0, 8)}@subdomain.of.a.very.long.company.example`,
  });
  const courses = await Promise.all(
    COURSE_TYPES.map((courseType) => seed.course({ courseType, totalSeats: 10_000, pricePaise: 9_99_999_50 })),
  );
  await adopt(
    database,
    sponsor,
    courses.map((course) => [course, 9_000] as const),
  );
  await adopt(database, await insertSponsor(database), [[courses[0]!, 900]], { state: 'pledged' });
  await signInAdmin(page, admin);
  const q = sponsor.company;
  const view = page.getByRole('button', { name: /^View/ }).last();
  for (const address of [dashboard({ q }), `/admin/users?${new URLSearchParams({ q }).toString()}`]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await expect(async () => {
      // Again if what is above grows meanwhile. A table scrolls by whole pixels: a fraction of one may be left over.
      await view.scrollIntoViewIfNeeded();
      await expect(view).toBeInViewport({ ratio: 0.9, timeout: 500 });
    }).toPass();
    expect(await sidewaysScroll(page), `${address} at 1280 px`).toBe(0);
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `${address} at ${width} px`).toBe(0);
    }
    await view.click();
    await expect(fact(page, 'Company Name')).toHaveText(sponsor.company);
    expect(await popup(page).evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
    expect((await popup(page).boundingBox())!.height).toBeLessThanOrEqual(800);
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 760, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('search')).toBeHidden();
    expect(await sidewaysScroll(page), `${address} on paper`).toBe(0);
    await page.emulateMedia({ media: 'screen' });
  }
});
