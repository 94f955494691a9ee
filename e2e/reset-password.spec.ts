import { register, signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test } from '../testing/e2e';

test('a forgotten password is set with a code from the e-mail; the old session ends and the new password signs in', async ({
  page,
  outbox,
}) => {
  const account = await register(page.request);
  await signIn(page, account);
  const password = `new ${account.password}`;

  await page.goto('/reset-password');
  const email = page.getByLabel('Email', { exact: true });
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeEnabled();
  await email.fill(`x${account.email}`);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByRole('button', { name: 'Wrong e-mail address? Change it' }).click();
  await expect(email).toHaveValue(`x${account.email}`);
  await email.fill(account.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('If an account has this e-mail address')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Code from the e-mail').fill('12');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please enter a valid 6-digit OTP');
  await page.getByLabel('Code from the e-mail').fill(await outbox.latestCode(account.email));
  await page.getByRole('button', { name: 'Set Password' }).click();

  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(async () => (await outbox.messages(account.email)).at(-1)?.subject).toContain('was changed');
});
