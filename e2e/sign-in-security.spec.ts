import { signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

test('a sponsor changes phone number, password and e-mail, and ends other sessions; long after signing in the password is asked for again', async ({
  page,
  browser,
  account,
  database,
  outbox,
}) => {
  const { id } = await signIn(page, account);
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, account);
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const confirm = dialog('Please enter your password again');
  const longAgo = () => database`update sessions set password_at = now() - interval '1 hour' where user_id = ${id}`;

  await page.goto('/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Sign-in and security' })).toBeVisible();
  await expectAccessible(page);

  await longAgo();
  await button('Edit Profile').click();
  await dialog('Edit Profile').getByLabel('Phone Number').fill('9826012345');
  await button('Save Changes').click();
  await expectAccessible(page);
  await confirm.getByLabel('Current Password').fill('not the one');
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await expect(confirm).toContainText('This is not your current password');
  await confirm.getByLabel('Current Password').fill(account.password);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('9826012345');

  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText('This device');
  await longAgo();
  await sessions.getByRole('button', { name: /^Log out .*Signed in on/ }).click();
  await confirm.getByLabel('Current Password').fill(account.password);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'The other device is logged out.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(button('Log out all other devices')).toHaveCount(0);
  await elsewhere.goto('/dashboard/profile');
  await expect(elsewhere).toHaveURL(/\/login/);
  // Only the page that the ended one is replaced with says so; the one before would interrupt the next page.
  await expect(elsewhere.getByText('Your session has ended')).toBeVisible();

  await signIn(elsewhere, account);
  await page.reload();
  await button('Log out all other devices').click();
  await expect(toast(page, 'All other devices are logged out. You are still signed in here.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await signIn(elsewhere, account);

  const password = `new ${account.password}`;
  await button('Change Password').click();
  await dialog('Change Password').getByLabel('Current Password').fill(account.password);
  await dialog('Change Password').getByLabel('New Password').fill(password);
  await expectAccessible(page);
  await dialog('Change Password').getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog('Change Password')).toHaveCount(0);
  await elsewhere.goto('/dashboard/profile');
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();

  const email = `moved.${account.email}`;
  await longAgo();
  await button('Change Email').click();
  const form = dialog('Change Email');
  await form.getByLabel('New Email').fill(email);
  await form.getByRole('button', { name: 'Send Code' }).click();
  await confirm.getByLabel('Current Password').fill(password);
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await form.getByLabel('Code from the e-mail').fill(await outbox.latestCode(email));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Change Email' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(email);
  for (const address of [account.email, email])
    await expect
      .poll(async () => (await outbox.messages(address)).at(-1)?.subject)
      .toContain('e-mail address of your Seat Adoption account was changed');
});

test('an administrator ends the sessions of a sponsor in the record of the user', async ({
  page,
  browser,
  account,
  admin,
}) => {
  const sponsor = await browser.newPage();
  await signIn(sponsor, account);
  await signInAdmin(page, admin);
  await page.goto(`/admin/users?q=${encodeURIComponent(account.email)}`);
  await page.getByRole('button', { name: /^View / }).click();
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(toast(page, 'One session was ended')).toBeVisible();
  await expectAccessible(page);
  await sponsor.goto('/dashboard/profile');
  await expect(sponsor).toHaveURL(/\/login/);
  await sponsor.context().close();
});
