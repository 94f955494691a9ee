import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import { insertAdmin, logInAdmin, signInAdmin } from '../testing/e2e/admin';
import { bearer } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { tabAndPress, tabTo } from '../testing/e2e/keyboard';
import { look } from '../testing/e2e/look';
import { toast } from '../testing/e2e/toast';

const row = (page: Page, branch: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: branch, exact: true }) });
const branches = (page: Page) => page.getByRole('rowheader');
const catalogue = (city: string, query = '') => `/admin/catalogue?city=${encodeURIComponent(city)}${query}`;
const edit = (page: Page, branch: string) => row(page, branch).getByRole('button', { name: /^Edit / });
const total = (page: Page) => page.getByRole('dialog').getByLabel('Total seats');
const price = (page: Page) => page.getByRole('dialog').getByLabel('Price per seat per year, in rupees');
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' });
const nameOf = ({ courseType, branch, institute, city }: SeededCourse) =>
  `${courseType} ${branch}, ${institute}, ${city}`;

test('the catalogue is searched, filtered, sorted and paged by URL, also without JavaScript', async ({
  page,
  browser,
  admin,
  seed,
  database,
}) => {
  await seed.course({ branch: 'Civil', totalSeats: 1200, adoptedSeats: 200, pricePaise: 90_000_50 });
  await seed.course({
    branch: 'विद्युत अभियांत्रिकी',
    institute: null,
    courseType: 'ITI',
    totalSeats: 30,
    adoptedSeats: 30,
  });
  await seed.course({ branch: 'Robotics', isOpen: false });
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  await expect(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible();
  await expect(branches(page)).toHaveText(['Civil', 'Robotics', 'विद्युत अभियांत्रिकी']);
  await expect(row(page, 'Civil')).toContainText(/1,200.*200.*1,000.*₹90,000\.50.*Open/);
  await expect(row(page, 'Robotics')).toContainText('Closed');
  await expect(page.locator('dl[aria-label="Totals of what is listed"]')).toContainText(
    /Courses3Seats1,290Adopted230Held0Left1,060/,
  );
  await expect(page.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/admin/catalogue/import');
  await expectAccessible(page);

  const search = page.getByRole('searchbox', { name: 'City, institute or branch' });
  await search.fill('विद्युत');
  await search.press('Enter');
  await expect(branches(page)).toHaveText(['विद्युत अभियांत्रिकी']);
  await search.fill('college ENGINEERING');
  await search.press('Enter');
  await expect(branches(page)).toHaveText(['Civil', 'Robotics']);
  await page.getByLabel('State', { exact: true }).selectOption('Open');
  await expect(branches(page)).toHaveText(['Civil']);
  await expect(page).toHaveURL(/state=open/);
  await page.goto(catalogue(seed.city, '&state=full'));
  await expect(branches(page)).toHaveText(['विद्युत अभियांत्रिकी']);

  await page.goto(catalogue(seed.city));
  await page.getByRole('columnheader', { name: 'Price per seat' }).getByRole('link').click();
  await expect(page).toHaveURL(/sort=price&dir=desc/);
  await expect(branches(page).last()).toHaveText('Civil');
  await expect(page.getByRole('columnheader', { name: 'Price per seat' })).toHaveAttribute('aria-sort', 'descending');
  await page.goto(catalogue(seed.city, '&type=PhD&page=9'));
  await expect(page.getByText('There is no page 9: this is the first one.')).toBeVisible();
  await expect(branches(page)).toHaveCount(3);

  await database`
    insert into courses (city, course_type, branch, total_seats, price_paise)
    select ${seed.city}, 'Diploma', 'Trade n' || n, 10, 100 from generate_series(1, 60) n`;
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin });
  await logInAdmin(plain.request, admin);
  const still = await plain.newPage();
  await still.goto(catalogue(seed.city, '&sort=total&dir=desc'));
  await expect(branches(still)).toHaveCount(50);
  await expect(branches(still).first()).toHaveText('Civil');
  await still.getByRole('navigation', { name: 'Pages of courses' }).getByRole('link', { name: 'Next' }).click();
  await expect(branches(still)).toHaveCount(13);
  await still.getByRole('searchbox', { name: 'City, institute or branch' }).fill('trade n60');
  await still.getByRole('button', { name: 'Search' }).click();
  await expect(branches(still)).toHaveText(['Trade n60']);
  await plain.close();
});

