import { register, smsCode } from '../testing/e2e/account';
import { expect, test } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { downloadPdf } from '../testing/e2e/pdf';
import { hindi } from '../testing/e2e/translations';
import { toast } from '../testing/e2e/toast';

test.use({ locale: 'hi-IN' });

const [adoptions, auth, dashboard, profile] = [
  hindi('adoptionHistory'),
  hindi('auth'),
  hindi('dashboard'),
  hindi('profile'),
];
const [list, otp, pay, wizard] = [hindi('list'), hindi('otp'), hindi('dashboardPayment'), hindi('wizard')];

test('R-BIZ-07 the dashboard in Hindi, from the login to the documents: no page contains an English word', async ({
  page,
  seed,
  database,
  outbox,
}) => {
  const account = await register(page.request);
  const number = account.phone_number;
  await seed.course({ courseType: 'M.Tech', city: 'Ujjain', branch: `Robotics ${number}` });
  const rows = await database<{ name: string }[]>`
    select branch as name from courses union select name from institutes union select city from courses`;
  // An e-mail address may wrap after its '@', and a phone number is masked.
  const typed = [...Object.values(account), ...account.email.split('@'), 'XXXXXX', 'UPI', 'SMS'];
  const names = [...rows.map(({ name }) => name), ...typed];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const main = page.getByRole('main');

  for (const path of ['/register', '/reset-password', '/join']) {
    await page.goto(path);
    await expectHindi(page);
  }
  await page.goto('/login');
  await page.getByLabel(auth.login.email, { exact: true }).fill(account.email);
  await page.getByLabel(auth.login.password, { exact: true }).fill(account.password);
  await expectHindi(page, names);
  await button(auth.login.submit).click();

  await expect(page).toHaveURL('/dashboard');
  await expect(main.getByRole('heading', { level: 3, name: 'एम.टेक' })).toBeVisible();
  await expect(main).toContainText(account.company_name);
  await expectHindi(page, names);
  await page.goto('/dashboard/profile');
  await button(profile.edit.open).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectHindi(page, names);
  for (const form of [profile.password, profile.newEmail]) {
    await page.keyboard.press('Escape');
    await button(form.open).click();
    await expect(page.getByRole('dialog', { name: form.open })).toBeVisible();
    await expectHindi(page, names);
  }

  await page.goto('/dashboard/course-selection');
  await page.getByRole('searchbox').fill(number);
  await page.getByRole('searchbox').press('Enter');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading').getByText(`रोबोटिक्स ${number}`, { exact: true }) });
  await expect(card).toContainText('उज्जैन');
  await card.getByRole('checkbox', { name: list.card.select }).check();
  await card.getByRole('spinbutton').fill('3');
  await expectHindi(page, names);
  for (let step = 2; step <= 4; step += 1) {
    await button(wizard.next).click();
    await expect(page).toHaveURL(`/dashboard/course-selection?step=${step}`);
  }
  await button(wizard.complete).click();

  await expect(page).toHaveURL('/dashboard/payment');
  await button(pay.phone.send).click();
  await expect(page.getByLabel(otp.label)).toBeVisible();
  await expectHindi(page, names);
  await page.getByLabel(otp.label).fill(await smsCode(outbox, account));
  await button(otp.verify).click();
  await expect(page.getByRole('timer', { name: pay.held.timer })).toBeVisible();
  await page.getByRole('radio', { name: pay.method.netbanking }).check();
  await expectHindi(page, names);
  await button(pay.method.pay).click();

  await expect(toast(page, pay.successful)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(main.getByRole('region', { name: dashboard.students })).toContainText('3');
  await expectHindi(page, names);
  await page.goto('/dashboard/adoptions');
  const [billing] = await database<{ reference: string }[]>`
    select reference from billings where sponsor->>'email' = ${account.email} and state = 'completed'`;
  const mine = main.getByRole('article', { name: billing!.reference });
  await expect(mine).toContainText(adoptions.status.completed);
  await expectHindi(page, names);
  const summary = await downloadPdf(page, mine.getByRole('button', { name: adoptions.summary.button }));
  expect(summary.name).toMatch(/^adoption_summary_\d{4}-\d{2}-\d{2}\.pdf$/);
  for (const words of [billing!.reference, account.company_name, 'सीट सारांश', 'एम.टेक', 'उज्जैन', '₹3,75,000.00'])
    expect(summary.text).toContain(words);
  const receipt = await downloadPdf(page, mine.getByRole('button', { name: adoptions.receipt.button }));
  expect(receipt.text).toContain('रसीद');
});
