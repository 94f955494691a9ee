import { expect, test, type Page } from '../testing/e2e';
import { CRON_SECRET } from '../testing/e2e/app';
import { expectAccessible } from '../testing/e2e/axe';
import { formHeading, sendButton } from '../testing/e2e/checkout';
import { expectHindi } from '../testing/e2e/hindi';
import { fillForm, newSponsor, thankYou, verify } from '../testing/e2e/sponsor';

/** The path of the link in an e-mail that begins so. */
const linkIn = (text: string, begin: string): string =>
  new URL(/https?:\S+/.exec(text.slice(text.search(new RegExp(`https?:\\S+${begin}`))))![0]).pathname;

async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

test(
  'a full course: told when seats are free, they open in the cart by the link and are adopted',
  { tag: '@phone' },
  async ({ page, browser, baseURL, extraHTTPHeaders, request, database, seed, outbox }) => {
    const course = await seed.course({ branch: 'Waiting Design', totalSeats: 20, adoptedSeats: 20 });
    const sponsor = { ...newSponsor(), email: `asha@waits-${course.id.slice(0, 8)}.example` };
    await page.goto(`/course-list/${seed.city}`);
    await page.getByRole('link', { name: /^Tell me when seats are free: Waiting Design/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tell me when seats are free' })).toBeVisible();
    await page.getByLabel('Seats that you want').fill('21');
    await page.getByLabel('At least').fill('5');
    await page.getByLabel('E-mail address').fill(sponsor.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('There are only 20 seats in all.', { exact: false })).toBeVisible();
    await page.getByLabel('Seats that you want').fill('8');
    await expectAccessible(page);
    await fits(page);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await expect(page.getByRole('status').filter({ hasText: sponsor.email })).toBeVisible();
    await verify(page, await outbox.latestCode(sponsor.email));
    await expect(page.getByRole('heading', { level: 1, name: 'Seats that you wait for' })).toBeVisible();
    await expect(page.getByText('8 seats, at least 5', { exact: false })).toBeVisible();
    const own = new URL(page.url()).pathname;

    const free = async (seats: number) => {
      await database`update courses set total_seats = total_seats + ${seats} where id = ${course.id}`;
      const headers = { Authorization: `Bearer ${CRON_SECRET}` };
      expect((await request.post('/api/jobs/run', { headers, timeout: 60_000 })).status()).toBe(200);
    };
    await free(4);
    await free(2);
    const offers = async () => (await outbox.messages(sponsor.email)).filter(({ code }) => !code);
    await expect
      .poll(async () => (await offers()).map(({ subject }) => subject))
      .toEqual([expect.stringContaining('6 seats are free for you: Waiting Design')]);
    const { text } = (await offers())[0]!;
    expect(linkIn(text, '/waiting/')).toBe(own);
    const reader = await browser.newPage({ baseURL, extraHTTPHeaders, locale: 'hi-IN' });
    await reader.goto(own);
    await expect(reader.getByText('6 सीटें आपके लिए खाली हैं', { exact: false })).toBeVisible();
    await expectHindi(reader, ['Waiting Design', course.institute!, seed.city, 'B.Tech', 'IST']);
    await expectAccessible(reader);
    await fits(reader);
    await reader.goto(`/waiting?course=${course.id}`);
    await expectHindi(reader, ['Waiting Design', course.institute!, seed.city, 'B.Tech']);
    await expectAccessible(reader);
    await fits(reader);

    await page.goto(linkIn(text, '/shared-cart/reserved/'));
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText(/^6 seats are reserved until .* left\.$/)).toBeVisible();
    await page.goto('/payment');
    await expect(formHeading(page)).toBeVisible();
    await fillForm(page, sponsor);
    await sendButton(page).click();
    await verify(page, await outbox.latestCode(sponsor.email, { sent: 2 }));
    await expect(thankYou(page)).toBeVisible();

    await page.goto(own);
    await page.getByRole('button', { name: /^Stop waiting for .*Waiting Design/ }).click();
    await expect(page.getByText('You wait for no seats at the moment')).toBeVisible();
    await expect(page.getByText('Seats were adopted')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/waiting/0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10');
    await expect(page.getByText('This link does not work')).toBeVisible();
  },
);
