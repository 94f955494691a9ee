import { LOCALE_COOKIE } from '@/lib/platform/i18n/locale';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { expectHindi } from '../testing/e2e/hindi';
import { endPauses } from '../testing/e2e/checkout';
import { expect, type Page } from '../testing/e2e';
import { test } from '../testing/e2e/own-app';
import { codeField, newSponsor, sendCode, thankYou, verify } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

const cards = (page: Page) => page.getByRole('article').filter({ hasText: 'Select Course' });

const nameOf = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`;

/** Plans a session from July to June and goes to its dry run, as a signed-in administrator. */
async function planSession(page: Page, year: number) {
  await page.goto('/admin/sessions');
  await page.getByRole('button', { name: 'Plan a session' }).click();
  await page.getByLabel('Name').fill(nameOf(year));
  await page.getByLabel('First day').fill(`${year}-07-01`);
  await page.getByLabel('Last day').fill(`${year + 1}-06-30`);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('link', { name: `Prepare and open ${nameOf(year)}` }).click();
}

async function openSession(page: Page, year: number) {
  await page.getByRole('button', { name: `Open ${nameOf(year)}` }).click();
  await page.getByRole('button', { name: 'Open the session' }).click();
  await expect(page.getByText(`${nameOf(year)} is open`)).toBeVisible();
}

test('an administrator opens a second session; a visitor sees both, filters, adopts of each, and the sum names both; a year later the sponsor is invited, renews a part and ends the rest', async ({
  page,
  admin,
  database,
  seed,
  outbox,
  browser,
  baseURL,
  extraHTTPHeaders,
}) => {
  const course = await seed.course({ branch: 'Mining', totalSeats: 20 });
  await database`update courses set duration_years = 2 where id = ${course.id}`;
  const [first] = await database<{ name: string; year: number }[]>`
    select name, extract(year from first_day)::int as year from academic_sessions`;
  const year = first!.year + 1;
  const next = nameOf(year);
  const list = `/course-list/${encodeURIComponent(course.city)}`;

  await page.goto(list);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(first!.name)).toHaveCount(0);

  await signInAdmin(page, admin);
  await planSession(page, year);
  await openSession(page, year);

  // Open sessions may be a second old.
  await expect(async () => {
    await page.goto(list);
    await expect(cards(page)).toHaveCount(2, { timeout: 1000 });
    await expect(cards(page).nth(1)).toContainText(next, { timeout: 1000 });
  }).toPass();
  await expect(cards(page).first()).toContainText(first!.name);
  await page.getByText('Filter, sort, budget').click();
  await page.getByLabel('Session').selectOption(next);
  await expect(page).toHaveURL(/session=/);
  await expect(cards(page)).toHaveCount(1);
  await cards(page).getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(cards(page)).toHaveCount(2);
  await cards(page).first().getByRole('checkbox').check();
  const both = `for ${first!.name} and ${next}`;
  await expect(page.getByText(both).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();

  await expect(page).toHaveURL('/cart');
  await page
    .getByRole('listitem')
    .filter({ hasText: next })
    .getByRole('spinbutton', { name: 'Number of seats' })
    .fill('3');
  await expect(page.getByRole('region', { name: 'Total Amount' })).toContainText(both);
  const sponsor = newSponsor();
  await page.goto('/payment');
  await expect(page.getByRole('row').filter({ hasText: 'Total Amount' })).toContainText(both);
  await sendCode(page, sponsor);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toContainText(both);
  const [reference] = /SA-[A-Z0-9-]+/.exec(await thankYou(page).innerText())!;
  expect(
    await database`select session, adopted_seats as adopted from courses where city = ${course.city} order by 1`,
  ).toEqual([
    { session: first!.name, adopted: 1 },
    { session: next, adopted: 3 },
  ]);

  const later = year + 1;
  await page.goto('/admin/sessions');
  await page.getByRole('button', { name: `Close ${next}` }).click();
  await page.getByRole('button', { name: 'Close the session' }).click();
  await expect(page.getByText(`${next} is closed`)).toBeVisible();
  await planSession(page, later);
  await expect(page.getByText(/1 sponsor is invited to renew 3 seats/)).toBeVisible();
  await expectAccessible(page);
  await openSession(page, later);
  const renewed = nameOf(later);
  const invitation = async () =>
    (await outbox.messages(sponsor.email)).find(({ subject }) => subject === `Renew 3 seats for ${renewed}`);
  await expect.poll(invitation).toBeDefined();
  const [link] = /\/shared-cart\/reserved\/[0-9a-f-]{36}/.exec((await invitation())!.text)!;

  const phone = await browser.newPage({ baseURL, extraHTTPHeaders, viewport: { width: 375, height: 812 } });
  await phone.goto(link);
  await expect(phone).toHaveURL('/cart');
  await expect(phone.getByText(/^3 seats are reserved until/)).toBeVisible();
  await phone.getByRole('button', { name: 'One seat fewer' }).click();
  await phone.goto('/payment');
  await endPauses(database);
  await sendCode(phone, sponsor);
  await verify(phone, await outbox.latestCode(sponsor.email, { sent: 2 }));
  await expect(thankYou(phone)).toBeVisible();

  await phone.goto(`/adoptions/${reference}`);
  await endPauses(database);
  await phone.getByRole('button', { name: 'Send the code' }).click();
  await codeField(phone).waitFor();
  await verify(phone, await outbox.latestCode(sponsor.email, { sent: 3 }));
  const card = phone.getByRole('region', { name: `A seat for ${renewed} to renew` });
  await expect(card).toContainText('You support 3 seats, year 1 of 2. Year 2:');
  await expect(phone.getByRole('link', { name: /^SA-/ })).toBeVisible();
  await expectAccessible(phone);
  await phone.context().addCookies([{ name: LOCALE_COOKIE, value: 'hi', url: baseURL! }]);
  await phone.reload();
  await expectHindi(phone, [sponsor.company, sponsor.fullName, course.branch, course.city, 'IST']);
  await expectAccessible(phone);
  await phone.context().clearCookies({ name: LOCALE_COOKIE });
  await phone.reload();
  await card.getByRole('button', { name: 'End the support of 1 seat' }).focus();
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('This cannot be undone', { exact: false })).toBeVisible();
  await phone.getByRole('button', { name: 'Give back' }).click();
  await expect(toast(phone, '1 seat was given back.')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(phone.getByText(/2 of 3 seats are renewed/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('definition')).toHaveText([
    '3 seats, 1 sponsor',
    '2 seats, 1 sponsor',
    '1 seat, 1 sponsor',
    '0 seats, 0 sponsors',
  ]);
  await expectAccessible(page);
  expect(
    await database`select adopted_seats as adopted, held_seats as held from courses
                    where session = ${renewed} and study_year = 2 and adopted_seats > 0`,
  ).toEqual([{ adopted: 2, held: 0 }]);
});
