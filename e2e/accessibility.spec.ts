import type { Sql } from 'postgres';
import { chooseSeats, register, signIn } from '../testing/e2e/account';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, serveTiles, test, type Page, type Seed } from '../testing/e2e';
import { cardOf, seatsOf, tickBox } from '../testing/e2e/selection';
import { cutOff, shapeProblems, shown, spaceText } from '../testing/e2e/shape';
import { putInCart } from '../testing/e2e/sponsor';

const INSTITUTE = '/institute/of-the-test';

/** Every page; other tests check its states in English, this one in Hindi if available. */
const PAGES = {
  public: [
    '/',
    '/home',
    '/search?q=civil+near+Pithampur',
    '/select-region',
    '/select-region/B.Tech',
    '/course-list/Indore',
    '/course-list/Indore/B.Tech',
    INSTITUTE,
    '/plan',
    '/plan?budget=25+lakh&place=Indore',
    '/plan?budget=nothing',
    '/cart',
    '/payment',
    '/about',
    '/contact',
    '/privacy',
    '/terms',
    '/verify/unknown',
    '/shared-cart/unknown',
    '/adoptions/SA-0000-0000-0000',
    '/nothing-here',
    '/login',
    '/register',
    '/reset-password',
    '/join',
  ],
  sponsor: [
    '/dashboard',
    '/dashboard/map',
    '/dashboard/profile',
    '/dashboard/new-course-selection',
    '/dashboard/new-course-selection/B.Tech',
    '/dashboard/course-selection',
    '/dashboard/city/Indore',
    '/dashboard/city/Indore/B.Tech',
    `/dashboard${INSTITUTE}`,
    '/dashboard/plan?budget=25+lakh',
    '/dashboard/payment',
    '/dashboard/adoptions',
    '/dashboard/nothing-here',
  ],
  administrator: [
    '/admin/dashboard',
    '/admin/users',
    '/admin/attention',
    '/admin/attention/bank-statement',
    '/admin/attention/settlements',
    '/admin/catalogue',
    '/admin/catalogue/import',
    '/admin/audit',
    '/admin/settings',
    '/admin/account',
    '/admin/administrators',
    '/admin/billing',
    '/admin/nothing-here',
  ],
} as const;

const PHONE = { width: 375, height: 812 };

test.use({ viewport: PHONE });

type Prepare = (page: Page, seed: Seed, database: Sql) => Promise<void>;

/** Selects seats in the public flow, so that none of its pages is empty. */
async function fillCart(page: Page, seed: Seed): Promise<void> {
  await putInCart(page, [[await seed.course({ institute: `शासकीय महाविद्यालय ${seed.city}` }), 12]]);
}

/** Inserts an institute that has details, courses and a company, and returns its id. */
async function insertInstitute(seed: Seed, database: Sql): Promise<string> {
  const name = `शासकीय महाविद्यालय ${seed.city} 2`;
  const course = await seed.course({ institute: name });
  await seed.course({ institute: name, branch: 'Mining', totalSeats: 10, adoptedSeats: 10 });
  const [institute] = await database<{ id: string }[]>`
    update institutes set address = 'AB Road', website = 'https://www.college.example/', kind = 'government', contact = '07141 230101'
     where id = (select institute_id from courses where id = ${course.id}) returning id`;
  return institute!.id;
}

/**
 * Checks landmarks, headings, axe in both themes with target sizes, and the page at 320 px with the text spacing of
 * WCAG 1.4.12.
 */
async function expectSound(page: Page, path: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(path);
  await shown(page);
  expect.soft(await shapeProblems(page), 'landmarks, headings, names').toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await cutOff(page), 'at 320 px').toEqual([]);
  await spaceText(page);
  expect.soft(await cutOff(page), 'at 320 px with wide spacing').toEqual([]);
}

/** Number of pages that share a browser context, which loads scripts and fonts once. */
const PAGES_PER_TEST = 5;

/** Defines tests of several pages each, for visitors prepared by `prepare`. */
function testPages(title: string, paths: readonly string[], lang: string, prepare: Prepare): void {
  for (let first = 0; first < paths.length; first += PAGES_PER_TEST) {
    const together = paths.slice(first, first + PAGES_PER_TEST);
    test(`${title}: ${together.join(' ')}`, async ({ page, seed, database, baseURL }) => {
      await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
      await serveTiles(page);
      await prepare(page, seed, database);
      const institute = await insertInstitute(seed, database);
      for (const path of together)
        await test.step(path, async () => {
          await expectSound(page, path.replace(INSTITUTE, `/institute/${institute}`));
          await expect.soft(page.locator('html')).toHaveAttribute('lang', lang);
        });
    });
  }
}

