import { expect, test, type Page } from '../testing/e2e';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { field, formHeading, sendButton } from '../testing/e2e/checkout';
import { expectHindi } from '../testing/e2e/hindi';
import { fillForm, newSponsor, thankYou, verify } from '../testing/e2e/sponsor';

const row = (page: Page, company: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: company, exact: true }) });

test('an agreement gives a company a link: a stranger is told whose seats they are, the holder adopts them', async ({
  page,
  browser,
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
  await expect(page.getByRole('heading', { level: 1, name: 'Reservations' })).toBeVisible();
  await page.getByRole('link', { name: 'Agreement with a company' }).click();
  await page.getByLabel('Company', { exact: true }).fill(company);
  await page.getByLabel('Who can adopt the seats').fill('gmail.com');
  await page.getByLabel('E-mail address for the link').fill(`csr@${domain}`);
  await page.getByLabel('Last day of the reservation').fill('2030-06-30');
  await page.getByLabel('Reason').fill('Memorandum of understanding');
  await page.getByLabel('Words of the branch, institute or city').fill(`Agreement ${seed.city}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Add .*Agreement Design/ }).click();
  const seats = page.getByLabel(/^Seats of .*Agreement Design/);
  await seats.fill('31');
  const submit = page.getByRole('button', { name: 'Reserve the seats' });
  await submit.click();
  await expect(page.getByText('Everybody can have an address there.', { exact: false })).toBeVisible();
  await page.getByLabel('Who can adopt the seats').fill(domain);
  await submit.click();
  await expect(page.getByText(/only 30 seats are free/)).toBeVisible();
  await expectAccessible(page);
  await seats.fill('20');
  await submit.click();
  const link = await page.getByLabel(`Link for ${company}`).inputValue();
  await expect
    .poll(async () => (await outbox.messages(`csr@${domain}`)).map(({ text }) => text.includes(link)))
    .toEqual([true]);
  await page.goto(`/admin/catalogue/reservations?q=${domain}`);
  await expect(row(page, company)).toContainText(/Lasts.*0 of 20.*20 × .*Agreement Design/);
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
