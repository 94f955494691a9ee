import { chooseSeats, register, signIn } from '../testing/e2e/account';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { sendCodeButton, setAccount } from '../testing/e2e/dashboard-payment';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, test, type Page } from '../testing/e2e';
import { downloadPdf } from '../testing/e2e/pdf';
import { toast } from '../testing/e2e/toast';

const main = (page: Page) => page.getByRole('main');

/** A picture of the page at a width, where a folder for pictures is given. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_AT;
  if (!folder) return;
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

test('a told transfer of a part comes first, fills in the receipt, and the receipt and the page say what is missing', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
  seed,
  admin,
  database,
}) => {
  await setAccount(database);
  const session = await signIn(page, await register(page.request));
  const course = await seed.course({ branch: 'Optics' });
  const { id, reference } = await adopt(database, session, [[course, 2]], { state: 'pledged' });
  await database`
    update billings set due_at = now() + interval '20 days', instalments = array[current_date + 20, current_date + 50]
     where id = ${id}`;
  await page.goto(`/dashboard/adoptions/${id}`);
  await expect(main(page).getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await main(page).getByText('I have transferred the money', { exact: true }).click();
  await page.getByLabel('Bank’s reference (UTR)').fill('SBINR52026112500054321');
  await page.getByLabel('Amount of the transfer, in rupees').fill('122500');
  await page.getByLabel('Tax withheld (TDS), in rupees, if any').fill('2500');
  await look(page, 'told-form-en');
  await page.getByRole('button', { name: 'Tell the organisers' }).click();
  await expect(main(page).getByRole('heading', { name: 'Your transfer is being confirmed' })).toBeVisible();
  await expect(main(page)).toContainText('that you have transferred ₹1,22,500.00');
  // How to pay is folded now.
  await expect(main(page).getByText('Please transfer')).toBeHidden();
  await expect(main(page).getByText('How to pay', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await look(page, 'told-en');

  const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport });
  const desk = await context.newPage();
  await signInAdmin(desk, admin);
  await desk.goto(`/admin/billings/${reference}`);
  await desk.getByRole('button', { name: 'Record a receipt' }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByLabel('Bank reference (UTR, cheque or draft number)')).toHaveValue('SBINR52026112500054321');
  await expect(dialog.getByLabel('Amount in rupees')).toHaveValue('122500');
  await expect(dialog).toContainText('Filled in with what the sponsor told.');
  await look(desk, 'record-en');
  await dialog.getByLabel('Reason').fill('On the statement');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(dialog).toBeHidden();
  await signInAdmin(desk, await insertAdmin(database));
  await desk.goto(`/admin/billings/${reference}`);
  await desk.getByRole('button', { name: /^Confirm.*54321/ }).click();
  await dialog.getByLabel('Reason').fill('Same as on the statement');
  await dialog.getByRole('button', { name: 'Confirm the receipt' }).click();
  await expect(dialog).toBeHidden();
  await look(desk, 'admin-en');
  await context.close();

  await page.reload();
  const amount = page.getByRole('region', { name: 'Amount' });
  await expect(amount).toContainText('₹1,22,500.00');
  await expect(amount).toContainText('Tax withheld (TDS)');
  await expect(main(page)).toContainText('Payment receipt: Part 1 of 2');
  const papers = main(page).getByRole('listitem').filter({ hasText: 'Part 1 of 2' });
  const { text } = await downloadPdf(page, papers.getByRole('button', { name: 'PDF' }));
  for (const part of ['Part 1 of 2', 'Credited so far ₹1,22,500.00', 'Still to pay ₹1,25,000.00'])
    expect(text).toContain(part);
  await expectAccessible(page);
  await look(page, 'part-en');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.reload();
  await expect(main(page)).toContainText('2 में से किस्त 1');
  await expectHindi(page, [course.branch, course.city, course.institute!, 'PR', 'IST', 'TDS']);
  await look(page, 'part-hi');
  await database`update transfer_notices set utr = 'SBINR52026112500054322', amount_paise = 12500000 where billing_id = ${id}`;
  await page.reload();
  await look(page, 'told-hi');
});

test('who has to wait after unpaid holds can adopt the same seats by bank transfer', async ({
  page,
  seed,
  database,
}) => {
  await setAccount(database);
  const session = await signIn(page, await register(page.request));
  const [course, other] = [await seed.course({ branch: 'Optics' }), await seed.course({ branch: 'Ceramics' })];
  for (let hold = 0; hold < 3; hold++)
    await adopt(database, session, [[other, 1]], { state: 'expired', minutesLeft: -1 });
  await database`update courses set held_seats = 0 where id = ${other.id}`;
  await chooseSeats(page, session, [[course, 2]]);
  await page.goto('/dashboard/payment');
  await sendCodeButton(page).click();
  await expect(main(page)).toContainText('Seats were held for you several times');
  await expectAccessible(page);
  await look(page, 'wait-en');
  await page.getByRole('button', { name: 'Adopt by bank transfer' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(main(page)).toContainText('Optics');
  await expect(toast(page, 'Please select courses')).toHaveCount(0);
  await look(page, 'cart-en');
});

test('a payment that is being confirmed has no countdown beside it', async ({ page, seed, database, baseURL }) => {
  const session = await signIn(page, await register(page.request));
  const course = await seed.course({ branch: 'Optics' });
  const { id } = await adopt(database, session, [[course, 1]], { state: 'held', payments: [{ status: 'started' }] });
  await database`update payments set is_at_bank = true where billing_id = ${id}`;
  await page.goto('/dashboard');
  await expect(main(page)).toContainText('Payment being confirmed');
  await expect(main(page)).not.toContainText('left to pay');
  await expect(page.getByRole('link', { name: 'Continue to payment' })).toHaveCount(0);
  await expectAccessible(page);
  await look(page, 'confirming-en');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.reload();
  await look(page, 'confirming-hi');
});
