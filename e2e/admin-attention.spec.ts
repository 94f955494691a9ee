import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { bearer, register, signIn } from '../testing/e2e/account';
import { insertAdmin, insertOffice, logInAdmin, signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { holdRequests } from '../testing/e2e/requests';
import { toast } from '../testing/e2e/toast';

const group = () => Array.from({ length: 4 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[randomInt(32)]!).join('');
/** Gives an adoption a reference as adoptions have. */
async function rename(database: Sql, { id }: { id: string }): Promise<string> {
  const reference = `SA-${group()}-${group()}-${group()}`;
  await database`update billings set reference = ${reference} where id = ${id}`;
  return reference;
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');
const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a bank statement becomes receipts line by line, which a second administrator confirms', async ({
  page,
  admin,
  seed,
  database,
  browser,
  playwright,
  baseURL,
}) => {
  const visitor = await browser.newContext();
  const company = `Narmada Motors ${seed.city}`;
  const session = await signIn(await visitor.newPage(), await register(visitor.request, { company_name: company }));
  await visitor.close();
  // Amounts that no other test uses.
  const [price, other] = [1_00_000_00 + randomInt(9_00_000_00), 20_00_000_00 + randomInt(9_00_000_00)];
  const named = await adopt(database, session, [[await seed.course({ pricePaise: price }), 2]], { state: 'pledged' });
  const exact = await adopt(database, session, [[await seed.course({ pricePaise: other }), 1]], { state: 'pledged' });
  const [reference, exactly] = [await rename(database, named), await rename(database, exact)];
  const utr = (n: number) => `HDFCN${String(price).padStart(10, '0')}${n}`;
  // A title that is not recognised; what is chosen for it is remembered.
  const unusual = `Received ${seed.city}`;
  const rupees = (paise: number) => (paise / 100).toFixed(2);
  const file = {
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'My bank,,,,',
        `Txn Date,Narration,Chq./Ref.No.,Debit,${unusual}`,
        `01/04/2026,NEFT ${reference.replaceAll('-', '')} PART 1,${utr(1)},,"${rupees(price)}"`,
        `02/04/2026,NEFT ${reference} PART 2,${utr(2)},,${rupees(price)}`,
        `02/04/2026,Rent,REF5,900.00,`,
        `31/02/2026,Impossible,REF6,,10`,
        `03/04/2026,RTGS ${company},${utr(3)},,${rupees(other)}`,
        `03/04/2026,UPI nobody knows,${utr(4)},,77.50`,
      ].join('\r\n'),
    ),
  };

  await signInAdmin(page, admin);
  await page.goto('/admin/attention');
  await page.getByRole('link', { name: 'Bank statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank statement' })).toBeVisible();
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({ ...file, name: 'photo.csv', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByRole('alert').filter({ hasText: 'This is a PDF' })).toBeVisible();
  await choose.setInputFiles(file);
  await expect(page.getByText('No column was recognised as the credit or amount.')).toBeVisible();
  await page.getByLabel('Credit', { exact: true }).selectOption(unusual);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText('4 credits in november.csv: 3 with a proposal, none recorded already.')).toBeVisible();
  await expect(row(page, '31/02/2026')).toContainText('is not a date such as 01/04/2026');
  await expect(row(page, 'PART 1')).toContainText(new RegExp(`${reference}.*${company}.*named in the text`));
  await expect(row(page, utr(3))).toContainText(new RegExp(`${exactly}.*misses exactly this amount`));
  await expect(row(page, utr(4))).toContainText('No proposal');
  await expectAccessible(page);

  const record = (line: number) => page.getByRole('button', { name: `Record line ${line}`, exact: true });
  await record(3).click();
  await expect(dialog(page).getByLabel('Reference of the adoption or company')).toHaveValue(reference);
  await expect(dialog(page).getByRole('status')).toContainText(`${company}: ₹`);
  await expect(dialog(page).getByLabel('Way of payment')).toHaveValue('NEFT');
  await expect(dialog(page).getByLabel('Day of credit')).toHaveValue('2026-04-01');
  await expect(dialog(page).getByLabel('Amount in rupees')).toHaveValue(rupees(price));
  await expectAccessible(page);
  await dialog(page).getByLabel('Payer', { exact: true }).fill('');
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(dialog(page).getByLabel('Payer', { exact: true })).toBeFocused();
  await dialog(page).getByLabel('Payer', { exact: true }).fill(company);
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(toast(page, `The receipt was recorded for ${reference}`)).toBeVisible();
  // The same adoption once more: its version has changed.
  await page.setViewportSize({ width: 375, height: 812 });
  await record(4).click();
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await isSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Show', { exact: true }).selectOption('Without a proposal');
  await record(8).click();
  await dialog(page).getByLabel('Payer', { exact: true }).fill(`Unknown ${seed.city}`);
  await dialog(page).getByRole('button', { name: 'Record' }).click();
  await expect(toast(page, 'The receipt was recorded without an adoption')).toBeVisible();
  await choose.setInputFiles(file);
  await expect(page.getByText('The columns are those that were chosen for the last file')).toBeVisible();
  await expect(page.getByText('1 with a proposal, 3 recorded already')).toBeVisible();
  await expect(row(page, 'PART 1')).toContainText('Recorded already');

  // One transfer for two adoptions, one of them found by its company.
  await page.goto('/admin/attention');
  await page.getByRole('button', { name: 'Record money' }).click();
  await dialog(page).getByLabel('Way of payment').selectOption('RTGS');
  await dialog(page).getByLabel('Day of credit').fill('2026-04-01');
  await dialog(page).getByLabel('Amount in rupees').fill('300');
  await dialog(page).getByLabel("Bank's reference").fill(utr(5));
  await dialog(page).getByLabel('Payer', { exact: true }).fill(company);
  await dialog(page).getByLabel('Reason').fill('On the statement');
  await dialog(page).getByRole('button', { name: 'Divide over several adoptions' }).click();
  const part = (number: number) => dialog(page).getByRole('group', { name: `Part ${number}`, exact: true });
  await part(1).getByLabel('Reference of the adoption or company').fill(reference);
  await part(1).getByLabel('Amount in rupees').fill('100');
  await part(2).getByLabel('Reference of the adoption or company').fill(company);
  await part(2).getByLabel('Amount in rupees').fill('150');
  await part(2).getByRole('button', { name: exactly }).click();
  await expect(dialog(page).getByText('₹50.00 is left')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await isSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByRole('button', { name: 'Record', exact: true }).click();
  await expect(toast(page, `The receipt was recorded for ${reference}, ${exactly}`)).toBeVisible();

  // Money without an adoption is assigned.
  await page.goto('/admin/attention?kind=unmatched');
  await row(page, utr(4))
    .getByRole('button', { name: /^Assign / })
    .click();
  await dialog(page).getByLabel('Reference of the adoption or company').fill('SA-0000-0000-0000');
  // The field and the button both look up what was typed; what is typed meanwhile stays.
  const { letGo } = await holdRequests(page, '**/api/admin/receipts?*');
  await dialog(page).getByRole('button', { name: 'Assign' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Assigning' })).toBeVisible();
  await dialog(page).getByLabel('Reference of the adoption or company').fill('SA-0000-0000-0001');
  letGo();
  await dialog(page).getByRole('button', { name: 'Assign' }).click();
  await expect(dialog(page).getByText('There is no adoption with this reference or company')).toBeVisible();
  await expect(dialog(page).getByLabel('Reference of the adoption or company')).toHaveValue('SA-0000-0000-0001');
  await dialog(page).getByLabel('Reference of the adoption or company').fill(reference.toLowerCase());
  await dialog(page).getByLabel('Reason').fill('The sponsor called');
  await expect(dialog(page).getByRole('status')).toContainText(company);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Assign' }).click();
  await expect(toast(page, `The receipt was assigned to ${reference}`)).toBeVisible();
  await expect(row(page, utr(4))).toBeHidden();

  // An entry that was a mistake is rejected, once.
  const mistake = utr(6);
  const [entry] = await database<{ id: string }[]>`
    insert into bank_receipts (mode, credited_on, amount_paise, reference, payer, recorded_by)
    values ('NEFT', '2026-04-01', 12345, ${mistake}, 'Typed twice', ${admin.id}) returning id`;
  await page.reload();
  await row(page, mistake)
    .getByRole('button', { name: /^Reject / })
    .click();
  await dialog(page).getByRole('button', { name: 'Reject the receipt' }).click();
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await dialog(page).getByLabel('Reason').fill('The same transfer twice');
  await expectAccessible(page);
  await database`update bank_receipts set state = 'rejected' where id = ${entry!.id}`;
  await dialog(page).getByRole('button', { name: 'Reject the receipt' }).click();
  await expect(dialog(page).getByText('somebody rejected it or assigned it to an adoption')).toBeVisible();
  await database`update bank_receipts set state = 'recorded' where id = ${entry!.id}`;
  await dialog(page).getByRole('button', { name: 'Reject the receipt' }).click();
  await expect(toast(page, 'The receipt was rejected')).toBeVisible();
  await expect(row(page, mistake)).toBeHidden();

  // Nothing is settled before a second administrator confirms.
  await page.goto('/admin/attention?kind=receipt_waits');
  await expect(row(page, reference)).toHaveCount(4);
  await expect(row(page, utr(1))).toContainText(`by ${admin.username}`);
  await expect(row(page, utr(1)).getByRole('link', { name: reference })).toHaveAttribute(
    'href',
    `/admin/billings/${reference}`,
  );
  const api = await playwright.request.newContext({ baseURL });
  const second = await logInAdmin(api, await insertAdmin(database));
  const confirm = async (bankReference: string, headers: Record<string, string>) => {
    const [receipt] = await database<{ id: string; version: number }[]>`
      select r.id, b.version from bank_receipts r join billings b on b.id = r.billing_id where r.reference = ${bankReference}`;
    const data = { action: 'confirm_receipt', reason: 'On the statement', ...receipt };
    return (await api.post(`/api/admin/billings/${reference}`, { headers, data })).status();
  };
  const first = bearer(await logInAdmin(api, admin));
  expect(await confirm(utr(1), first)).toBe(409);
  expect(await confirm(utr(1), bearer(second))).toBe(200);
  await page.goto('/admin/attention?kind=short');
  await expect(row(page, reference)).toContainText('Short of money');
  expect(await confirm(utr(2), bearer(second))).toBe(200);
  expect(await confirm(utr(4), bearer(second))).toBe(200);
  await api.dispose();
  const [billing] = await database`select state from billings where id = ${named.id}`;
  expect(billing).toEqual({ state: 'completed' });
  // What was paid beyond the total has to go back.
  await page.goto('/admin/attention?kind=refund_due');
  await expect(row(page, reference)).toContainText('₹77.50');
});

test('all credits of a statement that agree are recorded in one act, and confirmed in another, but for the doubtful one', async ({
  page,
  admin,
  seed,
  database,
  request,
  browser,
}) => {
  const company = `Betwa Mills ${seed.city}`;
  const visitor = await browser.newContext();
  const session = await signIn(await visitor.newPage(), await register(request, { company_name: company }));
  await visitor.close();
  const prices = [1, 2, 3, 4].map(() => 1_00_000_00 + randomInt(9_00_000_00));
  const references = await Promise.all(
    prices.map(async (pricePaise) => {
      const course = await seed.course({ pricePaise });
      return rename(database, await adopt(database, session, [[course, 1]], { state: 'pledged' }));
    }),
  );
  const utr = (n: number) => `ICICN${String(prices[0]).padStart(10, '0')}${n}`;
  const rupees = (paise: number) => (paise / 100).toFixed(2);
  const lines = references.map(
    (reference, n) => `01/04/2026,NEFT ${reference},${utr(n)},,${rupees(prices[n]! - (n === 3 ? 1 : 0))}`,
  );
  const header = 'Txn Date,Narration,Chq./Ref.No.,Debit,Credit';
  const file = { name: 'april.csv', mimeType: 'text/csv', buffer: Buffer.from([header, ...lines].join('\r\n')) };

  await signInAdmin(page, admin);
  await page.goto('/admin/attention/bank-statement');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Record all 3 that agree' }).click();
  await expect(dialog(page)).toContainText('exactly what the proposed adoptions miss');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Record all 3 that agree' }).click();
  await expect(toast(page, '3 credits were recorded')).toBeVisible();
  await expect(page.getByText('Recorded', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Record line 5', exact: true })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('1 with a proposal, 3 recorded already')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Record all/ })).toHaveCount(0);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signInAdmin(other, await insertAdmin(database));
  await other.goto('/admin/attention?kind=receipt_waits');
  for (const n of [0, 1, 2]) await row(other, references[n]!).getByRole('checkbox').check();
  await expect(row(other, references[0]!)).toContainText(`payer ${company}, ₹`);
  await row(other, references[1]!).getByRole('checkbox').uncheck();
  await expectAccessible(other);
  await other.setViewportSize({ width: 375, height: 812 });
  expect(await isSideways(other)).toBe(false);
  await other.getByRole('button', { name: 'Confirm the 2 chosen' }).click();
  await dialog(other).getByRole('button', { name: 'Confirm all 2' }).click();
  await expect(dialog(other).getByLabel('Reason')).toBeFocused();
  await dialog(other).getByLabel('Reason').fill('Compared with the statement');
  await expectAccessible(other);
  await dialog(other).getByRole('button', { name: 'Confirm all 2' }).click();
  await expect(toast(other, '2 receipts were confirmed')).toBeVisible();
  await expect(row(other, references[0]!)).toHaveCount(0);
  await expect(row(other, references[1]!)).toHaveCount(1);
  const states = await database<{ reference: string; state: string }[]>`
    select reference, state from billings where reference = any(${references}) order by array_position(${references}, reference)`;
  expect(states.map(({ state }) => state)).toEqual(['completed', 'pledged', 'completed', 'pledged']);
  await context.close();
});

test('what needs attention is listed by kind, as bookmarks, with its counts on every page, also on a phone', async ({
  page,
  admin,
  account,
  seed,
  database,
}) => {
  const session = await signIn(page, account);
  const adoption = await adopt(database, session, [[await seed.course(), 1]], { state: 'pledged' });
  await database`update billings set due_at = now() - interval '1 hour', received_paise = 100 where id = ${adoption.id}`;
  await database`
    insert into outbound_messages (billing_id, kind, last_error, dead_at) values (${adoption.id}, 'paid', 'mailbox full', now())`;
  await signInAdmin(page, admin);
  await page.goto('/admin/dashboard');
  const kinds = page.getByRole('navigation', { name: 'What needs attention' });
  const link = page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: /^Needs attention \d+/ });
  // Beside the link in the bar, and not a second time on the dashboard.
  await expect(kinds).toBeHidden();
  await link.click();
  // A kind with nothing is left out.
  const [{ none }] = await database<[{ none: number }]>`
    select count(*)::int as none from settings where "group" = 'account_change'`;
  await expect(kinds.getByRole('link', { name: /^Bank account waits/ })).toHaveCount(none > 0 ? 1 : 0);
  await kinds.getByRole('link', { name: /^Over their term/ }).click();
  await expect(page).toHaveURL('/admin/attention?kind=over_term');
  await expect(kinds.getByRole('link', { name: /^Over their term/ })).toHaveAttribute('aria-current', 'page');
  await expect(row(page, adoption.reference)).toContainText('Missing of ₹1,25,000.00');
  await expectAccessible(page);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    for (const [kind, text] of [
      ['short', '₹1,24,999.00'],
      ['message', 'Payment complete: mailbox full'],
    ]) {
      await page.goto(`/admin/attention?kind=${kind}`);
      await expect(row(page, adoption.reference)).toContainText(text!);
      expect(await isSideways(page)).toBe(false);
    }
  }
  await expectAccessible(page);
  await page.goto('/admin/attention?kind=unknown&page=9');
  await expect(page.getByText('a value that is not understood and was left out: kind')).toBeVisible();
  await expect(page.getByText('There is no page 9: this is the first one.')).toBeVisible();
});

