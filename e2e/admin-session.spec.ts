import { signIn } from '../testing/e2e/account';
import { insertAdmin, signInAdmin, type TestAdmin } from '../testing/e2e/admin';
import { storedSession } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress } from '../testing/e2e/keyboard';
import { toast } from '../testing/e2e/toast';

const NO_TOKEN = 'No admin token found';
const ENDED = 'Your session has ended. Please log in again.';
const bar = (page: Page) => page.getByRole('banner');
const main = (page: Page) => page.getByRole('main');
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });
const shownTo = (page: Page, { username }: TestAdmin) => expect(bar(page).getByText(username)).toBeVisible();
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'));

/** Asserts that the login page shows the reason in a toast and in the page. */
async function expectLogin(page: Page, reason: string): Promise<void> {
  await expect(toast(page, reason)).toBeVisible();
  await expect(main(page).getByRole('status').filter({ hasText: reason })).toBeVisible();
  await expect(page).toHaveURL('/admin/login');
  expect(await storedToken(page)).toBeNull();
}

/**
 * Searches for a text in every painted frame of any document, because one that is replaced at once would be missed
 * otherwise.
 */
async function watchFor(page: Page, text: string): Promise<() => number> {
  let seen = 0;
  await page.exposeFunction('tellSeen', () => (seen += 1));
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.body?.innerText.includes(wanted)) (window as unknown as { tellSeen: () => void }).tellSeen();
      requestAnimationFrame(look);
    };
    look();
  }, text);
  return () => seen;
}

