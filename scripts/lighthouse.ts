import { loadavg } from 'node:os';
import { chromium, type Browser } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { BROWSER_ARGS, ensureBrowser } from './lib/browser';
import { freePort } from './lib/embedded-postgres';
import { withEmptyApp } from './lib/empty-app';
import { main } from './lib/main';
import { withSampleApp } from './lib/sample-app';
import { GREY_TILE, OFFLINE, TILE_ADDRESS } from './lib/tiles';

const PAGES = ['/', '/select-region/B.Tech', '/course-list/Indore/B.Tech', '/cart', '/login'];
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof AIMS;
const CATEGORIES = Object.keys(AIMS) as Category[];
const RUNS = 5;

type Run = Record<Category, number> & { misses: string[]; figures: string[] };

/**
 * `npm run lighthouse [pages]`: runs Lighthouse's mobile profile (simulated slow 4G, 4× CPU slowdown) on the production
 * build with the sample catalogue, in every language, and on an empty page of the same framework for comparison. Prints
 * for each page the lowest scores of five runs, the figures of the run with the median performance, and the failed audits.
 * Fails if a run misses a target. Needs no internet access (see tiles.ts), but a Devanagari font on the machine, as every
 * phone has one.
 */
await main(async () => {
  await ensureBrowser();
  const wanted = process.argv.slice(2);
  const missed: string[] = [];
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env.E2E_BROWSER,
    args: [...BROWSER_ARGS, OFFLINE, `--remote-debugging-port=${port}`],
  });
  try {
    await answerTiles(browser);
    printRow(['page', 'language', ...CATEGORIES, 'median', 'FCP', 'LCP', 'TBT', 'CLS', 'kB']);
    printRow(Array<string>(12).fill('---'));
    await withEmptyApp((url) => measure({ browser, port, url, name: 'empty page', locale: 'en' }));
    await withSampleApp(async ({ url }) => {
      for (const name of wanted.length > 0 ? wanted : PAGES)
        for (const locale of LOCALES) missed.push(...(await measure({ browser, port, url: url + name, name, locale })));
    });
  } finally {
    await browser.close();
  }
  console.log(`\nLoad average at the end: ${loadavg()[0]!.toFixed(1)}`);
  if (missed.length > 0) throw new Error(`Targets missed:\n  ${missed.join('\n  ')}`);
});

type Measured = { browser: Browser; port: number; url: string; name: string; locale: Locale };

/** Measures a page in a language and prints its row. Returns the missed targets. */
async function measure({ browser, port, url, name, locale }: Measured): Promise<string[]> {
  const runs: Run[] = [];
  const session = await browser.newBrowserCDPSession();
  for (let run = 0; run < RUNS; run++) {
    // Lighthouse empties the cache but keeps cookies, one of which says that the browser has the Devanagari fonts.
    await session.send('Storage.clearCookies');
    const outcome = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      // Overrides the language of the browser.
      extraHeaders: { 'Accept-Language': locale },
    });
    if (!outcome) throw new Error(`${name} could not be measured.`);
    runs.push(read(outcome.lhr));
  }
  runs.sort((a, b) => a.performance - b.performance);
  const median = runs[RUNS >> 1]!;
  const scores = CATEGORIES.map((category) => Math.min(...runs.map((run) => run[category])));
  printRow([name, locale, ...scores.map(String), String(median.performance), ...median.figures]);
  if (scores.every((score, index) => score >= AIMS[CATEGORIES[index]!])) return [];
  return [`${name} (${locale}): ${[...new Set(runs.flatMap(({ misses }) => misses))].join('; ')}`];
}

function read({ categories, audits }: Result): Run {
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  // In the performance category only the metrics have a weight; in the others any failed audit lowers the score.
  const misses = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const seconds = (id: string) => `${(value(id) / 1000).toFixed(2)} s`;
  const figures = [
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    `${Math.round(value('total-blocking-time'))} ms`,
    value('cumulative-layout-shift').toFixed(3),
    String(Math.round(value('total-byte-weight') / 1024)),
  ];
  return { ...scores, misses, figures };
}

/** Serves tile requests in every page of the browser, including those that Lighthouse opens. */
async function answerTiles(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  session.on('Fetch.requestPaused', ({ requestId }) => {
    void session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [
        { name: 'Content-Type', value: 'image/png' },
        { name: 'Cache-Control', value: 'max-age=604800' },
        { name: 'Access-Control-Allow-Origin', value: '*' },
      ],
      body: GREY_TILE.toString('base64'),
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: TILE_ADDRESS }] });
}

function printRow(cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
