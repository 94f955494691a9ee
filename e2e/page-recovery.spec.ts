import { signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { formHeading } from '../testing/e2e/checkout';
import { fillForm, newSponsor, putInCart, sendCode, thankYou, verify } from '../testing/e2e/sponsor';
import { expect, test, type Page } from '../testing/e2e';
import { translate } from '../testing/e2e/translate';

const failure = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('a page that the browser translated survives', () => {
  test('sharing and changing the cart; the form, the code and the confirmation of an adoption', async ({
    page,
    seed,
    outbox,
  }) => {
    const sponsor = newSponsor();
    await putInCart(page, [
      [await seed.course({ pricePaise: 1_00_000_00 }), 2],
      [await seed.course({ branch: 'Mining' }), 1],
    ]);
    await page.goto('/cart');
    await expect(page.getByRole('button', { name: 'Remove' }).first()).toBeVisible();
    await translate(page);
    await button(page, 'Share This Cart').click();
    await button(page, 'Make the link').click();
    await expect(page.getByLabel('Link to this cart')).toBeVisible();
    await page.getByRole('listitem').filter({ hasText: 'Mining' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('spinbutton').fill('3');
    await expect(page.getByRole('region', { name: 'Total Amount' })).toContainText('₹3,00,000.00');
    await expect(page.getByRole('region', { name: 'B.Tech' })).toContainText('3 seats');
    await page.goto('/payment');
    await expect(formHeading(page)).toBeVisible();
    await translate(page);
    await fillForm(page, { ...sponsor, phone: '12' });
    await button(page, 'Send OTP').click();
    await expect(page.getByText('Invalid phone number (10 digits required)')).toBeVisible();
    await sendCode(page, sponsor);
    await verify(page, await outbox.latestCode(sponsor.email));
    await expect(thankYou(page)).toBeVisible();
    await thankYou(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/');
  });

  test('signing in', async ({ page, account }) => {
    await page.goto('/login');
    const submit = button(page, 'Sign In');
    await expect(submit).toBeEnabled();
    await translate(page);
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await submit.click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await submit.click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('the forms of administrators', async ({ page, admin, account, database, seed, browser }) => {
    const visitor = await browser.newContext();
    const session = await signIn(await visitor.newPage(), account);
    await visitor.close();
    const { reference } = await adopt(database, session, [[await seed.course(), 1]]);
    await signInAdmin(page, admin);
    await page.goto(`/admin/billings/${reference}`);
    await translate(page);
    await button(page, 'Add a note').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('They asked for a letter');
    await dialog.getByRole('button', { name: 'Add the note' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main')).toContainText('They asked for a letter');
  });
});

test('Try Again loads the scripts that a bad network lost', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: /ITI/ }).first();
  const known = new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)));
  await page.route('**/_next/static/**', (route) =>
    known.has(route.request().url()) ? route.continue() : route.abort(),
  );
  await link.click();
  await expect(failure(page)).toBeVisible();
  await page.unroute('**/_next/static/**');
  await button(page, 'Try Again').click();
  await expect(failure(page)).toBeHidden();
  await expect(page).toHaveURL(/select-region\/ITI/);
  await expect(page.getByRole('main')).toBeVisible();
});
