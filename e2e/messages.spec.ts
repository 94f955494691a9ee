import { expect, test, type Page } from '../testing/e2e';
import { register, signIn } from '../testing/e2e/account';
import { insertOffice, signInAdmin, signInOffice } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectHindi } from '../testing/e2e/hindi';
import { afterJobs } from '../testing/e2e/jobs';
import { look } from '../testing/e2e/look';
import { toast } from '../testing/e2e/toast';
import { textsOf } from '../testing/e2e/translations';

const main = (page: Page) => page.getByRole('main');
const texts = { en: textsOf('en'), hi: textsOf('hi') };

/** Writes in the conversation of a page, which may be folded. */
async function write(page: Page, message: string, { open, locale = 'en' }: { open?: string; locale?: 'en' | 'hi' }) {
  const { label, send, sent } = texts[locale].conversation;
  if (open) await page.getByText(open, { exact: true }).click();
  await page.getByLabel(label, { exact: true }).fill(message);
  await page.getByRole('button', { name: send, exact: true }).click();
  await expect(toast(page, sent)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible();
}

test('a sponsor and the department write to each other at the adoption, with an e-mail and an item of attention', async ({
  page,
  browser,
  baseURL,
  viewport,
  account,
  admin,

  database,
  outbox,
  seed,
}) => {
  const course = await seed.course();
  const session = await signIn(page, account);
  const { id, reference, transactionId } = await adopt(database, session, [[course, 1]]);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.goto(`/dashboard/adoptions/${id}#messages`);
  const { conversation } = texts.hi;
  await look(page, 'messages-none');
  await write(page, 'पढ़ाई कब शुरू होगी?\nहम आना चाहते हैं। <b>', { locale: 'hi' });
  await expectHindi(page, [
    ...Object.values(account),
    course.branch,
    course.city,
    course.institute!,
    'IST',
    '<b>',
    transactionId!,
  ]);

  const desk = await browser.newPage({ baseURL, viewport });
  await signInAdmin(desk, admin);
  await desk.goto('/admin/attention?kind=conversation');
  const item = desk.getByRole('row', { name: reference });
  await expect(item).toContainText('पढ़ाई कब शुरू होगी?');
  await look(desk, 'messages-attention');
  await item.getByRole('link', { name: reference }).click();
  await expect(main(desk)).toContainText('हम आना चाहते हैं। <b>');
  await look(desk, 'messages-admin');
  await write(desk, 'On 1 August.\nPlease come: https://example.in', {});
  await expect(desk.getByRole('link', { name: 'https://example.in' })).toHaveCount(0);
  await desk.goto('/admin/attention?kind=conversation');
  await expect(item).toHaveCount(0);

  const subject = texts.en.notification.letter.subject.replace('{reference}', reference);
  const { text } = await afterJobs(baseURL!, outbox, account.email, subject);
  expect(text).toContain('On 1 August.\nPlease come');
  expect(text).toContain(`/dashboard/adoptions/${id}#messages`);
  expect(text).not.toContain(admin.username);
  await page.reload();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'On 1 August.' })).toContainText(
    conversation.department,
  );
  await expect(main(page)).not.toContainText(admin.username);
  await look(page, 'messages-sponsor');
  await write(page, 'धन्यवाद', { locale: 'hi' });

  await desk.goto('/admin/attention?kind=conversation');
  await item.getByRole('button', { name: 'No answer needed' }).click();
  await desk.getByRole('dialog').getByLabel('Reason').fill('A thank you');
  await desk.getByRole('dialog').getByRole('button', { name: 'No answer needed' }).click();
  await expect(item).toHaveCount(0);
  await desk.close();
});

