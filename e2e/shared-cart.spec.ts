import { chooseSeats, signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { tabTo } from '../testing/e2e/keyboard';
import { downloadPdf } from '../testing/e2e/pdf';
import { pdfPages } from '../testing/db/pdf';
import { cutOff, expectShape } from '../testing/e2e/shape';
import { storedSelection } from '../testing/e2e/selection';
import { putInCart } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';
import { hindi } from '../testing/e2e/translations';

const line = (page: Page, branch: string) => page.getByRole('listitem').filter({ hasText: branch }).first();
const totals = (page: Page) => page.getByRole('region', { name: 'Total now' });
const takeOver = (page: Page) => page.getByRole('button', { name: 'Take over into my cart' });
const linkField = (page: Page) => page.getByLabel('Link to this cart');

/** Shares the cart on the open page; returns the path of its link. */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share This Cart' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  return new URL(await linkField(page).inputValue()).pathname;
}

/** Shares lines by the API; returns the path of the link. */
async function sharePath(page: Page, lines: readonly (readonly [{ id: string }, number])[]): Promise<string> {
  const selected_courses = lines.map(([{ id: course_id }, selectedSeats]) => ({ course_id, selectedSeats }));
  const response = await page.request.post('/api/cart/share', { data: { selected_courses } });
  return new URL(((await response.json()) as { url: string }).url).pathname;
}

const seatsInCart = async (page: Page) =>
  Object.values((await storedSelection(page)).cart ?? {}).map(
    (entry) => (entry as { selectedSeats: number }).selectedSeats,
  );

test('a cart becomes a link: somebody else sees the prices and seats of now, reads the proposal and takes it over', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  database,
  seed,
  viewport,
}) => {
  const [same, dearer, scarce, closed] = [
    await seed.course({ branch: 'Civil' }),
    await seed.course({ branch: 'Mining' }),
    await seed.course({ branch: 'Textile', courseType: 'ITI' }),
    await seed.course({ branch: 'Welder', courseType: 'ITI' }),
  ];
  await putInCart(page, [
    [same, 2],
    [dearer, 3],
    [scarce, 12],
    [closed, 1],
  ]);
  await page.goto('/cart');
  const path = await share(page);
  await database`update courses set price_paise = 13000000 where id = ${dearer.id}`;
  await database`update courses set adopted_seats = 55 where id = ${scarce.id}`;
  await database`update courses set is_open = false where id = ${closed.id}`;

  const colleague = await (await browser.newContext({ baseURL, extraHTTPHeaders, viewport })).newPage();
  await colleague.goto(path);
  await expect(colleague.getByRole('heading', { level: 1, name: 'Shared Cart' })).toBeVisible();
  await expect(colleague.getByText('18 seats in 4 courses, shared on')).toBeVisible();
  await expect(colleague.getByText('3 courses have changed since.')).toBeVisible();
  await expect(line(colleague, 'Civil')).toContainText('60/60 seats left');
  await expect(line(colleague, 'Civil')).toContainText('2 x ₹1,25,000.00');
  await expect(line(colleague, 'Mining')).toContainText('The price was ₹1,25,000.00.');
  await expect(line(colleague, 'Textile')).toContainText('Only 5 seats are left; 12 were chosen.');
  await expect(line(colleague, 'Textile')).toContainText('5 x ₹1,25,000.00');
  await expect(line(colleague, 'Welder')).toContainText('No longer offered: not part of the total.');
  await expect(totals(colleague)).toContainText('₹12,65,000.00');
  await expect(totals(colleague)).toContainText('₹22,50,000.00');
  await expectShape(colleague);
  await expectAccessible(colleague);

  const { name, text } = await downloadPdf(colleague, colleague.getByRole('link', { name: 'Proposal as PDF' }));
  expect(name).toMatch(/^seat_proposal_[\d-]{10}\.pdf$/);
  for (const said of ['Proposal', 'not an adoption', 'Civil', '₹12,65,000.00']) expect(text).toContain(said);
  expect(text).not.toMatch(/SA-|Welder|verify/);

  await takeOver(colleague).click();
  await expect(colleague).toHaveURL('/cart');
  await expect(
    toast(colleague, '3 courses are in your cart now. 1 of them has fewer seats than in the link: no more are left.'),
  ).toContainText('1 course cannot be adopted any more and is left out.');
  await expect(colleague.getByRole('region', { name: 'Total Amount' })).toContainText('₹12,65,000.00');
  await expect(colleague.getByRole('link', { name: '10 seats in the cart' })).toBeVisible();
  // The cart that was shared is unchanged, but for what the catalogue changed.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Total Amount' })).toContainText('₹12,65,000.00');
});

