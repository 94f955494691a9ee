import { newAccount, signIn, type TestAccount } from '../testing/e2e/account';
import { expect, test, type Page } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

async function signInByForm(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('after an expired session the sponsor returns to the page, also by a link into the dashboard', async ({
  page,
  account,
  database,
}) => {
  const { id } = await signIn(page, account);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('main')).toContainText(account.email);
  await database`delete from sessions where user_id = ${id}`;
  await page.reload();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await signInByForm(page, account);
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(toast(page, 'Successfully logged in!')).toBeVisible();

  // A request that is still under way would be refused, and lead to the login by itself.
  await expect(page.getByText('This device')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/dashboard/city/Indore/B.Tech?page=1');
  await signInByForm(page, account);
  await expect(page).toHaveURL('/dashboard/city/Indore/B.Tech?page=1');
});

test('Sign In on a public page leads back to it, on the landing page to the dashboard; the toast leaves the header free', async ({
  page,
  account,
}) => {
  await page.goto('/cart');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await signInByForm(page, account);
  await expect(page).toHaveURL('/cart');
  const greeting = toast(page, 'Successfully logged in!');
  await expect(greeting).toBeVisible();
  const header = (await page.getByRole('banner').boundingBox())!;
  expect((await greeting.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
  // Signed in, the footer leads to the dashboard, too.
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(footer.getByRole('link', { name: /Sign In|Create Account/ })).toHaveCount(0);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign In' }).click();
  await signInByForm(page, account);
  await expect(page).toHaveURL('/dashboard');
});

test('from a page over Sign In and Create Account to a new account, and back to the page', async ({ page }) => {
  await page.goto('/plan?budget=100000');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register?to=%2Fplan%3Fbudget%3D100000');
  const account = newAccount();
  for (const [label, value] of [
    ['Full Name', account.full_name],
    ['Designation', account.designation],
    ['Company Name', account.company_name],
    ['Email Address', account.email],
    ['Phone Number', account.phone_number],
    ['Password', account.password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await expect(page).toHaveURL('/login?to=%2Fplan%3Fbudget%3D100000');
  await signInByForm(page, account);
  await expect(page).toHaveURL('/plan?budget=100000');
});

test('security 76: Sign In on a shared cart does not take its secret address along', async ({ page }) => {
  await page.goto(`/shared-cart/${'A'.repeat(43)}`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
});
