import { readFile } from 'node:fs/promises';
import * as XLSX from 'xlsx';
import { XLSX_TYPE } from '../lib/platform/spreadsheet/schema';
import { bearer } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { look } from '../testing/e2e/look';
import { tabAndPress, tabTo } from '../testing/e2e/keyboard';

const HEADER = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price per Seat per Year'];
type Row = (string | number)[];

const csv = (name: string, ...rows: Row[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')),
});
function xlsx(name: string, ...rows: Row[]) {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([HEADER, ...rows]));
  const buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  return { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer };
}

const field = (page: Page) => page.getByLabel(/^Choose (a|another) file/);
const rowOf = (page: Page, table: string, name: string | RegExp) =>
  page.getByRole('region', { name: table }).getByRole('row', { name });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

async function openImport(page: Page): Promise<void> {
  await page.goto('/admin/catalogue/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import the catalogue' })).toBeVisible();
}

// One file at a time: the server refuses more than it can read at once.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ page, admin }) => {
  await signInAdmin(page, admin);
});

test('a Hindi CSV file with invalid rows shows every reason; corrected and applied it appears in catalogue and audit log', async ({
  page,
  seed,
  admin,
  database,
}) => {
  const institute = `शासकीय आईटीआई, ${seed.city}`;
  const name = 'पाठ्यक्रम.csv';
  await openImport(page);
  await field(page).setInputFiles(
    csv(
      name,
      [seed.city, institute, 'ITI', 'फिटर', 20, '₹1,12,500'],
      [seed.city, '', 'B.Sc.', 'Civil', 'x', '1.25 million'],
    ),
  );
  const reasons = rowOf(page, 'Bad rows', /^3 /);
  await expect(reasons).toContainText('Course Type "B.Sc." is unknown');
  await expect(reasons).toContainText('Total Seats "x" is not a whole number');
  await expect(reasons).toContainText('Price "1.25 million" is not an amount in rupees');
  await expect(rowOf(page, 'Changes', 'फिटर')).toContainText('₹1,12,500.00');
  await expect(apply(page)).toBeHidden();
  await expectAccessible(page);

  await field(page).setInputFiles(csv(name, [seed.city, institute, 'ITI', 'फिटर', 20, '₹1,12,500']));
  await expect(page.getByRole('heading', { name: 'Bad rows' })).toBeHidden();
  await apply(page).click();
  const dialog = page.getByRole('alertdialog', { name: `Import ${name}?` });
  await expect(dialog).toContainText('1 course is added and none is changed');
  await expectAccessible(page);
  // A busy database: the page shows the current step and its duration.
  await page.route('**/api/admin/catalogue/import?**apply=**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Writing 1 course, all at once or not at all.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('1 second');
  await expect(page.getByText(`${name} was imported: 1 course added, none changed.`)).toBeVisible();
  const [course] = await database`select branch, price_paise::int as price from courses where city = ${seed.city}`;
  expect(course).toEqual({ branch: 'फिटर', price: 1_12_500_00 });

  await page.getByRole('link', { name: 'See it in the audit log' }).click();
  await expect(page.getByText(`What the import of ${name} did, by ${admin.username}`)).toBeVisible();
  await expect(rowOf(page, 'Entries', /Course added/)).toContainText(`ITI फिटर, ${institute}`);
});

test('an import is undone in one act, at the page after it or at its entry of the audit log; not while its course is in use', async ({
  page,
  seed,
  database,
}) => {
  const course = await seed.course({ totalSeats: 20, pricePaise: 1_25_000_00 });
  const name = `${seed.city}.csv`;
  const importFile = async () => {
    await openImport(page);
    const changed: Row = [course.city, course.institute!, course.courseType, course.branch, 20, 130000];
    const added: Row = [course.city, 'New Polytechnic', 'Diploma', 'Civil', 30, 20000];
    await field(page).setInputFiles(csv(name, changed, added));
    await apply(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText(`${name} was imported: 1 course added, 1 changed.`)).toBeVisible();
  };
  const open = () =>
    page
      .getByRole('button', { name: `Undo the import ${name}` })
      .first()
      .click();
  const dialog = page.getByRole('dialog', { name: 'Undo the import' });
  const stored = () =>
    database`select branch, price_paise::int as price from courses where city = ${course.city} order by branch`;
  const before = await stored();

  await importFile();
  await open();
  await expect(dialog).toContainText('1 course that it added is removed, with 1 institute.');
  await expect(dialog).toContainText('1 course gets the values of before again.');
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'undo-import');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The file of last year');
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText('The import is undone: 1 course removed, 1 as before.').first()).toBeVisible();
  expect(await stored()).toEqual(before);

  await importFile();
  await database`update courses set adopted_seats = 1 where id = ${course.id}`;
  await database`update courses set total_seats = 25 where city = ${course.city} and branch = 'Civil'`;
  await page.goto('/admin/audit?action=catalogue.imported');
  await open();
  await expect(dialog).toContainText('Diploma Civil, New Polytechnic');
  await expect(dialog).toContainText('has other values now');
  await expect(dialog.getByRole('button', { name: 'Undo it' })).toBeHidden();
  await look(page, 'undo-import-refused');
  await page.keyboard.press('Escape');
  await page.goto('/admin/audit');
  await expect(rowOf(page, 'Entries', /Import undone/).first()).toContainText('The file of last year');
  await expectAccessible(page);
});