test('a cart is proposed with sender and note; who has the link declines or approves, and the cart says who did', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  viewport,
  seed,
}) => {
  await putInCart(page, [[await seed.course({ branch: 'Civil' }), 2]]);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Share This Cart' }).click();
  const sender = page.getByLabel('Your name (optional)');
  await sender.fill('see www.example.com');
  await page.getByLabel('Company (optional)').fill('<b>Narmada</b> Motors');
  await page.getByLabel('Note (optional)').fill('=SUM(A1) For the plant in Pithampur');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(sender).toHaveAccessibleDescription(/leave out web addresses/);
  await sender.fill('Asha Verma');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const path = new URL(await linkField(page).inputValue()).pathname;
  await expect(page.getByText('Nobody has decided yet.')).toBeVisible();

  const colleague = await (await browser.newContext({ baseURL, extraHTTPHeaders, viewport })).newPage();
  await colleague.goto(path);
  await expect(colleague.getByText('Proposed by Asha Verma, <b>Narmada</b> Motors')).toBeVisible();
  await expect(colleague.getByText('=SUM(A1) For the plant in Pithampur')).toBeVisible();
  await expect(totals(colleague)).toContainText(/for \d{4}-\d{2}/);
  await expect(colleague.getByText('It reserves no seats.')).toBeVisible();
  const approve = colleague.getByRole('button', { name: 'Approve' });
  // The sum and the decision are seen at once, on a phone as well.
  await expect(approve).toBeInViewport();
  await colleague.getByLabel('Your name').fill('Meera Joshi');
  await colleague.getByText('Note (optional)').first().click();
  await colleague.getByRole('textbox', { name: 'Note (optional)' }).fill('Within this year’s budget');
  await approve.click();
  await expect(colleague.getByText('Approved by Meera Joshi')).toBeVisible();
  await expectShape(colleague);
  await expectAccessible(colleague);
  const { text } = await downloadPdf(colleague, colleague.getByRole('link', { name: 'Proposal as PDF' }));
  for (const said of ['Asha Verma', 'For the plant', 'Approved by Meera Joshi', '/shared-cart/'])
    expect(text).toContain(said);

  await page.reload();
  await expect(linkField(page)).not.toBeFocused();
  await expect(page.getByText(/^Approved by Meera Joshi on/)).toBeVisible();
  await expect(page.getByText('An approval binds nobody and does not reserve the seats.')).toBeVisible();
  await expectAccessible(page);
});

