import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '../testing/e2e';

const TITLES = {
  en: { '/': 'Adopt student seats in Madhya Pradesh', '/cart': 'Your Adoption Cart', '/login': 'Sign In' },
  hi: { '/': /[\u0900-\u097f]/, '/cart': /[\u0900-\u097f]/, '/login': /[\u0900-\u097f]/ },
};

const content = (page: Page, name: string) =>
  page.locator(`head :is(meta[name="${name}"], meta[property="${name}"])`).first().getAttribute('content');

const graph = async (page: Page) => {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return (JSON.parse(text!) as { '@graph': Record<string, unknown>[] })['@graph'];
};

for (const locale of ['en', 'hi'] as const)
  test(`public pages have title, description, canonical URL and link preview in ${locale}`, async ({
    browser,
    baseURL,
    seed,
  }) => {
    await seed.course({ branch: '</script><b>Civil' });
    const list = `/course-list/${encodeURIComponent(seed.city)}/B.Tech`;
    const context = await browser.newContext({ baseURL, locale: `${locale}-IN` });
    const page = await context.newPage();
    const descriptions = new Set<string | null>();
    for (const path of ['/', '/select-region/B.Tech', list, '/cart', '/login', '/register']) {
      await page.goto(path);
      const expected = (TITLES[locale] as Record<string, string | RegExp>)[path];
      if (expected)
        await expect(page).toHaveTitle(typeof expected === 'string' ? `${expected} · Seat Adoption` : expected);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
        'href',
        new URL(path, baseURL).href.replace(/\/$/, ''),
      );
      expect(await content(page, 'og:locale')).toBe(`${locale}_IN`);
      expect(await content(page, 'twitter:card')).toBe('summary_large_image');
      const picture = await page.request.get(new URL((await content(page, 'og:image'))!).pathname);
      expect(picture.headers()['content-type']).toBe('image/png');
      descriptions.add(await content(page, 'description'));
    }
    expect(descriptions.size, 'every page describes itself').toBe(6);

    // The page uses the catalogue's spelling, whatever the spelling in the URL.
    await page.goto(`/course-list/${encodeURIComponent(seed.city.toUpperCase())}/b.tech`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new URL(list, baseURL).href);
    const [steps, courses] = await graph(page);
    expect(steps).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(JSON.stringify(courses)).toContain('</script><b>Civil');
    await context.close();
  });

test('private pages are not indexed by search engines; the others are in the sitemap', async ({ page, baseURL }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard');
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(
    `<loc>${baseURL}/course-list/Indore/ITI</loc>`,
  );
  for (const path of ['/payment', '/admin/login']) {
    await page.goto(path);
    expect(await content(page, 'robots')).toContain('noindex');
  }
});

test('Chrome may compile the scripts of every page while they load', async ({ page }) => {
  await page.goto('/login');
  const manifest = JSON.parse(await readFile('.next/build-manifest.json', 'utf8')) as { rootMainFiles: string[] };
  expect(manifest.rootMainFiles).not.toEqual([]);
  for (const file of manifest.rootMainFiles) {
    await expect(page.locator(`script[src="/_next/${file}"]`)).toBeAttached();
    expect(await (await page.request.get(`/_next/${file}`)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});
