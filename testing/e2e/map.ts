import { expect, type Locator, type Page } from '@playwright/test';

export const map = (page: Page): Locator => page.getByRole('group', { name: /^Districts of Madhya Pradesh/ });
export const district = (page: Page, name: string): Locator => map(page).locator(`path[data-district="${name}"]`);
/** The links of the server's drawing. */
const drawing = (page: Page) => map(page).locator('svg a[href]');

type Options = {
  /** On a phone, put two fingers on the drawing, which starts Leaflet. */
  pinched?: boolean;
};

/** Opens a page with a map and waits for it. */
export async function openMap(page: Page, path: string, options: Options = {}): Promise<void> {
  await page.goto(path);
  await mapShown(page, options);
}

/** Waits for the map that a visitor gets: Leaflet on a desktop, on a phone the server's drawing. */
export async function mapShown(page: Page, { pinched = false }: Options = {}): Promise<void> {
  await expect(map(page).locator('path[data-district]').first()).toBeAttached();
  const hovers = await page.evaluate(() => matchMedia('(hover: hover)').matches);
  if (!hovers && !pinched) return;
  await expect(async () => {
    if (!hovers) await pinch(map(page));
    await expect(drawing(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(map(page).locator('.leaflet-container')).toBeAttached();
}

async function pinch(target: Locator): Promise<void> {
  await target.evaluate((element) => {
    const touches = [0, 1].map((identifier) => new Touch({ identifier, target: element }));
    element.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches }));
  });
}
