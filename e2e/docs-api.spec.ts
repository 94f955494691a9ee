import { LOCALE_COOKIE } from '../lib/platform/i18n/locale';
import { expect, test } from '../testing/e2e';
import { expectAccessibleInBothThemes } from '../testing/e2e/axe';
import { cutOff, expectShape } from '../testing/e2e/shape';

type Described = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
};
type Response = {
  content?: Record<string, { schema?: { properties?: { code?: { enum?: string[]; const?: string } } } }>;
};

test.describe('R-API-01 the page of the API', () => {
  test('shows without JavaScript every published operation with its statuses and codes, at any width, in less than 300 kB', async ({
    browser,
    baseURL,
    request,
  }) => {
    const { paths } = (await (await request.get('/api/openapi.json')).json()) as Described;
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL,
      viewport: { width: 320, height: 640 },
    });
    await context.addCookies([{ name: LOCALE_COOKIE, value: 'hi', url: baseURL! }]);
    const page = await context.newPage();
    const html = await (await page.goto('/docs/api'))!.body();
    expect(html.length).toBeLessThan(300_000);
    await expect(page.locator('main')).toHaveCount(1);
    const shown = await page
      .locator('article')
      .evaluateAll((articles) => articles.map((each) => [each.getAttribute('aria-labelledby'), each.textContent]));
    const text = new Map(shown as [string, string][]);

    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]) => ({ path, method, ...each })),
    );
    expect([...text.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
    for (const { operationId, path, method, responses } of operations) {
      const said = text.get(operationId)!;
      const codes = Object.values(responses).flatMap(({ content }) => {
        const code = content?.['application/json']?.schema?.properties?.code;
        return code?.enum ?? [code?.const ?? ''];
      });
      const missing = [`${method.toUpperCase()}${path}`, ...Object.keys(responses), ...codes].filter(
        (each) => !said.includes(each),
      );
      expect(missing, operationId).toEqual([]);
    }
    // A visitor who uses Hindi is informed that this page is in English.
    expect(await page.locator('main').evaluate((main) => main.closest('[lang]')!.getAttribute('lang'))).toBe('en');
    expect(await cutOff(page)).toEqual([]);
    await context.close();
  });

  test('can be heard and read in both themes, and is found from the foot of the site', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click();
    await expect(page).toHaveTitle('API · Seat Adoption');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
    await expectShape(page);
    // All endpoints use the same components, and axe would check them for a minute each: these contain every component.
    await page
      .locator('article:not([aria-labelledby="generate-otp"], [aria-labelledby="receiveNotice"])')
      .evaluateAll((articles) => articles.forEach((each) => each.remove()));
    await expectAccessibleInBothThemes(page);
  });
});
