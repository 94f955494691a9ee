import { newAccount, smsCode, type TestAccount } from '../testing/e2e/account';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress, tabAndType, tabTo } from '../testing/e2e/keyboard';
import { downloadPdf } from '../testing/e2e/pdf';
import { codeField, verifyButton } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

/** The labels of the registration form, by field. */
const LABELS = {
  full_name: 'Full Name',
  designation: 'Designation',
  company_name: 'Company Name',
  email: 'Email Address',
  phone_number: 'Phone Number',
  password: 'Password',
} as const satisfies Record<keyof TestAccount, string>;

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const students = (page: Page) => main(page).getByRole('region', { name: 'Students' });
const search = (page: Page) => page.getByRole('searchbox');
const card = (page: Page, branch: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading').getByText(branch, { exact: true }) });
const tickBox = (page: Page, branch: string) => card(page, branch).getByRole('checkbox', { name: 'Select Course' });
const seatsOf = (page: Page, branch: string) => card(page, branch).getByRole('spinbutton');
const adoption = (page: Page, reference: string) => main(page).getByRole('article', { name: reference });

/** Collects errors of the browser during a test. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}

/** Follows a link of the sidebar, which is behind a button on phones. */
async function follow(page: Page, name: string, isMobile: boolean): Promise<void> {
  if (isMobile) await button(page, 'Menu').click();
  await page.getByRole('link', { name, exact: true }).click();
}

test.describe('a company representative adopts seats with an account', () => {
  test(
    'R-BIZ-07 from the registration to the receipt; the dashboard counts the students',
    { tag: '@phone' },
    async ({ page, seed, database, outbox, isMobile }) => {
      const account = newAccount();
      const number = account.phone_number.slice(1);
      const postgraduate = await seed.course({ courseType: 'M.Tech', branch: `Robotics ${number}` });
      const graduate = await seed.course({ branch: `Computing ${number}`, pricePaise: 75_000_00, totalSeats: 30 });
      const heard = complaints(page);

      await page.goto('/');
      await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
      await expect(page).toHaveURL('/login');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await expect(page).toHaveURL('/register');
      for (const [name, label] of Object.entries(LABELS))
        await field(page, label).fill(account[name as keyof TestAccount]);
      await button(page, 'Create Account').click();
      await expect(toast(page, 'Account created successfully! Please log in.')).toBeVisible();
      await expect(page).toHaveURL('/login');
      await field(page, 'Email').fill(account.email);
      await field(page, 'Password').fill(account.password);
      await button(page, 'Sign In').click();

      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
      await expect(students(page)).toContainText('0');

      const phone = `8${number}`;
      await follow(page, 'Profile', isMobile);
      await expect(page).toHaveURL('/dashboard/profile');
      await button(page, 'Edit Profile').click();
      const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
      await dialog.getByLabel('Designation').fill('Director, Campus Hiring');
      await dialog.getByLabel('Phone Number').fill(phone);
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
      await expect(main(page)).toContainText('Director, Campus Hiring');
      await follow(page, 'Dashboard', isMobile);
      await expect(main(page)).toContainText('Director, Campus Hiring');

      await page.getByRole('link', { name: 'Select across all categories' }).click();
      await search(page).fill(number);
      await search(page).press('Enter');
      await tickBox(page, postgraduate.branch).check();
      await seatsOf(page, postgraduate.branch).fill('3');
      await button(page, 'Next').click();
      await expect(page).toHaveURL(/\?step=2$/);
      await search(page).fill(number);
      await search(page).press('Enter');
      await tickBox(page, graduate.branch).check();
      await seatsOf(page, graduate.branch).fill('2');
      for (const step of [3, 4]) {
        await button(page, 'Next').click();
        await expect(page).toHaveURL(new RegExp(`\\?step=${step}$`));
      }
      await button(page, 'Complete').click();

      await expect(page).toHaveURL('/dashboard/payment');
      await expect(page.getByText('₹5,25,000.00').first()).toBeVisible();
      await button(page, 'Send OTP').click();
      await expect(toast(page, 'OTP sent successfully!')).toBeVisible();
      await expect(main(page)).toContainText(`XXXXXX${phone.slice(-4)}`);
      await codeField(page).fill(await smsCode(outbox, { ...account, phone_number: phone }));
      await verifyButton(page).click();
      await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
      await page.getByRole('radio', { name: 'UPI Payment' }).check();
      await button(page, 'Proceed to Pay').click();

      await expect(toast(page, 'Payment successful!')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
      await expect(students(page)).toContainText('5');
      const [billing] = await database<{ id: string; reference: string; state: string; total: number }[]>`
      select b.id, b.reference, b.state, b.total_paise::int as total from billings b join users u on u.id = b.user_id
       where u.email = ${account.email} and u.kind = 'registered'`;
      expect(billing).toMatchObject({ state: 'completed', total: 5_25_000_00 });
      const [payment] = await database<{ transaction_id: string }[]>`
      select transaction_id from payments where billing_id = ${billing!.id} and status = 'captured'`;
      expect(
        await database`select branch, adopted_seats, held_seats from courses where id in ${database([postgraduate.id, graduate.id])} order by branch`,
      ).toEqual([
        { branch: graduate.branch, adopted_seats: 2, held_seats: 0 },
        { branch: postgraduate.branch, adopted_seats: 3, held_seats: 0 },
      ]);

      const mine = adoption(page, billing!.reference);
      await expect(mine).toContainText('Paid');
      await page.goto('/dashboard/adoptions');
      const everywhere = [billing!.reference, account.company_name, graduate.branch, '₹5,25,000.00'];
      const summary = await downloadPdf(page, mine.getByRole('button', { name: 'Adoption summary' }));
      for (const words of [...everywhere, 'Director, Campus Hiring', postgraduate.branch])
        expect(summary.text).toContain(words);
      expect(summary.text).not.toContain('NOT VERIFIED');
      const receipt = await downloadPdf(page, mine.getByRole('button', { name: 'Receipt' }));
      for (const words of everywhere) expect(receipt.text).toContain(words);
      // A provider's transaction id may be wider than its column.
      expect(receipt.text.replaceAll(' ', '')).toContain(payment!.transaction_id);

      if (isMobile) await button(page, 'Menu').click();
      await button(page, 'Logout').click();
      await expect(page).toHaveURL('/login');
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/login');
      expect(heard).toEqual([]);
    },
  );

  test('R-BIZ-07 the same journey by keyboard alone', async ({ page, seed, database, outbox }) => {
    const account = newAccount();
    const number = account.phone_number.slice(1);
    const course = await seed.course({ courseType: 'M.Tech', branch: `Aeronautics ${number}` });
    const { keyboard } = page;
    const heard = complaints(page);

    await page.goto('/register');
    for (const [name, label] of Object.entries(LABELS))
      await tabAndType(page, field(page, label), account[name as keyof TestAccount]);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await tabAndType(page, field(page, 'Email'), account.email);
    await tabAndType(page, field(page, 'Password'), account.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');

    await tabAndPress(page, page.getByRole('link', { name: 'Profile', exact: true }));
    await tabAndPress(page, button(page, 'Edit Profile'));
    const designation = page.getByRole('dialog').getByLabel('Designation');
    await tabTo(page, designation);
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Director');
    await keyboard.press('Enter');
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
    await expect(button(page, 'Edit Profile')).toBeFocused();
    await tabAndPress(page, page.getByRole('link', { name: 'Dashboard', exact: true }));

    await tabAndPress(page, page.getByRole('link', { name: 'Select across all categories' }));
    await tabAndType(page, search(page), number);
    await keyboard.press('Enter');
    await expect(page.getByRole('article')).toHaveCount(1);
    await tabAndPress(page, tickBox(page, course.branch), 'Space');
    await tabTo(page, seatsOf(page, course.branch));
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('4');
    for (const step of [2, 3, 4]) {
      await tabAndPress(page, button(page, 'Next'));
      await expect(page).toHaveURL(new RegExp(`\\?step=${step}$`));
    }
    await tabAndPress(page, button(page, 'Complete'));

    await expect(page).toHaveURL('/dashboard/payment');
    await tabAndPress(page, button(page, 'Send OTP'));
    await expect(codeField(page)).toBeFocused();
    await keyboard.type(await smsCode(outbox, account));
    await keyboard.press('Enter');
    await expect(page.getByRole('timer')).toBeVisible();
    await tabAndPress(page, page.getByRole('radio', { name: 'Credit/Debit Card' }), 'Space');
    await tabAndPress(page, button(page, 'Proceed to Pay'));
    await expect(page).toHaveURL('/dashboard');
    await expect(students(page)).toContainText('4');
    expect(await database`select adopted_seats from courses where id = ${course.id}`).toEqual([{ adopted_seats: 4 }]);
    await tabAndPress(page, button(page, 'Logout'));
    await expect(page).toHaveURL('/login');
    expect(heard).toEqual([]);
  });
});
