import { createHash } from 'node:crypto';
import { signInAdmin, type TestAdmin } from '../testing/e2e/admin';
import { holdRequests } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress, tabAndType, tabTo } from '../testing/e2e/keyboard';
import { toast } from '../testing/e2e/toast';

const LOGIN = '**/api/user/admin_login';
const WRONG = 'Invalid username or password';
const username = (page: Page) => page.getByLabel('Username', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const inline = (page: Page) => page.getByRole('main').getByRole('alert');
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'));

/** Opens the page and fills the form, once it is hydrated. */
async function openAndFill(page: Page, admin: Pick<TestAdmin, 'username' | 'password'>): Promise<void> {
  await page.goto('/admin/login');
  await expect(submit(page)).toBeEnabled();
  await username(page).fill(admin.username);
  await password(page).fill(admin.password);
}

test.describe("the administrators' login", () => {
  test('R-ADMIN-01 A-77 username and password without rules, by keyboard and on the narrowest screen, not indexed by search engines', async ({
    page,
    admin,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/admin/login');
    await expect(page).toHaveTitle('Login · Administration · Seat Adoption');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect(username(page)).toHaveAttribute('autocomplete', 'username');
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
    await expect(password(page)).toHaveAttribute('type', 'password');
    for (const field of [username(page), password(page)])
      expect(await field.evaluate((input: HTMLInputElement) => input.willValidate && input.checkValidity())).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expect(submit(page)).toBeEnabled();

    await tabAndType(page, username(page), admin.username);
    await page.keyboard.press('Tab');
    await expect(password(page)).toBeFocused();
    await page.keyboard.type(admin.password);
    await tabTo(page, page.getByRole('button', { name: 'Show password' }));
    await tabAndPress(page, submit(page));
    await expect(page).toHaveURL('/admin/dashboard');
  });

  test('R-ADMIN-02 R-ADMIN-04 R-ERR-02 A-77 an empty form is sent, and the response is shown in a toast and in the page, without one Login failed; the input remains', async ({
    page,
    admin,
  }) => {
    await openAndFill(page, { username: '', password: '' });
    const sent = page.waitForRequest(LOGIN);
    await submit(page).click();
    expect((await sent).postDataJSON()).toEqual({ username: '', password: '' });
    await expect(toast(page, WRONG)).toBeVisible();
    await expect(inline(page)).toHaveText(WRONG);

    await username(page).fill(admin.username);
    await password(page).fill('not it');
    const answered = page.waitForResponse(LOGIN);
    await submit(page).click();
    expect((await answered).status()).toBe(401);
    await expect(toast(page, WRONG)).toBeVisible();
    await expect(inline(page)).toHaveText(WRONG);
    await expect(username(page)).toHaveValue(admin.username);
    await expect(password(page)).toHaveValue('not it');
    expect(await storedToken(page)).toBeNull();
    await expect(page).toHaveURL('/admin/login');
    for (const answer of ['<h1>Bad gateway</h1>', null]) {
      await page.route(LOGIN, (route) =>
        answer === null ? route.abort() : route.fulfill({ status: 500, contentType: 'text/html', body: answer }),
      );
      await submit(page).click();
      await expect(toast(page, 'Login failed')).toBeVisible();
      await expect(inline(page)).toHaveText('Login failed');
      await expect(submit(page)).toBeEnabled();
      await page.unroute(LOGIN);
    }
  });

  test('R-ADMIN-03 R-ADMIN-05 a double click on Login sends one request, stores the token and opens the dashboard with a message', async ({
    page,
    context,
    admin,
    database,
  }) => {
    const { letGo, count } = await holdRequests(page, LOGIN);
    await openAndFill(page, admin);
    await submit(page).click();
    const busy = page.getByRole('button', { name: 'Logging in...' });
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    await busy.focus();
    await page.keyboard.press('Enter');
    await password(page).press('Enter');
    letGo();

    await expect(toast(page, 'Login successful')).toBeVisible();
    await expect(page).toHaveURL('/admin/dashboard');
    expect(count()).toBe(1);
    const [session] = await database<
      { token_hash: string }[]
    >`select token_hash from admin_sessions where admin_id = ${admin.id}`;
    const token = (await storedToken(page))!;
    expect(createHash('sha256').update(token).digest('hex')).toBe(session!.token_hash);
    const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith('admin-session'));
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Strict' });
    expect(cookie!.value).not.toBe(token);

    await page.reload();
    await expect(page.getByRole('banner').getByText(admin.username)).toBeVisible();
    await expect(toast(page, 'Login successful')).toHaveCount(0);
    await page.goBack();
    await expect(page).not.toHaveURL(/login/);
  });

  test('if the browser cannot store the token a message is shown, and nothing of the session remains', async ({
    page,
    context,
    admin,
    database,
  }) => {
    await page.addInitScript(() => {
      const keep = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key === 'adminToken') throw new DOMException('full', 'QuotaExceededError');
        keep.call(this, key, value);
      };
    });
    await openAndFill(page, admin);
    await submit(page).click();
    await expect(inline(page)).toContainText('This browser does not keep your sign-in.');
    await expect(page).toHaveURL('/admin/login');
    expect(await database`select 1 from admin_sessions where admin_id = ${admin.id}`).toHaveLength(0);
    expect((await context.cookies()).filter(({ name }) => name.endsWith('admin-session'))).toEqual([]);
  });

  test('A-29 redirects to the dashboard with cookie and token, and shows the form with only one of them, without a redirect loop', async ({
    page,
    admin,
    database,
  }) => {
    const { token } = await signInAdmin(page, admin);
    await page.goto('/admin/login');
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(page.getByRole('banner').getByText(admin.username)).toBeVisible();

    const opened: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname));
    await page.goto('/api/health');
    await page.evaluate(() => localStorage.removeItem('adminToken'));
    opened.length = 0;
    await page.goto('/admin/login');
    await expect(submit(page)).toBeEnabled();
    expect(opened).toEqual(['/admin/login']);

    // A token of an ended session is checked once more, then deleted.
    await page.evaluate((stale) => localStorage.setItem('adminToken', stale), token);
    await database`delete from admin_sessions where admin_id = ${admin.id}`;
    await page.goto('/admin/login');
    await expect.poll(() => storedToken(page).catch(() => 'on its way')).toBeNull();
    await expect(submit(page)).toBeEnabled();
    expect(opened).toEqual(Array(3).fill('/admin/login'));
    await expect(inline(page)).toHaveCount(0);
  });
});

test('a toast does not send the keyboard back: Tab goes on behind it', async ({ page, admin }) => {
  await openAndFill(page, { ...admin, password: 'not it' });
  await submit(page).press('Enter');
  // It stays while the pointer is on it.
  await toast(page, WRONG).hover();
  await tabTo(page, toast(page, WRONG));
  await page.keyboard.press('Shift+Tab');
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press('Tab');
  await expect(toast(page, WRONG)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page, WRONG)).not.toBeFocused();
  expect(await before.evaluate((element) => element === document.activeElement)).toBe(false);
});
