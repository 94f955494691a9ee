import { expect, test } from './fixtures';

test.describe('the app that the journeys use', () => {
  test('is healthy, with and without a catalogue', async ({ request, emptyURL }) => {
    for (const url of ['/api/health', `${emptyURL}/api/health`]) {
      const response = await request.get(url);
      expect(response.status()).toBe(200);
      expect(await response.json()).toEqual({ status: 'ok' });
    }
  });

  test('shows its landing page, with and without a catalogue', async ({ page, emptyURL }) => {
    for (const url of ['/', emptyURL]) {
      const response = await page.goto(url);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('cannot reach the internet from its pages', async ({ page }) => {
    await page.goto('/api/health');
    await expect(page.evaluate(() => fetch('https://example.com', { mode: 'no-cors' }))).rejects.toThrow(
      /Failed to fetch/,
    );
  });
});
