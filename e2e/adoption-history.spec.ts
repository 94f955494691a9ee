import { bearer, register, signIn, type Session } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { storedSession } from '../testing/e2e/requests';
import { expect, test, type Page } from '../testing/e2e';
import { downloadPdf } from '../testing/e2e/pdf';
import { doubleText } from '../testing/e2e/shape';
import { toast } from '../testing/e2e/toast';

const main = (page: Page) => page.getByRole('main');
const entry = (page: Page, reference: string) => main(page).getByRole('article', { name: reference });
const entries = (page: Page) => main(page).getByRole('article');

async function enter(page: Page): Promise<Session> {
  return signIn(page, await register(page.request));
}

test.describe('My adoptions', () => {
  test('each adoption has reference, courses, seats, amount with two decimals and its status as text', async ({
    page,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const course = await seed.course({
      branch: 'यांत्रिकी एवं स्वचालन अभियांत्रिकी (उन्नत पाठ्यक्रम)',
      institute: 'शासकीय महिला पॉलिटेक्निक महाविद्यालय एवं तकनीकी शिक्षा संस्थान',
      totalSeats: 6_000,
      pricePaise: 9_99_999_50,
    });
    const other = await seed.course({ courseType: 'ITI', branch: 'Welder', institute: null, pricePaise: 15_500_00 });
    const paid = await adopt(database, session, [
      [course, 5_000],
      [other, 1],
    ]);
    const states = [
      ['pledged', 'Pledged', 'No money has been charged'],
      ['expired', 'Expired', 'nothing was charged'],
      ['refund_due', 'Refund due', 'The full amount will be refunded.'],
      ['cancelled', 'Cancelled', 'The organisers cancelled this pledge'],
    ] as const;
    const told = [];
    for (const [state, words, sentence] of states) {
      const { reference } = await adopt(database, session, [[other, 2]], { state, minutesLeft: -1 });
      told.push({ reference, words, sentence });
    }
    const confirming = await adopt(database, session, [[other, 2]], {
      state: 'expired',
      minutesLeft: -1,
      payments: [{ status: 'started' }],
    });
    told.push({ ...confirming, words: 'Expired', sentence: 'not known yet' });

    await page.goto('/dashboard/adoptions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My adoptions');
    const first = entry(page, paid.reference);
    await expect(first).toContainText('Paid');
    await expect(first).toContainText('₹5,00,00,13,000.00');
    await expect(first).toContainText('5,001 seats');
    await expect(first.getByText('Welder')).toBeHidden();
    await first.getByText('5,001 seats').click();
    await expect(first.getByText('Welder')).toBeVisible();
    await expect(first).toContainText('Other Institutes');
    await expect(first).toContainText('5,000 × ₹9,99,999.50');
    await expect(first).toContainText('₹4,99,99,97,500.00');
    for (const { reference, words, sentence } of told) {
      await expect(entry(page, reference)).toContainText(words);
      await expect(entry(page, reference)).toContainText(sentence);
    }
    const width = page.viewportSize()!.width;
    const shownWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await shownWidth()).toBe(width);
    await doubleText(page);
    expect(await shownWidth(), 'with text twice as large').toBe(width);
    const link = first.getByRole('link', { name: paid.reference });
    expect(await link.evaluate((text) => text.getClientRects().length), 'lines of a reference').toBe(1);
  });

  test('drafts are not shown, replaced holds with the reason; a hold shows its remaining time and a link to pay', async ({
    page,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const course = await seed.course();
    await adopt(database, session, [[course, 1]], { state: 'draft' });
    const replaced = await adopt(database, session, [[course, 1]], { state: 'replaced' });
    const { reference } = await adopt(database, session, [[course, 2]], { state: 'held', minutesLeft: 9 });
    await page.goto('/dashboard/adoptions');
    await expect(entries(page)).toHaveCount(2);
    await expect(entry(page, replaced.reference)).toContainText('Another selection took its place');
    const held = entry(page, reference);
    await expect(held).toContainText('Waiting for payment');
    await expect(held.getByRole('timer')).toHaveText(/^[89]:\d\d left to pay$/);
    await expect(held.getByRole('button')).toHaveCount(0);
    await held.getByRole('link', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL('/dashboard/payment');
  });

  test('the home shows the newest three, the page of all ten at a time', async ({ page, seed, database }) => {
    const session = await enter(page);
    const course = await seed.course({ totalSeats: 500 });
    const references: string[] = [];
    for (let daysAgo = 0; daysAgo < 12; daysAgo += 1)
      references.push((await adopt(database, session, [[course, 1]], { daysAgo })).reference);
    const shown = () => entries(page).getByRole('heading').allTextContents();

    await page.goto('/dashboard');
    await expect(entries(page)).toHaveCount(3);
    expect(await shown()).toEqual(references.slice(0, 3));
    await main(page).getByRole('link', { name: 'All adoptions (12)' }).click();
    await expect(page).toHaveURL('/dashboard/adoptions');
    const pages = main(page).getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    expect(await shown()).toEqual(references.slice(0, 10));
    await pages.getByRole('link', { name: 'Next' }).click();
    await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(await shown()).toEqual(references.slice(10));
    await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0);
    await pages.getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL('/dashboard/adoptions');
    for (const query of ['0', '-1', 'x', '3', '1e1', '1&page=2'])
      expect((await page.request.get(`/dashboard/adoptions?page=${query}`)).status(), query).toBe(404);
  });
});

test.describe('the documents', () => {
  test('summary and receipt are downloaded under their names, reported by toasts, and confirmed under /verify (A-72)', async ({
    page,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const course = await seed.course({ branch: 'Civil Engineering' });
    const { reference, transactionId } = await adopt(database, session, [[course, 3]]);
    await page.goto('/dashboard/adoptions');
    const own = entry(page, reference);

    const summary = await downloadPdf(page, own.getByRole('button', { name: 'Adoption summary' }));
    await expect(toast(page, 'Adoption summary downloaded successfully!')).toBeVisible();
    expect(summary.name).toMatch(/^adoption_summary_\d{4}-\d{2}-\d{2}\.pdf$/);
    const receipt = await downloadPdf(page, own.getByRole('button', { name: 'Receipt' }));
    await expect(toast(page, 'Receipt downloaded successfully!')).toBeVisible();
    expect(receipt.name).toMatch(/^adoption_receipt_\d{4}-\d{2}-\d{2}\.pdf$/);
    for (const { text } of [summary, receipt]) {
      expect(text).toContain(reference);
      expect(text).toContain('Civil Engineering');
      expect(text).toContain('₹3,75,000.00');
      expect(text).toContain('Test payment: no money was charged');
      expect(text.replaceAll(' ', '')).toContain(transactionId);
    }
    await page.goto(`/verify/${reference}`);
    await expect(main(page)).toContainText('This adoption is genuine');
  });

  test('R-ERR-08 a failed document shows the message of the server, or else the fallback', async ({
    page,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const { reference } = await adopt(database, session, [[await seed.course(), 3]]);
    const bodies: object[] = [
      { code: 'internal' },
      { message: 'Too many documents are being made. Please try again shortly.' },
    ];
    await page.route('**/api/billing/*/receipt', (route) => route.fulfill({ status: 503, json: bodies.shift() }));
    await page.goto('/dashboard/adoptions');
    const button = entry(page, reference).getByRole('button', { name: 'Receipt' });
    await button.click();
    await expect(toast(page, 'Failed to generate PDF. Please try again.')).toBeVisible();
    await button.click();
    await expect(toast(page, 'Too many documents are being made.')).toBeVisible();
  });

  test('another sponsor cannot see it: its documents return 404 like an unknown id (A-24)', async ({
    page,
    browser,
    baseURL,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const { id, reference } = await adopt(database, session, [[await seed.course(), 3]]);
    const context = await browser.newContext({ baseURL });
    const stranger = await context.newPage();
    const foreign = await enter(stranger);
    await stranger.goto('/dashboard/adoptions');
    await expect(main(stranger)).toContainText('No adoptions yet');
    await expect(main(stranger)).not.toContainText(reference);
    for (const paper of ['summary', 'receipt']) {
      const path = (billing: string) => `/api/billing/${billing}/${paper}`;
      const refused = await context.request.get(path(id), { headers: bearer(foreign) });
      const unknown = await context.request.get(path(session.id), { headers: bearer(foreign) });
      expect([refused.status(), await refused.text()]).toEqual([404, await unknown.text()]);
      expect((await context.request.get(path(id))).status()).toBe(401);
      expect((await page.request.get(path(id), { headers: bearer(session) })).status()).toBe(200);
    }
    await context.close();
  });

  test('R-STATE-03 a session that ended meanwhile redirects to /login instead of downloading a document', async ({
    page,
    seed,
    database,
  }) => {
    const session = await enter(page);
    const { reference } = await adopt(database, session, [[await seed.course(), 3]]);
    await page.goto('/dashboard/adoptions');
    await database`delete from sessions where user_id = ${session.id}`;
    await entry(page, reference).getByRole('button', { name: 'Adoption summary' }).click();
    await expect(page).toHaveURL('/login?to=%2Fdashboard%2Fadoptions');
    expect((await storedSession(page)).token).toBeNull();
  });
});
