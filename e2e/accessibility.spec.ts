import type { Sql } from 'postgres';
import { LOCALE_COOKIE } from '@/lib/platform/i18n/locale';
import { newAccount } from '../testing/e2e/account';
import { insertAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessibleInBothThemes } from '../testing/e2e/axe';
import { expect, test, type Page, type Seed } from '../testing/e2e';
import type { Outbox } from '../testing/e2e/outbox';
import { isEnglish, openScene, SCENES, type Scene, type Stage } from '../testing/e2e/scenes';
import { cardOf, seatsOf, tickBox } from '../testing/e2e/selection';
import { coveredCells, cutOff, doubleText, expectShape, spaceText, stuckHeight } from '../testing/e2e/shape';
import { putInCart } from '../testing/e2e/sponsor';

const PHONE = { width: 375, height: 812 };
/** A screen of 1280 × 1024 px at 400 %. */
const ZOOMED = { width: 320, height: 256 };

test.use({ viewport: PHONE });

/** Selects seats in the public flow, so that none of its pages is empty. */
async function fillCart(page: Page, seed: Seed): Promise<void> {
  await putInCart(page, [[await seed.course({ institute: `शासकीय महाविद्यालय ${seed.city}` }), 12]]);
}

/** What the scenes need: courses of an institute with details, and a pledge. */
async function setStage(seed: Seed, sql: Sql, outbox: Outbox): Promise<Stage> {
  const institute = `शासकीय महाविद्यालय ${seed.city}`;
  const courses = [
    await seed.course({ institute, totalSeats: 500 }),
    await seed.course({ institute, courseType: 'ITI', totalSeats: 500 }),
  ] as const;
  await seed.course({ institute, branch: 'Mining', totalSeats: 10, adoptedSeats: 10 });
  const [place] = await sql<{ id: string }[]>`
    update institutes set address = 'AB Road', website = 'https://www.college.example/', kind = 'government', contact = '07141 230101'
     where id = (select institute_id from courses where id = ${courses[0].id}) returning id`;
  const { full_name, designation, email, phone_number, company_name } = newAccount();
  const sponsor = { full_name, designation, email, phone_number, company_name, kind: 'guest', industry: 'Automotive' };
  const [user] = await sql<{ id: string }[]>`insert into users ${sql(sponsor)} returning id`;
  const { reference } = await adopt(sql, user!, [[courses[0], 2]], { state: 'pledged' });
  return { sql, outbox, admin: await insertAdmin(sql), courses, institute: place!.id, reference };
}

/** Scenes that are also checked at 400 % zoom and with text twice as large. */
const ENLARGED = /^(01|02|03|06|07|13|16|23|25|26|27|28|30|32|42|52|60|63|70|80|81|82|85|90)-|^11-plan-result/;

/**
 * Checks landmarks and headings, that at 1280 px no column of a table covers another, and the page at 320 px with the text spacing of WCAG 1.4.12, and some at 400 % zoom and
 * with text twice as large.
 */
async function expectLayout(page: Page, { name }: Scene): Promise<void> {
  await expectShape(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await coveredCells(page), 'values under a column at 1280 px').toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await cutOff(page), 'at 320 px').toEqual([]);
  await spaceText(page);
  expect.soft(await cutOff(page), 'at 320 px with wide spacing').toEqual([]);
  if (!ENLARGED.test(name)) return page.setViewportSize(PHONE);
  await page.setViewportSize(ZOOMED);
  expect.soft(await stuckHeight(page), 'bars at 400 %').toBeLessThanOrEqual(ZOOMED.height / 2);
  await page.setViewportSize(PHONE);
  await doubleText(page);
  expect.soft(await cutOff(page), 'with text twice as large').toEqual([]);
}

/** Number of scenes that share a browser context, which loads scripts and fonts once. */
const SCENES_PER_TEST = 8;

test.describe('every page and state, in Hindi where there is Hindi: axe in both themes with target sizes, landmarks, and room for its text', () => {
  for (let first = 0; first < SCENES.length; first += SCENES_PER_TEST) {
    const scenes = SCENES.slice(first, first + SCENES_PER_TEST);
    test(scenes.map(({ name }) => name).join(' '), async ({ page, context, seed, database, outbox, baseURL }) => {
      // The pages that links lead to are not looked at here, and the server would render all of them. A route would
      // turn off the cache of scripts and fonts.
      await context.addInitScript(() => {
        const send = window.fetch;
        window.fetch = (target, options) =>
          new Headers(options?.headers).has('next-router-prefetch')
            ? Promise.reject(new TypeError('no prefetch'))
            : send(target, options);
      });
      const stage = await setStage(seed, database, outbox);
      for (const scene of scenes)
        await test.step(scene.name, async () => {
          await page.goto('/api/health');
          await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
          await context.clearCookies();
          await context.addCookies([{ name: LOCALE_COOKIE, value: 'hi', url: baseURL! }]);
          await openScene(page, scene, stage, 'hi');
          await expect.soft(page.locator('html')).toHaveAttribute('lang', isEnglish(scene) ? 'en' : 'hi');
          await expectAccessibleInBothThemes(page);
          // A dialog hides the page from assistive technology.
          if (!scene.reach) await expectLayout(page, scene);
        });
    });
  }
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
