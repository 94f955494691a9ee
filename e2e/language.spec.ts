import type { BrowserContext } from '@playwright/test';
import { DEVANAGARI_COOKIE } from '@/lib/platform/i18n/devanagari-cookie';
import { signIn } from '../testing/e2e/account';
import { expect, test, type Page } from '../testing/e2e';
import { boxes, fillForm, newSponsor, putInCart } from '../testing/e2e/sponsor';
import { hindi } from '../testing/e2e/translations';
import { toast } from '../testing/e2e/toast';

const [common, errors, otp, payment] = [hindi('common'), hindi('errors'), hindi('otp'), hindi('payment')];

const toHindi = (page: Page) => page.getByRole('button', { name: 'हिन्दी' });
const toEnglish = (page: Page) => page.getByRole('button', { name: 'English' });
const speaks = (page: Page, language: 'en' | 'hi') => expect(page.locator('html')).toHaveAttribute('lang', language);
const remembered = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'language');

test("the first visit is in the browser's language, the API in that of Accept-Language, each in English without one (R-ERR-01)", async ({
  request,
}) => {
  for (const [accepted, language] of [
    ['hi-IN', 'hi'],
    ['en-IN', 'en'],
    ['fr-FR', 'en'],
  ] as const) {
    const answer = await request.get('/cart', { headers: { 'Accept-Language': accepted } });
    expect(await answer.text()).toMatch(new RegExp(`<html [^>]*lang="${language}"`));
    expect(answer.headers()['set-cookie']).toBeUndefined();
  }
  const login = async (language?: string) => {
    const answer = await request.post('/api/user/login', {
      data: { email: 'nobody@narmada.example', password: 'wrong password' },
      headers: { 'Accept-Language': language ?? '', Cookie: 'language=hi' },
    });
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await login('hi-IN,hi;q=0.9,en;q=0.5')).toBe(errors.auth.invalid_credentials);
  expect(await login()).toBe('Invalid email or password');
});

test.describe('the Devanagari fonts', () => {
  test.use({ locale: 'hi-IN' });

  test('load on the third page, and belong to later ones', async ({ page, context }) => {
    const html = async () => {
      const response = await page.request.get('/cart', { headers: { 'Accept-Language': 'hi' } });
      return /<html [^>]*class="([^"]*)"/.exec(await response.text())![1]!;
    };
    const isLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => /(text|display)Devanagari/.test(family) && status !== 'unloaded',
        ),
      );
    const brand = page.getByRole('link', { name: 'Seat Adoption' }).first();
    const first = await html();
    await page.goto('/cart');
    await page.waitForLoadState('networkidle');
    expect(await isLoaded()).toBe(false);
    await brand.click();
    await expect(page).toHaveURL('/');
    await page.waitForLoadState('networkidle');
    expect(await isLoaded()).toBe(false);
    await page.locator('a[href="/select-region/B.Tech"]').first().click();
    await expect(page).toHaveURL('/select-region/B.Tech');
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === DEVANAGARI_COOKIE)).toBe(true);
    expect(await isLoaded()).toBe(true);
    const later = await html();
    expect(later).not.toBe(first);
    await expect(page.locator('html')).toHaveClass(first);
    await page.goBack();
    await expect(page).toHaveURL('/');
    const classes = async () => (await page.locator('html').getAttribute('class'))!.split(' ').sort();
    await expect.poll(classes).toEqual(later.split(' ').sort());
  });

  test('all fonts of the landing page and the map weigh at most 60 kB on a first visit', async ({ page }) => {
    const fonts: Promise<number>[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'font') return;
      fonts.push(request.response().then(async (response) => (await response!.body()).byteLength));
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await page.locator('a[href="/select-region/B.Tech"]').first().click();
    await expect(page).toHaveURL('/select-region/B.Tech');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A font that the page wants is requested when it is laid out.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 2_000)));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const bytes = (await Promise.all(fonts)).reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: 'font bytes', description: String(bytes) });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });
});

