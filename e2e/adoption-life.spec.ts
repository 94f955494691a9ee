import type { Sql } from 'postgres';
import { newAccount, signIn } from '../testing/e2e/account';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { endPauses } from '../testing/e2e/checkout';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import { afterJobs } from '../testing/e2e/jobs';
import type { Message, Outbox } from '../testing/e2e/outbox';
import { downloadPdf, readPdf } from '../testing/e2e/pdf';
import { cardOf } from '../testing/e2e/selection';
import { codeField, newSponsor, sendCode, thankYou, verify, type TestSponsor } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';
import { hindi } from '../testing/e2e/translations';

const REFERENCE = /SA-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/;
const card = (page: Page, { branch }: SeededCourse) => cardOf(page, branch);
const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');
const listOf = ({ city }: SeededCourse) => `/course-list/${encodeURIComponent(city)}/B.Tech`;

/** Adopts seats on the public pages with a code by e-mail; returns the reference. */
async function pledge(page: Page, outbox: Outbox, course: SeededCourse, seats: number, sponsor: TestSponsor) {
  await page.goto(listOf(course));
  await card(page, course).getByRole('checkbox', { name: 'Select Course' }).check();
  await card(page, course).getByRole('spinbutton').fill(String(seats));
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await sendCode(page, sponsor);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toBeVisible({ timeout: 60_000 });
  const [reference] = REFERENCE.exec(await thankYou(page).innerText())!;
  await thankYou(page).getByRole('button', { name: 'Continue' }).click();
  return reference!;
}

