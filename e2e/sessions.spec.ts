import type { Locale } from '@/lib/platform/i18n/locale';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { endPauses } from '../testing/e2e/checkout';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, type Locator, type Page } from '../testing/e2e';
import { runJobs } from '../testing/e2e/jobs';
import { tabAndPress } from '../testing/e2e/keyboard';
import { test } from '../testing/e2e/own-app';
import { newSponsor, type TestSponsor } from '../testing/e2e/sponsor';
import { textsOf } from '../testing/e2e/translations';

const DAY_MS = 86_400_000;

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

/** What a sponsor reads that has numbers in it. */
const SAID = {
  en: {
    reserved: (seats: number) => new RegExp(`^${seats} seats are reserved until .* left\\.$`),
    supports: 'You support 4 seats, year 1 of 2. Year 2:',
    partly: '3 of 4 seats are renewed',
    end: /^Give back 1 seat: /,
    wish: '2 seats, at least 2',
    offer: '2 seats are free for you until',
    invited: /^Renew 4 seats for /,
    free: /2 seats are free for you: Borehole Craft/,
  },
  hi: {
    reserved: (seats: number) => new RegExp(`^${seats} सीटें .* तक आरक्षित हैं।`),
    supports: 'आप 4 सीटों को सहयोग दे रहे हैं, 2 में से वर्ष 1। वर्ष 2:',
    partly: 'के लिए 4 सीटों में से 3 आगे अपनाई जा चुकी हैं',
    end: /^1 सीट लौटाएँ: /,
    wish: '2 सीटें, कम से कम 2',
    offer: '2 सीटें आपके लिए',
    invited: /सीटें आगे भी अपनाएँ|आगे अपनाएँ/,
    free: /Borehole Craft/,
  },
};

/** A sponsor at a desk, who has no mouse, or with a phone. */
class Visitor {
  readonly texts;
  readonly said;
  readonly sponsor: TestSponsor = newSponsor();
  page!: Page;
  private codes = 0;

  constructor(private readonly locale: Locale) {
    this.texts = textsOf(locale);
    this.said = SAID[locale];
  }

  /** Presses a button, link or box: with a key, or with a finger. */
  async press(target: Locator, key = 'Enter') {
    if (this.locale === 'en') await tabAndPress(this.page, target, key);
    else await target.click();
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true });

  /** Enters the newest code that was sent, once the form asks for it. */
  async enterCode(codeOf: (to: string, options: { sent: number }) => Promise<string>) {
    const field = this.page.getByLabel(this.texts.otp.label);
    await field.waitFor();
    await field.fill(await codeOf(this.sponsor.email, { sent: ++this.codes }));
    await this.press(this.button(this.texts.otp.verify));
  }

  /** The page fits, axe finds nothing, and in Hindi it has no English word but these. */
  async checkPage(names: readonly string[] = []) {
    await expectAccessible(this.page);
    expect(
      await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    if (this.locale === 'hi') await expectHindi(this.page, [...names, ...Object.values(this.sponsor), 'IST']);
  }
}

// The app and its database stay on the later clock.
test.use({ ownName: 'later' });

