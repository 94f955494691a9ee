import { expect, test, type Page } from '../testing/e2e';
import { formHeading } from '../testing/e2e/checkout';
import { putInCart } from '../testing/e2e/sponsor';

/** Pixels that text may grow, shrink or move when its font replaces the fallback, which depends on the machine. */
const FONT_PIXELS = 8;

/** Returns the layout shifts since navigation without user input: what moved, and by how many pixels. */
const shifts = (page: Page) =>
  page.evaluate(async (tolerance) => {
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    await document.fonts.ready;
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords() as (PerformanceEntry & { sources: Source[] })[];
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entries.flatMap(({ sources, startTime }) =>
      sources
        // The menu is at the end of its line, and its last links may arrive after the first paint.
        .filter(({ node }) => startTime > navigation!.domInteractive || !node?.parentElement?.closest('header'))
        .map(({ node, previousRect: from, currentRect: to }) => ({
          what: node?.textContent?.slice(0, 40),
          pixels: Math.max(Math.abs(from.left - to.left), Math.abs(from.top - to.top), Math.abs(from.right - to.right)),
        }))
        .filter(({ pixels }) => pixels > tolerance),
    );
  }, FONT_PIXELS);

test('A-89 nothing shifts while list, cart and payment load', { tag: '@phone' }, async ({ page, seed }) => {
  const other = await seed.course({ branch: 'Textile', city: `${seed.city} Two` });
  await seed.course({ branch: 'Civil' });
  await putInCart(page, [[other, 12]]);

  await page.goto(`/course-list/${encodeURIComponent(seed.city)}/B.Tech`);
  await expect(page.getByRole('checkbox', { name: 'Select Course' })).toBeEnabled();
  expect(await shifts(page)).toEqual([]);
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await shifts(page)).toEqual([]);
  await page.goto('/payment');
  await expect(formHeading(page)).toBeVisible();
  expect(await shifts(page)).toEqual([]);
});

test('a page that needs JavaScript states so without it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/cart', '/payment', '/course-list/Indore/B.Tech']) {
    await page.goto(path);
    // Playwright's text locators ignore the content of <noscript>.
    const note = page.locator('noscript [role="status"]');
    await expect(note).toBeVisible();
    await expect(note).toContainText('Choosing and adopting seats needs JavaScript');
  }
  await expect(page.locator('.skeleton:visible')).toHaveCount(0);
  await context.close();
});

test('a name of 80 letters without a space fits the narrowest phone, in the list and in the cart', async ({
  page,
  seed,
}) => {
  const name = 'Nano'.repeat(20);
  await page.setViewportSize({ width: 320, height: 640 });
  const course = await seed.course({ branch: name, institute: name, pricePaise: 99_99_999_00 });
  await putInCart(page, [[course, 60]]);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(`/course-list/${encodeURIComponent(seed.city)}`);
  await expect(page.getByRole('spinbutton')).toHaveValue('60');
  expect(await width()).toBe(320);
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  expect(await width()).toBe(320);
});