test('the head of an institute and the department write to each other', async ({
  page,
  browser,
  baseURL,
  viewport,
  admin,

  database,
  outbox,
  seed,
}) => {
  const institute = `Polytechnic of ${seed.city}`;
  const course = await seed.course({ institute });
  const [{ id }] = await database<[{ id: string }]>`select institute_id as id from courses where id = ${course.id}`;
  const office = await insertOffice(database, { instituteId: id, role: 'head' });
  await signInAdmin(page, admin);
  await page.goto(`/admin/offices/${id}`);
  await write(page, 'Where is the report of the first term?', { open: texts.en.conversation.write.toOffice });
  await look(page, 'messages-admin-office');
  const subject = texts.en.message.office_letter.subject.replace('{institute}', `“${institute}”`);
  const { text } = await afterJobs(baseURL!, outbox, office.username, subject);
  expect(text).toContain('Where is the report of the first term?');

  const head = await browser.newPage({ baseURL, viewport });
  await head.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await signInOffice(head, office);
  await head.goto('/office/messages');
  await expect(main(head)).toContainText('Where is the report of the first term?');
  await look(head, 'messages-office');
  await write(head, 'सोमवार को', { locale: 'hi' });
  await expectHindi(head, [institute, seed.city, office.username, 'Where is the report of the first term?', 'IST']);
  await head.close();
  await page.goto('/admin/attention?kind=conversation');
  const item = page.getByRole('row', { name: institute });
  await expect(item).toContainText('सोमवार को');
  await item.getByRole('link').click();
  await expect(main(page)).toContainText(office.username);
});

test('an administrator writes to all sponsors of an institute, stops half way, and continues', async ({
  page,
  baseURL,
  browser,
  viewport,
  admin,
  database,
  outbox,
  request,
  seed,
}) => {
  const institute = `Polytechnic of ${seed.city}`;
  const course = await seed.course({ institute });
  const [one, other] = [await register(request), await register(request, { company_name: 'Holkar Steel' })];
  const visitor = await browser.newPage({ baseURL, viewport });
  const [first, second] = [await signIn(visitor, one), await signIn(visitor, other)];
  const adopted = [];
  for (const session of [first, first, second]) adopted.push(await adopt(database, session, [[course, 1]]));
  await adopt(database, second, [[course, 1]], { state: 'cancelled' });
  await database`update billings set locale = 'hi' where user_id = ${second.id}`;

  await signInAdmin(page, admin);
  await page.goto(`/admin/dashboard?institute=${encodeURIComponent(institute)}`);
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await page.getByRole('button', { name: 'Write about 4 adoptions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text in English').fill('Dear {name}');
  await dialog.getByLabel('Text in Hindi').fill('प्रिय {company}, {institutes} में {seats} सीट।');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByLabel('Text in English')).toHaveAccessibleDescription(/braces/);
  await dialog.getByLabel('Text in English').fill('Dear {company},\n{seats} seats at {institutes}: {reference}.');
  await look(page, 'many-text');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('2 people get one e-mail each, about 3 adoptions.');
  await expect(dialog).toContainText(`2 seats at ${institute}: ${adopted[0]!.reference}, ${adopted[1]!.reference}.`);
  await expect(dialog).toContainText(`प्रिय Holkar Steel, ${institute} में 1 सीट।`);
  await expect(dialog).toContainText('The adoption is cancelled');
  await look(page, 'many-checked');
  await dialog.getByLabel('Reason').fill('News of the term');
  await dialog.getByRole('button', { name: 'Write to 2 people' }).click();
  await expect(toast(page, '2 messages go out. See ‘Messages to many’.')).toBeVisible();

  await page.goto('/admin/mailings');
  const row = page.getByRole('row', { name: /Dear \{company\}/ }).first();
  await expect(row).toContainText('Goes out');
  await look(page, 'many-page');
  await row.getByRole('button', { name: /^Stop/ }).click();
  await dialog.getByLabel('Reason').fill('A wrong day');
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await expect(row).toContainText('Stopped');
  await row.getByRole('button', { name: /^Continue/ }).click();
  await dialog.getByLabel('Reason').fill('It is right');
  await dialog.getByRole('button', { name: 'Continue it' }).click();
  await expect(row).toContainText(/Goes out|Done/);
  const mail = await afterJobs(baseURL!, outbox, one.email, 'A message about your 2 adoptions');
  expect(mail.text).toContain(`2 seats at ${institute}`);
  const hindi = texts.hi.notification.letter.subject.replace('{reference}', adopted[2]!.reference);
  expect((await afterJobs(baseURL!, outbox, other.email, hindi)).text).toContain('प्रिय Holkar Steel');
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('2 of 2', { timeout: 1000 });
    await expect(row).toContainText('Done', { timeout: 1000 });
  }).toPass();
  await page.goto(`/admin/billings/${adopted[1]!.reference}`);
  await expect(main(page)).toContainText(`2 seats at ${institute}`);
  await visitor.goto(`/dashboard/adoptions/${adopted[2]!.id}`);
  await expect(main(visitor)).toContainText('प्रिय Holkar Steel');
  await visitor.close();
});
