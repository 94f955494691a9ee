import { AT_LOGIN, bearer, chooseSeats, loadedAt, register, signIn, type Session } from '../testing/e2e/account';
import { loginPath } from '@/lib/platform/site/return-path';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress, tabTo } from '../testing/e2e/keyboard';

/** Every page of the dashboard, with a city and a type as parameters. */
const ROUTES = [
  '/dashboard',
  '/dashboard/map',
  '/dashboard/profile',
  '/dashboard/new-course-selection',
  '/dashboard/new-course-selection/B.Tech',
  '/dashboard/course-selection',
  '/dashboard/city/Indore',
  '/dashboard/city/Indore/B.Tech',
  '/dashboard/payment',
  '/dashboard/adoptions',
];

const rail = (page: Page) => page.getByRole('complementary', { name: 'Seat Adoption' });
const nav = (page: Page) => rail(page).getByRole('navigation', { name: 'Dashboard' });
const link = (page: Page, name: string) => nav(page).getByRole('link', { name, exact: true });
const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' });
const logout = (page: Page) => rail(page).getByRole('button', { name: 'Logout' });

/** Logs a registered sponsor in, in this page's context. */
async function enter(page: Page): Promise<Session> {
  return signIn(page, await register(page.request));
}

/** Opens the menu if the screen is too narrow for the sidebar. */
async function openMenu(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await toggle(page).click();
}

test.describe('nobody is signed in', () => {
  test('R-SHELL-01 R-SHELL-02 every page redirects to /login, which replaces it in the history', async ({
    page,
    request,
  }) => {
    await page.goto('/cart');
    for (const route of ROUTES) {
      const answer = await request.get(route, { maxRedirects: 0 });
      expect([answer.status(), answer.headers()['location']], route).toEqual([307, loginPath(route)]);
    }
    await page.goto('/dashboard/profile');
    await expect(page).toHaveURL(AT_LOGIN);
    await page.goBack();
    await expect(page).toHaveURL(/\/cart$/);
  });

  test('R-SHELL-02 a session that ends while the dashboard is open leaves no entry of the page it kept away', async ({
    page,
    database,
  }) => {
    const { id } = await enter(page);
    await page.goto('/cart');
    // The page's own request must have finished: without a session it redirects.
    await Promise.all([page.waitForResponse(/\/api\/user\/profile\//), page.goto('/dashboard')]);
    await database`delete from sessions where user_id = ${id}`;
    await link(page, 'Profile').click();
    await loadedAt(page, '/login');
    const entries = await page.evaluate(() => history.length);
    await page.goBack();
    await expect(page).not.toHaveURL(/\/dashboard\/profile/);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });
});

test.describe('the shell', () => {
  test("R-SHELL-08 R-SHELL-09 R-SHELL-11 R-SHELL-12 every page is in the shell and is not cached; 'Course Selection' is shown during selection and payment, and is not a link", async ({
    page,
    seed,
  }) => {
    await chooseSeats(page, await enter(page), [[await seed.course(), 2]]);
    const entry = nav(page).getByText('Course Selection', { exact: true });
    for (const route of ROUTES) {
      const answer = await page.request.get(route, { maxRedirects: 0 });
      expect(answer.status(), route).toBe(200);
      expect(answer.headers()['cache-control'], route).toContain('no-store');
      expect(answer.headers()['cache-control'], route).toContain('private');
      await page.goto(route);
      await expect(page.getByRole('contentinfo').last(), route).toHaveText('© 2024 Seat Adoption');
      await expect(page.getByRole('main'), route).toHaveCount(1);
      await expect(link(page, 'Dashboard'), route).toBeVisible();
      // The wizard adds its step.
      await expect(page).toHaveURL(({ pathname }) => pathname === route);
      await expect(entry, route).toHaveCount(/course-selection|payment/.test(route) ? 1 : 0);
    }
    await page.goto('/dashboard/new-course-selection');
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await expect(nav(page).getByRole('link', { name: 'Course Selection' })).toHaveCount(0);
    await expect(nav(page).getByRole('button', { name: 'Course Selection' })).toHaveCount(0);
    await entry.click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/dashboard/new-course-selection');
  });

  test(
    'R-SHELL-03 R-SHELL-04 R-SHELL-05 R-SHELL-06 the sidebar has a title and links to the three pages and the adoptions, the current one marked',
    { tag: '@phone' },
    async ({ page, isMobile }) => {
      await enter(page);
      await page.goto('/dashboard/profile');
      await expect(page.getByRole('link', { name: 'Seat Adoption', exact: true })).toHaveAttribute(
        'href',
        '/dashboard',
      );
      for (const [name, path] of [
        ['Dashboard', '/dashboard'],
        ['My adoptions', '/dashboard/adoptions'],
        ['Region Selection', '/dashboard/map'],
        ['Profile', '/dashboard/profile'],
      ] as const) {
        await openMenu(page, isMobile);
        await expect(link(page, name)).toHaveAttribute('href', path);
        await link(page, name).click();
        await expect(page).toHaveURL(path);
        await openMenu(page, isMobile);
        await expect(link(page, name)).toHaveAttribute('aria-current', 'page');
        await expect(nav(page).locator('[aria-current]')).toHaveCount(1);
        if (isMobile) await toggle(page).click();
      }
      await openMenu(page, isMobile);
      await expect(rail(page).getByRole('link', { name: 'Public site' })).toHaveAttribute('href', '/');
    },
  );

  test('R-SHELL-07 Logout, which can be repeated after an error, ends the session everywhere and goes to /login; Back shows nothing of it', async ({
    page,
  }) => {
    const session = await enter(page);
    await page.goto('/dashboard');
    await expect(page.getByText('Total students booked')).toBeVisible();
    await page.route('**/api/user/logout', (route) => route.abort());
    await logout(page).click();
    await expect(page.getByText('You could not be logged out. Please try again.')).toBeVisible();
    await page.unroute('**/api/user/logout');
    await logout(page).click();
    await expect(page).toHaveURL(/\/login$/);
    const profile = await page.request.get(`/api/user/profile/${session.id}`, { headers: bearer(session) });
    expect(profile.status()).toBe(401);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page.getByText('Total students booked')).toHaveCount(0);
  });

  test('an unknown dashboard path shows a 404 page within the shell, whose first tab stop skips the menu', async ({
    page,
  }) => {
    await enter(page);
    const answer = await page.goto('/dashboard/adoptions?page=99');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the menu of a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('R-SHELL-10 opens and closes by its button, by Escape and on navigation, also by keyboard alone', async ({
    page,
  }) => {
    await enter(page);
    await page.goto('/dashboard');
    await expect(nav(page)).toBeHidden();
    await tabAndPress(page, toggle(page));
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(nav(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);

    await tabTo(page, link(page, 'Region Selection'));
    await page.keyboard.press('Escape');
    await expect(nav(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('Enter');
    await tabAndPress(page, link(page, 'Profile'));
    await expect(page).toHaveURL('/dashboard/profile');
    await expect(nav(page)).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();

    await toggle(page).click();
    await expect(nav(page)).toBeVisible();
    await toggle(page).click();
    await expect(nav(page)).toBeHidden();
  });
});
