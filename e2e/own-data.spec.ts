import { readFile } from 'node:fs/promises';
import { signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { toast } from '../testing/e2e/toast';
import { hindi } from '../testing/e2e/translations';

const main = (page: Page) => page.getByRole('main');

test('security 104 security 105: a sponsor downloads the own data and deletes the account, and cannot sign in again', async ({
  page,
  account,
  database,
}) => {
  await signIn(page, account);
  await page.goto('/dashboard/profile');
  const section = main(page).getByRole('region', { name: 'Your data' });
  await expect(section.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', '/privacy');

  // The password was entered long ago: it is asked for again.
  await database`update sessions set password_at = now() - interval '1 hour'
                  where user_id = (select id from users where kind = 'registered' and email = ${account.email})`;
  await section.getByRole('button', { name: 'Download My Data' }).click();
  const confirm = page.getByRole('dialog', { name: 'Please enter your password again' });
  await confirm.getByLabel('Current Password').fill(account.password);
  const saving = page.waitForEvent('download');
  await confirm.getByRole('button', { name: 'Continue' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^seat_adoption_data_\d{4}-\d\d-\d\d\.json$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"email": "${account.email}"`);
  await expect(toast(page, 'Your data was downloaded.')).toBeVisible();

  await section.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(dialog.getByText('What stays, because seats, accounts and law need it:')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Current Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete Account for Good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is not your current password');
  await dialog.getByLabel('Current Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Delete Account for Good' }).click();
  await expect(dialog.getByText('Your account is deleted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: /^Sign in|Login$/i }).click();
  await expect(page.getByRole('alert').first()).toContainText('Invalid email or password');
});

test('owners write the privacy notice, which is shown with its version, and forms lead to it', async ({
  page,
  admin,
  database,
}) => {
  await database`delete from settings where "group" = 'privacy'`;
  await signInAdmin(page, admin);
  await page.goto('/admin/settings?section=privacy');
  const form = page.getByRole('form', { name: 'Privacy' });
  await form.getByRole('button', { name: 'Edit the text of the software, in English' }).click();
  await expect(form.getByLabel('Text, in English')).toHaveValue(/^## Adoptions\n/);
  await expectAccessible(page);
  await form.getByLabel('Text, in English').fill('## Our promise\n\n- One\n- Two <b>and</b> three');
  await form.getByLabel('Text, in Hindi').fill('## हमारा वचन');
  await form.getByLabel('Contact for questions and complaints, in English').fill('grievance@example.in');
  await form.getByRole('button', { name: 'Save Privacy' }).click();
  await expect(toast(page, 'Privacy: saved')).toBeVisible();

  await page.goto('/register');
  await page.getByRole('link', { name: 'privacy notice' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(main(page).getByText(/^Version 2 of /)).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Our promise' })).toBeVisible();
  await expect(main(page).getByText('Two <b>and</b> three')).toBeVisible();
  await expect(main(page).getByText('grievance@example.in')).toBeVisible();
  await database`delete from settings where "group" = 'privacy'`;
});

test('in Hindi the section and what is said before a deletion contain no English word', async ({
  browser,
  baseURL,
  account,
}) => {
  const page = await browser.newPage({ locale: 'hi-IN', baseURL });
  await signIn(page, account);
  await page.goto('/dashboard/profile');
  const texts = hindi('profile');
  await page.getByRole('button', { name: texts.deletion.open }).click();
  await expect(page.getByRole('dialog', { name: texts.deletion.open })).toBeVisible();
  await expectHindi(page, [account.full_name, account.designation, account.company_name]);
  await page.close();
});
