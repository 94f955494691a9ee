import type { Page } from '@playwright/test';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expect } from '../testing/e2e';
import { fillTables } from '../testing/e2e/full-tables';
import { test } from '../testing/e2e/own-app';

test.use({ ownName: 'tables' });

const MAX_BYTES = 150_000;

/** Every page of administrators with a table that has pages, or that grows with what they do; its heading and address. */
const PAGES = [
  ['Billings', '/admin/dashboard'],
  ['All users', '/admin/users'],
  ['Courses', '/admin/catalogue'],
  ['Reservations and requests', '/admin/catalogue/reservations'],
  ['Reservations and requests', '/admin/catalogue/reservations?kind=request'],
  ['Proposals', '/admin/catalogue/moves'],
  ['Proposals', '/admin/catalogue/proposals'],
  ['All entries', '/admin/entries'],
  ['Institutes', '/admin/offices'],
  ['Reports', '/admin/offices/reports'],
  ['Entries', '/admin/audit'],
  ['Papers', '/admin/registers'],
  ['Receipts', '/admin/registers/receipts'],
  ['Refunds', '/admin/registers/refunds'],
  ['Waiting', '/admin/attention'],
  ['Receipts without an adoption', '/admin/attention?kind=unmatched'],
  ['Receipts to confirm', '/admin/attention?kind=receipt_waits'],
  ['Settlement differences', '/admin/attention?kind=settlement'],
  ['Transfers to the bank', '/admin/attention/settlements'],
  ['Sessions', '/admin/sessions'],
  ['Accounts', '/admin/administrators'],
] as const;

/** How far the page and its tables scroll sideways. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.sheet')].map((box) => box.scrollWidth - box.clientWidth),
  );

/** The cells of the tables that have something to say and no name of their column, nor title or buttons. */
const unnamed = (page: Page) =>
  page
    .locator('.sheet tbody td:not(:empty, .box, .actions)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => !/^"[^"]/.test(getComputedStyle(cell, '::before').content))
        .map((cell) => cell.textContent),
    );

test('every page of administrators with a table of 50 rows weighs at most 150 kB, and fits into 1280 px and a phone: there its rows are cards', async ({
  page,
  own,
}) => {
  const admin = await insertAdmin(own.sql);
  await fillTables(own.sql, admin);
  await signInAdmin(page, admin);
  for (const [name, path] of PAGES)
    await test.step(path, async () => {
      const html = await (await page.goto(path))!.body();
      expect(await page.getByRole('table', { name, exact: true }).locator('tbody tr').count()).toBeGreaterThanOrEqual(
        50,
      );
      expect.soft(html.length, path).toBeLessThan(MAX_BYTES);
      const table = page.getByRole('table', { name, exact: true });
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 });
        // In the moment after a resize a box may have its new width and its old content.
        await expect
          .poll(async () => [...new Set(await sideways(page))], { message: `${path} at ${width} px` })
          .toEqual([0]);
      }
      // `display` takes the roles away, in some browsers.
      await expect(table).toHaveAttribute('role', 'table');
      await expect(table.locator('tbody tr:not([role=row]), tbody td:not([role=cell])')).toHaveCount(0);
      expect.soft(await unnamed(page), path).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(table).not.toHaveAttribute('role');
    });
});
