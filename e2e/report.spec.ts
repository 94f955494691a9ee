import { readFileSync } from 'node:fs';
import { read, utils } from 'xlsx';
import { expect, test, type Page } from '../testing/e2e';
import { register, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { runJobs } from '../testing/e2e/jobs';

/** Checks a page on a phone and on a desktop, with a picture of it where a folder for pictures is given. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const folder = process.env.LOOK_AT;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 812 });
}

test('a number of the report leads to the adoptions behind it; the table is a spreadsheet, the chart a picture', async ({
  page,
  request,
  admin,
  database,
  seed,
  baseURL,
}) => {
  const company = `Reva ${seed.city} Works`;
  const institute = `Polytechnic of ${seed.city}`;
  const courses = [
    await seed.course({ institute, branch: 'Civil' }),
    await seed.course({ institute, branch: 'Mining' }),
  ];
  const session = await signIn(page, await register(request, { company_name: company }));
  const { reference } = await adopt(
    database,
    session,
    [
      [courses[0]!, 3],
      [courses[1]!, 1],
    ],
    { daysAgo: 1 },
  );
  // Adopted long ago: the job leaves the last minute to its next run.
  await database`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  await runJobs(baseURL!);

  await signInAdmin(page, admin);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page).toHaveURL('/admin/report');
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('company');
  await page.getByRole('searchbox', { name: 'Company' }).fill(company);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/company=/);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: company }) });
  await expect(row.getByRole('link', { name: `Seats, ${company}, Seats: 4` })).toBeVisible();
  await expect(row.getByRole('link', { name: `Pledged, ${company}, Pledged: ₹5,00,000` })).toBeVisible();
  for (const [name, value] of [
    ['Rows', 'company'],
    ['Columns', 'figures'],
    ['Figure', 'seats'],
  ] as const)
    await expect(page.getByRole('combobox', { name })).toHaveValue(value);
  await look(page, 'report-company');

  await test.step('the adoptions add up to the number', async () => {
    await row.getByRole('link', { name: /^Seats/ }).click();
    await expect(page.getByRole('heading', { name: 'Seats: 4' })).toBeVisible();
    await expect(page.getByRole('link', { name: reference })).toHaveAttribute('href', `/admin/billings/${reference}`);
    await look(page, 'report-adoptions');
    await page.getByRole('link', { name: 'Report', exact: true }).last().click();
    await expect(row).toBeVisible();
  });

  await test.step('one figure by session', async () => {
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('institute');
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('session');
    await page.getByRole('combobox', { name: 'Figure' }).selectOption('pledged');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('heading', { name: 'Pledged by Institute', exact: true })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: institute })).toBeVisible();
    await expect(page.getByRole('img', { name: new RegExp(`Pledged by Institute: ${institute}`) })).toBeVisible();
    await page.getByText('What the figures are').click();
    await expect(page.getByText('Adopted seats, by the month of their adoption.')).toBeVisible();
    await look(page, 'report-institute');
  });

  await test.step('the spreadsheet and the pictures', async () => {
    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const sheet = await save('Spreadsheet');
    expect(sheet.name).toMatch(/^report-\d{4}-\d\d-\d\d\.xlsx$/);
    const { Sheets, SheetNames } = read(sheet.bytes);
    const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
    expect(rows.map((each) => Object.values(each)[1])).toEqual([500_000, 500_000]);
    expect((await save('SVG')).bytes.toString()).toContain('₹5,00,000');
    // The picture is twice as wide as the chart.
    expect((await save('PNG')).bytes.readUInt32BE(16)).toBe(1920);
  });

  await page.goto('/admin/report?rows=nothing&company=nobody');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
