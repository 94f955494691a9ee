import { newAccount, type TestAccount } from '../testing/e2e/account';
import { holdRequests, storedSession } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndType } from '../testing/e2e/keyboard';
import { toast } from '../testing/e2e/toast';

const REGISTER = '**/api/user/register';

/** Label, type and autocomplete of each field. */
const FIELDS = {
  full_name: ['Full Name', 'text', 'name'],
  designation: ['Designation', 'text', 'organization-title'],
  company_name: ['Company Name', 'text', 'organization'],
  email: ['Email Address', 'email', 'email'],
  phone_number: ['Phone Number', 'tel', 'tel-national'],
  password: ['Password', 'password', 'new-password'],
} as const satisfies Record<keyof TestAccount, readonly [string, string, string]>;
type Name = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Name[];

const field = (page: Page, name: Name) => page.getByLabel(FIELDS[name][0], { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account', exact: true });
const banner = (page: Page) => page.getByRole('main').getByRole('alert');

/** Fills the form, once it is hydrated. */
async function fill(page: Page, account: TestAccount): Promise<void> {
  await expect(submit(page)).toBeEnabled();
  for (const name of NAMES) await field(page, name).fill(account[name]);
}

test('R-REGI-01 R-REGI-04 R-REGI-10 R-REGI-11 R-VAL-04 R-VAL-05 A-26 the registration page has six fields with names and types for autofill, the form first on a phone, a hint at the strength of the password and a link to /login; without any one of them nothing is sent', async ({
  page,
}) => {
  const { letGo, count } = await holdRequests(page, REGISTER);
  letGo();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/register');
  await expect(page).toHaveTitle(/Create Account/);
  for (const name of NAMES) {
    await expect(field(page, name)).toHaveAttribute('type', FIELDS[name][1]);
    await expect(field(page, name)).toHaveAttribute('autocomplete', FIELDS[name][2]);
  }
  await expect(page.locator('main form input')).toHaveCount(6);
  await expect(page.getByText('Join our network of corporate partners making education accessible')).toBeVisible();
  await expect(page.getByText('50+ Partners')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const [form, panel] = [await submit(page).boundingBox(), await page.getByRole('complementary').boundingBox()];
  expect(form!.y).toBeLessThan(panel!.y);
  await fill(page, { ...newAccount(), company_name: 'Narmada Motors' });
  for (const [password, hint] of [
    ['', 'The longer a password, the harder it is to guess.'],
    ['narmada', 'Weak: easy to guess'],
    ['tin-boat9', 'Fair'],
    ['seats for nine trees', 'Strong'],
  ] as const) {
    await field(page, 'password').fill(password);
    await expect(page.getByRole('main')).toContainText(hint);
    await expect(field(page, 'password')).toHaveAccessibleDescription(new RegExp(`^${hint}`));
  }
  for (const empty of NAMES) {
    const given = await field(page, empty).inputValue();
    await field(page, empty).fill('');
    await submit(page).click();
    await expect(field(page, empty)).toBeFocused();
    const isMissing = await field(page, empty).evaluate((input: HTMLInputElement) => input.validity.valueMissing);
    expect(isMissing, empty).toBe(true);
    expect(count(), empty).toBe(0);
    await field(page, empty).fill(given);
  }
  await page.getByRole('link', { name: 'Login here' }).click();
  await expect(page).toHaveURL('/login');
});

test('R-REGI-02 R-REGI-03 R-REGI-05 R-REGI-06 R-STATE-05 R-API-05 registering by keyboard shows that it runs, keeps its layout, sends one request, and leads to /login with a message, without logging in', async ({
  page,
}) => {
  const account = newAccount();
  const { letGo, count } = await holdRequests(page, REGISTER);
  await page.goto('/register');
  await expect(submit(page)).toBeEnabled();
  for (const name of NAMES) await tabAndType(page, field(page, name), account[name]);
  const before = await field(page, 'password').boundingBox();
  const request = page.waitForRequest(REGISTER);
  await field(page, 'password').press('Enter');
  expect((await request).postDataJSON()).toEqual(account);
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Processing your registration...');
  await expect(field(page, 'password')).toBeFocused();
  expect(await field(page, 'password').boundingBox()).toEqual(before);
  await field(page, 'password').press('Enter');
  expect(count()).toBe(1);
  letGo();
  await expect(toast(page, 'Account created successfully! Please log in.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  for (const at of ['after the registration', 'after a reload']) {
    await expect(page.getByLabel('Email', { exact: true }), at).toHaveValue(account.email);
    await expect(page.getByText(`The account of ${account.email} is created.`), at).toBeVisible();
    await page.reload();
  }
  expect(await storedSession(page)).toMatchObject({ token: null });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('R-REGI-07 R-REGI-08 R-REGI-09 R-REGI-12 R-STATE-05 R-ERR-04 R-VAL-06 a refusal is shown in a toast, in a banner and beside its field, without a message of the server with their own; the input remains, and short values are accepted', async ({
  page,
  account,
}) => {
  await page.goto('/register');
  await fill(page, { ...account, full_name: 'Somebody Else', password: 'x', phone_number: '12' });
  await submit(page).click();
  await expect(toast(page, 'An account with this email already exists')).toBeVisible();
  await expect(banner(page)).toHaveText('An account with this email already exists');
  await expect(page).toHaveURL('/register');
  await expect(field(page, 'full_name')).toHaveValue('Somebody Else');
  await expect(field(page, 'email')).toBeFocused();
  await expect(field(page, 'email')).toHaveAccessibleDescription('An account with this email already exists');
  await field(page, 'email').press('End');
  await field(page, 'email').press('x');
  await expect(field(page, 'email')).toHaveAccessibleDescription('');
  await page.route(REGISTER, (route) => route.fulfill({ status: 500, body: '' }));
  await submit(page).click();
  const failed = toast(page, 'Registration failed. Please try again.');
  await expect(failed).toBeVisible();
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-y-position', 'top');
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-x-position', 'right');
  await expect(banner(page)).toHaveText('Registration failed');
  await page.mouse.move(0, 600);
  await expect(failed).toHaveCount(0);
  await expect(banner(page)).toBeVisible();
  await page.unroute(REGISTER);
  await submit(page).click();
  await expect(page).toHaveURL('/login');
});
