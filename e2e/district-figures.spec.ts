import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect } from '../testing/e2e';
import { insertCourse } from '../testing/e2e/catalogue';
import { mapShown } from '../testing/e2e/map';
import { test } from '../testing/e2e/own-app';

// Figures are of the whole site: other tests must not see them.
test.use({ ownName: 'figures' });

const TITLE = 'CSR rupees per person';
const csv = (rows: string) => ({
  ...{ name: 'csr.csv', mimeType: 'text/csv' },
  buffer: Buffer.from(`District,${TITLE},Source\n${rows}`),
});

test('@phone figures of districts: checked, stored, shown on map and plan, replaced and removed', async ({
  page,
  own,
}) => {
  const admin = await insertAdmin(own.sql);
  for (const city of ['Bhopal', 'Indore'])
    await insertCourse(own.sql, {
      ...{ city, courseType: 'B.Tech', branch: 'Civil Engineering', institute: `${city} Engineering College` },
      ...{ totalSeats: 10, adoptedSeats: 0, pricePaise: 1_00_000_00, isOpen: true },
    });
  const field = page.getByLabel(/^Choose (a|another) file/);
  const main = page.getByRole('main');

  await test.step('without a file map and plan have nothing of it', async () => {
    await page.goto('/select-region');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    expect(await (await page.request.get('/select-region')).text()).not.toContain('district-figures');
    await page.goto('/plan');
    await page.getByText('More wishes').click();
    await expect(page.getByRole('radio', { name: 'Few institutes' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /Where least arrives/ })).toHaveCount(0);
  });

  await signInAdmin(page, admin);
  await test.step('a file with mistakes is not stored, and says each of them', async () => {
    await page.goto('/admin/settings?section=figures');
    await expect(main).toContainText('No file is stored');
    await field.setInputFiles(
      csv('Indore,40,Brief\nIndor,3,Brief\nDhar,1,Brief\nDhar,1,Brief\nRewa,-2,Brief\nSatna,=1+1,Brief\n'),
    );
    for (const reason of [
      'Row 3: ‘Indor’ is no district of Madhya Pradesh.',
      'Dhar is there more than once: rows 4, 5.',
      'Row 6: Rewa has a negative figure: -2.',
      'Row 7: Satna has a formula: =1+1.',
    ])
      await expect(main).toContainText(reason);
    await expect(page.getByRole('button', { name: 'Store the figures' })).toHaveCount(0);
    await expectAccessible(page);
    await field.setInputFiles({ ...csv(''), buffer: Buffer.alloc(300_000, 'x') });
    await expect(main).toContainText('The file is larger than 200 kB.');
  });

  await test.step('a file without mistakes is stored with its name, source and year', async () => {
    await field.setInputFiles(
      csv('Indore,40,State brief\nDhar,2.5,State brief\nBhopal,0.4,State brief\nTotal,43,State brief\n'),
    );
    await expect(main).toContainText('3 districts are known, each with one figure. Nothing is stored yet.');
    await expect(main).toContainText('Sums are left out: row 5 (Total).');
    await expect(page.getByLabel('Source')).toHaveValue('State brief');
    await page.getByLabel('Name in Hindi').fill('प्रति व्यक्ति सीएसआर रुपये');
    await page.getByLabel('Year', { exact: true }).fill('2023');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Store the figures' }).click();
    await expect(main).toContainText('Stored on');
    await expect(page.getByRole('button', { name: 'Remove the figures' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the map shows them once its box is ticked', async () => {
    await page.goto('/select-region');
    const box = page.getByRole('checkbox', { name: `Show on the map: ${TITLE}, 2023` });
    const list = page.getByText('All figures (3)');
    const fill = (district: string) =>
      page
        .locator(`path[data-district="${district}"]`)
        .first()
        .evaluate((path) => getComputedStyle(path).fill);
    await mapShown(page);
    const before = await fill('Dhar');
    await expect(list).toBeHidden();
    await box.check();
    await expect(page.getByText('Source: State brief')).toBeVisible();
    await expect(page.getByText('Seats left in the district')).toBeHidden();
    await list.click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Dhar' }).filter({ hasText: '2.5' })).toBeVisible();
    await expect.poll(() => fill('Dhar')).not.toBe(before);
    expect(await fill('Dhar')).not.toBe(await fill('Bhopal'));
    await expectAccessible(page);
    await box.uncheck();
    await expect.poll(() => fill('Dhar')).toBe(before);
  });

  await test.step('the plan puts the lowest figure first and says so', async () => {
    await page.goto('/plan');
    await page.getByLabel('Budget (₹)').fill('10 lakh');
    await page.getByText('More wishes').click();
    await page.getByRole('radio', { name: `Where least arrives (${TITLE}, 2023)` }).check();
    await page.getByRole('button', { name: 'Propose seats' }).click();
    await expect(main).toContainText(
      `Seats are in the districts with the lowest figure first: ${TITLE}, 2023. Source: State brief.`,
    );
    await expect(main).toContainText('10 seats at 1 institute');
    await expect(main).toContainText('Bhopal Engineering College');
    await expectAccessible(page);
  });

  await test.step('in Hindi', async () => {
    await page.context().addCookies([{ name: 'language', value: 'hi', url: page.url() }]);
    await page.goto('/select-region');
    await page.getByRole('checkbox').check();
    await expect(page.getByText('स्रोत: State brief')).toBeVisible();
    await expectAccessible(page);
    await page.context().clearCookies({ name: 'language' });
  });

  await test.step('removed, nothing is left of them', async () => {
    await page.goto('/admin/settings?section=figures');
    await page.getByRole('button', { name: 'Remove the figures' }).click();
    await expect(main).toContainText('No file is stored');
    await page.goto('/plan?budget=10+lakh&aim=least');
    await expect(main).toContainText('No other choice within your wishes has more seats');
    await page.goto('/select-region');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the layer can be switched on', async ({ page, own }) => {
    await own.sql`
      insert into settings ("group", value) values ('district_figures', ${own.sql.json({
        ...{ title: TITLE, title_hindi: '', source: 'State brief', year: '2023', figures: { Indore: 40, Dhar: 2.5 } },
      })}) on conflict ("group") do update set value = excluded.value`;
    await page.goto('/select-region');
    await expect(page.getByText('Source: State brief')).toBeHidden();
    await page.getByRole('checkbox').check();
    await expect(page.getByText('Source: State brief')).toBeVisible();
    await own.sql`delete from settings where "group" = 'district_figures'`;
  });
});
