import type { Sql } from 'postgres';
import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { logIn, register } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import type { Outbox } from '../testing/e2e/outbox';
import { cutOff, expectShape, spaceText } from '../testing/e2e/shape';
import { look } from '../testing/e2e/look';
import { newSponsor } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

const balance = (page: Page) => page.locator('dl[aria-label="Balance"]');
const receipts = (page: Page) => page.getByRole('region', { name: 'Money received by bank' });
const refunds = (page: Page) => page.getByRole('region', { name: 'Money paid back' });
const seats = (page: Page) => page.getByRole('region', { name: 'Seats', exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const status = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first();

/** Adopts seats on the public API with a code by e-mail; returns the reference. */
async function pledge(page: Page, outbox: Outbox, database: Sql, course: SeededCourse, count: number) {
  const sponsor = newSponsor();
  const price = course.pricePaise / 100;
  const line = { id: course.id, selectedSeats: count, pricePerSeat: price, totalPrice: price * count };
  const asked = await page.request.post('/api/user/generate-otp', {
    data: { ...sponsor, otpMethod: 'email', selectedCourses: { [course.id]: line }, totalPrice: price * count },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  const { user_id, draft_id } = (await asked.json()) as Record<string, string>;
  const { email, phone } = sponsor;
  const otp = await outbox.latestCode(email);
  const verified = await page.request.post('/api/user/verify-otp', {
    data: { otp, email, phone, otpMethod: 'email', user_id, draft_id },
  });
  expect(verified.status(), await verified.text()).toBe(200);
  const [billing] = await database<{ reference: string }[]>`select reference from billings where id = ${draft_id!}`;
  return { reference: billing!.reference, sponsor };
}

type Fields = Record<string, string>;

/** Fills fields of the open form by their labels, and sends it. */
async function send(page: Page, submit: string, reason: string, fields: Fields = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByLabel('Reason').fill(reason);
  await dialog(page).getByRole('button', { name: submit, exact: true }).click();
}

const receipt = (amount: string, reference: string): Fields => ({
  'Credited on': '2026-04-01',
  'Amount in rupees': amount,
  'Bank reference (UTR, cheque or draft number)': reference,
  'Payer, as on the bank statement': 'NARMADA MOTORS PVT LTD',
});

test('a pledge is paid by two transfers, reduced, paid back in part and cancelled by two administrators', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  admin,
  seed,
  database,
  outbox,
}) => {
  const course = await seed.course({ branch: 'Civil' });
  const { reference, sponsor } = await pledge(page, outbox, database, course, 4);
  const address = `/admin/billings/${reference}`;
  const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport: { width: 375, height: 812 } });
  const second = await context.newPage();
  const usha = await insertAdmin(database);
  await signInAdmin(second, usha);

  await test.step('the page opens from the table of billings', async () => {
    await signInAdmin(page, admin);
    await page.goto(`/admin/dashboard?q=${reference}`);
    await page.getByRole('link', { name: reference, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible();
    await expect(balance(page)).toContainText('Total₹5,00,000.00Received₹0.00Paid back₹0.00Outstanding₹5,00,000.00');
    await expect(page.getByRole('main')).toContainText(sponsor.email);
  });

  await test.step('a receipt that is short is recorded by one and confirmed by the other', async () => {
    await button(page, 'Record a receipt').click();
    await expect(dialog(page).getByLabel('Amount in rupees')).toHaveValue('500000');
    await send(page, 'Record', 'Statement of 1 April', receipt('2,00,000.005', `UTR ${reference}-1`));
    await expect(dialog(page)).toContainText('Enter an amount in rupees above zero with at most two decimals');
    await expect(dialog(page).getByLabel('Amount in rupees')).toBeFocused();
    await send(page, 'Record', 'Statement of 1 April', { 'Amount in rupees': '2,00,000' });
    await expect(toast(page, 'The receipt is recorded and waits for confirmation')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(receipts(page)).toContainText(`UTR${reference}-1`);
    const own = receipts(page).getByRole('button', { name: /^Confirm/ });
    await expect(own).toHaveAttribute('aria-disabled', 'true');
    await expect(own).toHaveAccessibleDescription('You recorded this. Another administrator confirms it.');
    await own.press('Enter');
    await expect(dialog(page)).toBeHidden();

    await second.goto(address);
    await receipts(second)
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await expect(dialog(second)).toContainText('₹2,00,000.00 from NARMADA MOTORS PVT LTD');
    await expectAccessible(second);
    await send(second, 'Confirm the receipt', 'Same as on the statement');
    await expect(toast(second, 'The receipt is confirmed')).toBeVisible();
    await expect(balance(second)).toContainText('Received₹2,00,000.00Paid back₹0.00Outstanding₹3,00,000.00');
    await expect(second.locator('#content')).toBeFocused();
    await expect(status(second, 'Pending')).toBeVisible();
    await expectShape(second);
    await expectAccessible(second);
  });

  await test.step('what a colleague did meanwhile is shown, and the input stays', async () => {
    await button(page, 'Record a receipt').click();
    await send(page, 'Record', 'Statement of 2 April', receipt('3,00,000', `UTR ${reference}-2`));
    await expect(dialog(page)).toContainText('Somebody else changed this adoption meanwhile');
    await expect(dialog(page)).toContainText(`Receipt confirmed: ${usha.username}`);
    await expect(balance(page)).toContainText('Received₹2,00,000.00');
    await expect(dialog(page).getByLabel('Amount in rupees')).toHaveValue('3,00,000');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Record', exact: true }).click();
    await expect(toast(page, 'The receipt is recorded and waits for confirmation')).toBeVisible();

    await second.reload();
    await receipts(second)
      .getByRole('button', { name: new RegExp(`^Confirm.*-2`) })
      .click();
    await send(second, 'Confirm the receipt', 'Same as on the statement');
    await expect(status(second, 'Completed')).toBeVisible();
    await expect(balance(second)).toContainText('Outstanding₹0.00');
  });

  await test.step('paid seats are reduced with an approval, and the difference is paid back', async () => {
    await page.reload();
    await button(page, 'Reduce seats').click();
    await expect(dialog(page)).toContainText('this asks another administrator');
    const field = dialog(page).getByLabel(/^B\.Tech Civil, .*: seats, at most 4$/);
    await field.fill('5');
    await dialog(page).getByLabel('Reason').fill('One student left');
    await dialog(page).getByRole('button', { name: 'Reduce', exact: true }).click();
    await expect(dialog(page)).toContainText('Seats can only be reduced');
    await field.fill('3');
    await dialog(page).getByRole('button', { name: 'Reduce', exact: true }).click();
    await expect(toast(page, 'Recorded. Another administrator has to approve it.')).toBeVisible();
    await expect(page.getByText('You asked for this. Another administrator approves it.')).toBeVisible();
    await expectAccessible(page);

    await second.reload();
    await button(second, /^Approve: Reduce the seats; B\.Tech Civil, .*: 3 seats$/).click();
    await send(second, 'Approve the reduction', 'Agreed with the company');
    await expect(balance(second)).toContainText('To be paid back₹1,25,000.00');
    await expect(seats(second).getByRole('row', { name: /^Civil/ })).toContainText('₹3,75,000.00');

    await page.reload();
    await button(page, 'Record a refund').click();
    await expect(dialog(page).getByLabel('Amount in rupees')).toHaveValue('125000');
    await send(page, 'Record', 'Paid by the accountant', {
      'Paid on': '2026-04-03',
      'Bank reference (UTR, cheque or draft number)': `RF ${reference}`,
    });
    await expect(refunds(page)).toContainText('Waits for confirmation');
    await second.reload();
    await refunds(second)
      .getByRole('button', { name: /^Confirm/ })
      .click();
    await send(second, 'Confirm the refund', 'Same as on the statement');
    await expect(balance(second)).toContainText('Paid back₹1,25,000.00Outstanding₹0.00To be paid back₹0.00');
  });

  await test.step('it is cancelled with an approval, and the seats are free on the map', async () => {
    await page.reload();
    await button(page, 'Cancel the adoption').click();
    await send(page, 'Cancel the adoption', 'The company withdrew');
    await expect(toast(page, 'Recorded. Another administrator has to approve it.')).toBeVisible();
    const row = second.getByRole('row').filter({ hasText: seed.city });
    await second.goto('/select-region/B.Tech?view=list');
    await expect(row.getByRole('cell').filter({ hasText: /\d/ })).toHaveText(['57', '60', '3']);

    await second.goto(address);
    await button(second, 'Approve: Cancel the adoption').click();
    await send(second, 'Approve the cancellation', 'Letter of 4 April');
    await expect(status(second, 'Cancelled')).toBeVisible();
    await expect(balance(second)).toContainText('To be paid back₹3,75,000.00');
    await second.goto('/select-region/B.Tech?view=list');
    await expect(row.getByRole('cell').filter({ hasText: /\d/ })).toHaveText(['60', '60', '0']);
  });

  await test.step('timeline and audit log have every step with its reason', async () => {
    await page.reload();
    for (const text of ['Contact verified, seats adopted', 'Paid', 'Seats reduced', 'Reason: Letter of 4 April'])
      await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible();
    await page.getByRole('link', { name: `Audit log of ${reference}` }).click();
    await expect(page.getByText(`Entries of adoption ${reference}`)).toBeVisible();
    const entry = page.getByRole('row').filter({ hasText: 'Adoption cancelled' });
    await expect(entry).toContainText(/Seats\s*3\s*0/);
    await entry.getByRole('link', { name: reference }).click();
    await expect(page).toHaveURL(address);
  });
  await context.close();
});

test('term, sponsor and notes are changed; the page opens from both dialogs and fits on small screens', async ({
  page,
  playwright,
  baseURL,
  admin,
  seed,
  database,
}) => {
  const anybody = await playwright.request.newContext({ baseURL });
  const account = await register(anybody);
  const { user } = await logIn(anybody, account);
  const lines = [[await seed.course({ branch: 'Civil' }), 2]] as const;
  const { reference } = await adopt(database, { id: user.id }, lines, { state: 'pledged' });
  await signInAdmin(page, admin);

  await page.goto(`/admin/dashboard?q=${reference}`);
  await page.getByRole('button', { name: new RegExp(`^View .*${reference}`) }).click();
  await dialog(page).getByRole('link', { name: 'Open the adoption' }).click();
  await expect(page).toHaveURL(`/admin/billings/${reference}`);
  await page.goto(`/admin/users?q=${account.email}`);
  await page.getByRole('button', { name: /^View / }).click();
  await dialog(page)
    .getByRole('link', { name: `Open the adoption ${reference}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible();

  await button(page, 'Change the term').click();
  await send(page, 'Save', 'Asked by phone', { 'Last day of the term': '2020-01-01' });
  await expect(dialog(page)).toContainText('The last day of the term must be today or later');
  await send(page, 'Save', 'Asked by phone', { 'Last day of the term': '2099-12-31' });
  await expect(page.getByRole('main')).toContainText('Until 31 December 2099');

  await button(page, 'Correct').click();
  await send(page, 'Save', 'Typing error', { Email: 'nobody' });
  await expect(dialog(page)).toContainText('Invalid email address');
  await send(page, 'Save', 'Typing error', { Email: 'hr@narmada.example', 'Company Name': 'Narmada Steel' });
  await expect(page.getByRole('main')).toContainText('hr@narmada.example');

  await button(page, 'Add a note').click();
  await dialog(page).getByLabel('Note').fill('Called, pays next week');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Called, pays next week' })).toBeVisible();
  await expect(button(page, 'Add a note')).toBeFocused();
  await button(page, 'Send papers again').click();
  await expect(dialog(page)).toContainText('They go to hr@narmada.example.');
  await send(page, 'Send', 'Asked by phone');
  await expect(page.getByRole('region', { name: 'E-mails to the sponsor' })).toContainText('Papers');

  await page.setViewportSize({ width: 375, height: 812 });
  await expectShape(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cutOff(page), 'at 320 px').toEqual([]);
  await spaceText(page);
  expect(await cutOff(page), 'at 320 px with wide spacing').toEqual([]);

  await page.goto('/admin/billings/SA-0000-0000-0000');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('a guest who asks for it is erased, but not while seats are unpaid', async ({
  page,
  seed,
  outbox,
  database,
  admin,
}) => {
  const course = await seed.course({ totalSeats: 10 });
  const { reference, sponsor } = await pledge(page, outbox, database, course, 2);
  await signInAdmin(page, admin);
  await page.goto(`/admin/billings/${reference}`);
  await button(page, 'Erase the person').click();
  await expect(dialog(page)).toContainText('Adopted seats of this person are not paid for.');
  await look(page, 'erase-refused');
  await page.keyboard.press('Escape');
  await database`update courses set adopted_seats = adopted_seats - 2 where id = ${course.id}`;
  await database`update billings set state = 'cancelled' where reference = ${reference}`;
  await page.reload();
  await button(page, 'Erase the person').click();
  await expect(dialog(page)).toContainText(reference);
  await expect(dialog(page)).toContainText('Stays: company, seats and money');
  await look(page, 'erase');
  await send(page, 'Erase for good', 'Asked by letter');
  await expect(page.getByText('The person is erased').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(sponsor.email);
  await expect(page.getByRole('main')).toContainText(sponsor.company);
  await expect(button(page, 'Erase the person')).toBeHidden();
  await look(page, 'erased');
});
