import { expect, test } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { hindi } from '../testing/e2e/translations';

const PAGES = ['about', 'contact', 'privacy', 'terms'] as const;

test('the footer leads to the pages about the website, which fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  for (const name of PAGES) {
    await page.goto('/cart');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: new RegExp(`^${name}$`, 'i') })
      .click();
    await expect(page).toHaveURL(`/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = page.viewportSize()!.width;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.goto('/privacy');
  await expect(page.getByRole('row', { name: /^Adoptions that nobody confirmed .* 30 days$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Being signed in 12 hours/ })).toBeVisible();
});

test('in Hindi they contain no English word, and need no JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'hi-IN', baseURL });
  const plain = await context.newPage();
  for (const name of PAGES) {
    await plain.goto(`/${name}`);
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText(hindi('sitePages')[name].title);
  }
  await context.close();
  const spoken = await browser.newPage({ locale: 'hi-IN', baseURL });
  for (const name of PAGES) {
    await spoken.goto(`/${name}`);
    await expectHindi(spoken);
  }
  await spoken.close();
});

test('the number of seats stands beside the cart, not below it', async ({ page, seed }) => {
  const { putInCart } = await import('../testing/e2e/sponsor');
  await putInCart(page, [[await seed.course(), 12]]);
  await page.goto('/about');
  const cart = page.getByRole('banner').getByRole('link', { name: '12 seats in the cart' });
  const badge = cart.getByText('12', { exact: true }).locator('..');
  const [link, box] = [(await cart.boundingBox())!, (await badge.boundingBox())!];
  expect(box.y + box.height / 2).toBeLessThanOrEqual(link.y + link.height / 2 + 1);
  for (const width of [320, 375, 768, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const own = (await badge.boundingBox())!;
    expect(own.x + own.width, `${width}`).toBeLessThanOrEqual(width);
  }
});
