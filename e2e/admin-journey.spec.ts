import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { read, utils } from 'xlsx';
import { bearer, logIn, register, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expect, test, type Locator, type Page } from '../testing/e2e';

const section = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Clicks 'Download Excel' in a section and returns the rows of the file by column name. */
async function download(page: Page, part: Locator): Promise<{ name: string; rows: Record<string, unknown>[] }> {
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Download Excel' }).click();
  const file = await saved;
  const { Sheets, SheetNames } = read(await readFile(await file.path()));
  return { name: file.suggestedFilename(), rows: utils.sheet_to_json(Sheets[SheetNames[0]!]!) };
}

test('R-BIZ-08 an administrator logs in, sees users and billings, downloads both as spreadsheets, and logs out', async ({
  page,
  request,
  admin,
  database,
  seed,
}) => {
  const mark = randomBytes(4).toString('hex');
  await database`
    insert into users (kind, full_name, designation, email, phone_number, company_name)
    select 'guest', 'Guest ' || n, 'HR', 'guest' || n || '.' || ${mark} || '@example.in', '9876543210', 'Guests'
      from generate_series(1, 5) n`;
  const sponsor = await register(request, { company_name: `सतपुड़ा ${mark} & Sons` });
  const { user, token } = await logIn(request, sponsor);
  const course = await seed.course({ pricePaise: 1_25_000_50 });
  const { reference } = await adopt(database, { id: user.id, token }, [[course, 3]]);

  await page.goto('/admin/login');
  await page.getByLabel('Username', { exact: true }).fill(` ${admin.username.toUpperCase()}`);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText('Login successful')).toBeVisible();

  const [users, billings] = ['Users', 'Billings'].map((name) => section(page, name));
  await expect(users!.getByRole('row')).toHaveCount(6);
  await billings!.getByRole('searchbox', { name: 'Company, email or reference' }).fill(mark);
  await billings!.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`/admin/dashboard?q=${mark}`);
  const row = billings!.getByRole('row').filter({ hasText: sponsor.company_name });
  await expect(row).toContainText('₹3,75,001.50');
  await expect(row).toContainText('Completed');

  const filtered = await download(page, billings!);
  expect(filtered.name).toMatch(/^billings-data-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(filtered.rows).toEqual([
    expect.objectContaining({
      Reference: reference,
      'Company Name': sponsor.company_name,
      Email: sponsor.email,
      'Total Price': 375_001.5,
      Seats: 3,
    }),
  ]);

  // The dashboard's other button exports all users, not only the five shown.
  const [{ before } = { before: 0 }] = await database<{ before: number }[]>`select count(*)::int as before from users`;
  const everybody = await download(page, users!);
  expect(everybody.name).toMatch(/^users-data-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(everybody.rows.length).toBeGreaterThanOrEqual(before);
  expect(everybody.rows.filter((one) => one.Email === sponsor.email)).toEqual([
    expect.objectContaining({
      'User Id': user.id,
      'Full Name': sponsor.full_name,
      'Company Name': sponsor.company_name,
      'Phone Number': sponsor.phone_number,
    }),
  ]);

  const adminToken = await page.evaluate(() => localStorage.getItem('adminToken'));
  const told = database<{ action: string }[]>`select action from audit_log where admin_id = ${admin.id} order by id`;
  expect((await told).map(({ action }) => action)).toEqual([
    'admin.logged_in',
    'billings.downloaded',
    'users.downloaded',
  ]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/admin/login');
  const call = await request.get('/api/user/get_admin_dashboard_data?limit=1', {
    headers: bearer({ id: admin.id, token: adminToken! }),
  });
  expect(call.status()).toBe(401);
});

test('R-BIZ-05 the three areas work side by side in one browser: the public site of Madhya Pradesh, a sponsor’s dashboard, the administration', async ({
  page,
  account,
  admin,
}) => {
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText('Madhya Pradesh');
  await signIn(page, account);
  await signInAdmin(page, admin);
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toContainText(account.company_name);
  await page.goto('/admin/dashboard');
  await expect(section(page, 'Billings').getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(admin.username);
});
