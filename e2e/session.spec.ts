import { loadedAt, register, signIn, type TestAccount } from '../testing/e2e/account';
import { storedSession } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';

const main = (page: Page) => page.getByRole('main');
const ended = (page: Page) => page.getByText('Your session has ended. Please sign in again to continue.');
const NOBODY = { isLoggedIn: false, user: null, userId: null };

/** Opens the menu if the sidebar is collapsed. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

/** Clicks Logout on a page that shows the sponsor, which it does once it is hydrated. */
async function pressLogout(page: Page, { email }: TestAccount): Promise<void> {
  await expect(main(page)).toContainText(email);
  await openMenu(page);
  await page.getByRole('button', { name: 'Logout' }).click();
}

async function logOut(page: Page, account: TestAccount): Promise<void> {
  await pressLogout(page, account);
  await expect(page).toHaveURL('/login');
}

test.describe('a session', () => {
  test('R-ROLE-04 R-API-03 R-STATE-03 A-22 its token is kept in the browser and sent as bearer; a session that is deleted, or a token that is none, ends on the next request: storage cleared, redirect to /login, reason shown', async ({
    page,
    account,
    database,
  }) => {
    await signIn(page, account);
    await page.evaluate(() => localStorage.setItem('token', 'x'));
    await page.goto('/dashboard/profile');
    await expect(page).toHaveURL('/login?to=%2Fdashboard%2Fprofile');
    await expect(ended(page)).toBeVisible();

    const { token, id } = await signIn(page, account);
    const call = page.waitForRequest(`**/api/user/profile/${id}`);
    await page.goto('/dashboard/profile');
    expect(await (await call).headerValue('authorization')).toBe(`Bearer ${token}`);
    expect((await storedSession(page)).token).toBe(token);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await database`delete from sessions where user_id = ${id}`;
    await page.getByRole('button', { name: 'Save Changes' }).click();

    await expect(page).toHaveURL('/login?to=%2Fdashboard%2Fprofile');
    await expect(ended(page)).toBeVisible();
    expect(await storedSession(page)).toEqual({ token: null, state: null });
    await page.goBack();
    await expect(page).not.toHaveURL(/dashboard/);
    await expect(page.getByText(account.email)).toHaveCount(0);

    // Logging in resets the message.
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await logOut(page, account);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    await expect(ended(page)).toHaveCount(0);
  });

  test('A-23 one that ends between two pages leaves nothing to go back to', async ({ page, account, database }) => {
    const { id } = await signIn(page, account);
    await page.goto('/dashboard');
    await expect(main(page)).toContainText(account.email);
    // A request of the page itself would find the end of the session before the link does.
    await page.waitForLoadState('networkidle');
    await database`delete from sessions where user_id = ${id}`;
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('link', { name: 'Region Selection' }).click();
    await loadedAt(page, '/login');
    await expect(ended(page)).toBeVisible();
    expect(await storedSession(page)).toMatchObject({ token: null });
    await page.goBack();
    await expect(page.getByText(account.email)).toHaveCount(0);
  });

  test('R-STATE-02 A-23 A-30 Logout without a response changes nothing; else it clears flag, user and userId, also in another tab, and Back shows nothing of the sponsor', async ({
    page,
    account,
    context,
  }) => {
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await page.route('**/api/user/logout', (route) => route.abort());
    await pressLogout(page, account);
    await expect(page.getByText('You could not be logged out. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/profile');
    expect(await storedSession(page)).toMatchObject({ state: { isLoggedIn: true } });
    await page.unroute('**/api/user/logout');
    const other = await context.newPage();
    await other.goto('/dashboard/profile');
    await expect(main(other)).toContainText(account.email);
    await page.bringToFront();
    await page.goto('/dashboard');
    await logOut(page, account);
    await expect(other).toHaveURL('/login?to=%2Fdashboard%2Fprofile');
    await expect(ended(other)).toBeVisible();
    await other.close();
    const { token, state } = await storedSession(page);
    expect(token).toBeNull();
    expect(state ?? NOBODY).toEqual(NOBODY);

    for (const _ of [1, 2]) {
      await page.goBack();
      await expect(page.getByText(account.email)).toHaveCount(0);
      await expect(page.getByText(account.full_name)).toHaveCount(0);
    }
  });

  test('A-30 another sponsor who signs in in another tab is not shown the pages of the one before', async ({
    page,
    account,
    context,
    request,
  }) => {
    const second = await register(request, { full_name: 'Somebody Else' });
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await expect(main(page)).toContainText(account.email);
    const other = await context.newPage();
    const { id } = await signIn(other, second);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/dashboard/profile');
    await expect(main(page)).toContainText(second.email);
    expect(await storedSession(page)).toMatchObject({ state: { userId: id } });
  });

  test('A-30 a tab that was left on a public page shows nothing of the sponsor before, and leaves the next one signed in', async ({
    page,
    account,
    context,
    request,
  }) => {
    const second = await register(request, { full_name: 'Somebody Else' });
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await expect(main(page)).toContainText(account.email);
    await openMenu(page);
    await page.getByRole('link', { name: 'Public site' }).click();
    await expect(page).toHaveURL('/');
    const { id } = await signIn(await context.newPage(), second);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();

    // Checks every painted frame, because a page that is replaced at once would be missed otherwise.
    const seen: string[] = [];
    await context.exposeFunction('tell', (email: string) => seen.push(email));
    await page.evaluate((email) => {
      const look = () => {
        if (document.body.innerText.includes(email))
          (window as unknown as { tell: (text: string) => void }).tell(email);
        requestAnimationFrame(look);
      };
      look();
    }, account.email);
    await page.goBack();
    await expect(main(page)).toContainText(second.email);
    expect(seen).toEqual([]);
    expect(await storedSession(page)).toMatchObject({ state: { userId: id } });
  });
});

test.describe('public pages', () => {
  test('A-22 a stale token does not redirect from them', async ({ page, seed }) => {
    const { city } = await seed.course();
    await page.goto('/api/health');
    await page.evaluate(() => {
      const user = { id: '00000000-0000-4000-8000-00000000000a', full_name: 'A', email: 'a@b.co', company_name: 'N' };
      const state = { isLoggedIn: true, user, userId: user.id };
      localStorage.setItem('token', 'stale');
      localStorage.setItem('user-storage', JSON.stringify({ state, version: 1 }));
    });
    await page.goto(`/course-list/${city}/B.Tech`);
    await page.getByRole('checkbox', { name: 'Select Course' }).check();
    await page.getByRole('button', { name: 'Proceed to Lock' }).click();
    await expect(page).toHaveURL('/cart');
    await page.goto('/payment');
    await expect(page.getByLabel('Full Name', { exact: true })).toBeVisible();
    expect((await storedSession(page)).token).toBe('stale');
  });

  test('the header offers Sign In, and Dashboard to whom the browser knows, in the same place', async ({
    page,
    account,
  }) => {
    const head = page.getByRole('banner');
    await page.goto('/cart');
    await expect(head.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?to=%2Fcart');
    await expect(head.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
    const place = await head.getByRole('link', { name: 'Sign In' }).boundingBox();
    await signIn(page, account);
    await page.goto('/cart');
    await expect(head.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    expect(await head.getByRole('link', { name: 'Dashboard' }).boundingBox()).toEqual(place);
    for (const width of [320, 360, 375]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(head.getByRole('link', { name: 'Dashboard' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await head.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});
