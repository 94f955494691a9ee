import { signIn, type TestAccount } from '../testing/e2e/account';
import { holdRequests, storedSession } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndType, tabTo } from '../testing/e2e/keyboard';
import { toast } from '../testing/e2e/toast';

const LOGIN = '**/api/user/login';
const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const banner = (page: Page) => page.getByRole('main').getByRole('alert');

/** Fills the form, once it is hydrated. */
async function fill(page: Page, account: Pick<TestAccount, 'email' | 'password'>): Promise<void> {
  await expect(submit(page)).toBeEnabled();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
}

test('R-LOGIN-01 R-LOGIN-02 R-LOGIN-03 R-LOGIN-04 R-LOGIN-05 R-LOGIN-06 R-VAL-01 R-VAL-02 R-VAL-03 the sign-in page has its form, texts and links, and a panel on large screens only; without a value nothing is sent, and the password can be looked at', async ({
  page,
  account,
}) => {
  const { letGo, count } = await holdRequests(page, LOGIN);
  letGo();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/login');
  await expect(page).toHaveTitle(/Sign In/);
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByText('Continue your journey in supporting technical education')).toBeVisible();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'Continue Your Impact' })).toBeVisible();
  await expect(panel.getByText('Support more students')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Track Progress' })).toBeVisible();
  await expect(panel.getByText('Monitor the success of students you support')).toBeVisible();
  const [left, form] = [await panel.boundingBox(), await email(page).boundingBox()];
  expect(left!.x + left!.width).toBeLessThanOrEqual(form!.x);
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(panel).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  for (const empty of ['email', 'password'] as const) {
    await fill(page, { ...account, [empty]: '' });
    await submit(page).click();
    const field = empty === 'email' ? email(page) : password(page);
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    expect(count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
});

test('before its script runs the form is not sent, so that no password comes into the address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/login');
  await email(page).fill('a@narmada.example');
  await password(page).fill('secret');
  await expect(submit(page)).toBeDisabled();
  await password(page).press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.locator('main form')).toHaveAttribute('method', 'post');
  await context.close();
});

test('R-LOGIN-07 R-LOGIN-08 R-LOGIN-09 R-LOGIN-13 R-LOGIN-14 R-STATE-01 R-STATE-05 R-ENT-03 signing in by keyboard shows that it runs, keeps layout and focus, sends one request, opens the dashboard and stores the sponsor', async ({
  page,
  account,
}) => {
  const { letGo, count } = await holdRequests(page, LOGIN);
  await page.goto('/');
  await page.goto('/login');
  await expect(submit(page)).toBeEnabled();
  await tabAndType(page, email(page), account.email);
  await tabAndType(page, password(page), account.password);
  const before = await password(page).boundingBox();
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await tabTo(page, submit(page));
  await password(page).press('Enter');
  await expect(toast(page, 'Signing in...')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Signing you in...');
  await expect(password(page)).toBeFocused();
  expect(await password(page).boundingBox()).toEqual(before);
  await password(page).press('Enter');
  await page.keyboard.type('more');
  await expect(password(page)).toHaveValue(account.password);
  expect(count()).toBe(1);
  letGo();
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Successfully logged in!')).toBeVisible();
  const { token, state } = await storedSession(page);
  const { full_name, company_name, email: address } = account;
  expect(state).toMatchObject({ isLoggedIn: true, user: { full_name, company_name, email: address } });
  expect(state).toMatchObject({ userId: (state as { user: { id: string } }).user.id });
  expect(JSON.stringify(state)).not.toContain(token);
  // The login page is not in the history.
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('R-LOGIN-10 R-LOGIN-11 R-LOGIN-12 R-STATE-05 R-ERR-03 A-22 a refusal is shown in a toast and in a red banner above the form, without a message of the server with their own; no input is lost', async ({
  page,
  account,
}) => {
  await page.goto('/login');
  await fill(page, { ...account, password: 'wrong' });
  await submit(page).click();
  await expect(toast(page, 'Invalid email or password')).toBeVisible();
  await expect(banner(page)).toHaveText('Invalid email or password');
  await expect(banner(page)).toHaveCSS('color', 'rgb(163, 17, 63)');
  const [above, form] = [await banner(page).boundingBox(), await page.locator('main form').boundingBox()];
  expect(above!.y + above!.height).toBeLessThanOrEqual(form!.y);
  await expect(page).toHaveURL('/login');
  await expect(email(page)).toHaveValue(account.email);
  await expect(password(page)).toHaveValue('wrong');
  await page.route(LOGIN, (route) => route.fulfill({ status: 500, body: '' }));
  await submit(page).click();
  await expect(toast(page, 'Failed to login. Please try again.')).toBeVisible();
  await expect(banner(page)).toHaveText('Failed to login');
  await page.unroute(LOGIN);
  // An old error is not shown on a later visit.
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Login here' }).click();
  await expect(email(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('A-23 A-25 /login redirects a sponsor to the dashboard, /register stays reachable; a cookie without the token shows the form, and a token without a session the reason', async ({
  page,
  account,
  database,
}) => {
  const { id } = await signIn(page, account);
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await fill(page, account);
  await submit(page).click();
  await expect(page).toHaveURL('/dashboard');
  // While the page streams, its parts wait in hidden copies.
  await expect(page.getByText('Total students booked').filter({ visible: true })).toBeVisible();
  // Not on a page that would notice, and leave for the login page at the same time as the test.
  await page.goto('/api/health');
  await database`delete from sessions where user_id = ${id}`;
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Please sign in again to continue.')).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, state: null });
});