test('taking over asks before other seats of a course are replaced', async ({ page, seed }) => {
  const [one, two] = [await seed.course({ branch: 'Civil' }), await seed.course({ branch: 'Mining' })];
  const path = await sharePath(page, [
    [one, 5],
    [two, 1],
  ]);
  const question = page.getByRole('alertdialog', { name: 'Which seats do you want?' });

  await putInCart(page, [[one, 2]]);
  await page.goto(path);
  await takeOver(page).click();
  await expect(question).toContainText('Your cart already has 1 of these courses');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await seatsInCart(page)).toEqual([2]);

  await takeOver(page).click();
  await question.getByRole('button', { name: 'Keep those of my cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(toast(page, '1 course is in your cart now.')).toBeVisible();
  expect((await seatsInCart(page)).toSorted()).toEqual([1, 2]);

  await page.goto(path);
  await takeOver(page).click();
  await question.getByRole('button', { name: 'Take those of the link' }).click();
  await expect(page).toHaveURL('/cart');
  await expect.poll(async () => (await seatsInCart(page)).toSorted()).toEqual([1, 5]);

  // Nothing differs any more: nothing to ask.
  await page.goto(path);
  await takeOver(page).click();
  await expect(page).toHaveURL('/cart');
});

test('the link is copied, or stays selected if the browser refuses, and is handed to another app where the browser can; another number of seats needs another, and a course that closed meanwhile a new cart', async ({
  page,
  context,
  database,
  seed,
}) => {
  const [open, closing] = [await seed.course({ branch: 'Civil' }), await seed.course({ branch: 'Mining' })];
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const given: unknown[] = [];
    Object.assign(window, { given });
    navigator.share = async (data) => void given.push(data);
  });
  await putInCart(page, [
    [open, 2],
    [closing, 1],
  ]);
  // The cart asks for current courses once when it opens.
  const refreshed = page.waitForResponse('**/api/courses?**');
  await page.goto('/cart');
  await refreshed;
  const path = await share(page);
  await expect(linkField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(path);
  await page.getByRole('button', { name: 'Send' }).click();
  const given = await page.evaluate(() => (window as unknown as { given: { url: string }[] }).given);
  expect(given.map(({ url }) => new URL(url).pathname)).toEqual([path]);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The browser did not copy it.')).toBeVisible();
  await expect(linkField(page)).toBeFocused();
  expect(await page.evaluate(() => getSelection()!.toString())).toContain(path);

  await line(page, 'Civil').getByRole('button', { name: 'One seat more' }).click();
  await expect(linkField(page)).toBeHidden();
  await database`update courses set is_open = false where id = ${closing.id}`;
  await page.getByRole('button', { name: 'Share This Cart' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByText('Your cart has changed since you filled it')).toBeVisible();
  await expect(page.getByRole('region', { name: 'B.Tech' })).not.toContainText('Mining');
  await page.getByRole('button', { name: 'Make the link' }).click();
  expect(new URL(await linkField(page).inputValue()).pathname).not.toBe(path);
});

test('security 76: an ended, an unknown and a malformed link have one page, and no search engine keeps any', async ({
  page,
  database,
  seed,
}) => {
  const path = await sharePath(page, [[await seed.course(), 2]]);
  const open = await page.goto(path);
  expect(open!.status()).toBe(200);
  expect(open!.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
  expect(open!.headers()['cache-control']).toMatch(/^(?=.*\bprivate\b)(?=.*\bno-store\b)/);
  await database`update shared_carts set expires_at = now() where lines::text like ${`%${seed.city}%`}`;
  for (const address of [
    path,
    `/shared-cart/${'A'.repeat(43)}`,
    '/shared-cart/unknown',
    '/shared-cart/%27%20or%20true',
  ]) {
    const response = await page.goto(address);
    expect(response!.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 2, name: 'This link does not work' })).toBeVisible();
    expect((await page.request.get(`/api/cart/share/${address.split('/').at(-1)}/pdf`)).status()).toBe(404);
  }
});

test('without JavaScript the page can be read, and the proposal downloaded in its language', async ({
  page,
  browser,
  baseURL,
  seed,
}) => {
  const path = await sharePath(page, [[await seed.course({ branch: 'Civil' }), 2]]);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  await context.addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  const plain = await context.newPage();
  await plain.goto(path);
  await expect(line(plain, 'सिविल')).toContainText('₹2,50,000.00');
  await expect(plain.locator('noscript [role="status"]')).toContainText(hindi('common').noScript);
  const href = await plain.getByRole('link', { name: hindi('sharedCart').proposal.button }).getAttribute('href');
  const [text] = await pdfPages(await (await plain.request.get(href!)).body());
  expect(text).toContain('सीटें आरक्षित नहीं होतीं');
});

