import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '../testing/e2e';
import { signIn } from '../testing/e2e/account';
import { insertAdmin, insertOffice, signInAdmin, signInOffice } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expectHindi } from '../testing/e2e/hindi';
import { look } from '../testing/e2e/look';
import { toast } from '../testing/e2e/toast';
import { textsOf } from '../testing/e2e/translations';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');

/** Enters an account in an open dialog. @param texts of its fields */
async function enterAccount(page: Page, texts: { holder: string; number: string; ifsc: string }, number: string) {
  await dialog(page).getByLabel(texts.holder).fill('Government Polytechnic');
  await dialog(page).getByLabel(texts.number).fill(number);
  await dialog(page).getByLabel(texts.ifsc).fill('sbin0001234');
}

test('an institute and a sponsor state their accounts, two people order the payments, and the bank statement completes them', async ({
  page,
  browser,
  baseURL,
  viewport,
  account,
  admin,
  database,
  seed,
}) => {
  const hindi = textsOf('hi');
  const institute = `Polytechnic of ${seed.city}`;
  const course = await seed.course({ institute, pricePaise: 1_23_456_00 });
  const other = await seed.course({ institute });
  const [{ id: instituteId }] = await database<[{ id: string }]>`
    select institute_id as id from courses where id = ${course.id}`;
  const session = await signIn(page, account);
  const { id: paid } = await adopt(database, session, [[course, 1]], { state: 'completed' });
  const { id: cancelled, reference: refundOf } = await adopt(database, session, [[other, 1]], { state: 'cancelled' });
  for (const [id, paise] of [
    [paid, course.pricePaise],
    [cancelled, 70_000_00],
  ] as const) {
    await database`
      insert into bank_receipts (billing_id, mode, state, credited_on, amount_paise, reference, payer, recorded_by, confirmed_by, confirmed_at)
      values (${id}, 'NEFT', 'confirmed', '2026-04-01', ${paise}, ${`UTR${id.slice(0, 13)}`}, 'Works', ${id}, ${id}, now())`;
    await database`update billings set received_paise = ${paise}, refunded_paise = 0 where id = ${id}`;
  }
  await database`
    insert into enrolments (billing_id, course_id, place, session, from_day)
    select ${paid}, id, 1, session, current_date from courses where id = ${course.id}`;
  const colleague = await insertAdmin(database);
  const newPage = (options = {}) => browser.newPage({ baseURL, viewport, ...options });
  const desk = await newPage();

  await test.step('an administrator enters the account that the institute has told; its head enters another one', async () => {
    await signInAdmin(desk, admin);
    await desk.goto(`/admin/funds?q=${encodeURIComponent(institute)}`);
    await desk.getByRole('button', { name: `Enter account: ${institute}` }).click();
    await enterAccount(desk, { holder: 'Account holder', number: 'Account number', ifsc: 'IFSC' }, '12345');
    await dialog(desk).getByRole('button', { name: 'Save the account' }).click();
    await expect(dialog(desk).getByLabel('Account number')).toHaveAccessibleDescription(/6 to 18 digits/);
    await enterAccount(desk, { holder: 'Account holder', number: 'Account number', ifsc: 'IFSC' }, '111122223333');
    await dialog(desk).getByRole('button', { name: 'Save the account' }).click();
    await expect(main(desk)).toContainText('To confirm: Government Polytechnic, 111122223333, SBIN0001234');
    await expect(main(desk)).toContainText('You entered it: another administrator confirms it.');
    const office = await insertOffice(database, { instituteId, role: 'head' });
    const head = await newPage();
    await head.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
    await signInOffice(head, office);
    await head.goto('/office');
    const texts = hindi.office.money.account;
    await head.getByRole('button', { name: texts.change }).click();
    await look(head, 'bank-head-dialog');
    await enterAccount(head, hindi.common.account, '9999 8888 7777');
    await dialog(head).getByRole('button', { name: texts.save }).click();
    await expect(main(head)).toContainText(texts.stated.replace('{ending}', '7777'));
    await look(head, 'bank-head');
    await expectHindi(head, [institute, seed.city, course.branch, other.branch, office.username, account.company_name]);
    await head.close();
  });

  await test.step('the sponsor enters where the money of a cancelled adoption goes back to', async () => {
    await page.goto(`/dashboard/adoptions/${cancelled}`);
    await page.getByRole('button', { name: 'Enter the account' }).click();
    await enterAccount(page, { holder: 'Account holder', number: 'Account number', ifsc: 'IFSC' }, '5555444433332222');
    await dialog(page).getByRole('button', { name: 'Save the account' }).click();
    await expect(main(page)).toContainText('Account ending in 2222: we are checking it.');
    await look(page, 'bank-sponsor');
  });

  await test.step('an administrator confirms both accounts, and prepares a file', async () => {
    await desk.goto('/admin/attention?kind=payee_account');
    await expect(desk.getByRole('row', { name: institute })).toContainText('999988887777');
    await look(desk, 'bank-attention');
    await desk.goto(`/admin/billings/${refundOf}`);
    await desk.getByRole('button', { name: /^Confirm account:/ }).click();
    await dialog(desk).getByLabel('Reason').fill('Same as on the cheque');
    await dialog(desk).getByRole('button', { name: 'Confirm the account' }).click();
    await expect(dialog(desk)).toBeHidden();
    await desk.goto(`/admin/funds?q=${encodeURIComponent(institute)}`);
    await desk.getByRole('button', { name: `Confirm account: ${institute}` }).click();
    await dialog(desk).getByLabel('Reason').fill('Same as on the cheque');
    await dialog(desk).getByRole('button', { name: 'Confirm the account' }).click();
    await expect(main(desk)).toContainText('Government Polytechnic, 999988887777, SBIN0001234');
    await look(desk, 'bank-funds');
    await desk.getByRole('button', { name: 'Prepare a file' }).click();
    await dialog(desk).getByRole('checkbox').first().waitFor();
    const chosen = dialog(desk).getByRole('checkbox', { checked: true });
    for (let left = await chosen.count(); left > 0; left--) await chosen.first().uncheck();
    await dialog(desk)
      .getByRole('checkbox', { name: new RegExp(`^${institute}.*₹1,23,456\\.00`) })
      .check();
    await dialog(desk).getByRole('listitem').filter({ hasText: refundOf }).getByRole('checkbox').check();
    await expect(dialog(desk)).toContainText('₹1,93,456.00 to 2 payees');
    await look(desk, 'bank-prepare');
    await dialog(desk).getByRole('button', { name: 'Prepare the file' }).click();
    await desk.waitForURL(/\/admin\/funds\/\d+$/);
    await expect(main(desk)).toContainText('You prepared it: another administrator confirms it.');
    await expect(desk.getByRole('button', { name: 'Confirm all' })).toHaveCount(0);
  });
  const number = Number(desk.url().split('/').at(-1));

  let file = '';
  await test.step('another one confirms all with one reason, and downloads the file', async () => {
    await signInAdmin(desk, colleague);
    await desk.goto(`/admin/funds/${number}`);
    await look(desk, 'bank-file');
    await desk.getByRole('button', { name: 'Confirm all' }).click();
    await dialog(desk).getByLabel('Reason').fill('Compared with the register');
    await dialog(desk).getByRole('button', { name: 'Confirm the payments' }).click();
    await expect(toast(desk, 'Saved for all payments')).toBeVisible();
    await expect(main(desk).getByText('Ordered at the bank')).toHaveCount(2);
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Download for the bank' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`bank-file-${number}.csv`);
    file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('Government Polytechnic,999988887777,SBIN0001234,123456.00,NEFT,');
    expect(file).toContain('Government Polytechnic,5555444433332222,SBIN0001234,70000.00,NEFT,');
    await look(desk, 'bank-ordered');
    await desk.goto(`/admin/registers/refunds?q=${encodeURIComponent(refundOf)}`);
    await expect(desk.getByRole('row', { name: refundOf })).toContainText('Ordered at the bank');
    await expect(desk.getByRole('row', { name: refundOf })).toContainText('…2222, confirmed');
    await look(desk, 'refunds');
  });

  await test.step('the bank statement names the payments, which are entered in one act', async () => {
    const named = [...file.matchAll(/BF\d{8,}/g)].map(([reference]) => reference);
    expect(named).toHaveLength(2);
    const [{ today }] = await database<[{ today: string }]>`
      select to_char(now() at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as today`;
    const rows = named.map((reference, at) =>
      [
        today,
        `NEFT DR-SBIN0001234-GOVT-${reference}`,
        `SBINN${number}${reference}`,
        ['123456.00', '70000.00'][at],
        '',
      ].join(','),
    );
    const text = ['Txn Date,Narration,Chq./Ref.No.,Debit,Credit', ...rows].join('\r\n');
    await desk.goto('/admin/attention/bank-statement');
    await desk
      .locator('input[type=file]')
      .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await desk.getByRole('button', { name: 'Enter 2 payments as paid, ₹1,93,456.00' }).click();
    await expectAccessible(desk);
    await dialog(desk).getByRole('button', { name: 'Enter 2 payments as paid, ₹1,93,456.00' }).click();
    await expect(toast(desk, '2 payments entered as paid')).toBeVisible();
    await look(desk, 'bank-statement');
    await desk.goto(`/admin/funds/${number}`);
    await expect(main(desk).getByText('Confirmed', { exact: true })).toHaveCount(2);
    await page.reload();
    await expect(main(page)).toContainText('₹70,000.00 was paid back');
  });
});