test('the online payments of a month, with fees and transfers; a difference is explained, also on a phone', async ({
  page,
  admin,
  account,
  seed,
  database,
}) => {
  const session = await signIn(page, account);
  // A month of this test only.
  const month = `20${String(randomInt(30, 99))}-${String(randomInt(1, 12)).padStart(2, '0')}`;
  const provider = `gateway ${seed.city}`;
  const entity = `pay_${randomInt(1e9)}`;
  const { id, reference } = await adopt(database, session, [[await seed.course(), 1]], {
    payments: [{ status: 'captured', provider }],
  });
  await database`
    update payments set transaction_id = ${entity}, fee_paise = 295000, tax_paise = 45000,
           settled_at = ${`${month}-10T12:00:00+05:30`}::text::timestamptz where billing_id = ${id}`;
  await database`
    insert into settlement_items (provider, day, line, entity_id, type, credit_paise, debit_paise, amount_paise, fee_paise, tax_paise,
                                  settlement_id, utr, settled_at)
    values (${provider}, ${`${month}-12`}::text::date, 1, ${entity}, 'payment', 12205000, 0, 12499900, 295000, 45000,
            ${`setl_${entity}`}, ${`UTR${entity}`}, ${`${month}-12T12:00:00+05:30`}::text::timestamptz)`;
  await database`
    insert into settlement_differences (provider, kind, entity_id, billing_id, expected_paise, reported_paise, found_at)
    values (${provider}, 'amount', ${entity}, ${id}, 12500000, 12499900, '2020-01-01')`;
  await signInAdmin(page, admin);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    await page.goto(`/admin/attention/settlements?month=${month}`);
    await expect(row(page, `UTR${entity}`)).toContainText('₹1,22,050.00');
    await expect(row(page, reference)).toContainText('another amount than ours, ₹1,25,000.00');
    expect(await isSideways(page)).toBe(false);
  }
  await expectAccessible(page);
  await row(page, reference)
    .getByRole('button', { name: /^Explain/ })
    .click();
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('A fee of the bank');
  await dialog(page).getByRole('button', { name: 'Mark as explained' }).click();
  await expect(toast(page, 'The difference is explained')).toBeVisible();
  await expect(row(page, 'A fee of the bank')).toContainText(reference);
  const audited = await database`
    select actor from audit_log where action = 'settlement.explained' and after->>'transaction' = ${entity}`;
  expect(audited).toEqual([{ actor: admin.username }]);
});

