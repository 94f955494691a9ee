import { expect, test } from '../testing/e2e';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { register } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { runJobs } from '../testing/e2e/jobs';
import { look } from '../testing/e2e/look';

test('a company is found, joined with another one, corrected once, and parted again', async ({
  page,
  baseURL,
  seed,
  database,
  admin,
  request,
}) => {
  const code = Math.random().toString(36).slice(2, 8);
  const [mine, other] = [`Vindhya ${code} Cement Pvt Ltd`, `VINDHYA ${code} CEMENT`];
  const course = await seed.course({ totalSeats: 40, adoptedSeats: 0 });
  const [account, second] = [await register(request), await register(request)];
  const ids: string[] = [];
  for (const [at, { email }] of [account, second].entries()) {
    const [user] = await database<{ id: string }[]>`
      update users set company_name = ${[mine, other][at]!}, email_verified_at = now() where email = ${email} returning id`;
    ids.push(user!.id);
  }
  const adoption = await adopt(database, { id: ids[0]! }, [[course, 3]]);
  await adopt(database, { id: ids[1]! }, [[course, 2]], { state: 'pledged' });
  // A domain of its own each: those of accounts in tests are the same.
  for (const [at, id] of ids.entries())
    await database`update users set email = ${`csr@${['one', 'two'][at]!}-${code}.example`} where id = ${id}`;
  await runJobs(baseURL!);

  await signInAdmin(page, admin);
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill(`vindhya ${code}`);
  await page
    .getByRole('option', { name: new RegExp(`Company.*${mine}|${mine}.*Company`) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: mine })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(adoption.reference);
  await expect(page.getByRole('list').filter({ hasText: 'similar name' })).toContainText(other);
  await look(page, 'company');

  await page.getByRole('button', { name: 'Join with a company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('There is no such company');
  await dialog.getByLabel('Company that it becomes a part of').fill(other.toLowerCase());
  await dialog.getByRole('button', { name: new RegExp(other) }).click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('1 adoption with 3 seats, 1 account');
  await expect(dialog).toContainText(`Company: ${mine} here, ${other} there`);
  await look(page, 'company-join');
  await dialog.getByLabel('Reason').fill('Same CIN, they wrote');
  await dialog.getByRole('button', { name: 'Carry out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Joined by administrators' })).toContainText('Same CIN, they wrote');
  await expect(page.getByRole('table', { name: 'Adoptions' })).toContainText(adoption.reference);

  await page.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByLabel('Legal name').fill(`Vindhya ${code} Cement Limited`);
  await dialog.getByLabel('PAN').fill('nonsense');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByLabel('PAN')).toHaveAccessibleDescription(/PAN/);
  await dialog.getByLabel('PAN').fill('aaacv1234f');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('2 records of 2 adoptions and 2 accounts are written');
  await look(page, 'company-correct');
  await dialog.getByLabel('Reason').fill('As registered');
  await dialog.getByRole('button', { name: 'Carry out' }).click();
  await expect(main).toContainText(`Vindhya ${code} Cement Limited`);
  await look(page, 'company-joined');

  await page.getByRole('button', { name: 'Part' }).click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('1 adoption with 3 seats, 1 account');
  await dialog.getByLabel('Reason').fill('Joined by mistake');
  await dialog.getByRole('button', { name: 'Carry out' }).click();
  await expect(page.getByRole('table', { name: 'Joined by administrators' })).toBeHidden();
  await expect(main).not.toContainText(adoption.reference);

  // Who may only read sees the page without its actions.
  const address = page.url();
  const viewer = await insertAdmin(database, { role: 'viewer' });
  await page.context().clearCookies();
  await signInAdmin(page, viewer);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join with a company' })).toBeHidden();
});

test('seats for a known company are entered with a scan, and adopted once a second administrator confirms them', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  seed,
  database,
  admin,
  request,
}) => {
  const code = Math.random().toString(36).slice(2, 8);
  const [name, email] = [`Betwa ${code} Motors`, `csr@betwa-${code}.example`];
  const course = await seed.course({ branch: 'Known Design', totalSeats: 40, adoptedSeats: 0 });
  const account = await register(request);
  const [user] = await database<{ id: string }[]>`
    update users set company_name = ${name}, email = ${email}, email_verified_at = now() where email = ${account.email} returning id`;
  await adopt(database, { id: user!.id }, [[course, 3]]);
  await runJobs(baseURL!);

  await signInAdmin(page, admin);
  await page.goto('/admin/entries/new');
  await page.getByLabel('Known company').fill(name);
  await page.getByRole('button', { name }).click();
  await expect(page.getByLabel('E-mail address')).toHaveValue(email);
  await page.getByLabel('Contact person').fill('Meera Joshi');
  await page.getByLabel('Phone number').fill('9826012345');
  await page.getByLabel('PAN (optional)').fill('AAACB1234F');
  await page.getByLabel('Paper or call').fill(`Letter ${code}`);
  await page.getByLabel('Words of the branch, institute or city').fill(`Known ${seed.city}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Choose .*Known Design/ }).click();
  await page.getByLabel(/^Seats of .*Known Design/).fill('5');
  const scan = page.getByLabel('Scan');
  await scan.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>') });
  await page.getByRole('button', { name: 'Enter the seats' }).click();
  await expect(scan).toHaveAccessibleDescription(/has to be a PDF, JPEG or PNG/);
  await scan.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 letter') });
  await look(page, 'seats-for-company');
  await page.getByRole('button', { name: 'Enter the seats' }).click();
  await expect(page).toHaveURL('/admin/entries?state=waiting');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('AAACB1234F');
  await look(page, 'seats-for-company-entered');

  const second = await browser.newPage({ baseURL, extraHTTPHeaders });
  await signInAdmin(second, await insertAdmin(database));
  await second.goto(`/admin/entries?q=${email}`);
  const saved = second.waitForEvent('download');
  await second.getByRole('button', { name: `Scan of the paper of ${name}` }).click();
  expect((await saved).suggestedFilename()).toBe('scan.pdf');
  await second.getByRole('button', { name: `Confirm the adoption of ${name}` }).click();
  await second.getByLabel('What you compared').fill('The letter');
  await second.getByRole('button', { name: 'Confirm the adoption', exact: true }).click();
  await expect(second.getByText(/^Adopted: SA-/)).toBeVisible();
  await runJobs(baseURL!);
  await second.goto('/admin/report?rows=company');
  const [group] = await database<
    { id: string }[]
  >`select group_id as id from company_keys where key = ${`domain:betwa-${code}.example`}`;
  await second.goto(`/admin/companies/${group!.id}`);
  await expect(second.getByRole('table', { name: 'Adoptions' }).getByRole('row')).toHaveCount(4);
  await expect(second.getByRole('main')).toContainText('AAACB1234F');
});
