import { expect, test } from '../testing/e2e';

test.describe('the app under test', () => {
  test('is healthy, with and without a catalogue', async ({ request, emptyURL }) => {
    for (const url of ['/api/health', `${emptyURL}/api/health`]) {
      const response = await request.get(url);
      expect(response.status()).toBe(200);
      expect(await response.json()).toEqual({ status: 'ok' });
      expect(response.headers(), 'a short response is not compressed').not.toHaveProperty('content-encoding');
    }
  });

  test('shows its landing page, with and without a catalogue', async ({ page, emptyURL }) => {
    for (const url of ['/', emptyURL]) {
      const response = await page.goto(url);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('offers the courses that a test makes for itself', async ({ request, seed, database }) => {
    const { id } = await seed.course({ branch: 'Civil', totalSeats: 5 });
    const courses = async () => (await request.get('/api/courses', { params: { city: seed.city } })).json();
    expect(await courses()).toMatchObject([{ id, city: seed.city, branch: 'Civil', left_seats: 5 }]);
    await database`update courses set adopted_seats = 4 where id = ${id}`;
    expect(await courses()).toMatchObject([{ id, left_seats: 1 }]);
  });

  test('cannot reach the internet from its pages', async ({ page }) => {
    // From a blank page: the Content-Security-Policy of our pages would block requests anyway.
    await page.goto('about:blank');
    await expect(page.evaluate(() => fetch('https://example.com', { mode: 'no-cors' }))).rejects.toThrow(
      /Failed to fetch/,
    );
  });
});
