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
  // What a limit refuses says until when, and stays.
  const message = 'Too many OTP requests. A new code is possible from 2:05 pm.';
  const refuse = () =>
    page.route('**/api/user/password/code', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '2700' }, json: { code: 'otp.too_many_sends', message } }),
    );
  await refuse();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
  await page.unroute('**/api/user/password/code');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByRole('button', { name: 'Wrong e-mail address? Change it' }).click();
  await expect(email).toHaveValue(`x${account.email}`);
  await email.fill(account.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('If an account has this e-mail address')).toBeVisible();
  await refuse();
  const again = page.getByRole('button', { name: 'Send another code' });
  await again.click();
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(again).toBeDisabled();
  await page.unroute('**/api/user/password/code');
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