test('R-BIZ-02 seats and price are changed by keyboard, refused below adopted and held seats, and shown to visitors', async ({
  page,
  admin,
  seed,
  database,
}) => {
  const course = await seed.course({ branch: 'Civil', adoptedSeats: 8 });
  await database`update courses set held_seats = 4 where id = ${course.id}`;
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  await tabAndPress(page, edit(page, 'Civil'));
  await expect(page.getByRole('dialog', { name: 'Edit course' })).toContainText(nameOf(course));
  await expect(page.getByRole('dialog')).toContainText('At least 12: 8 adopted and 4 held');
  await expect(price(page)).toHaveValue('1,25,000');

  await total(page).fill('11');
  await price(page).fill('1,30,000.50');
  await tabAndPress(page, save(page));
  await expect(
    page.getByRole('dialog').getByText('Total seats cannot be below 12: that many are adopted or held already'),
  ).toBeVisible();
  await expect(total(page)).toBeFocused();
  await expect(price(page)).toHaveValue('1,30,000.50');
  await expectAccessible(page);
  await price(page).fill('1.25 million');
  await total(page).fill('12.5');
  await save(page).click();
  await expect(page.getByRole('dialog')).toContainText('Total seats must be a whole number from 0 to 10,000');
  await expect(page.getByRole('dialog')).toContainText(
    'The price must be an amount from ₹0 to ₹1,00,00,000 with at most two decimals',
  );
  await price(page).fill('1,30,000.50');
  await total(page).fill('20');
  await total(page).press('Enter');
  await expect(toast(page, `${nameOf(course)} was saved`)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(edit(page, 'Civil')).toBeFocused();
  await expect(row(page, 'Civil')).toContainText(/20.*8.*4.*8.*₹1,30,000\.50/);
  await expect(row(page, 'Civil').getByRole('link', { name: `History of ${nameOf(course)}` })).toHaveAttribute(
    'href',
    `/admin/audit?subject=${course.id}`,
  );

  await page.goto(`/course-list/${encodeURIComponent(seed.city)}`);
  const card = page.getByRole('article', { name: /^Civil,/ });
  await expect(card).toContainText('8/20 seats left');
  await expect(card).toContainText('₹1,30,000.50');
});

test('a closed course disappears for visitors and carts, and returns when it is opened', async ({
  page,
  admin,
  seed,
}) => {
  const course = await seed.course({ branch: 'Civil' });
  const list = `/course-list/${encodeURIComponent(seed.city)}`;
  const card = page.getByRole('article', { name: /^Civil,/ });
  await page.goto(list);
  await card.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();
  await expect(page).toHaveURL('/cart');

  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city, '&state=open'));
  await row(page, 'Civil')
    .getByRole('button', { name: `Close ${nameOf(course)}` })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Close this course?' });
  await expect(dialog).toContainText('Seats that are held now can still be paid for until their time ends');
  await expect(dialog.getByRole('button', { name: 'Keep it open' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep it open' }).click();
  await expect(row(page, 'Civil').getByRole('button', { name: /^Close / })).toBeFocused();
  await row(page, 'Civil')
    .getByRole('button', { name: /^Close / })
    .click();
  await dialog.getByRole('button', { name: 'Close the course' }).click();
  await expect(toast(page, `${nameOf(course)} is closed`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/cart');
  await expect(page.getByText('Invalid course selection')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your adoption cart is empty' })).toBeVisible();
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toBeHidden();

  await page.goto(catalogue(seed.city));
  await row(page, 'Civil')
    .getByRole('button', { name: `Open ${nameOf(course)}` })
    .click();
  await expect(toast(page, `${nameOf(course)} is open`)).toBeVisible();
  await expect(row(page, 'Civil').getByRole('button', { name: /^Close / })).toBeFocused();
  await page.goto(list);
  await expect(card).toBeVisible();
});

test('a concurrent change by another administrator is shown, and no input is lost', async ({
  page,
  admin,
  seed,
  database,
  playwright,
  baseURL,
}) => {
  const course = await seed.course({ branch: 'Civil' });
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  await edit(page, 'Civil').click();
  await total(page).fill('75');

  const [{ version }] =
    (await database`select updated_at::text as version from courses where id = ${course.id}`) as unknown as [
      { version: string },
    ];
  const api = await playwright.request.newContext({ baseURL });
  const session = await logInAdmin(api, await insertAdmin(database));
  const other = await api.patch(`/api/admin/courses/${course.id}`, {
    headers: bearer(session),
    data: { total_seats: 70, price_per_seat: 99000, version },
  });
  expect(other.status()).toBe(200);
  await api.dispose();

  await save(page).click();
  const told = page.getByRole('alert').filter({ hasText: 'This course was changed meanwhile' });
  await expect(told.getByRole('listitem')).toHaveText([
    'Total seats: 70, before 60',
    'Price per seat: ₹99,000.00, before ₹1,25,000.00',
  ]);
  await expect(total(page)).toHaveValue('75');
  await expect(price(page)).toHaveValue('99,000');
  await save(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(page, 'Civil')).toContainText(/75.*₹99,000\.00/);
});

test('on a phone nothing scrolls horizontally, and the form fits', async ({ page, admin, seed }) => {
  await seed.course({ branch: 'Civil' });
  await page.setViewportSize({ width: 375, height: 812 });
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  await expect(row(page, 'Civil')).toBeVisible();
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  await tabTo(page, edit(page, 'Civil'));
  await page.keyboard.press('Enter');
  await save(page).scrollIntoViewIfNeeded();
  await expect(save(page)).toBeInViewport();
  expect(await sideways()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(edit(page, 'Civil')).toBeFocused();
});

test('prices of all courses of a filter rise by one act, with what it would do before', async ({
  page,
  admin,
  seed,
  database,
}) => {
  await seed.course({ branch: 'Civil', pricePaise: 90_010_00 });
  await database`
    insert into courses (city, course_type, branch, total_seats, price_paise)
    select ${seed.city}, 'ITI', 'Trade n' || n, 10, 100000 from generate_series(1, 60) n`;
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await page.getByRole('button', { name: 'Choose all 61 of these filters' }).click();
  await page.getByRole('button', { name: 'Change 61 courses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 61 courses' });
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByLabel('Per cent')).toHaveAccessibleDescription(/from -90 to 200 per cent/);
  await dialog.getByLabel('Per cent').fill('5');
  await dialog.getByLabel('Per cent').press('Enter');
  await expect(dialog).toContainText('61 courses change.');
  await expect(dialog).toContainText('Nothing has been written yet.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 61 prices' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/reason/i);
  await dialog.getByLabel('Reason').fill('Fees of the next year');
  // Somebody else changes one of them meanwhile: nothing is written, and the dialog shows what would happen now.
  await database`update courses set price_paise = 200000, updated_at = clock_timestamp() where city = ${seed.city} and branch = 'Trade n7'`;
  await dialog.getByRole('button', { name: 'Change 61 prices' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Fees of the next year');
  await dialog.getByRole('button', { name: 'Change 61 prices' }).click();
  await expect(toast(page, '61 courses were changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Civil')).toContainText('₹94,511.00');
  const prices = await database`
    select price_paise::int as price, count(*)::int from courses where city = ${seed.city} group by 1 order by 1`;
  expect([...prices]).toEqual([
    { price: 105000, count: 59 },
    { price: 210000, count: 1 },
    { price: 94_511_00, count: 1 },
  ]);
});

test('the columns of the catalogue are chosen, and stay in its address, its order and its filters', async ({
  page,
  admin,
  seed,
}) => {
  await seed.course({ branch: 'Civil' });
  await signInAdmin(page, admin);
  await page.goto(catalogue(seed.city));
  const heads = page.getByRole('table', { name: 'Courses' }).getByRole('columnheader');
  await page.getByText('Columns', { exact: true }).click();
  for (const column of ['City', 'Held', 'Changed']) {
    await page.getByRole('checkbox', { name: column, exact: true }).uncheck();
    await expect(heads.filter({ hasText: column })).toHaveCount(0);
  }
  const shown = 'branch.institute.type.session.total.adopted.left.price.state';
  expect(new URL(page.url()).searchParams.get('shown')).toBe(shown);
  await page.getByRole('link', { name: 'Left', exact: true }).click();
  await expect(page).toHaveURL(/sort=left/);
  expect(new URL(page.url()).searchParams.get('shown')).toBe(shown);
  await expect(row(page, 'Civil')).toBeVisible();
  await look(page, 'catalogue-columns');
});