test.describe('every page has its landmarks, both themes and room for its text', () => {
  testPages('in Hindi', PAGES.public, 'hi', fillCart);

  testPages('in Hindi', PAGES.sponsor, 'hi', async (page, seed) => {
    const session = await signIn(page, await register(page.request));
    await chooseSeats(page, session, [[await seed.course(), 12]], { step: 1 });
  });

  testPages('in English even if the site is in Hindi', ['/admin/login'], 'en', async () => undefined);
  testPages('in English even if the site is in Hindi', PAGES.administrator, 'en', async (page, _seed, database) => {
    await signInAdmin(page, await insertAdmin(database));
  });
});

test.describe('the focus is never lost', () => {
  const content = (page: Page) => page.locator('#content');

  test('after a link that disappears with its page the focus moves to the new page, also across layouts and back', async ({
    page,
    seed,
  }) => {
    await fillCart(page, seed);
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Proceed to Lock Seats' }).press('Enter');
    await expect(page).toHaveURL('/payment');
    await expect(content(page)).toBeFocused();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).press('Enter');
    await expect(page).toHaveURL('/login?to=%2Fpayment');
    await expect(content(page)).toBeFocused();
  });

  test('a removed line hands it to its neighbour, the last one to the heading', async ({ page, seed }) => {
    const courses = await Promise.all(['Civil', 'Mining', 'Textile'].map((branch) => seed.course({ branch })));
    await putInCart(
      page,
      courses.map((course) => [course, 1] as const),
    );
    await page.goto('/cart');
    const line = (branch: string) => page.getByRole('listitem').filter({ hasText: branch });
    const remove = (branch: string) => line(branch).getByRole('button', { name: 'Remove' }).press('Enter');
    await remove('Mining');
    await expect(line('Textile')).toBeFocused();
    await remove('Textile');
    await expect(line('Civil')).toBeFocused();
    await remove('Civil');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('switching the language keeps the focus and the input', async ({ page, seed }) => {
    await fillCart(page, seed);
    await page.goto('/payment');
    const company = page.locator('[name="company"]');
    await company.fill('Narmada Motors');
    await page.getByRole('button', { name: 'हिन्दी' }).press('Enter');
    await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await expect(company).toHaveValue('Narmada Motors');
  });

  test('what has it is not covered by the bar at the bottom edge', async ({ page }) => {
    await page.goto('/course-list/Indore');
    await tickBox(cardOf(page, 'Civil Engineering').first()).check();
    const covered: string[] = [];
    await page.locator('#content').focus();
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const has = document.activeElement!;
        const { left, right, top, bottom } = has.getBoundingClientRect();
        const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [(left + right) / 2, y] as const);
        const isSeen = points.some(([x, y]) => {
          const on = document.elementFromPoint(x, y);
          return on !== null && (has.contains(on) || on.contains(has) || has.closest('label')?.contains(on) === true);
        });
        return has === document.body || isSeen ? null : has.outerHTML.slice(0, 120);
      });
      if (name) covered.push(name);
    }
    expect(covered).toEqual([]);
  });
});

test('R-LIST-17 totals are announced when they are final, not on every key', async ({ page, seed }) => {
  await page.clock.install();
  const course = await seed.course({ branch: 'Civil' });
  await page.goto(`/course-list/${seed.city}/${course.courseType}`);
  const card = cardOf(page, 'Civil');
  await tickBox(card).check();
  await page.clock.runFor(1000);
  const said = page.locator('[aria-live="polite"]').filter({ hasText: 'chosen' });
  await expect(said).toHaveText(/^1 seat chosen/);
  await seatsOf(card).pressSequentially('2');
  await expect(card).toContainText('12/60');
  await expect(said).toHaveText(/^1 seat chosen/);
  await page.clock.runFor(1000);
  await expect(said).toHaveText(/^12 seats chosen/);
});

test('with forced colours the selection, the seats and the focus are distinguishable', async ({ page, seed }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const course = await seed.course({ branch: 'Civil', adoptedSeats: 20 });
  await page.goto(`/course-list/${seed.city}/${course.courseType}`);
  const card = cardOf(page, 'Civil');
  const outline = () => card.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline()).toBe('none');
  await tickBox(card).check();
  expect(await outline()).toBe('solid');
  const fills = await card
    .getByRole('img')
    .locator('path')
    .evaluateAll((paths) =>
      paths.map((path) => {
        const pattern = /#([^)"]+)/.exec(path.getAttribute('fill') ?? '')![1]!;
        const glyphs = document.getElementById(pattern)!.firstElementChild!;
        return [glyphs.getAttribute('class'), getComputedStyle(glyphs).fill];
      }),
    );
  const fillOf = Object.fromEntries(fills) as Record<string, string>;
  expect(Object.keys(fillOf).sort()).toEqual(['open', 'taken', 'yours']);
  expect(fillOf.taken).toBe(fillOf.open);
  expect(fillOf.yours).not.toBe(fillOf.taken);
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
    return `${outlineStyle} ${outlineWidth}`;
  });
  expect(ring).toBe('solid 3px');
});