test('switching during the form and the code step loses no input and continues in the other language', async ({
  page,
  seed,
  outbox,
}) => {
  const sponsor = newSponsor();
  await putInCart(page, [[await seed.course({ branch: 'Civil', totalSeats: 5 }), 3]]);
  await page.goto('/payment');
  await fillForm(page, { ...sponsor, email: 'radhika' });
  await page.getByLabel('Industry').focus();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await toHindi(page).focus();
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Enter');
  await speaks(page, 'hi');
  await expect(toEnglish(page)).toBeFocused();
  await expect(toEnglish(page)).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('status').filter({ hasText: common.language })).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await expect(page.getByText(errors.sponsor.email_invalid)).toBeVisible();
  await expect(page.getByText('Invalid email address')).toHaveCount(0);
  const email = page.getByLabel(payment.form.email, { exact: true });
  await expect(email).toHaveValue('radhika');
  await expect(page.getByLabel(payment.form.company)).toHaveValue(sponsor.company);
  await expect(page.getByRole('link', { name: /कार्ट में 3 सीटें/ })).toBeVisible();

  await email.fill(sponsor.email);
  await page.getByRole('button', { name: payment.form.send }).click();
  await page.getByLabel(otp.label).pressSequentially('12');
  await toEnglish(page).click();
  await speaks(page, 'en');
  await expect(boxes(page)).toHaveText(['1', '2', '', '', '', '']);
  await toHindi(page).click();
  await speaks(page, 'hi');
  await page.getByLabel(otp.label).press('Backspace');
  await page.getByLabel(otp.label).press('Backspace');
  await page.getByLabel(otp.label).fill(await outbox.latestCode(sponsor.email));
  await page.getByRole('button', { name: otp.verify }).click();
  const thanks = page.getByRole('alertdialog', { name: payment.thanks.title });
  await expect(thanks).toContainText(sponsor.company);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a failed switch leaves the page and its input unchanged, and shows a message; another tab switches when it becomes visible, and keeps its input', async ({
  page,
  seed,
}) => {
  await putInCart(page, [[await seed.course({ branch: 'Civil' }), 1]]);
  await page.goto('/payment');
  await page.getByLabel('Full Name').fill('Radhika');
  await page.route('**/api/language', (route) => route.abort());
  await toHindi(page).click();
  await expect(toast(page, 'The service is not available right now.')).toBeVisible();
  await page.unroute('**/api/language');
  await page.route('**/api/language', (route) => route.fulfill({ status: 503, body: 'no' }));
  // By keyboard: the toast covers the switch, and stays while the pointer is over it.
  await toHindi(page).press('Enter');
  await expect(toHindi(page)).toHaveAttribute('aria-busy', 'false');
  await speaks(page, 'en');
  await expect(page.getByLabel('Full Name')).toHaveValue('Radhika');
  await page.unroute('**/api/language');
  const other = await page.context().newPage();
  await other.goto('/cart');
  await toHindi(other).click();
  await speaks(other, 'hi');
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await speaks(page, 'hi');
  await expect(page.getByLabel(payment.form.fullName)).toHaveValue('Radhika');
});

test('a selected language is remembered for a year, overrides the browser’s language, and persists after login', async ({
  page,
  account,
}) => {
  await page.goto('/');
  await toHindi(page).click();
  await speaks(page, 'hi');
  const { expires = 0 } = (await remembered(page.context())) ?? {};
  expect(expires - Date.now() / 1000).toBeGreaterThan(364 * 24 * 60 * 60);
  await signIn(page, account);
  await page.goto('/dashboard');
  await speaks(page, 'hi');
  await page.goto('/admin/login');
  await speaks(page, 'en');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the switch returns to the same page with its query, in both directions', async ({ page }) => {
    await page.goto('/course-list/Indore/B.Tech?from=map&x=a%20b');
    await toHindi(page).click();
    await expect(page).toHaveURL('/course-list/Indore/B.Tech?from=map&x=a+b');
    await speaks(page, 'hi');
    await expect(page.getByRole('link', { name: hindi('list').backToCities })).toBeVisible();
    await toEnglish(page).click();
    await speaks(page, 'en');
  });
});

test('security 45: the switch leads to no other site', async ({ request }) => {
  for (const to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\r\nSet-Cookie: a=b',
    `/${'a'.repeat(3000)}`,
  ]) {
    const answer = await request.post('/api/language', { form: { locale: 'hi', to }, maxRedirects: 0 });
    expect(answer.status(), to).toBe(400);
    expect(answer.headers()['set-cookie'], to).toBeUndefined();
  }
});

test('at 320 px the header shows its names, a full cart and the dashboard link in both languages', async ({
  page,
  seed,
  account,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, account);
  await putInCart(page, [[await seed.course({ branch: 'Civil', totalSeats: 2000 }), 1500]]);
  await page.goto('/verify/unknown');
  for (const language of ['en', 'hi'] as const) {
    await speaks(page, language);
    await expect(page.getByRole('banner').getByText('999+')).toBeVisible();
    const parts = await page.getByRole('banner').locator('a, button').filter({ visible: true }).all();
    const spans = await Promise.all(parts.map((part) => part.boundingBox()));
    const boxes = spans.filter((box) => box !== null).sort((a, b) => a.x - b.x);
    for (const box of boxes) {
      // A long name moves the links to a row of their own.
      const before = boxes
        .filter(({ x, y, height }) => x < box.x && y < box.y + box.height && box.y < y + height)
        .at(-1);
      expect(box.x).toBeGreaterThanOrEqual(before ? before.x + before.width : 0);
      expect(box.x + box.width).toBeLessThanOrEqual(320);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    if (language === 'en') await toHindi(page).click();
  }
});
