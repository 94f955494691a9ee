import { expect, test } from '../testing/e2e';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { register, signIn } from '../testing/e2e/account';
import { look } from '../testing/e2e/look';

test('an institute gets a number and another name, and becomes a part of another one; old addresses and adoptions keep working', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  seed,
  database,
  admin,
}) => {
  const code = Math.random().toString(36).slice(2, 8);
  const [old, other] = [`Govt. ITI ${code}`, `Government ITI ${code}`];
  const fitter = await seed.course({ branch: 'Fitter', institute: old, totalSeats: 20, adoptedSeats: 0 });
  await seed.course({ branch: 'Turner', institute: old, totalSeats: 10, adoptedSeats: 0 });
  await seed.course({ branch: 'Fitter', institute: other, totalSeats: 30, adoptedSeats: 0 });
  const [{ id } = { id: '' }] = await database<{ id: string }[]>`select id from institutes where name = ${old}`;
  const sponsor = await browser.newPage({ baseURL, extraHTTPHeaders });
  const session = await signIn(sponsor, await register(sponsor.request));
  const { id: adoption } = await adopt(database, session, [[fitter, 3]]);

  await signInAdmin(page, admin);
  await page.goto(`/admin/catalogue?q=${code}`);
  await page
    .getByRole('row', { name: /Turner/ })
    .getByRole('link', { name: `Institute ${old}` })
    .click();
  await expect(page).toHaveURL(`/admin/offices/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: old })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Number').fill('?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Please enter a number such as C-12345 or GR23000124');
  await dialog.getByLabel('Number').fill(`gr ${code}1`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`GR${code.toUpperCase()}1`)).toBeVisible();
  await look(page, 'institute');

  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('New name').fill(other);
  await dialog.getByLabel('Reason').fill('Order 12 of the government');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog).toContainText(`There is ${other}, ${seed.city} already`);
  await dialog.getByLabel('New name').fill(`Sardar Patel ITI ${code}`);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Sardar Patel ITI ${code}` })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${old}, until`);
  await sponsor.goto(`/institute/${id}`);
  await expect(sponsor.getByRole('main')).toContainText(`Formerly ${old}`);

  await page.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByLabel('Other institute').selectOption({ label: other });
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('1 offer is in both:');
  await expect(dialog).toContainText('17 free seats to the other offer');
  await expect(dialog).toContainText('3 adopted or held seats stay in an offer of its own');
  await expect(dialog).toContainText('1 offer moves as it is, with 1 adoption');
  await look(page, 'institute-merge');
  await dialog.getByLabel('Reason').fill('Order 13 of the government');
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`Sardar Patel ITI ${code}, merged on`);
  await look(page, 'institute-merged');
  await page.goto(`/admin/offices/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await page.getByRole('link', { name: '3 offers, 2 open' }).click();
  await expect(page.getByRole('row', { name: /Fitter \(Sardar Patel ITI/ })).toContainText('Closed');

  await sponsor.goto(`/institute/${id}`);
  await expect(sponsor.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(sponsor.getByRole('main')).toContainText(`Formerly Sardar Patel ITI ${code}; ${old}`);
  await sponsor.goto(`/dashboard/adoptions/${adoption}`);
  await expect(sponsor.getByRole('main')).toContainText(`The institute is called ${other} now`);
  await look(sponsor, 'institute-adoption');
});