test.describe("an administrator's session", () => {
  test("R-ADMIN-06 R-ADMIN-07 A-28 without token or without cookie nothing is shown, and 'No admin token found' redirects to the login", async ({
    page,
    admin,
    database,
  }) => {
    const seen = await watchFor(page, admin.username);
    await page.goto('/admin/dashboard');
    await expectLogin(page, NO_TOKEN);

    // With the cookie alone the server renders the page; the browser paints none of it.
    await signInAdmin(page, admin);
    await page.evaluate(() => localStorage.removeItem('adminToken'));
    const html = await (await page.request.get('/admin/users')).text();
    expect(html).toContain(admin.username);
    await page.goto('/admin/users');
    await expectLogin(page, NO_TOKEN);
    expect(seen()).toBe(0);

    // With the token alone the server renders nothing.
    await signInAdmin(page, admin);
    await database`delete from admin_sessions where admin_id = ${admin.id}`;
    expect(await (await page.request.get('/admin/users')).text()).not.toContain(admin.username);
    await page.goto('/admin/users');
    await expectLogin(page, ENDED);
    expect(seen()).toBe(0);

    // Control: the search does find the name where it is shown.
    await signInAdmin(page, admin);
    await page.goto('/admin/users');
    await expect.poll(seen).toBeGreaterThan(0);
  });

  test("R-STATE-04 requests send its token as bearer; a revoked token redirects to the login, and the sponsor's session remains", async ({
    page,
    account,
    admin,
    database,
  }) => {
    const sponsor = await signIn(page, account);
    const { token } = await signInAdmin(page, admin);
    const call = page.waitForRequest('**/api/user/get_admin_dashboard_data?*');
    await page.goto('/admin/dashboard');
    expect(await (await call).headerValue('authorization')).toBe(`Bearer ${token}`);
    await shownTo(page, admin);

    await database`delete from admin_sessions where admin_id = ${admin.id}`;
    await page.reload();
    await expectLogin(page, ENDED);
    expect(await storedSession(page)).toMatchObject({ token: sponsor.token, state: { isLoggedIn: true } });

    // An hour without use ends it as well.
    await signInAdmin(page, admin);
    await database`update admin_sessions set last_used_at = now() - interval '1 hour' where admin_id = ${admin.id}`;
    await page.goto('/admin/dashboard');
    await expectLogin(page, ENDED);

    // A request returns 401 while the cookie is still valid for pages.
    await signInAdmin(page, admin);
    await page.evaluate(() => localStorage.setItem('adminToken', 'x'.repeat(43)));
    await page.goto('/admin/dashboard');
    await expectLogin(page, ENDED);

    await page.goto('/dashboard/profile');
    await expect(main(page)).toContainText(account.email);
  });

  test("R-ADMIN-19 Logout ends it on the server and in the browser, Back shows nothing of it, and the sponsor's session remains", async ({
    page,
    account,
    admin,
    database,
  }) => {
    const sponsor = await signIn(page, account);
    await signInAdmin(page, admin);
    await page.goto('/admin/users');
    await page.goto('/admin/dashboard');
    await shownTo(page, admin);

    await page.route('**/api/user/admin_logout', (route) => route.abort());
    await logout(page).click();
    await expect(toast(page, 'You could not be logged out. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/admin/dashboard');
    expect(await storedToken(page)).not.toBeNull();
    await page.unroute('**/api/user/admin_logout');

    await logout(page).click();
    await expect(page).toHaveURL('/admin/login');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
    expect(await storedToken(page)).toBeNull();
    await expect(page.getByText(ENDED)).toHaveCount(0);
    expect(await database`select 1 from admin_sessions where admin_id = ${admin.id}`).toHaveLength(0);
    expect((await page.context().cookies()).filter(({ name }) => name.endsWith('admin-session'))).toEqual([]);
    expect((await storedSession(page)).token).toBe(sponsor.token);

    const seen = await watchFor(page, admin.username);
    await page.goBack();
    await expectLogin(page, NO_TOKEN);
    expect(seen()).toBe(0);
  });

  test('other tabs are observed: a logout also logs this tab out, another administrator reloads it', async ({
    page,
    context,
    admin,
    database,
  }) => {
    const second = await insertAdmin(database);
    await signInAdmin(page, admin);
    await page.goto('/admin/users');
    await shownTo(page, admin);
    const other = await context.newPage();
    await signInAdmin(other, second);
    await shownTo(page, second);
    await expect(bar(page).getByText(admin.username)).toHaveCount(0);
    await expect(page).toHaveURL('/admin/users');

    await other.goto('/admin/dashboard');
    await logout(other).click();
    await expect(other).toHaveURL('/admin/login');
    await expectLogin(page, ENDED);
  });

  test('a page cached by the router is not painted once the token is gone', async ({ page, admin }) => {
    await signInAdmin(page, admin);
    await page.goto('/admin/billing');
    await bar(page).getByRole('link', { name: 'Users' }).click();
    await shownTo(page, admin);
    await page.goBack();
    await expect(main(page)).toContainText('Billing management will be available here.');
    const seen = await watchFor(page, admin.username);
    await page.evaluate(() => {
      localStorage.removeItem('adminToken');
      const look = () => {
        if (document.body.innerText.includes('All users')) (window as unknown as { tellSeen: () => void }).tellSeen();
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goForward();
    await expectLogin(page, ENDED);
    expect(seen()).toBe(0);
  });

  test('a link from another site, for which the browser sends no cookie, opens its page', async ({
    page,
    admin,
    baseURL,
  }) => {
    await signInAdmin(page, admin);
    const cookies: boolean[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/admin/users')) return;
      if (response.request().isNavigationRequest())
        cookies.push((await response.request().allHeaders()).cookie !== undefined);
    });
    await page.goto(`${baseURL!.replace('localhost', '127.0.0.1')}/api/health`);
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      document.body.append(link);
      link.click();
    }, `${baseURL}/admin/users?q=narmada#top`);
    await shownTo(page, admin);
    expect(new URL(page.url()).search).toBe('?q=narmada');
    await expect.poll(() => cookies).toEqual([false, true]);
    // So that the next such link may try again.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('admin-asked-again'))).toBeNull();
  });
});

test.describe("the administrators' area", () => {
  test('R-ADMIN-20 R-ROLE-06 A-29 A-78 Billing shows its placeholder to anybody and calls nothing; an unknown path is a 404 page for administrators, and leads others to the login', async ({
    page,
    admin,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
    });
    await page.goto('/admin/billing', { waitUntil: 'networkidle' });
    expect(await main(page).innerText()).toMatch(/^Billing\s+Billing management will be available here\.$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing', exact: true })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(logout(page)).toHaveCount(0);
    expect(calls).toEqual([]);

    await signInAdmin(page, admin);
    calls.length = 0;
    await page.goto('/admin/billing', { waitUntil: 'networkidle' });
    await expect(logout(page)).toBeVisible();
    expect(calls).toEqual([]);
    const answer = await page.goto('/admin/nothing');
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Administration · Seat Adoption');
    await shownTo(page, admin);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    await page.goto('/admin/billing');
    await logout(page).click();
    await expect(page).toHaveURL('/admin/login');
    expect(await storedToken(page)).toBeNull();
    await page.goto('/admin/nothing');
    await expectLogin(page, NO_TOKEN);
  });

  test('its navigation works by keyboard, marks the current page, and is reachable on a phone', async ({
    page,
    admin,
  }) => {
    await signInAdmin(page, admin);
    await page.goto('/admin');
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await tabAndPress(page, page.getByRole('link', { name: 'Skip to content' }));
    await expect(main(page)).toBeFocused();

    for (const [name, path] of [
      ['Users', '/admin/users'],
      ['Catalogue', '/admin/catalogue'],
      ['Registers', '/admin/registers'],
      ['Settings', '/admin/settings'],
      ['Report', '/admin/report'],
      ['Dashboard', '/admin/dashboard'],
    ] as const) {
      await page.setViewportSize({ width: 375, height: 812 });
      const link = bar(page).getByRole('link', { name, exact: true });
      await tabAndPress(page, link);
      await expect(page).toHaveURL(path);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(bar(page).locator('[aria-current]')).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 812 });
        await expect(link, `${name} at ${width}`).toBeInViewport({ ratio: 1 });
        await expect(logout(page)).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
    }
  });
});
