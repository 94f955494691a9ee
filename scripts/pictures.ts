import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, ensureBrowser } from './lib/browser';
import { main } from './lib/main';

/** `npm run pictures [address]`: takes the README's pictures from a running demo. */
const FOLDER = 'docs/pictures';
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 375, height: 812 };

const pictures: { name: string; path: string; size: typeof WIDE; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'landing', path: '/', size: WIDE },
  { name: 'region', path: '/select-region/B.Tech', size: WIDE, prepare: showMap },
  { name: 'course-list', path: '/course-list/Indore/B.Tech', size: WIDE, prepare: chooseSeats },
  { name: 'course-list-phone', path: '/course-list/Indore/B.Tech', size: NARROW, prepare: chooseSeats },
];

async function showMap(page: Page) {
  await page.locator('[data-district="Jabalpur"]').focus();
}

async function chooseSeats(page: Page) {
  await page.getByRole('checkbox', { name: 'Select Course', disabled: false }).nth(1).check();
  await page.getByRole('spinbutton').first().fill('12');
  await page.mouse.move(0, 0);
}

await main(async () => {
  const address = process.argv[2] ?? 'http://localhost:3000';
  await mkdir(FOLDER, { recursive: true });
  await ensureBrowser();
  const browser = await chromium.launch({ executablePath: process.env.E2E_BROWSER, args: BROWSER_ARGS });
  for (const { name, path, size, prepare } of pictures) {
    const page = await browser.newPage({ viewport: size, locale: 'en-IN' });
    await page.goto(address + path, { waitUntil: 'networkidle' });
    await prepare?.(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });
    await page.close();
    console.log(`${FOLDER}/${name}.png`);
  }
  await browser.close();
});
