import { expect, test } from '../testing/e2e';

test.describe('the landing page', () => {
  test('R-LAND-01 R-LAND-07 shows hero, courses, process, closing call, team and footer, in this order', async ({
    page,
  }) => {
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
    await page.getByRole('link', { name: 'Choose a course' }).click();
    await expect(page).toHaveURL(/#courses$/);
    await expect(page.getByRole('heading', { name: 'Choose a course to invest in' })).toBeInViewport();
  });

  test('R-LAND-02 R-LAND-03 the hero’s button scrolls to the course cards @one-screen', async ({ page }) => {
    await page.goto('/');
    const cards = page.getByRole('heading', { name: 'Choose a course to invest in' });
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Invest Now' }).click();
    await expect(page.getByText('Please select a course to invest')).toBeVisible();
    await expect(cards).toBeInViewport();
    expect(await page.locator('#courses').evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);
  });

  test(
    'R-LAND-03 the button links to the cards without JavaScript',
    { tag: '@one-screen' },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto('/');
      await page.getByRole('button', { name: 'Invest Now' }).click();
      await expect(page).toHaveURL(/#courses$/);
      await expect(page.getByRole('heading', { name: 'Choose a course to invest in' })).toBeInViewport();
      await context.close();
    },
  );

  test('R-LAND-04 R-LAND-05 three courses, each leading to its regions', async ({ page }) => {
    await page.goto('/');
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
  });

  test('R-LAND-06 four steps, in this order', { tag: '@one-screen' }, async ({ page }) => {
    await page.goto('/');
    const steps = page.getByRole('region', { name: 'From an empty seat to your seat' }).getByRole('listitem');
    await expect(steps.getByRole('heading')).toHaveText([
      /Select course$/,
      /Choose region$/,
      /Configure investment$/,
      /Secure the investment$/,
    ]);
  });

  test('R-LAND-08 credits a mentor and student developers by role', { tag: '@one-screen' }, async ({ page }) => {
    await page.goto('/');
    const team = page.getByRole('region', { name: 'Developer Team' });
    await expect(team.getByRole('listitem')).toHaveText([/^Mentor/, /^Student Developers/]);
  });

  test('R-LAND-09 R-LAND-10 has title and description', { tag: '@one-screen' }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText(/invest in the training of your future employee/i)).toBeVisible();
    await expect(page.getByText(/align training with your requirement/i).first()).toBeVisible();
  });

  test('the state is drawn with its seats, with figures as text and a scale', async ({ page }) => {
    await page.goto('/');
    const picture = page.getByRole('img', { name: /^Madhya Pradesh drawn in seats: [\d,]+ of [\d,]+ are adopted\.$/ });
    await expect(picture).toBeVisible();
    expect((await picture.innerHTML()).length).toBeLessThan(12_000);
    await expect(page.getByText(/[\d,]+ seats are waiting for a sponsor\./)).toBeVisible();
    await expect(page.getByText(/One seat drawn stands for about [\d,]+\./)).toBeVisible();
  });

  test(
    'renders without any course, with a message instead of numbers',
    { tag: '@one-screen' },
    async ({ page, emptyURL }) => {
      await page.goto(emptyURL);
      await expect(page.getByText('No courses are open at the moment.')).toBeVisible();
      await expect(page.locator('#courses').getByRole('link')).toHaveCount(3);
      await expect(page.getByText('No seats are open at the moment')).toHaveCount(3);
    },
  );

  test('nothing scrolls horizontally', async ({ page }) => {
    await page.goto('/');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
});
