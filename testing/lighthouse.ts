import { loadavg } from 'node:os';
import { chromium, type Browser } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { BROWSER_ARGS, ensureBrowser } from '../scripts/lib/browser';
import { freePort } from '../scripts/lib/embedded-postgres';
import { withEmptyApp } from './lib/empty-app';
import { main } from '../scripts/lib/main';
import { withSampleApp } from '../scripts/lib/sample-app';
import { GREY_TILE, OFFLINE, TILE_ADDRESS } from '../scripts/lib/tiles';

const PAGES = ['/', '/select-region/B.Tech', '/course-list/Indore/B.Tech', '/cart', '/login'];
const AIMS = { accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof AIMS | 'performance';
const CATEGORIES = ['performance', ...(Object.keys(AIMS) as (keyof typeof AIMS)[])] as const;
const RUNS = 5;
/** How many points a page may have less than the empty page, and how many times longer it may block. */
const POINTS_LESS = 3;
const TIMES_BLOCKED = 2;
/** An empty page counts as blocking at least this long, in ms: on a fast machine it does not block at all. */
const LEAST_BLOCKED = 50;

type Run = Record<Category, number> & { blocked: number; misses: string[]; figures: string[] };

/**
 * `npm run lighthouse [pages]`: runs Lighthouse's mobile profile (simulated slow 4G, 4× CPU slowdown) on the production
 * build with the sample catalogue, in every language, in turn with an empty page of the same framework. Prints for each
 * page the lowest scores of five runs, the figures of the run with the median performance, and the failed audits. Fails if
 * the medians of a page are worse than those of the empty page by more than the limits, or a run misses another target.
 * Needs no internet access (see tiles.ts), but a Devanagari font on the machine, as every phone has one.
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
    await withEmptyApp((emptyUrl) =>
      withSampleApp(async ({ url }) => {
        for (const name of wanted.length > 0 ? wanted : PAGES)
          for (const locale of LOCALES)
            missed.push(...(await compare({ browser, port, locale }, { name, url: url + name, emptyUrl })));
      }),
    );
  } finally {
    await browser.close();
  }
  console.log(`\nLoad average at the end: ${loadavg()[0]!.toFixed(1)}`);
  if (missed.length > 0) throw new Error(`Targets missed:\n  ${missed.join('\n  ')}`);
});

type Visit = { browser: Browser; port: number; locale: Locale };
type Compared = { name: string; url: string; emptyUrl: string };

/** Measures a page in a language in turn with the empty page, and prints a row of each. Returns the missed targets. */
async function compare(visit: Visit, { name, url, emptyUrl }: Compared): Promise<string[]> {
  const empty: Run[] = [];
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++) {
    empty.push(await measure(visit, emptyUrl));
    runs.push(await measure(visit, url));
  }
  printRuns('empty page', visit.locale, empty);
  printRuns(name, visit.locale, runs);
  const page = `${name} (${visit.locale})`;
  const missed: string[] = [];
  const [points, emptyPoints] = [medianOf(runs, 'performance'), medianOf(empty, 'performance')];
  if (points < emptyPoints - POINTS_LESS) missed.push(`${page}: ${points} points, the empty page ${emptyPoints}`);
  const [blocked, emptyBlocked] = [medianOf(runs, 'blocked'), medianOf(empty, 'blocked')];
  if (blocked > TIMES_BLOCKED * Math.max(emptyBlocked, LEAST_BLOCKED))
    missed.push(`${page}: blocks for ${blocked} ms, the empty page for ${emptyBlocked} ms`);
  const misses = new Set(runs.flatMap((run) => run.misses));
  if (misses.size > 0) missed.push(`${page}: ${[...misses].join('; ')}`);
  return missed;
}

function medianOf(runs: readonly Run[], figure: 'performance' | 'blocked'): number {
  return runs.map((run) => run[figure]).sort((a, b) => a - b)[runs.length >> 1]!;
}

async function measure({ browser, port, locale }: Visit, url: string): Promise<Run> {
  const session = await browser.newBrowserCDPSession();
  // Lighthouse empties the cache but keeps cookies, one of which says that the browser has the Devanagari fonts.
  await session.send('Storage.clearCookies');
  const outcome = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // Overrides the language of the browser.
    extraHeaders: { 'Accept-Language': locale },
  });
  if (!outcome) throw new Error(`${url} could not be measured.`);
  return read(outcome.lhr);
}

function printRuns(name: string, locale: Locale, runs: readonly Run[]): void {
  const sorted = runs.toSorted((a, b) => a.performance - b.performance);
  const median = sorted[RUNS >> 1]!;
  const lowest = CATEGORIES.map((category) => String(Math.min(...runs.map((run) => run[category]))));
  printRow([name, locale, ...lowest, String(median.performance), ...median.figures]);
}

function read({ categories, audits }: Result): Run {
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  // Any failed audit with a weight lowers the score.
  const misses = (Object.keys(AIMS) as (keyof typeof AIMS)[])
    .filter((category) => scores[category] < AIMS[category])
    .flatMap((category) => categories[category]?.auditRefs ?? [])
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
  return { ...scores, blocked: Math.round(value('total-blocking-time')), misses, figures };
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
