import type { Page } from '@playwright/test';
import { expect } from '../testing/e2e';
import { test } from '../testing/e2e/own-app';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { fillTables } from '../testing/e2e/full-tables';
import { runJobs } from '../testing/e2e/jobs';
import { toast } from '../testing/e2e/toast';

test.use({ ownName: 'week' });

/** What a job costs: clicks, and fields that are filled in or chosen. */
type Cost = { clicks: number; fields: number };

/** Counts what a person does on a page; Enter in a field is no click. */
async function countOn(page: Page): Promise<() => Cost> {
  let cost: Cost = { clicks: 0, fields: 0 };
  await page.exposeFunction('countAct', (kind: keyof Cost) => void (cost[kind] += 1));
  await page.addInitScript(() => {
    const { countAct } = window as unknown as { countAct: (kind: string) => void };
    document.addEventListener('click', ({ detail }) => detail > 0 && countAct('clicks'), true);
    document.addEventListener(
      'change',
      ({ target }) => !(target as Element).matches('[type=checkbox], [type=radio]') && countAct('fields'),
      true,
    );
  });
  return () => {
    const counted = cost;
    cost = { clicks: 0, fields: 0 };
    return counted;
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const reason = (page: Page, text: string) => dialog(page).getByLabel('Reason').fill(text);
async function inBar(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}
const chooseAll = (page: Page) => page.getByRole('checkbox', { name: 'Choose all on this page' }).click();

/**
 * The jobs of a department's week that needed the most, with the clicks and fields that each takes from the dashboard on. A job that
 * takes more than here has become worse.
 */
const JOBS: readonly [what: string, most: Cost, job: (page: Page) => Promise<unknown>][] = [
  [
    'seats and money by district',
    { clicks: 1, fields: 0 },
    async (page) => {
      await inBar(page, 'Report');
      await expect(page.getByRole('table').first()).toContainText('Indore');
    },
  ],
  [
    'the adoptions behind one of these numbers',
    { clicks: 2, fields: 0 },
    async (page) => {
      await inBar(page, 'Report');
      await page
        .getByRole('row', { name: /^Indore/ })
        .getByRole('link')
        .first()
        .click();
      await expect(page).toHaveURL(/report\/adoptions/);
    },
  ],
  [
    'money received by company, as a spreadsheet',
    { clicks: 2, fields: 1 },
    async (page) => {
      await inBar(page, 'Report');
      await page.getByRole('combobox', { name: 'Rows' }).selectOption('company');
      await expect(page).toHaveURL(/rows=company/);
      const file = page.waitForEvent('download');
      await button(page, 'Spreadsheet').click();
      await file;
    },
  ],
  [
    'that table every Monday by e-mail',
    { clicks: 4, fields: 0 },
    async (page) => {
      await inBar(page, 'Report');
      await button(page, 'Send by e-mail…').click();
      await dialog(page).getByRole('radio', { name: 'Every Monday' }).click();
      await dialog(page).getByRole('button', { name: /^Send/ }).click();
      await expect(toast(page, 'The first e-mail goes to')).toBeVisible();
    },
  ],
  [
    'an adoption by its reference without dashes',
    { clicks: 0, fields: 1 },
    async (page) => {
      const reference = await page.getByRole('row').locator('a[href^="/admin/billings/"]').first().textContent();
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill(reference!.replaceAll('-', ''));
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/admin/billings/${reference}`);
    },
  ],
  [
    '50 proposals of institutes accepted',
    { clicks: 5, fields: 0 },
    async (page) => {
      await inBar(page, 'Catalogue');
      await page.getByRole('link', { name: 'Proposals' }).click();
      await expect(page).toHaveURL(/catalogue\/proposals/);
      await chooseAll(page);
      await button(page, 'Check the chosen ones').click();
      await button(page, /^Accept \d+ proposals?/).click();
      await expect(toast(page, /proposals are accepted/)).toBeVisible({ timeout: 30_000 });
    },
  ],
  [
    'prices of every open course raised by 5 per cent',
    { clicks: 6, fields: 3 },
    async (page) => {
      await inBar(page, 'Catalogue');
      await page.getByRole('combobox', { name: 'State' }).selectOption('open');
      await expect(page).toHaveURL(/state=open/);
      await chooseAll(page);
      await button(page, /^Choose all \d+ of these filters/).click();
      await button(page, /^Change \d+ courses/).click();
      await dialog(page).getByLabel('Per cent').fill('5');
      await dialog(page).getByRole('button', { name: 'Check' }).click();
      await reason(page, 'Fees of the next year');
      await dialog(page)
        .getByRole('button', { name: /^Change \d+ prices/ })
        .click();
      await expect(toast(page, /courses were changed/)).toBeVisible({ timeout: 30_000 });
    },
  ],
  [
    'all courses of an institute closed',
    { clicks: 6, fields: 3 },
    async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill('Institute 7');
      await page.getByRole('option').filter({ hasText: 'Institute' }).first().click();
      await page.getByRole('link', { name: /offers?, \d+ open/ }).click();
      await chooseAll(page);
      await button(page, /^Change \d+ courses?/).click();
      await dialog(page).getByLabel('What to do').selectOption('close');
      await dialog(page).getByRole('button', { name: 'Check' }).click();
      await reason(page, 'The institute is closed');
      await dialog(page)
        .getByRole('button', { name: /^Close \d+ courses?/ })
        .click();
      await expect(toast(page, /courses? (was|were) changed/)).toBeVisible();
    },
  ],
  [
    '50 receipts confirmed',
    { clicks: 5, fields: 1 },
    async (page) => {
      await inBar(page, 'Needs attention');
      await page
        .getByRole('link', { name: /Receipts to confirm/ })
        .first()
        .click();
      await chooseAll(page);
      await button(page, /^Confirm the \d+ chosen/).click();
      await reason(page, 'Compared with the statement');
      await dialog(page)
        .getByRole('button', { name: /^Confirm all/ })
        .click();
      await expect(toast(page, /receipts were confirmed/)).toBeVisible({ timeout: 60_000 });
    },
  ],
  [
    'sponsors of an institute written to',
    { clicks: 5, fields: 4 },
    async (page) => {
      await page.getByLabel('Institute').fill('Institute 9');
      await button(page, 'Search').click();
      await expect(page).toHaveURL(/institute=/);
      await chooseAll(page);
      await button(page, /^Write about/).click();
      await dialog(page).getByLabel('Text in English').fill('The term begins on 1 July.');
      await dialog(page).getByLabel('Text in Hindi').fill('सत्र 1 जुलाई से शुरू होगा।');
      await dialog(page).getByRole('button', { name: 'Check' }).click();
      await reason(page, 'News of the term');
      await dialog(page)
        .getByRole('button', { name: /^Write to/ })
        .click();
      await expect(toast(page, /messages? goe?s? ?out|messages go out/)).toBeVisible();
    },
  ],
  [
    'an institute renamed',
    { clicks: 3, fields: 3 },
    async (page) => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search' }).fill('Institute 11');
      await page.getByRole('option').filter({ hasText: 'Institute' }).first().click();
      await button(page, 'Rename').click();
      await dialog(page).getByLabel('New name').fill('Sardar Patel Institute');
      await reason(page, 'Order 12 of the government');
      await dialog(page).getByRole('button', { name: 'Rename' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sardar Patel Institute' })).toBeVisible();
    },
  ],
  [
    'papers of a year with what is missing',
    { clicks: 1, fields: 1 },
    async (page) => {
      await inBar(page, 'Registers');
      await page.getByRole('combobox', { name: /year/i }).selectOption('2026-27');
      await expect(page).toHaveURL(/year=2026-27/);
    },
  ],
  [
    'refunds, those that are owed first',
    { clicks: 2, fields: 0 },
    async (page) => {
      await inBar(page, 'Registers');
      await page.getByRole('link', { name: 'Refunds' }).click();
      await expect(page).toHaveURL('/admin/registers/refunds');
    },
  ],
  [
    'an account limited to a district',
    { clicks: 4, fields: 2 },
    async (page) => {
      await inBar(page, 'Settings');
      await page.getByRole('link', { name: 'Administrators' }).first().click();
      await button(page, 'Change radhika.deshmukh.7@mp.example').click();
      await dialog(page).getByLabel('Role').selectOption('viewer');
      await dialog(page).getByLabel('Only for (optional)').fill('Indore');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('row', { name: /radhika\.deshmukh\.7@/ })).toContainText('Viewer, Indore');
    },
  ],
];

test('the jobs of a week take no more clicks and fields than they should', async ({ page, own }) => {
  const admin = await insertAdmin(own.sql);
  const other = await insertAdmin(own.sql);
  await fillTables(own.sql, other);
  await own.sql`
    insert into admin_notices (admin_id, email, is_daily, at_once) values (${admin.id}, 'director@department.example', false, '{}')`;
  await own.sql`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  await runJobs(own.url);
  const taken = await countOn(page);
  await signInAdmin(page, admin);
  for (const [what, most, job] of JOBS)
    await test.step(what, async () => {
      await page.goto('/admin/dashboard');
      await expect(page.getByRole('table').first()).toBeVisible();
      taken();
      await job(page);
      const { clicks, fields } = taken();
      expect.soft({ clicks, fields }, what).toEqual(most);
    });
});
