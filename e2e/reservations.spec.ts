import { expect, test, type Page } from '../testing/e2e';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { field, formHeading, sendButton } from '../testing/e2e/checkout';
import { expectHindi } from '../testing/e2e/hindi';
import { fillForm, newSponsor, thankYou, verify } from '../testing/e2e/sponsor';

const row = (page: Page, company: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader').getByText(company, { exact: true }) });

test('an agreement, confirmed by a second administrator, gives a company a link: a stranger is told whose seats they are, the holder adopts them', async ({
  page,
  browser,
  database,
  baseURL,
  extraHTTPHeaders,
  admin,
  seed,
  outbox,
}) => {
  const course = await seed.course({ branch: 'Agreement Design', totalSeats: 30, adoptedSeats: 0 });
  const company = `Agreed ${course.id.slice(0, 8)}`;
  const domain = `agreed-${course.id.slice(0, 8)}.example`;
  await signInAdmin(page, admin);
  await page.goto('/admin/catalogue');
  await page.getByRole('link', { name: 'Reservations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reservations and requests' })).toBeVisible();
  await page.getByRole('link', { name: 'Seats for a company' }).click();
  await expect(page.getByLabel('What becomes of the seats')).toHaveValue('keep');
  await page.getByLabel('Company', { exact: true }).fill(company);
  await page.getByLabel('Who can adopt the seats').fill('gmail.com');
  await page.getByLabel('E-mail address for the link').fill(`csr@${domain}`);
  await page.getByLabel('Last day of the reservation').fill('2030-06-30');
  await page.getByLabel('Paper or call').fill('Memorandum of understanding');
  await page.getByLabel('Words of the branch, institute or city').fill(`Agreement ${seed.city}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Choose .*Agreement Design/ }).click();
  const seats = page.getByLabel(/^Seats of .*Agreement Design/);
  await seats.fill('31');
  const submit = page.getByRole('button', { name: 'Enter the seats' });
  await submit.click();
  await expect(page.getByText('Everybody can have an address there.', { exact: false })).toBeVisible();
  await page.getByLabel('Who can adopt the seats').fill(domain);
  await submit.click();
  await expect(page.getByText(/only 30 seats are free/)).toBeVisible();
  await expectAccessible(page);
  await seats.fill('20');
  await submit.click();
  await expect(page).toHaveURL('/admin/catalogue/reservations?kind=agreement');
  await page.goto(`/admin/catalogue/reservations?q=${domain}`);
  await expect(row(page, company)).toContainText('You made it. Another administrator has to confirm it.');
  await expectAccessible(page);
  const second = await browser.newPage({ baseURL, extraHTTPHeaders });
  await signInAdmin(second, await insertAdmin(database));
  await second.goto('/admin/attention?kind=agreement');
  await second.getByRole('row', { name: company }).getByRole('link', { name: 'Open the reservation' }).click();
  await second.getByRole('button', { name: `Confirm the agreement with ${company}` }).click();
  await second.getByLabel('Reason').fill('Compared with the memorandum');
  await second.getByRole('button', { name: 'Confirm the agreement', exact: true }).click();
  await expect(row(second, company)).toHaveCount(0);
  await expect.poll(async () => outbox.messages(`csr@${domain}`)).toHaveLength(1);
  const mail = (await outbox.messages(`csr@${domain}`))[0]!.text;
  const link = mail.match(/https?:\S+\/shared-cart\/reserved\/\S+/)![0];
  await page.reload();
  await expect(row(page, company)).toContainText(/20 × .*Agreement Design.*0 of 20.*Lasts/);
  await expectAccessible(page);

  const visitor = await browser.newPage({ baseURL, extraHTTPHeaders });
  await visitor.goto(new URL(link).pathname);
  await expect(visitor).toHaveURL(/\/cart$/);
  await expect(visitor.getByText(/^20 seats are reserved until 30 June 2030/)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto('/payment');
  await expect(formHeading(visitor)).toBeVisible();
  await fillForm(visitor, { ...newSponsor(), email: `asha.${course.id}@elsewhere.example` });
  await sendButton(visitor).click();
  await expect(field(visitor, 'email')).toHaveAccessibleDescription(new RegExp(`reserved for ${domain}`));
  await field(visitor, 'email').fill(`asha@${domain}`);
  await sendButton(visitor).click();
  await verify(visitor, await outbox.latestCode(`asha@${domain}`));
  await expect(thankYou(visitor)).toBeVisible();

  await page.reload();
  await expect(row(page, company)).toContainText('20 of 20');
  await page.getByRole('button', { name: `End the reservation for ${company}` }).click();
  await page.getByLabel('Reason').fill('All are adopted');
  await page.getByRole('button', { name: 'End the reservation', exact: true }).click();
  await expect(row(page, company)).toContainText('Ended');

  const reader = await browser.newPage({ baseURL, extraHTTPHeaders, locale: 'hi-IN' });
  await reader.goto(new URL(link).pathname);
  await expectHindi(reader, [company, 'IST']);
  await expectAccessible(reader);
});

test('an adoption on paper: one administrator enters it, another one confirms it, the company opens it by a code', async ({
  page,
  browser,
  database,
  baseURL,
  extraHTTPHeaders,
  admin,
  seed,
  outbox,
}) => {
  const course = await seed.course({ branch: 'Paper Technology', totalSeats: 12, adoptedSeats: 0 });
  const company = `Paper Mill ${course.id.slice(0, 8)}`;
  const email = `csr@paper-${course.id.slice(0, 8)}.example`;
  await signInAdmin(page, admin);
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Adoptions on paper' }).last().click();
  await page.getByRole('link', { name: 'Seats for a company' }).click();
  const submit = page.getByRole('button', { name: 'Enter the seats' });
  await page.getByLabel('Paper or call').fill('Letter 7 of 12 November');
  await page.getByLabel('Company', { exact: true }).fill(company);
  await page.getByLabel('Contact person').fill('Asha Verma');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Phone number').fill('98765');
  await page.getByLabel('Language of the e-mails').selectOption('Hindi');
  await page.getByLabel('Words of the branch, institute or city').fill(`Paper ${seed.city}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Choose .*Paper Technology/ }).click();
  await page.getByLabel(/^Seats of .*Paper Technology/).fill('7');
  await submit.click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/10/);
  await page.getByLabel('Phone number').fill('98765 43210');
  await expectAccessible(page);
  await submit.click();
  const entry = (of: Page) => of.getByRole('row', { name: company });
  await expect(entry(page)).toContainText('You entered it. Another administrator has to confirm it.');
  await expectAccessible(page);

  const second = await browser.newPage({ baseURL, extraHTTPHeaders });
  await signInAdmin(second, await insertAdmin(database));
  await second.goto('/admin/attention?kind=entry');
  await second.getByRole('row', { name: company }).getByRole('link', { name: 'Open the entry' }).click();
  await expect(entry(second)).toContainText(/Letter 7 of 12 November.*Asha Verma.*7 × .*Paper Technology/s);
  await second.getByRole('button', { name: `Confirm the adoption of ${company}` }).click();
  await second.getByLabel('What you compared').fill('Everything, with the letter');
  await second.getByRole('button', { name: 'Confirm the adoption', exact: true }).click();
  await expect.poll(async () => outbox.messages(email)).toHaveLength(1);
  const mail = (await outbox.messages(email))[0]!.text;
  expect(mail).toContain('Letter 7 of 12 November');
  const reference = /SA-\w{4}-\w{4}-\w{4}/.exec(mail)![0];
  await second.goto(`/admin/billings/${reference}`);
  await expect(second.getByText(/Letter 7 of 12 November; entered by/)).toBeVisible();
  await expectAccessible(second);

  const visitor = await browser.newPage({ baseURL, extraHTTPHeaders, locale: 'hi-IN' });
  await visitor.goto(`/adoptions/${reference}`);
  await expectHindi(visitor, [reference]);
});
