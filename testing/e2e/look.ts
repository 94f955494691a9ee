import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expectShape } from './shape';

/** Checks a page on a phone and on a desktop, with a picture of it where a folder for pictures is given. */
export async function look(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize()!;
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expectAccessible(page);
    // An open dialog hides the rest of the page.
    if (!(await page.getByRole('dialog').isVisible())) await expectShape(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const folder = process.env.LOOK_AT;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(viewport);
}