test('all of it in Hindi, with branches in Hindi and English names marked as English', async ({
  page,
  baseURL,
  seed,
  database,
}) => {
  const course = await seed.course({ branch: 'Civil Engineering' });
  const fewer = await seed.course({ branch: 'Mining Engineering' });
  // Labels cannot mark the language of the names in them.
  const names = [seed.city, course.institute!];
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await putInCart(page, [
    [course, 2],
    [fewer, 9],
  ]);
  await page.goto('/cart');
  const words = hindi('cart').share;
  await page.getByRole('button', { name: words.button }).click();
  await page.getByRole('button', { name: words.make }).click();
  const path = new URL(await page.getByLabel(words.label).inputValue()).pathname;
  await expectHindi(page, names);
  const main = page.getByRole('main');
  await expect(main.getByText(course.institute!, { exact: true }).first()).toHaveAttribute('lang', 'en');
  await expect(main.getByText('सिविल इंजीनियरिंग', { exact: true }).first()).toBeVisible();
  await database`update courses set adopted_seats = 55, price_paise = 100 where id = ${fewer.id}`;
  await page.goto(path);
  await expect(line(page, 'माइनिंग इंजीनियरिंग')).toContainText('केवल 5 सीटें शेष हैं; 9 चुनी गई थीं।');
  await expectHindi(page, names);
  await expect(main.getByText('सिविल इंजीनियरिंग', { exact: true })).toBeVisible();
  await page.goto('/shared-cart/unknown');
  await expectHindi(page);
});

test('by keyboard alone: share, change the seats, take over', async ({ page, seed }) => {
  const course = await seed.course({ branch: 'Civil' });
  await putInCart(page, [[course, 2]]);
  await page.goto('/cart');
  await tabTo(page, page.getByRole('button', { name: 'Share This Cart' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your name (optional)')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(linkField(page)).toBeFocused();
  const path = new URL(await linkField(page).inputValue()).pathname;
  await page.goto('/cart');
  await tabTo(page, page.getByRole('spinbutton', { name: 'Number of seats' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await expect(page.getByRole('region', { name: 'Total Amount' })).toContainText('₹8,75,000.00');
  await page.goto(path);
  await tabTo(page, takeOver(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Take those of the link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('spinbutton')).toHaveValue('2');
});

test('a long cart fits a phone of 320 px, and prints', async ({ page, seed, database }) => {
  const courses = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      seed.course({
        branch: `Electronics and Telecommunication Engineering ${n}`,
        institute: `Samrat Ashok Technological Institute of ${seed.city}`,
        totalSeats: 5000,
        pricePaise: 12_50_000_00,
      }),
    ),
  );
  const path = await sharePath(
    page,
    courses.map((course) => [course, 1234] as const),
  );
  await database`update courses set adopted_seats = 4000 where id = ${courses[0]!.id}`;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(path);
  await expect(line(page, 'Engineering 0')).toContainText('Only 1,000 seats are left');
  expect(await cutOff(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(takeOver(page)).toBeHidden();
  await expect(totals(page)).toContainText('₹5,87,75,00,000.00');
});

test('the selection of the dashboard is shared on the page of its payment', async ({ page, seed, account }) => {
  const session = await signIn(page, account);
  await chooseSeats(page, session, [[await seed.course({ branch: 'Civil' }), 2]]);
  await page.goto('/dashboard/payment');
  await page.getByRole('button', { name: 'Share This Selection' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = page.getByLabel('Link to this selection');
  await expect(link).toBeFocused();
  await page.goto(new URL(await link.inputValue()).pathname);
  await expect(line(page, 'Civil')).toContainText('60/60 seats left');
  await expect(page.getByText('2 seats in 1 course, shared on')).toBeVisible();
});
