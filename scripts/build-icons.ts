/**
 * Renders the icons from app/icon.svg, and the link preview images from the landing page with the sample catalogue:
 * `node --import tsx scripts/build-icons.ts`. The results are committed; run it when the seat glyph or the landing page
 * changes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium, type Browser } from '@playwright/test';
import { LOCALE_COOKIE, LOCALES, type Locale } from '@/lib/platform/i18n/locale';
import { BROWSER_ARGS, ensureBrowser } from './lib/browser';
import { main } from './lib/main';
import { withSampleApp } from './lib/sample-app';

const SOURCE = 'app/icon.svg';
/** Padding in units of the drawing. Launchers crop a maskable icon to a circle, so its glyph needs more of it. */
const MARGINS = { plain: 0, square: 0.6, maskable: 2.5 } as const;

const ICONS: { file: string; size: number; margin: keyof typeof MARGINS }[] = [
  { file: 'app/apple-icon.png', size: 180, margin: 'square' },
  { file: 'public/icons/192.png', size: 192, margin: 'plain' },
  { file: 'public/icons/512.png', size: 512, margin: 'plain' },
  { file: 'public/icons/maskable-512.png', size: 512, margin: 'maskable' },
];

/** Hides controls and figures of the landing page: the figures would soon be out of date. */
const POSTER = `
  header :is(nav, form, a:not(:first-child)), section[aria-labelledby="hero"] :is(button, a), figcaption { display: none !important }`;

await main(async () => {
  await ensureBrowser();
  const browser = await chromium.launch({ executablePath: process.env.E2E_BROWSER, args: BROWSER_ARGS });
  await Promise.all(['public/icons', 'public/social'].map((folder) => mkdir(folder, { recursive: true })));
  const svg = await readFile(SOURCE, 'utf8');
  for (const { file, size, margin } of ICONS) await writeFile(file, await draw(browser, svg, size, MARGINS[margin]));
  await writeFile('app/favicon.ico', asIco(await draw(browser, svg, 32, 0), 32));
  await withSampleApp(async ({ url }) => {
    for (const locale of LOCALES) await photograph(browser, url, locale);
  });
  await browser.close();
});

/** Returns the icon as PNG. With a margin (in units of the drawing) the background colour fills the square. */
async function draw(browser: Browser, svg: string, size: number, margin: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const ground = /<rect [^>]*fill="([^"]+)"/.exec(svg)![1]!;
  const box = `viewBox="${-margin} ${-margin} ${9 + 2 * margin} ${9 + 2 * margin}"`;
  const picture = svg.replace(/viewBox="[^"]+"/, `${box} width="${size}" height="${size}"`);
  const style = `<style>html { background: ${margin > 0 ? ground : 'transparent'} } body { margin: 0 } svg { display: block }</style>`;
  await page.setContent(style + picture);
  const image = await page.screenshot({ omitBackground: margin === 0 });
  await page.close();
  return image;
}

/** Wraps a PNG into an .ico file with one image. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function photograph(browser: Browser, address: string, locale: Locale): Promise<void> {
  const viewport = { width: 1200, height: 630 };
  // The Content-Security-Policy of the page would block the style sheet of the poster.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', bypassCSP: true });
  await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: address }]);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.addStyleTag({ content: POSTER });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `public/social/${locale}.png`, animations: 'disabled' });
  await context.close();
}
