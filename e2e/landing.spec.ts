import { expect, test } from '../testing/e2e';

test(
  'R-LAND-01 R-LAND-02 R-LAND-03 R-LAND-04 R-LAND-05 R-LAND-06 R-LAND-07 R-LAND-08 R-LAND-09 R-LAND-10 the landing page shows hero, courses, process, closing call, team and footer, in this order; its links lead to the courses and their regions',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    const parts = page.locator('main > section, footer');
    const heads = parts.locator('h1, h2').or(page.locator('footer').getByText('© 2024 Seat Adoption'));
    await expect(heads).toHaveText([
      'Invest in the training of your future employee',
      'Choose a course to invest in',
      'From an empty seat to your seat',
      'Align training with your requirement.',
      'Developer Team',
      '© 2024 Seat Adoption',
    ]);
    const steps = page.getByRole('region', { name: 'From an empty seat to your seat' }).getByRole('listitem');
    await expect(steps.getByRole('heading')).toHaveText([
      /Select course$/,
      /Choose region$/,
      /Configure investment$/,
      /Secure the investment$/,
    ]);
    const team = page.getByRole('region', { name: 'Developer Team' });
    await expect(team.getByRole('listitem')).toHaveText([/^Mentor/, /^Student Developers/]);
    await expect(page.getByText(/align training with your requirement/i).first()).toBeVisible();
    const picture = page.getByRole('img', { name: /^Madhya Pradesh drawn in seats: [\d,]+ of [\d,]+ are adopted\.$/ });
    await expect(picture).toBeVisible();
    expect((await picture.innerHTML()).length).toBeLessThan(12_000);
    await expect(page.getByText(/[\d,]+ seats are waiting for a sponsor\./)).toBeVisible();
    await expect(page.getByText(/One seat drawn stands for about [\d,]+\./)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    const title = page.getByRole('heading', { name: 'Choose a course to invest in' });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Invest Now' }).click();
    await expect(page.getByText('Please select a course to invest')).toBeVisible();
    await expect(title).toBeInViewport();
    expect(await page.locator('#courses').evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);
    await page.getByRole('link', { name: 'Choose a course' }).click();
    await expect(page).toHaveURL(/#courses$/);
    await expect(title).toBeInViewport();
    const cards = page.locator('#courses').getByRole('link');
    await expect(cards.getByRole('heading')).toHaveText(['B.Tech', 'Diploma', 'ITI']);
    for (const [i, type] of ['B.Tech', 'Diploma', 'ITI'].entries()) {
      await expect(cards.nth(i)).toHaveAttribute('href', `/select-region/${type}`);
      await cards.nth(i).click();
      await expect(page).toHaveURL(`/select-region/${type}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(type);
      await page.goBack();
      await expect(cards).toHaveCount(3);
    }
  },
);

test('R-LAND-03 without JavaScript the button links to the cards; without any course a message stands in the place of numbers', async ({
  browser,
  baseURL,
  emptyURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Invest Now' }).click();
  await expect(page).toHaveURL(/#courses$/);
  await expect(page.getByRole('heading', { name: 'Choose a course to invest in' })).toBeInViewport();
  await page.goto(emptyURL);
  await expect(page.getByText('No courses are open at the moment.')).toBeVisible();
  await expect(page.locator('#courses').getByRole('link')).toHaveCount(3);
  await expect(page.getByText('No seats are open at the moment')).toHaveCount(3);
  await context.close();
});
