import type { Page } from '@playwright/test';
import { main } from '../scripts/lib/main';
import { visitPages } from './lib/visit-pages';

type Load = { words: number; controls: number; height: number };

/** Measures the open dialog, or else the main content. No named functions inside: tsx would wrap them in a helper of its own. */
const measure = (page: Page): Promise<Load> =>
  page.evaluate(() => {
    const content =
      document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') ??
      document.querySelector('main') ??
      document.body;
    const words = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    const seen = new Set(
      [...content.querySelectorAll('*')].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          // Texts for screen readers only are clipped to one pixel.
          [...element.getClientRects()].some(({ width, height }) => width > 1 && height > 1),
      ),
    );
    let count = 0;
    for (let node = words.nextNode(); node; node = words.nextNode())
      if (seen.has(node.parentElement!)) count += node.nodeValue!.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    const controls = content.querySelectorAll('a[href], button, input, select, textarea, summary');
    return {
      words: count,
      controls: [...controls].filter((control) => seen.has(control)).length,
      height: content.scrollHeight,
    };
  });

/**
 * `npm run words [parts of names]`: how much a page asks of its reader. Prints for every page and state in English, on phone
 * and desktop, the words that its main content shows (folded ones and those for screen readers only are not counted), its
 * controls and its height in pixels.
 */
await main(async () => {
  console.log('| page | size | words | controls | height |\n| --- | --- | --- | --- | --- |');
  const problems = await visitPages(process.argv.slice(2), async (page, { name }, { locale, theme, size }) => {
    if (locale !== 'en' || theme !== 'light') return;
    const { words, controls, height } = await measure(page);
    console.log(`| ${name} | ${size} | ${words} | ${controls} | ${height} |`);
  });
  if (problems.length > 0) throw new Error(`Not measured:\n  ${problems.join('\n  ')}`);
});
