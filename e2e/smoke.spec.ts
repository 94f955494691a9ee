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

  test('cannot reach the internet from its pages', async ({ page }) => {
    // From a blank page: the Content-Security-Policy of our pages would block requests anyway.
    await page.goto('about:blank');
    await expect(page.evaluate(() => fetch('https://example.com', { mode: 'no-cors' }))).rejects.toThrow(
      /Failed to fetch/,
    );
  });
});
