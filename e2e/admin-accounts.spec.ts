import { Secret, TOTP } from 'otpauth';
import { expect, test, type Page } from '../testing/e2e';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { afterJobs } from '../testing/e2e/jobs';
import { expectShape } from '../testing/e2e/shape';
import { toast } from '../testing/e2e/toast';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const PASSWORD = 'forty-two grey herons';

test('an administrator is invited, sets a password, adds a second factor, logs in with it, gets a role and is closed', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  admin,
  database,
  outbox,
}) => {
  const username = `meera.${admin.id.slice(0, 8)}`;
  const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport: { width: 375, height: 812 } });
  const phone = await context.newPage();
  let link = '';
  let totp: TOTP;

  await test.step('the owner invites, and is asked for the password, since the login was a while ago', async () => {
    await signInAdmin(page, admin);
    await page.goto('/admin/administrators');
    await database`update admin_sessions set confirmed_at = now() - interval '16 minutes' where admin_id = ${admin.id}`;
    await button(page, 'Invite an administrator').click();
    await dialog(page).getByLabel('Username').fill(username);
    await dialog(page).getByLabel('Role').selectOption('catalogue');
    await button(page, 'Create the link').click();
    const asked = page.getByRole('dialog', { name: 'Is it still you?' });
    await asked.getByLabel('Password', { exact: true }).fill('another');
    await asked.getByRole('button', { name: 'Go on' }).click();
    await expect(asked).toContainText('This password is wrong');
    await expectAccessible(page);
    await asked.getByLabel('Password', { exact: true }).fill(admin.password);
    await asked.getByRole('button', { name: 'Go on' }).click();
    await expect(asked).toBeHidden();
    await expect(dialog(page)).toContainText(`This link is for ${username}.`);
    link = await dialog(page).getByLabel('Link', { exact: true }).inputValue();
    expect(new URL(link).pathname).toBe('/admin/set-password');
    await expectAccessible(page);
    await button(page, 'Close').click();
    await expect(page.getByRole('row', { name: username })).toContainText('Invited');
  });

  await test.step('the link sets the password once and signs nobody in', async () => {
    await phone.goto(link);
    await phone.getByLabel('New password').fill('password1234');
    await button(phone, 'Set password').click();
    await expect(phone.getByRole('main').getByRole('alert')).toContainText('easy to guess');
    await phone.getByLabel('New password').fill(PASSWORD);
    await button(phone, 'Set password').click();
    await expect(phone.getByText('The password is set. You can log in with it now.')).toBeVisible();
    await expectAccessible(phone);
    await phone.goto('/admin/login');
    await phone.goto(link);
    await phone.getByLabel('New password').fill(PASSWORD);
    await button(phone, 'Set password').click();
    await expect(phone.getByRole('main').getByRole('alert')).toContainText('This link is used, replaced or too old.');
  });

  await test.step('the new administrator logs in and adds an authenticator app', async () => {
    await phone.goto('/admin/login');
    await phone.getByLabel('Username', { exact: true }).fill(username);
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(phone, 'Login').click();
    await expect(phone).toHaveURL('/admin/dashboard');
    await phone.goto('/admin/account');
    await expect(phone.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
    await expectShape(phone);
    await expectAccessible(phone);
    const key = (await phone.locator('code').textContent())!.replaceAll(' ', '');
    totp = new TOTP({ secret: Secret.fromBase32(key) });
    await phone.getByLabel('Code of the app').fill(totp.generate());
    await button(phone, 'Add second factor').click();
    await expect(phone.getByRole('listitem').filter({ hasText: /^\w{6}-/ })).toHaveCount(10);
    await expectAccessible(phone);
    await button(phone, 'I have kept the codes').click();
    await expect(phone.getByText('Recovery codes left: 10.')).toBeVisible();
  });

  await test.step('the next login asks for a code', async () => {
    await button(phone, 'Logout').click();
    await expect(phone).toHaveURL('/admin/login');
    await expect(button(phone, 'Login')).toBeEnabled();
    await phone.getByLabel('Username', { exact: true }).fill(username);
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(phone, 'Login').click();
    await expect(phone.getByLabel('Code')).toBeFocused();
    await expectAccessible(phone);
    await phone.getByLabel('Code').fill('abcdef');
    await button(phone, 'Login').click();
    await expect(phone.getByRole('main').getByRole('alert')).toContainText('This code is wrong');
    await phone.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await button(phone, 'Login').click();
    await expect(phone).toHaveURL('/admin/dashboard');
    await phone.goto('/admin/administrators');
    await expect(phone.getByRole('heading', { name: 'Not allowed' })).toBeVisible();
  });

  await test.step('the administrator is told by e-mail what needs attention, once the address is confirmed', async () => {
    const email = `${username}@department.example`;
    await phone.goto('/admin/account');
    await phone.getByLabel('E-mail address', { exact: true }).fill(email);
    await phone.getByText('Within minutes, when something new waits').click();
    await phone.getByLabel('Receipts to confirm').check();
    await expectShape(phone);
    await expectAccessible(phone);
    await button(phone, 'Save').click();
    await expect(phone.getByRole('status').filter({ hasText: 'Nothing is sent' })).toContainText(
      `please open the link in the e-mail to ${email}`,
    );
    const mail = await afterJobs(baseURL!, outbox, email, 'Notices of Seat Adoption at this address');
    await phone.goto(/\S+\/admin\/account#\S+/.exec(mail.text)![0]);
    await expect(toast(phone, `Address confirmed. E-mails go to ${email}.`)).toBeVisible();
    await expect(phone.getByText('Nothing is sent yet')).toBeHidden();
    await expect(phone.getByLabel('Receipts to confirm')).toBeChecked();
  });

  await test.step('the owner changes the role, sees the session and closes the account', async () => {
    await page.reload();
    const row = page.getByRole('row', { name: username });
    await expect(row).toContainText('ActiveYes');
    await button(page, `1 session of ${username}`).click();
    await expect(dialog(page)).toContainText('Chrome, ');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const change = async (label: string, option: string) => {
      await button(page, `Change ${username}`).click();
      await dialog(page).getByLabel(label).selectOption(option);
      await button(page, 'Save').click();
      await expect(toast(page, `${username} is changed`)).toBeVisible();
      await expect(dialog(page)).toBeHidden();
    };
    await change('Role', 'owner');
    await phone.goto('/admin/account');
    await expect(phone.getByRole('main').getByRole('listitem').first()).toContainText('This session');
    await expectShape(phone);
    await phone.goto('/admin/administrators');
    await expect(phone.getByRole('row', { name: username })).toBeVisible();
    await expectShape(phone);
    await change('State', 'inactive');
    await phone.reload();
    await expect(phone).toHaveURL('/admin/login');
  });
  await context.close();
});

test('the page of the administrators is for owners', async ({ page, database }) => {
  await signInAdmin(page, await insertAdmin(database, { role: 'finance' }));
  await page.goto('/admin/administrators');
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