test('the adopted seats of a course open its billings, which institute and branch find too', async ({
  page,
  admin,
  account,
  seed,
  database,
}) => {
  const [course, other] = [
    await seed.course({ branch: `Hydraulics ${seed.city}` }),
    await seed.course({ branch: `Optics ${seed.city}` }),
  ];
  const session = await signIn(page, account);
  const adoption = await adopt(database, session, [[course, 3]]);
  const another = await adopt(database, session, [[other, 2]]);
  await signInAdmin(page, admin);
  await page.goto(`/admin/catalogue?city=${encodeURIComponent(seed.city)}`);
  await row(page, course.branch)
    .getByRole('link', { name: /^3 adopted seats of .* who adopted$/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/dashboard\\?course=${course.id}`));
  await expect(page.getByText(`Only billings of B.Tech ${course.branch}`)).toBeVisible();
  await expect(row(page, adoption.reference)).toBeVisible();
  await expect(row(page, another.reference)).toBeHidden();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByText('Only billings of')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Branch' }).fill(`optics ${seed.city}`);
  await page.getByRole('searchbox', { name: 'Institute' }).fill(course.institute!.split(' ').at(-1)!);
  await page.getByRole('searchbox', { name: 'Institute' }).press('Enter');
  await expect(row(page, another.reference)).toBeVisible();
  await expect(row(page, adoption.reference)).toBeHidden();
  const saved = page.waitForEvent('download');
  await page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Billings', exact: true }) })
    .getByRole('button', { name: 'Download Excel' })
    .click();
  expect((await saved).suggestedFilename()).toMatch(/^billings-data-\d{4}-\d\d-\d\d\.xlsx$/);
});

test('an unusual pledge is looked at, and the limit of its sponsor is set, also on a phone', async ({
  page,
  admin,
  account,
  seed,
  database,
}) => {
  const session = await signIn(page, account);
  const { id } = await adopt(database, session, [[await seed.course(), 1]], { state: 'pledged' });
  const sponsor = `hr@${seed.city.toLowerCase().replace(/[^a-z0-9]/g, '')}.example`;
  await database`
    insert into alerts (kind, subject, value, most, billing_id) values ('limit', ${`email:${sponsor}`}, 1100, 1000, ${id})`;
  await signInAdmin(page, admin);
  await page.goto('/admin/attention?kind=unusual');
  await expect(row(page, sponsor)).toContainText(`E-mail address ${sponsor}: unpaid seats 1,100, limit 1,000`);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 });
    expect(await isSideways(page)).toBe(false);
  }
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Seat limit' }).click();
  await dialog(page).getByLabel('E-mail address, phone number or domain').fill('somebody');
  await dialog(page).getByLabel('Seats', { exact: true }).fill('5,000');
  await dialog(page).getByLabel('Reason').fill('Letter of intent');
  await dialog(page).getByRole('button', { name: 'Set the limit' }).click();
  await expect(dialog(page).getByLabel('E-mail address, phone number or domain')).toBeFocused();
  await expectAccessible(page);
  await dialog(page).getByLabel('E-mail address, phone number or domain').fill(sponsor);
  await dialog(page).getByRole('button', { name: 'Set the limit' }).click();
  await expect(toast(page, 'The limit was set')).toBeVisible();
  expect(await database`select max_seats from unpaid_seats where key = ${`email:${sponsor}`}`).toEqual([
    { max_seats: 5000 },
  ]);

  await row(page, sponsor)
    .getByRole('button', { name: /^Mark as looked at/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Mark as looked at' }).click();
  await expect(dialog(page).getByLabel('What you found')).toBeFocused();
  await dialog(page).getByLabel('What you found').fill('Called the company');
  await dialog(page).getByRole('button', { name: 'Mark as looked at' }).click();
  await expect(toast(page, 'Marked as looked at')).toBeVisible();
  await expect(row(page, sponsor)).toBeHidden();
});

test('A8 the badge follows a confirmation at once', async ({ page, admin, account, seed, database }) => {
  const session = await signIn(page, account);
  const { id, reference } = await adopt(database, session, [[await seed.course(), 1]], { state: 'pledged' });
  const keeper = await insertAdmin(database);
  await database`
    insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, recorded_by)
    values (${id}, 'NEFT', '2026-04-01', 12500000, ${`UTR${reference}`}, 'Narmada Motors', ${keeper.id})`;
  await signInAdmin(page, admin);
  await page.goto('/admin/attention?kind=receipt_waits');
  const badge = page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: /^Needs attention/ });
  const all = page.getByRole('navigation', { name: 'What needs attention' }).getByRole('link', { name: /^All/ });
  const count = async () => Number((await all.innerText()).replace(/\D/g, ''));
  await row(page, reference)
    .getByRole('button', { name: /^Confirm / })
    .click();
  await dialog(page).getByLabel('Reason').fill('On the statement');
  await dialog(page).getByRole('button', { name: 'Confirm the receipt' }).click();
  await expect(toast(page, 'The receipt was confirmed')).toBeVisible();
  await expect(row(page, reference)).toBeHidden();
  // Other tests change what waits: both numbers are of one moment.
  await expect(badge).toHaveText(new RegExp(`${(await count()).toLocaleString('en-IN')}$`));
});

test('Y7 an institute with late reports is a row of its own, and its office is reminded once a day', async ({
  page,
  admin,
  account,
  seed,
  database,
}) => {
  const session = await signIn(page, account);
  const institute = `Late College ${seed.city}`;
  const course = await seed.course({ institute });
  await adopt(database, session, [[course, 3]], { daysAgo: 400 });
  const [place] = await database<{ id: string }[]>`select id from institutes where name = ${institute}`;
  const office = await insertOffice(database, { instituteId: place!.id });
  await database`update office_institutes set created_at = now() - interval '400 days' where admin_id = ${office.id}`;
  await signInAdmin(page, admin);
  await page.goto('/admin/attention?kind=reports_late');
  const late = row(page, institute);
  await expect(late).toContainText(/\d+ late reports?\. Not reminded yet/);
  await expectAccessible(page);
  await late.getByRole('button', { name: `Remind now: ${institute}` }).click();
  await expect(toast(page, 'The office gets an e-mail.')).toBeVisible();
  await expect(late).toContainText('Reminded today');
  await expect(late.getByRole('button')).toBeHidden();
  await late.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('row', { name: institute }).first()).toContainText(
    'For 3 seats the institute has not entered students yet.',
  );
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await isSideways(page)).toBe(false);
});
