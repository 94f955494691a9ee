import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { read, utils } from 'xlsx';
import { bearer, register, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { holdRequests } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

const DOWNLOADS = '**/api/user/download/**';

const button = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('button', { name: 'Download Excel' });

test('R-ADMIN-13 R-ADMIN-14 R-API-30 both tables can be downloaded under the day’s name, and a filter chooses the rows', async ({
  page,
  admin,
  database,
  seed,
  browser,
}) => {
  const visitor = await browser.newContext();
  const sponsor = await register(visitor.request, { company_name: `=HYPERLINK(A1) ${seed.city}` });
  const session = await signIn(await visitor.newPage(), sponsor);
  await visitor.close();
  const course = await seed.course({ pricePaise: 75_00_000_50 });
  const paid = await adopt(database, session, [[course, 3]]);
  await adopt(database, session, [[course, 1]], { state: 'draft' });
  await signInAdmin(page, admin);

  const query = new URLSearchParams({ q: seed.city, status: 'completed' });
  await page.goto(`/admin/dashboard?${query}`);
  await expect(button(page, 'Users')).toBeVisible();
  const held = await holdRequests(page, DOWNLOADS);
  const began = new Date();
  const saved = page.waitForEvent('download');
  await button(page, 'Billings').click();
  await expect(button(page, 'Billings')).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Preparing 1 row…' })).toBeVisible();
  await button(page, 'Billings').click({ force: true });
  await expect(button(page, 'Billings')).toBeFocused();
  held.letGo();
  const file = await saved;
  // Midnight may have passed.
  const days = [began, new Date()].map((moment) => `billings-data-${moment.toISOString().slice(0, 10)}.xlsx`);
  expect(days).toContain(file.suggestedFilename());
  expect(held.count()).toBe(1);
  await expect(button(page, 'Billings')).toBeEnabled();
  const place = [course.institute, course.city].filter(Boolean).join(', ');
  const { Sheets } = read(await readFile(await file.path()));
  expect(utils.sheet_to_json(Sheets.Billings!)).toEqual([
    {
      'Billing Id': paid.id,
      Reference: paid.reference,
      'User Id': session.id,
      'Company Name': sponsor.company_name,
      Contact: sponsor.full_name,
      Email: sponsor.email,
      'Total Price': 22_500_001.5,
      Received: 22_500_001.5,
      'Tax Withheld (TDS)': 0,
      Outstanding: 0,
      Seats: 3,
      Courses: `${course.courseType} ${course.branch}, ${place}: 3 seats at ₹75,00,000.50`,
      'Payment Status': 'Completed',
      Verified: 'Yes',
      'Created (India)': expect.any(Number),
      Session: expect.stringMatching(/^\d{4}-\d{2}$/),
    },
  ]);
});

test('R-ADMIN-15 a download that fails is only logged, and can be tried again', async ({ page, admin }) => {
  await signInAdmin(page, admin);
  // A notice about new users moves the buttons.
  const checked = page.waitForResponse('**/api/user/get_admin_dashboard_data?**');
  await page.goto('/admin/dashboard');
  await checked;
  await page.route(DOWNLOADS, (route) => route.fulfill({ status: 500, json: { message: 'A failure of the test' } }));
  const logged = page.waitForEvent('console', (message) => message.text().includes('download_failed'));
  await button(page, 'Users').click();
  expect((await logged).type()).toBe('error');
  await expect(button(page, 'Users')).toBeEnabled();
  await expect(page.getByText('A failure of the test')).toHaveCount(0);
  await expect(toast(page, '')).toHaveCount(0);

  await page.unroute(DOWNLOADS);
  const saved = page.waitForEvent('download');
  await button(page, 'Users').click();
  expect((await saved).suggestedFilename()).toMatch(/^users-data-\d{4}-\d\d-\d\d\.xlsx$/);
});

test('R-STATE-04 a download without a session redirects to the login; leaving the page cancels a download', async ({
  page,
  request,
  admin,
  database,
}) => {
  // Without users, 'all users' cannot be downloaded.
  await register(request);
  await signInAdmin(page, admin);
  await page.goto('/admin/users');
  await holdRequests(page, DOWNLOADS);
  const ended = page.waitForEvent('requestfailed', (call) => call.url().includes('/download/users'));
  await page.getByRole('button', { name: 'Download Excel' }).click();
  // The dashboard checks for new data when it opens; a later refusal would redirect to the login before the download
  // does.
  const asked = page.waitForResponse('**/api/user/get_admin_dashboard_data?**');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.unroute(DOWNLOADS);

  await asked;
  await expect(button(page, 'Users')).toBeEnabled();
  await database`delete from admin_sessions where admin_id = ${admin.id}`;
  await button(page, 'Users').click();
  await expect(page).toHaveURL('/admin/login');
});

test('R-API-29 only users, billings and their lines can be downloaded; other paths are refused', async ({
  page,
  admin,
  baseURL,
}) => {
  const session = await signInAdmin(page, admin);
  /** Sends the path unchanged: a browser would normalise it. */
  const status = (path: string) =>
    new Promise<number | undefined>((done, fail) => {
      const { hostname, port } = new URL(baseURL!);
      httpRequest({ hostname, port, path: `/api/user/download/${path}`, headers: bearer(session) }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode));
      })
        .on('error', fail)
        .end();
    });
  const paths = ['..%2f', '..%2fusers', 'constructor', '__proto__', 'toString', 'users%00', 'USERS'];
  expect(await Promise.all(paths.map(status))).toEqual(paths.map(() => 404));
  expect(await status('users')).toBe(200);
});

