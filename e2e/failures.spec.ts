import { signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { insertCourse } from '../testing/e2e/catalogue';
import { expect } from '../testing/e2e';
import { branchesOf } from '../testing/e2e/selection';
import { tabTo } from '../testing/e2e/keyboard';
import { test } from '../testing/e2e/own-app';

/*
 * What pages show of a database that is empty, broken or away. The tests share one app with a database of its own, and
 * the first finds it empty.
 */
test.describe.configure({ mode: 'default' });

const civil = {
  city: 'Bhopal',
  courseType: 'B.Tech',
  branch: 'Civil',
  institute: null,
  totalSeats: 60,
  adoptedSeats: 0,
  pricePaise: 1_25_000_00,
  isOpen: true,
};

test("R-ADMIN-16 with an empty database every page shows an empty state, with counts of 0 and without a table; a page or shell that fails on the server shows 'Failed to fetch dashboard data', and Try Again loads it", async ({
  page,
  admin,
  database,
}) => {
  await signInAdmin(page, admin);
  for (const [path, ...sentences] of [
    ['/admin/dashboard', 'No users yet', 'No billings yet', 'No seats are adopted yet.'],
    ['/admin/users', 'No users yet'],
    ['/admin/attention', 'Nothing needs attention'],
    ['/admin/catalogue', 'No courses yet'],
  ] as const) {
    await page.goto(path);
    for (const sentence of sentences) await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  }
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('main').locator('dl').first().locator('dd')).toHaveText(['0', '0', '0', '₹0.00']);

  const failure = page.getByRole('heading', { name: 'Failed to fetch dashboard data' });
  const tryAgain = page.getByRole('button', { name: 'Try Again' });

  for (const [table, path] of [
    ['users', '/admin/users'],
    ['admin_sessions', '/admin/users'],
  ] as const) {
    await database`alter table ${database(table)} rename to away`;
    await page.goto(path);
    await expect(failure).toBeVisible();
    await expectAccessible(page);
    await Promise.all([page.waitForEvent('load'), tryAgain.click()]);
    await expect(failure).toBeVisible();
    await database`alter table away rename to ${database(table)}`;
    await tabTo(page, tryAgain);
    await page.keyboard.press('Enter');
    await expect(failure).toBeHidden();
    await expect(page.getByRole('banner').getByText(admin.username)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  }
});

test('R-LIST-24 R-LIST-25 a failed load shows a message, and Try Again loads again', async ({ page, database }) => {
  await insertCourse(database, civil);
  await database`alter table courses rename to courses_away`;
  await page.goto('/course-list/Bhopal/B.Tech');
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await database`alter table courses_away rename to courses`;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('article', { name: 'Civil' }).getByRole('checkbox')).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeHidden();
});

test('R-ERR-10 a course with invalid data is omitted and reported by a toast', async ({ page, database }) => {
  await database`alter table courses drop constraint courses_price_range`;
  await insertCourse(database, { ...civil, branch: 'Whole', city: 'Indore' });
  await insertCourse(database, { ...civil, branch: 'Broken', city: 'Indore', pricePaise: -100 });
  await page.goto('/course-list/Indore/B.Tech');
  await expect(page.getByText('Some courses have invalid data and were filtered out')).toBeVisible();
  await expect(branchesOf(page)).toHaveText(['Whole']);
});

test('R-WIZ-11 R-WIZ-12 R-WIZ-13 R-WIZ-14 a category without courses, and a load that fails', async ({
  page,
  account,
  database,
}) => {
  const wizard = '/dashboard/new-course-selection';
  await signIn(page, account);
  await page.goto(wizard);
  await expect(page.getByRole('heading', { name: 'No M.Tech courses are currently available' })).toBeVisible();
  await expect(page.getByText('Please check back later or explore other categories')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();

  await database`alter table courses rename to courses_away`;
  await page.goto(wizard);
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await database`alter table courses_away rename to courses`;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /: B\.Tech$/ })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
});
