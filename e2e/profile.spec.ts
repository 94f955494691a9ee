import { signIn } from '../testing/e2e/account';
import { holdRequests } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress, tabTo } from '../testing/e2e/keyboard';
import { toast } from '../testing/e2e/toast';

const READ = '**/api/user/profile/*';
const UPDATE = '**/api/user/profile/update/*';
const main = (page: Page) => page.getByRole('main');
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' });
/** Returns the value below a label of the cards. */
const value = (page: Page, label: string) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

test.describe('the profile', () => {
  test('R-PROF-01 R-PROF-02 R-PROF-09 R-STATE-10 a spinner is shown until the five cards are loaded; a failed fetch shows the server’s message or its own, and can be retried', async ({
    page,
    account,
  }) => {
    await signIn(page, account);
    const { letGo } = await holdRequests(page, READ);
    await page.goto('/dashboard/profile');
    await expect(main(page).getByRole('status')).toHaveText('Loading your profile');
    await expect(edit(page)).toHaveCount(0);
    letGo();
    await expect(value(page, 'Full Name')).toHaveText(account.full_name);
    await expect(value(page, 'Designation')).toHaveText(account.designation);
    await expect(value(page, 'Email')).toHaveText(account.email);
    await expect(value(page, 'Phone Number')).toHaveText(account.phone_number);
    await expect(value(page, 'Company Name')).toHaveText(account.company_name);
    await expect(main(page).locator('input')).toHaveCount(0);
    await expect(main(page).getByRole('status')).toHaveCount(0);
    await expect(page).toHaveTitle(/Profile/);
    await page.unroute(READ);
    await page.route(READ, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(main(page).getByRole('alert')).toContainText('Failed to fetch profile');
    await page.unroute(READ);
    await page.route(READ, (route) => route.fulfill({ status: 503, json: { message: 'Not right now' } }));
    await main(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(main(page).getByRole('alert')).toContainText('Not right now');
    await page.unroute(READ);
    await main(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(value(page, 'Full Name')).toHaveText(account.full_name);
    await expect(main(page).getByRole('alert')).toHaveCount(0);
  });
});

test.describe('editing it', () => {
  test('R-PROF-03 R-PROF-04 R-PROF-05 the form opens with the current values; the e-mail address is read-only, and without any other value nothing is sent', async ({
    page,
    account,
  }) => {
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await edit(page).click();
    await expect(field(page, 'Full Name')).toHaveValue(account.full_name);
    await expect(field(page, 'Designation')).toHaveValue(account.designation);
    await expect(field(page, 'Phone Number')).toHaveValue(account.phone_number);
    await expect(field(page, 'Company Name')).toHaveValue(account.company_name);
    await expect(field(page, 'Email')).toHaveValue(account.email);
    await expect(field(page, 'Email')).not.toBeEditable();
    const { letGo, count } = await holdRequests(page, UPDATE);
    letGo();
    for (const label of ['Full Name', 'Designation', 'Phone Number', 'Company Name']) {
      const given = await field(page, label).inputValue();
      await field(page, label).fill('');
      await save(page).click();
      await expect(field(page, label)).toBeFocused();
      const isMissing = await field(page, label).evaluate((input: HTMLInputElement) => input.validity.valueMissing);
      expect(isMissing, label).toBe(true);
      expect(count(), label).toBe(0);
      await field(page, label).fill(given);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await save(page).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expect(save(page)).toBeInViewport();
  });

  test('R-PROF-06 R-PROF-07 R-PROF-08 R-API-19 a change is stored once, confirmed, fetched again and shown; the focus returns', async ({
    page,
    account,
  }) => {
    const { id } = await signIn(page, account);
    const { letGo, count } = await holdRequests(page, UPDATE);
    await page.goto('/dashboard/profile');
    await edit(page).click();
    await field(page, 'Designation').fill('Chief of Talent');
    await field(page, 'Phone Number').fill('0761 26789');
    const sent = page.waitForRequest(UPDATE);
    await field(page, 'Phone Number').press('Enter');
    await expect(form(page).getByRole('button', { name: 'Saving...' })).toBeVisible();
    await field(page, 'Phone Number').press('Enter');
    expect(count()).toBe(1);
    const { full_name, email, company_name } = account;
    expect((await sent).postDataJSON()).toEqual({
      full_name,
      email,
      company_name,
      designation: 'Chief of Talent',
      phone_number: '0761 26789',
    });

    const again = page.waitForResponse((answer) => answer.url().endsWith(`/api/user/profile/${id}`));
    letGo();
    await expect(form(page)).toHaveCount(0);
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
    expect((await again).status()).toBe(200);
    await expect(value(page, 'Designation')).toHaveText('Chief of Talent');
    await expect(edit(page)).toBeFocused();
    await page.reload();
    await expect(value(page, 'Phone Number')).toHaveText('0761 26789');
    await expect(value(page, 'Email')).toHaveText(account.email);
  });

  test('R-PROF-10 a failed update shows the reason and keeps the form with its input', async ({ page, account }) => {
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await edit(page).click();
    await page.route(UPDATE, (route) => route.fulfill({ status: 500, body: '' }));
    await field(page, 'Designation').fill('Chief of Talent');
    await save(page).click();
    await expect(toast(page, 'Failed to update profile')).toBeVisible();
    await expect(form(page).getByRole('alert')).toHaveText('Failed to update profile');
    await expect(field(page, 'Designation')).toHaveValue('Chief of Talent');
    await expect(save(page)).toBeFocused();

    await page.unroute(UPDATE);
    await field(page, 'Designation').fill('   ');
    await save(page).click();
    await expect(toast(page, 'All fields are required')).toBeVisible();
    await expect(form(page).getByRole('alert')).toHaveText('All fields are required');
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(value(page, 'Designation')).toHaveText(account.designation);
  });

  test('works with the keyboard alone, and Escape leaves everything as it was', async ({ page, account }) => {
    await signIn(page, account);
    await page.goto('/dashboard/profile');
    await tabAndPress(page, edit(page));
    await expect(field(page, 'Full Name')).toBeFocused();
    await page.keyboard.type('Somebody Else');
    // A press beside the form does not throw it away.
    await page.mouse.click(4, 4);
    await expect(field(page, 'Full Name')).toHaveValue('Somebody Else');
    await page.keyboard.press('Escape');
    await expect(form(page)).toHaveCount(0);
    await expect(edit(page)).toBeFocused();
    await expect(value(page, 'Full Name')).toHaveText(account.full_name);

    await page.keyboard.press('Enter');
    await expect(field(page, 'Full Name')).toHaveValue(account.full_name);
    await page.keyboard.type('Radhika D.');
    await tabTo(page, save(page));
    await page.keyboard.press('Enter');
    await expect(value(page, 'Full Name')).toHaveText('Radhika D.');
  });
});
