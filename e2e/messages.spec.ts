import { expect, test, type Page } from '../testing/e2e';
import { signIn } from '../testing/e2e/account';
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
