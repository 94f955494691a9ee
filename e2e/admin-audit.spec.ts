import { bearer } from '../testing/e2e/account';
import { logInAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress } from '../testing/e2e/keyboard';

const rows = (page: Page) => page.getByRole('region', { name: 'Entries' }).getByRole('row');
const choice = (page: Page, label: string) => page.getByRole('search').getByLabel(label, { exact: true });

test('the log shows the actions of an administrator with values before and after, and filters by actor, action, course and day', async ({
  page,
  seed,
  admin,
}) => {
  const course = await seed.course({ totalSeats: 60, pricePaise: 1_25_000_00 });
  const session = await signInAdmin(page, admin);
  const headers = bearer(session);
  await page.goto(`/admin/catalogue?q=${encodeURIComponent(course.branch)}&city=${encodeURIComponent(course.city)}`);
  await page.getByRole('button', { name: /^Edit / }).click();
  await page.getByLabel('Price per seat per year, in rupees').fill('1,30,000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('was saved')).toBeVisible();
  expect((await page.request.get('/api/user/download/users?q=nobody', { headers })).status()).toBe(200);

  await page.getByRole('link', { name: /^History/ }).click();
  await expect(page.getByText(`Entries of ${course.courseType} ${course.branch}`)).toBeVisible();
  const change = rows(page).filter({ hasText: 'Course changed' });
  await expect(change).toContainText(admin.username);
  await expect(change).toContainText(/Price per seat\s*₹1,25,000.00\s*₹1,30,000.00/);
  await expect(change).not.toContainText('Total seats');
  await page.getByRole('link', { name: 'Show it in the catalogue' }).click();
  await expect(page.getByRole('region', { name: 'Courses' }).getByRole('row', { name: course.branch })).toBeVisible();

  await page.goto(`/admin/audit?who=${admin.username}`);
  await expect(rows(page).getByRole('rowheader')).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('Users downloaded');
  await expect(rows(page).nth(3)).toContainText('Logged in');
  await choice(page, 'Action').selectOption('Users downloaded');
  await expect(page).toHaveURL(/action=users.downloaded/);
  await expect(rows(page).getByRole('rowheader')).toHaveCount(1);
  await expect(rows(page).nth(1)).toContainText(/Search\s*nobody\s*Rows\s*0/);
  await page.getByRole('link', { name: 'Show the records that match now' }).click();
  await expect(page).toHaveURL('/admin/users?q=nobody');

  await page.goto(`/admin/audit?who=${admin.username}&to=2020-01-01&action=course.burnt`);
  await expect(page.getByRole('heading', { name: 'No entries' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'action' })).toBeVisible();
  await page.getByRole('link', { name: 'All entries' }).click();
  await expect(page).toHaveURL('/admin/audit');
});

test('the log is paged, by keyboard and on a phone', async ({ page, admin, database }) => {
  await signInAdmin(page, admin);
  await database`
    insert into audit_log (actor, action, after)
    select ${admin.username}, 'users.downloaded', jsonb_build_object('rows', n) from generate_series(1, 60) n order by n`;
  await page.goto(`/admin/audit?who=${admin.username}&action=users.downloaded`);
  await expect(rows(page).nth(1)).toContainText(/Rows\s*60/);
  await tabAndPress(page, page.getByRole('link', { name: 'Older' }));
  await expect(rows(page).nth(1)).toContainText(/Rows\s*10/);
  await expect(rows(page).getByRole('rowheader')).toHaveCount(10);
  await expect(page.getByRole('region', { name: 'Entries' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Older' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows(page).nth(50)).toContainText(/Rows\s*11/);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(page.getByRole('link', { name: 'Newest' })).toBeHidden();
  await expect(rows(page).nth(1)).toContainText(/Rows\s*60/);
  await expect(page.getByRole('region', { name: 'Entries' })).toBeFocused();

  await page.setViewportSize({ width: 375, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('the log is not shown without a session', async ({ page, request, admin }) => {
  await logInAdmin(request, admin);
  await page.goto('/admin/audit');
  await expect(page).toHaveURL('/admin/login');
});
