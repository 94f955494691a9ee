import { expect, test } from '../testing/e2e';
import { seatsOf, tickBox } from '../testing/e2e/selection';
import { expectAccessible } from '../testing/e2e/axe';

test.describe('the search over all cities', () => {
  test('sorts by distance from a place; filters and order are in the address, and what is chosen goes to the cart', async ({
    page,
  }) => {
    await page.goto('/search');
    const form = page.getByRole('search');
    await form.getByRole('searchbox', { name: 'Search all cities' }).fill('civil near Pithampur');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=civil+near+Pithampur');
    await expect(page.getByRole('heading', { level: 1, name: 'Courses for “civil near Pithampur”' })).toBeVisible();
    const rows = page.getByRole('article');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Indore · 19 km');
    const first = rows.filter({ has: page.getByRole('checkbox', { name: /^Select Course: .*Civil/ }) }).first();
    await tickBox(first).check();
    await seatsOf(first).fill('2');
    await page.getByText('Filter, sort, budget').click();
    await page.getByLabel('Course type').selectOption('ITI');
    await expect(page).toHaveURL('/search?q=civil+near+Pithampur&type=ITI');
    await page.getByLabel('Sort by').selectOption('Price, lowest first');
    await expect(page).toHaveURL('/search?q=civil+near+Pithampur&sort=price&type=ITI');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/search?q=civil+near+Pithampur');
    await expect(seatsOf(first)).toHaveValue('2');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('spinbutton', { name: 'Number of seats' })).toHaveValue('2');
  });

  test('P3 on a phone the first result begins in the upper half of the screen; P10 the header leads here at 320 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    for (const query of ['civil', 'civil near Pithampur', 'सिविल इंदौर']) {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      const box = await page.getByRole('article').first().boundingBox();
      expect(box!.y, query).toBeLessThan(667 / 2);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/about');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search');
  });

  test('understands Hindi and short forms', async ({ page }) => {
    for (const query of ['यांत्रिक इंदौर', 'ME Indore']) {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      await expect(page.getByRole('article').first()).toHaveAccessibleName(/Indore/);
      await expect(page.getByText('Mechanical Engineering').first()).toBeVisible();
    }
  });

  test('says what is not found, reads typing errors, and finds several trades', async ({ page }) => {
    await page.goto('/search?q=xyzzy');
    await expect(page.getByRole('heading', { name: 'No courses found' })).toBeVisible();
    await page.goto('/search?q=civil+near+Pithmpur');
    await expect(page.getByText('Showing results for “civil near Pithampur”.')).toBeVisible();
    await page.getByRole('link', { name: 'Search for “civil near Pithmpur” instead' }).click();
    await expect(page.getByText('The place “Pithmpur” is not known.')).toBeVisible();
    await page.goto('/search?q=civil+mechanical+near+Pithampur+25+lakh');
    await page.getByRole('link', { name: 'Let us propose the seats' }).click();
    await page.getByText('Change your wishes').click();
    await expect(page.getByRole('textbox', { name: 'Trades, branches or institutes' })).toHaveValue(
      'civil, mechanical',
    );
    await expect(page.getByRole('combobox', { name: 'City or town' })).toHaveValue('Pithampur');
    await page.goBack();
    await page.getByRole('link', { name: /^mechanical: \d+ courses?$/ }).click();
    await expect(page).toHaveURL('/search?q=mechanical+near+Pithampur+25+lakh');
  });

  test('opens from the header and the landing page', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Search all cities' }).fill('fitter');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search?q=fitter');
    await page.goto('/cart');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search');
  });
});

test.describe('the search without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('works', async ({ page }) => {
    await page.goto('/search');
    await page.getByRole('searchbox', { name: 'Search all cities' }).fill('civil indore');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search?q=civil+indore');
    await expect(page.getByRole('article').first()).toHaveAccessibleName(/Indore/);
    await page.getByText('Filter, sort, budget').click();
    await page.getByLabel('Price to').fill('1');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/\/search\?q=civil\+indore&.*max=1/);
    await expect(page.getByRole('heading', { name: 'No courses found' })).toBeVisible();
  });
});