/** Opens the page of an adoption as its guest, by a code, as in another browser than that of the adoption. */
async function openAsGuest(page: Page, outbox: Outbox, database: Sql, reference: string, { email }: TestSponsor) {
  await endPauses(database);
  await page.context().clearCookies({ name: `adoption-access-${reference}` });
  await page.goto(`/adoptions/${reference}`);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await codeField(page).waitFor();
  await verify(page, await outbox.latestCode(email, { sent: 2 }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
}

/** The e-mails to an address that have no code, oldest first. */
const mailsTo = async (outbox: Outbox, email: string): Promise<Message[]> =>
  (await outbox.messages(email)).filter(({ code }) => !code);

/** Fills the open form of an administrator and sends it. */
async function act(page: Page, submit: string, reason: string, fields: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await dialog(page).getByLabel(label, { exact: true }).fill(value);
  await dialog(page).getByLabel('Reason').fill(reason);
  await dialog(page).getByRole('button', { name: submit, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Records money received for the open adoption. */
async function record(page: Page, amount: string, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Record a receipt' }).click();
  await act(page, 'Record', 'On the statement of April', {
    'Credited on': '2026-04-01',
    'Amount in rupees': amount,
    'Bank reference (UTR, cheque or draft number)': reference,
    'Payer, as on the bank statement': 'NARMADA MOTORS PVT LTD',
  });
}

/** Confirms the receipt of the open adoption with this bank reference. */
async function confirm(page: Page, reference: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Confirm.*${reference}`) }).click();
  await act(page, 'Confirm the receipt', 'Same as on the statement');
}

test('a guest pledges, pays in two parts that two administrators confirm, registers, and reads the annual statement', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
  admin,
  seed,
  outbox,
  database,
}) => {
  const sponsor = newSponsor();
  const course = await seed.course({ branch: 'Hydraulics' });
  const reference = await pledge(page, outbox, course, 4, sponsor);
  const [firstUtr, secondUtr] = [`UTR${reference}-1`, `UTR${reference}-2`];

  await test.step('an e-mail confirms it, with the summary', async () => {
    const subject = `Your adoption ${reference}`;
    const found = async () => (await mailsTo(outbox, sponsor.email)).find((mail) => mail.subject === subject);
    await expect.poll(found).toBeDefined();
    const [summary] = (await found())!.attachments!;
    const text = await readPdf(outbox.fileOf(summary!));
    for (const part of [reference, 'Hydraulics', '₹5,00,000.00']) expect(text).toContain(part);
  });

  await test.step('the guest makes a proforma invoice', async () => {
    await openAsGuest(page, outbox, database, reference, sponsor);
    await page.getByRole('group').filter({ hasText: 'Purchase order' }).locator('summary').click();
    await page.getByLabel('Purchase order number').fill('PO-77');
    await page.getByRole('button', { name: 'Make the proforma invoice' }).click();
    // The result is where the button is, and among the papers.
    await expect(page.getByRole('button', { name: /^Proforma invoice PI\// })).toBeVisible();
    const paper = main(page).getByRole('listitem').filter({ hasText: 'Proforma invoice' });
    const { text } = await downloadPdf(page, paper.getByRole('button', { name: 'PDF' }));
    for (const part of ['Proforma invoice', reference, 'PO-77', '₹5,00,000.00']) expect(text).toContain(part);
    await expectAccessible(page);
  });

  await test.step('the guest chooses to pay in parts, and at once again', async () => {
    await database`insert into settings ("group", value) values ('terms', '{"maxInstalments":12}')
                   on conflict ("group") do update set value = settings.value || excluded.value`;
    await database`update billings set due_at = now() + interval '20 days' where reference = ${reference}`;
    await page.reload();
    const choose = async (open: string, parts: string) => {
      await main(page).getByText(open, { exact: true }).click();
      await page.getByLabel('How do you want to pay?').selectOption(parts);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    await choose('Pay in parts', '2');
    const list = main(page).getByRole('list', { name: 'Parts' }).getByRole('listitem');
    await expect(list).toHaveText([/^Part 1, by .+₹2,50,000.00$/, /^Part 2, by .+₹2,50,000.00$/]);
    await expect(main(page)).toContainText('₹2,50,000.00 is then to arrive by');
    await expectAccessible(page);
    await choose('Change the number of parts', '1');
    await expect(list).toHaveCount(0);
    await database`update billings set due_at = null where reference = ${reference}`;
  });

  const context = { baseURL, extraHTTPHeaders, viewport };
  const [first, second] = [await browser.newContext(context), await browser.newContext(context)];
  const [desk, colleague] = [await first.newPage(), await second.newPage()];
  await signInAdmin(desk, admin);
  await signInAdmin(colleague, await insertAdmin(database));
  const address = `/admin/billings/${reference}`;

  await test.step('the guest says that the money was transferred, and administrators see it', async () => {
    await page.getByText('Or pay by bank transfer', { exact: true }).click();
    await page.getByText('I have transferred the money', { exact: true }).click();
    await page.getByLabel('Bank’s reference (UTR)').fill('U 1');
    await page.getByRole('button', { name: 'Tell the organisers' }).click();
    await expect(page.getByLabel('Bank’s reference (UTR)')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Bank’s reference (UTR)').fill(firstUtr.replaceAll('-', ''));
    await page.getByRole('button', { name: 'Tell the organisers' }).click();
    await expect(main(page)).toContainText(/You told us on .+ We will confirm it within 3 working days/);
    await desk.goto('/admin/attention?kind=transfer_told');
    await expect(desk.getByRole('row').filter({ hasText: reference })).toContainText('transferred on');
  });

  await test.step('a receipt that is short is seen by administrators and the guest', async () => {
    await desk.goto(address);
    await record(desk, '2,00,000', firstUtr);
    await colleague.goto(address);
    await confirm(colleague, firstUtr);
    await colleague.goto('/admin/attention?kind=short');
    await expect(colleague.getByRole('row').filter({ hasText: reference })).toContainText('Short of money');
    await page.reload();
    await expect(main(page)).toContainText('₹2,00,000.00 arrived by bank');
    await expect(page.getByRole('region', { name: 'Amount' }).getByText('₹3,00,000.00')).toBeVisible();
  });

  await test.step('the rest makes it paid', async () => {
    await desk.reload();
    await record(desk, '3,00,000', secondUtr);
    await colleague.goto(address);
    await confirm(colleague, secondUtr);
    await expect(main(colleague).getByText('Completed', { exact: true }).first()).toBeVisible();
    await page.goto(`/verify/${reference}`);
    await expect(main(page)).toContainText('This adoption is genuine');
    await expect(main(page)).toContainText('Adopted and paid on');
  });

  await test.step('an administrator issues the receipt once, and reads it in both languages', async () => {
    const papers = colleague.getByRole('region', { name: 'Papers', exact: true });
    await expect(colleague.getByRole('button', { name: 'Issue: Proforma invoice' })).toHaveCount(0);
    const issue = colleague.getByRole('button', { name: `Issue: Payment receipt, NEFT ${secondUtr}: ₹3,00,000.00` });
    // The message about the payment issues the same paper.
    await issue.click();
    await expect(toast(colleague, /^PR\/2\d{3}-\d\d\/\d{6} (was issued|shows the present data already)/)).toBeVisible();
    const row = papers.getByRole('row').filter({ hasText: secondUtr });
    await expect(row).toHaveCount(1);
    await issue.click();
    await expect(toast(colleague, /shows the present data already/)).toBeVisible();
    await expect(row).toHaveCount(1);
    const english = await downloadPdf(colleague, row.getByRole('button', { name: /in English$/ }));
    for (const part of [reference, secondUtr, 'Rupees Three Lakh Only']) expect(english.text).toContain(part);
    const translated = await downloadPdf(colleague, row.getByRole('button', { name: /in Hindi$/ }));
    expect(translated.name).toBe(english.name);
    expect(translated.text).toContain('तीन लाख');
    await expectAccessible(colleague);
    expect(await colleague.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport!.width);
    const audited = await database`
      select a.action from audit_log a join billings b on a.subject = b.id::text
       where b.reference = ${reference} and a.action = 'paper.issued'`;
    expect(audited.length).toBeLessThanOrEqual(1);
  });

  const account = { ...newAccount(), email: sponsor.email };
  await test.step('the sponsor registers, confirms the e-mail address, and finds the adoption and its statement', async () => {
    await page.goto('/register');
    const submit = page.getByRole('button', { name: 'Create Account', exact: true });
    await expect(submit).toBeEnabled();
    const fields = {
      'Full Name': account.full_name,
      Designation: account.designation,
      'Company Name': account.company_name,
      'Email Address': account.email,
      'Phone Number': account.phone_number,
      Password: account.password,
    };
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await submit.click();
    await expect(page).not.toHaveURL('/register');
    await signIn(page, account);
    await page.goto('/dashboard/adoptions');
    await expect(page.getByRole('button', { name: `Confirm ${sponsor.email}` })).toBeVisible();
    await expect(main(page)).not.toContainText(reference);
    await endPauses(database);
    await page.getByRole('button', { name: `Confirm ${sponsor.email}` }).click();
    await codeField(page).waitFor();
    await verify(page, await outbox.latestCode(sponsor.email, { sent: 3 }));
    await expect(page.getByRole('link', { name: reference })).toBeVisible();
    await page.goto('/dashboard/year-end');
    const year = page.getByRole('group', { name: 'Financial year 2026-27' });
    const { text } = await downloadPdf(page, year.getByRole('button', { name: 'PDF' }));
    for (const part of ['Annual statement', reference, firstUtr, secondUtr]) expect(text).toContain(part);
    await page.goto('/dashboard/adoptions');
    await page.getByRole('link', { name: reference }).click();
    await expect(main(page)).toContainText('Payment receipt');
    await expectAccessible(page);
  });

  await test.step('an administrator reads the same statement with the user', async () => {
    await colleague.goto(`/admin/users?q=${encodeURIComponent(sponsor.email)}&kind=registered`);
    await colleague.getByRole('button', { name: /^View / }).click();
    const pdf = dialog(colleague).getByRole('button', { name: 'Annual statement 2026-27, PDF' });
    const { text } = await downloadPdf(colleague, pdf);
    for (const part of ['Annual statement', reference, firstUtr, secondUtr]) expect(text).toContain(part);
    const sheet = colleague.waitForEvent('download');
    await dialog(colleague).getByRole('button', { name: 'Annual statement 2026-27, Excel' }).click();
    expect((await sheet).suggestedFilename()).toBe('annual_statement_2026-27.xlsx');
    await expectAccessible(colleague);
  });

  await test.step('in Hindi the sponsor reads the same', async () => {
    await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
    const [texts, names] = [hindi('adoptionPage'), [...Object.values(sponsor), ...Object.values(account)]];
    names.push(course.branch, course.city, course.institute!, 'PR', 'PI', 'IST');
    await page.reload();
    await expect(main(page)).toContainText(texts.papers.receipt);
    await expectHindi(page, names);
    names.push('CSR', 'Excel');
    await page.goto('/dashboard/year-end');
    const year = page.getByRole('group', { name: texts.statements.year.replace('{year}', '2026-27') });
    const { text } = await downloadPdf(page, year.getByRole('button', { name: 'PDF' }));
    for (const part of [reference, firstUtr]) expect(text).toContain(part);
    await expectHindi(page, names);
  });
  await Promise.all([first.close(), second.close()]);
});

test('a pledge is reminded and lapses: its seats are free again, the guest reads why, and late money needs attention', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
  admin,
  seed,
  outbox,
  database,
}) => {
  const sponsor = newSponsor();
  const course = await seed.course({ branch: 'Optics', totalSeats: 5 });
  const reference = await pledge(page, outbox, course, 3, sponsor);
  await page.goto(listOf(course));
  await expect(card(page, course)).toContainText('2/5 seats left');
  await openAsGuest(page, outbox, database, reference, sponsor);

  // The end of the term, moved towards now, is the clock of this test.
  await database`update billings set due_at = now() + interval '20 hours' where reference = ${reference}`;
  await afterJobs(baseURL!, outbox, sponsor.email, `Reminder: your adoption ${reference} is not paid yet`);
  await page.reload();
  await expect(main(page)).toContainText('A reminder was sent');
  await expect(main(page)).toContainText(/₹3,75,000.00 (so that it arrives|is then to arrive) by/);

  await database`update billings set due_at = now() where reference = ${reference}`;
  const ended = await afterJobs(baseURL!, outbox, sponsor.email, `Your adoption ${reference} has ended`);
  expect(ended.text).toContain('3 seats are available to others again');
  await page.reload();
  await expect(main(page)).toContainText(/The time to pay ended on .+, and the seats were given back/);
  await expect(main(page)).not.toContainText('How to pay');
  await expectAccessible(page);
  await page.goto('/verify');
  await expectAccessible(page);
  const typed = main(page).getByLabel('Reference');
  for (const [wrong, said] of [
    ['what?', 'This is not a reference.'],
    ['SA-0000-0000-0000', 'Adoption not found'],
  ] as const) {
    await typed.fill(wrong);
    await main(page).getByRole('button', { name: 'Check' }).click();
    await expect(main(page)).toContainText(said);
    await expect(typed).toHaveValue(wrong);
  }
  await typed.fill(` ${reference.toLowerCase().replaceAll('-', ' ')}`);
  await main(page).getByRole('button', { name: 'Check' }).click();
  await expect(page).toHaveURL(`/verify/${reference}`);
  await expect(main(page)).toContainText('ended');
  await page.goto(listOf(course));
  await expect(card(page, course)).toContainText('5/5 seats left');
  await page.goto('/select-region/B.Tech');
  await page.getByRole('button', { name: 'List View', exact: true }).click();
  await expect(main(page).getByRole('row', { name: new RegExp(`${course.city} 5 5 0$`) })).toBeVisible();

  // The money arrives when somebody else has the seats.
  const context = { baseURL, extraHTTPHeaders, viewport };
  const [first, second] = [await browser.newContext(context), await browser.newContext(context)];
  const [desk, colleague] = [await first.newPage(), await second.newPage()];
  await database`update courses set adopted_seats = 4 where id = ${course.id}`;
  await signInAdmin(desk, admin);
  await desk.goto(`/admin/billings/${reference}`);
  await record(desk, '3,75,000', `UTR${reference}`);
  await signInAdmin(colleague, await insertAdmin(database));
  await colleague.goto('/admin/attention?kind=receipt_waits');
  await colleague.getByRole('row').filter({ hasText: reference }).getByRole('link', { name: reference }).click();
  // The list has a button to confirm as well.
  await expect(colleague).toHaveURL(`/admin/billings/${reference}`);
  await confirm(colleague, `UTR${reference}`);
  await colleague.goto('/admin/attention?kind=refund_due');
  await expect(colleague.getByRole('row').filter({ hasText: reference })).toContainText('₹3,75,000.00');
  await page.goto(`/adoptions/${reference}`);
  await expect(main(page)).toContainText('To be paid back to you');
  await database`update courses set adopted_seats = 0 where id = ${course.id}`;
  await Promise.all([first.close(), second.close()]);
});
