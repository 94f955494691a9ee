import { expect, test } from '../testing/e2e';

test.describe('the search over all cities', () => {
  test('sorts by distance from a place and leads to the list with the search applied', async ({ page }) => {
    await page.goto('/search');
    const form = page.getByRole('search');
    await form.getByRole('searchbox', { name: 'Search all cities' }).fill('civil near Pithampur');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=civil+near+Pithampur');
    await expect(page.getByRole('heading', { level: 1, name: 'Courses for “civil near Pithampur”' })).toBeVisible();
    const cities = page.getByRole('heading', { level: 2 });
    await expect(cities.first()).toContainText(/^Indore\s*19 km from Pithampur/);
    await page.getByRole('link', { name: /courses? in Indore$/ }).click();
    await expect(page).toHaveURL(/\/course-list\/Indore\?q=civil$/);
  });

  test('understands Hindi and short forms', async ({ page }) => {
    for (const query of ['यांत्रिक इंदौर', 'ME Indore']) {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Indore']);
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
    await expect(page.getByRole('textbox', { name: 'Branch or institute' })).toHaveValue('civil, mechanical');
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
    await expect(page.getByRole('heading', { level: 2, name: 'Indore' })).toBeVisible();
  });
});
