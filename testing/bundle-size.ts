import { chromium, type Browser } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from '../scripts/lib/browser';
import { withEmptyApp } from './lib/empty-app';
import { main } from '../scripts/lib/main';
import { withSampleApp } from '../scripts/lib/sample-app';
import { OFFLINE } from '../scripts/lib/tiles';

/** The measured pages, their limits as a multiple of the empty page, and whether they show a map. */
const PAGES: { path: string; most?: number; map?: true }[] = [
  { path: '/', most: 1.11 },
  { path: '/select-region/B.Tech', most: 1.8, map: true },
  { path: '/course-list/Indore/B.Tech', most: 1.4 },
  { path: '/cart', most: 1.4 },
  { path: '/login', most: 1.4 },
];

/** Strings that only occur in the map library. */
const MAP_CODE = /leaflet-(container|pane|interactive)/;

/** How long after its load a page may request more scripts (those that wait until it is idle), in ms. */
const SETTLE = 2_500;

type BundleSize = { kB: number; hasMap: boolean };

/**
 * `npm run bundle-size`: measures the compressed JavaScript that a first visit of each page transfers, relative to an
 * empty page of the same framework. Fails if a page exceeds its limit, or loads map code without showing a map. Needs
 * no internet access. Both are compressed with gzip: the server of the empty page knows no Brotli.
 */
await main(async () => {
  await ensureBrowser();
  const browser = await chromium.launch({ executablePath: process.env.E2E_BROWSER, args: [...BROWSER_ARGS, OFFLINE] });
  const missed: string[] = [];
  try {
    const empty = await withEmptyApp((url) => measure(browser, url));
    console.log(`empty page: ${empty.kB.toFixed(1)} kB`);
    await withSampleApp(async ({ url }) => {
      for (const { path, most, map } of PAGES) {
        const { kB, hasMap } = await measure(browser, url + path);
        const ratio = kB / empty.kB;
        console.log(`${path}: ${kB.toFixed(1)} kB, ${ratio.toFixed(2)} ×${most ? ` (at most ${most} ×)` : ''}`);
        if (most && ratio > most) missed.push(`${path} weighs ${ratio.toFixed(2)} ×, which is more than ${most} ×`);
        if (hasMap && !map) missed.push(`${path} shows no map and loads its code`);
      }
    });
  } finally {
    await browser.close();
  }
  if (missed.length > 0) throw new Error(missed.join('\n'));
});

/** Opens a page with an empty cache and returns the size of its scripts as transferred, in kB of 1024 bytes. */
async function measure(browser: Browser, url: string): Promise<BundleSize> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    extraHTTPHeaders: { 'Accept-Encoding': 'gzip' },
  });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const scripts = new Map<string, number>();
    network.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (type === 'Script' || /\.js(\?|$)/.test(response.url)) scripts.set(requestId, 0);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength);
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLE);
    let hasMap = false;
    for (const requestId of scripts.keys()) {
      const { body } = await network.send('Network.getResponseBody', { requestId });
      hasMap ||= MAP_CODE.test(body);
    }
    return { kB: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024, hasMap };
  } finally {
    await context.close();
  }
}