test('two years, at a desk by keyboard and in Hindi on a phone: adopted, invited when the next session opens, renewed in part, the rest goes to those who wait and is adopted', async ({
  page,
  admin,
  own,
  database,
  seed,
  outbox,
  browser,
  baseURL,
  extraHTTPHeaders,
}) => {
  const course = await seed.course({ branch: 'Borehole Craft', totalSeats: 20 });
  await database`update courses set duration_years = 2 where id = ${course.id}`;
  const [first] = await database<{ name: string; year: number; last_day: string }[]>`
    select name, extract(year from first_day)::int as year, last_day::text from academic_sessions`;
  const [year, next] = [first!.year + 1, nameOf(first!.year + 1)];
  const list = `/course-list/${encodeURIComponent(course.city)}`;
  const names = [course.branch, course.city, course.institute!, 'B.Tech'];
  const [desk, phone] = [new Visitor('en'), new Visitor('hi')];
  const codeOf = outbox.latestCode.bind(outbox);

  /** New windows, at a moment. */
  const openWindows = async (ahead: number) => {
    desk.page = await browser.newPage({ baseURL, extraHTTPHeaders, viewport: { width: 1280, height: 800 } });
    const onPhone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, locale: 'hi-IN' };
    phone.page = await browser.newPage({ baseURL, extraHTTPHeaders, ...onPhone });
    for (const visitor of [desk, phone]) await visitor.page.clock.setSystemTime(Date.now() + ahead);
  };
  const both = (what: (visitor: Visitor) => Promise<void>) => Promise.all([desk, phone].map(what));
  /** The path of a link in the e-mail with this subject. */
  const linkOf = async ({ sponsor }: Visitor, subject: RegExp, link: RegExp) => {
    const find = async () =>
      (await outbox.messages(sponsor.email)).find((mail) => !mail.code && subject.test(mail.subject!));
    await expect.poll(find).toBeDefined();
    return link.exec((await find())!.text)![0];
  };
  const RESERVED = /\/shared-cart\/reserved\/[0-9a-f-]{36}/;

  /** Adopts what is in the cart. @returns the reference */
  const checkOut = async (visitor: Visitor) => {
    const { page: shown, texts, sponsor } = visitor;
    await visitor.press(shown.getByRole('link', { name: texts.cart.proceed, exact: true }));
    for (const [name, value] of Object.entries(sponsor))
      await shown.getByLabel(texts.payment.form[name as keyof TestSponsor], { exact: true }).fill(value);
    await endPauses(database);
    await visitor.press(visitor.button(texts.payment.form.send));
    await visitor.enterCode(codeOf);
    const thanks = shown.getByRole('alertdialog', { name: texts.payment.thanks.title });
    await expect(thanks).toBeVisible();
    const [reference] = /SA-[A-Z0-9-]+/.exec(await thanks.innerText())!;
    await visitor.press(thanks.getByRole('button', { name: texts.payment.thanks.continue }));
    await expect(thanks).toBeHidden();
    return reference!;
  };
  const references = new Map<Visitor, string>();

  await test.step('year 1: both adopt; sums name the session, courses do not', async () => {
    await openWindows(0);
    await both(async (visitor) => {
      const { page: shown, texts } = visitor;
      await shown.goto(list);
      const card = shown.getByRole('article').filter({ hasText: course.branch });
      await expect(card).not.toContainText(first!.name);
      await visitor.press(card.getByRole('checkbox', { name: texts.list.card.select }), 'Space');
      await card.getByRole('spinbutton').fill('4');
      await visitor.press(visitor.button(texts.list.summary.proceed));
      await expect(shown).toHaveURL('/cart');
      await expect(shown.getByRole('region', { name: texts.cart.total })).toContainText(first!.name);
      references.set(visitor, await checkOut(visitor));
      await shown.context().close();
    });
  });

  await test.step('both have paid', () => database`
    update billings set state = 'completed', received_paise = total_paise where reference = any(${[...references.values()]})`);

  const ahead = new Date(first!.last_day).getTime() + 20 * DAY_MS - Date.now();

  await test.step('a year later an administrator closes the session and opens the next one', async () => {
    await own.moveClock(ahead);
    await signInAdmin(page, admin);
    await page.goto('/admin/sessions');
    await page.getByRole('button', { name: `Close ${first!.name}` }).click();
    await page.getByRole('button', { name: 'Close the session' }).click();
    await expect(page.getByText(`${first!.name} is closed`)).toBeVisible();
    await planSession(page, year);
    await expect(page.getByText(/2 sponsors are invited to renew 8 seats/)).toBeVisible();
    await expectAccessible(page);
    await openSession(page, year);
    await runJobs(baseURL!);
  });

  const [second] = await database<{ id: string }[]>`select id from courses where session = ${next} and study_year = 2`;
  const state = async () => {
    const [row] = await database`
      select total_seats as total, adopted_seats as adopted, held_seats as held from courses where id = ${second!.id}`;
    return row;
  };
  expect(await state()).toEqual({ total: 8, adopted: 0, held: 8 });

  await test.step('year 2 is full: both ask to be told when two seats are free, who has the phone first', async () => {
    await openWindows(ahead);
    await desk.page.goto('/waiting/0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10');
    await expect(desk.page.getByText('This link does not work')).toBeVisible();
    for (const visitor of [phone, desk]) {
      const { page: shown, texts, said, sponsor } = visitor;
      const field = (name: 'seats' | 'min' | 'email') => shown.getByLabel(texts.waiting[name]);
      // Lists do not show a later year of study without free seats; an address kept from before still works.
      await shown.goto(list);
      await expect(shown.getByRole('article').filter({ hasText: course.branch })).toHaveCount(1);
      await shown.goto(`/waiting?course=${second!.id}`);
      await expect(shown.getByRole('heading', { level: 1, name: texts.waiting.title })).toBeVisible();
      await field('seats').fill('9');
      await field('min').fill('2');
      await field('email').fill(sponsor.email);
      await endPauses(database);
      await visitor.press(visitor.button(texts.waiting.send));
      await expect(field('seats')).toHaveAttribute('aria-invalid', 'true');
      await field('seats').fill('2');
      await visitor.checkPage(names);
      await visitor.press(visitor.button(texts.waiting.send));
      await visitor.enterCode(codeOf);
      await expect(shown.getByText(said.wish, { exact: false })).toBeVisible();
      await visitor.checkPage(names);
    }
  });

  await test.step('both renew three of four seats by the link of the invitation', () =>
    both(async (visitor) => {
      const { page: shown, texts, said } = visitor;
      await shown.goto(await linkOf(visitor, said.invited, RESERVED));
      await expect(shown).toHaveURL('/cart');
      await expect(shown.getByText(said.reserved(4))).toBeVisible();
      await visitor.press(shown.getByRole('button', { name: texts.list.card.fewer }));
      await visitor.checkPage(names);
      await checkOut(visitor);
    }));
  expect(await state()).toEqual({ total: 8, adopted: 6, held: 2 });

  const giveBack = async (visitor: Visitor) => {
    const { page: shown, texts, said } = visitor;
    await shown.goto(`/adoptions/${references.get(visitor)!}`);
    await endPauses(database);
    await visitor.press(visitor.button(texts.adoptionPage.access.send));
    await visitor.enterCode(codeOf);
    await expect(shown.getByText(said.supports, { exact: false })).toBeVisible();
    await visitor.checkPage(names);
    await visitor.press(shown.getByRole('link', { name: texts.adoptionPage.renewal.open }));
    await expect(shown.getByRole('heading', { level: 1, name: texts.adoptionPage.renewal.page })).toBeVisible();
    await visitor.checkPage(names);
    await visitor.press(shown.getByRole('button', { name: said.end }));
    await visitor.press(visitor.button(texts.adoptionPage.renewal.endYes));
    await expect(shown.getByText(texts.adoptionPage.renewal.nothing)).toBeVisible();
    await shown.goto(`/adoptions/${references.get(visitor)!}`);
    await expect(shown.getByText(said.partly, { exact: false })).toBeVisible();
  };
  const offersTo = async ({ sponsor, said }: Visitor) =>
    (await outbox.messages(sponsor.email)).filter((mail) => !mail.code && said.free.test(mail.subject!)).length;

  const takeOffer = async (visitor: Visitor) => {
    const { page: shown, texts, said } = visitor;
    const mail = /\/waiting\/[0-9a-f-]{36}/;
    const requests = await linkOf(visitor, said.free, mail);
    await shown.goto(requests);
    await expect(shown.getByText(said.offer, { exact: false })).toBeVisible();
    await visitor.checkPage(names);
    await shown.goto(await linkOf(visitor, said.free, RESERVED));
    await expect(shown).toHaveURL('/cart');
    await expect(shown.getByText(said.reserved(2))).toBeVisible();
    await checkOut(visitor);
    await shown.goto(requests);
    await visitor.press(shown.getByRole('button', { name: texts.waiting.withdraw }));
    await expect(shown.getByText(texts.waiting.none)).toBeVisible();
    await expect(shown.getByText(texts.waiting.ending.adopted)).toBeVisible();
  };

  await test.step('one seat that is given back is too few; two go to who asked first, and the next two to the other', async () => {
    await giveBack(desk);
    await runJobs(baseURL!);
    expect(await state()).toEqual({ total: 8, adopted: 6, held: 1 });
    expect([await offersTo(desk), await offersTo(phone)]).toEqual([0, 0]);
    await giveBack(phone);
    await runJobs(baseURL!);
    await takeOffer(phone);
    expect([await offersTo(desk), await state()]).toEqual([0, { total: 8, adopted: 8, held: 0 }]);
    await database`update courses set total_seats = 10 where id = ${second!.id}`;
    await runJobs(baseURL!);
    await takeOffer(desk);
    expect(await state()).toEqual({ total: 10, adopted: 10, held: 0 });
  });

  await test.step('the administrator reads what became of the invitations', async () => {
    await page.reload();
    await expect(page.getByRole('definition')).toHaveText([
      '8 seats, 2 sponsors',
      '6 seats, 2 sponsors',
      '2 seats, 2 sponsors',
      '0 seats, 0 sponsors',
    ]);
    await expectAccessible(page);
  });

  await test.step('with two open sessions courses name theirs, a filter appears, and the sum names both', async () => {
    await database`update academic_sessions set state = 'open'`;
    const { page: shown } = desk;
    const cards = shown.getByRole('article').filter({ hasText: 'Select Course', hasNotText: 'Tell me when' });
    // Open sessions may be a second old.
    await expect(async () => {
      await shown.goto(list);
      await expect(cards).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    await expect(cards.first()).toContainText(first!.name);
    await shown.getByText('Filter, sort, budget').click();
    await shown.getByLabel('Session').selectOption(next);
    await expect(shown).toHaveURL(/session=/);
    await expect(cards).toHaveCount(1);
    await cards.getByRole('checkbox').check();
    await shown.getByRole('link', { name: 'Clear filters' }).click();
    await expect(cards).toHaveCount(2);
    await cards.first().getByRole('checkbox').check();
    await shown.getByRole('button', { name: 'Proceed to Lock' }).click();
    await expect(shown).toHaveURL('/cart');
    await expect(shown.getByRole('region', { name: 'Total Amount' })).toContainText(`for ${first!.name} and ${next}`);
  });
});