test('new institutes, kinds of mistakes and changed courses are shown apart, and the bad rows are a file', async ({
  page,
  seed,
}) => {
  const { institute, city, ...course } = await seed.course({ totalSeats: 20, pricePaise: 1_25_000_00 });
  await openImport(page);
  await field(page).setInputFiles(
    csv(
      'courses.csv',
      [city, `${institute}.`, 'ITI', 'Turner', 20, 12500],
      [city, institute!, course.courseType, course.branch, 20, 130000],
      ['', institute!, 'ITI', 'Fitter', 20, 12500],
      ['', institute!, 'ITI', 'Welder', 20, 12500],
    ),
  );
  await expect(rowOf(page, 'Kinds of mistakes', /City is missing/)).toContainText('2');
  await expect(rowOf(page, 'New institutes', `${institute}.`)).toContainText(institute!);
  await expect(page.getByText('1 price rises, by 4 %; none falls.')).toBeVisible();
  await page.getByLabel('Show').selectOption('Changed only');
  await expect(rowOf(page, 'Changes', 'Turner')).toBeHidden();
  await expect(rowOf(page, 'Changes', course.branch)).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the bad rows' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[1]).toContain(`ITI,Fitter,20,12500,4,City is missing`);
});

test('a workbook changes a course; a concurrent change leads to a new dry run, and nothing is lost', async ({
  page,
  seed,
  database,
}) => {
  const course = await seed.course({ totalSeats: 20, pricePaise: 1_25_000_00 });
  await openImport(page);
  const row: Row = [course.city, course.institute!, course.courseType, course.branch, 30, 130000];
  await field(page).setInputFiles(xlsx('courses.xlsx', row));
  const changed = rowOf(page, 'Changes', course.branch);
  await expect(changed.getByRole('cell').nth(3)).toHaveText(/^20\s*30$/);
  await expect(changed.getByRole('cell').nth(4)).toHaveText(/^₹1,25,000.00\s*₹1,30,000.00$/);

  await database`update courses set price_paise = 9900000 where id = ${course.id}`;
  await apply(page).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(alert(page)).toContainText('has changed since it was checked. Nothing was written');
  await expect(changed.getByRole('cell').nth(4)).toHaveText(/^₹99,000.00\s*₹1,30,000.00$/);
  await expect(page.getByText('courses.xlsx, ')).toBeVisible();

  await page.route('**/api/admin/catalogue/import?**', (route) => route.abort());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(alert(page)).toHaveText('The file could not be checked. Please try again.');
  await page.unroute('**/api/admin/catalogue/import?**');
  await page.getByRole('button', { name: 'Check again' }).click();
  await apply(page).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('courses.xlsx was imported: no course added, 1 changed.')).toBeVisible();
  expect([
    ...(await database`select total_seats as seats, price_paise::int as price from courses where id = ${course.id}`),
  ]).toEqual([{ seats: 30, price: 1_30_000_00 }]);

  await page.getByRole('button', { name: 'Import another file' }).click();
  await field(page).setInputFiles(xlsx('courses.xlsx', row));
  await expect(page.getByText('The catalogue is already as the file says.')).toBeVisible();
  await expect(apply(page)).toBeHidden();
  await field(page).setInputFiles({ name: 'courses.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7') });
  await expect(alert(page)).toHaveText(/^This is a PDF, a picture or a page without a table/);
});

test('keyboard selection, check and cancel on a phone, where only tables scroll horizontally; a file can be dropped', async ({
  page,
  seed,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const chooser = page.waitForEvent('filechooser');
  await openImport(page);
  await tabTo(page, field(page));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(csv('phone.csv', [seed.city, '', 'ITI', 'Fitter', 20, 12500]));
  await tabAndPress(page, apply(page));
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(apply(page)).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);

  const data = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    },
    csv('', [seed.city, '', 'ITI', 'Welder', 20, 12500]).buffer.toString(),
  );
  await page
    .locator('label')
    .filter({ has: field(page) })
    .dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('dropped.csv, ')).toBeVisible();
  await expect(rowOf(page, 'Changes', 'Welder')).toBeVisible();
});

test("today's catalogue is downloaded and imports without a change", async ({ page, seed, admin }) => {
  await seed.course({ branch: '=HYPERLINK("http://localhost")' });
  await openImport(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: "Download today's catalogue" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.xlsx$/);
  const session = await signInAdmin(page, admin);
  const answer = await page.request.post('/api/admin/catalogue/import?name=catalogue.xlsx', {
    headers: { ...bearer(session), 'Content-Type': XLSX_TYPE },
    data: await readFile(await download.path()),
  });
  // Other tests change their own courses meanwhile, but none has a name that cannot be read back.
  const { counts } = (await answer.json()) as { counts: Record<string, number> };
  expect([counts.bad, counts.left! > 0]).toEqual([0, true]);
});