test('the columns of a table are chosen by keyboard, and stay in its address, its pages and its spreadsheet', async ({
  page,
  admin,
  database,
  seed,
  browser,
}) => {
  const visitor = await browser.newContext();
  const sponsor = await register(visitor.request, { company_name: `Columns ${seed.city}` });
  const session = await signIn(await visitor.newPage(), sponsor);
  await visitor.close();
  await adopt(database, session, [[await seed.course(), 3]]);
  await signInAdmin(page, admin);
  await page.goto(`/admin/dashboard?${new URLSearchParams({ q: seed.city })}`);
  const heads = page.getByRole('table', { name: 'Billings', exact: true }).getByRole('columnheader');
  await expect(heads).toContainText(['Reference', 'Company Name', 'Courses', 'Seats']);
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Billings' }) });
  await section.getByText('Columns', { exact: true }).focus();
  await page.keyboard.press('Enter');
  for (const column of ['Courses', 'Verified', 'Session']) {
    const box = section.getByRole('checkbox', { name: column });
    await expect(box).toBeChecked();
    await box.focus();
    await page.keyboard.press('Space');
    await expect(heads.filter({ hasText: column })).toHaveCount(0);
    await expect(box).not.toBeChecked();
    await expect(box).toBeFocused();
  }
  const shown = 'reference.company.seats.total.payment.created';
  expect(new URL(page.url()).searchParams.get('shown')).toBe(shown);
  // Filters and order keep them.
  await page.getByRole('search', { name: 'Find billings' }).getByLabel('Payment').selectOption('Completed');
  await expect(page).toHaveURL(/status=completed/);
  await page.getByRole('link', { name: 'Total price' }).click();
  await expect(page).toHaveURL(/sort=total/);
  expect(new URL(page.url()).searchParams.get('shown')).toBe(shown);
  await page.reload();
  await expect(heads).toHaveText([
    'Reference',
    'Company Name',
    'Seats',
    'Total price',
    'Payment',
    'Created',
    'Details',
  ]);
  const saved = page.waitForEvent('download');
  await button(page, 'Billings').click();
  const { Sheets } = read(await readFile(await (await saved).path()));
  expect(utils.sheet_to_json(Sheets.Billings!, { header: 1 })[0]).toEqual([
    'Reference',
    'Company Name',
    'Seats',
    'Total Price',
    'Payment Status',
    'Created (India)',
  ]);
  // On a phone, too; and all of them again.
  await page.setViewportSize({ width: 375, height: 812 });
  await section.getByText('Columns', { exact: true }).click();
  for (const column of ['Courses', 'Verified', 'Session'])
    await section.getByRole('checkbox', { name: column }).check();
  await expect(page).not.toHaveURL(/shown=/);
  await page.goto('/admin/dashboard?shown=company');
  await expect(page.getByText('was left out: shown.')).toBeVisible();
});
