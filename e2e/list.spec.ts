import { CITIES, expect, test, type Page } from '../testing/e2e';
import {
  branchesOf,
  cardOf,
  choose,
  dialog,
  openSummary,
  seatsOf,
  storedSelection,
  summary,
  tickBox,
} from '../testing/e2e/selection';
import { toast } from '../testing/e2e/toast';

const listOf = (city: string, courseType = 'B.Tech') =>
  `/course-list/${encodeURIComponent(city)}${courseType ? `/${courseType}` : ''}`;
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true });
const branches = branchesOf;
const storedCart = async (page: Page) => (await storedSelection(page)).cart;

test('R-LIST-01 R-LIST-02 R-LIST-03 R-LIST-04 R-LIST-05 R-LIST-06 R-LIST-07 R-LIST-08 R-LIST-09 the courses of city and type by institute, then branch; a card shows branch, type, seats, price and years', async ({
  page,
  seed,
  database,
  baseURL,
}) => {
  const civil = await seed.course({ branch: 'Civil', institute: 'Zeta', adoptedSeats: 38, pricePaise: 1_25_000_50 });
  await seed.course({ branch: 'Mechanical', institute: 'Zeta', totalSeats: 120 });
  await seed.course({ branch: 'Textile', institute: 'Alpha' });
  await seed.course({ branch: 'Alone', institute: null });
  await seed.course({ branch: 'Fitter', courseType: 'ITI' });
  await seed.course({ branch: 'Plastics', courseType: 'Diploma' });
  await seed.course({ branch: 'Elsewhere', city: 'Far Nagar' });
  await database`update courses set duration_years = 4 where id = ${civil.id}`;
  await page.goto(listOf(seed.city));
  await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${seed.city}` })).toBeVisible();
  await expect(page).toHaveTitle(`B.Tech seats in ${seed.city} · Seat Adoption`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Alpha', 'Zeta', 'Other Institutes']);
  await expect(branches(page)).toHaveText(['Textile', 'Civil', 'Mechanical', 'Alone']);
  await expect(page.getByRole('region', { name: 'Zeta' }).getByRole('article')).toHaveCount(2);
  const card = cardOf(page, 'Civil');
  for (const text of ['B.Tech', '4-year B.Tech', '22/60 seats left', '₹1,25,000.50 per seat per year'])
    await expect(card).toContainText(text);
  await tickBox(card).check();
  await expect(card.getByRole('img', { name: '38 adopted, 1 yours, 21 more left' })).toBeVisible();
  await tickBox(card).uncheck();
  await tickBox(cardOf(page, 'Mechanical')).check();
  await expect(cardOf(page, 'Mechanical')).toContainText('One seat drawn stands for 2.');
  await tickBox(cardOf(page, 'Mechanical')).uncheck();
  await expect(cardOf(page, 'Mechanical')).not.toContainText('-year');

  await page.goto(listOf(seed.city, ''));
  await expect(branches(page)).toHaveText(['Textile', 'Plastics', 'Fitter', 'Civil', 'Mechanical', 'Alone']);
  await tickBox(card).check();
  await proceed(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Civil' })).toContainText('4-year course');
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.goto(`/plan?${new URLSearchParams({ budget: '10 lakh', place: seed.city, words: 'civil' })}`);
  await expect(page.getByText('4 वर्ष का पाठ्यक्रम')).toHaveCount(1);
});

test('R-LIST-21 R-LIST-22 R-LIST-26 A-35 A-38 back links, a city without courses, an empty catalogue, and spellings of city and type', async ({
  page,
  emptyURL,
}) => {
  await page.goto(listOf(CITIES[0]!.toUpperCase(), 'b.tech'));
  await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${CITIES[0]}` })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Cities' }).click();
  await expect(page).toHaveURL('/select-region/B.Tech');
  await page.goto(listOf(CITIES[0]!, ''));
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(page).toHaveURL('/select-region');
  await page.goto(listOf('Nowhere at all'));
  await expect(page.getByRole('heading', { name: 'No courses available in this city' })).toBeVisible();
  await expect(page.getByText('Please select another city')).toBeVisible();
  expect((await page.request.get(listOf(CITIES[0]!, 'B.Arch'))).status()).toBe(404);
  expect((await page.request.get('/course-list/%E0%A4/B.Tech')).status()).toBe(400);
  await page.goto(emptyURL + listOf('Bhopal'));
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
  await expect(page.getByText('No valid courses available')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeEnabled();
});

test(
  'R-LIST-10 R-LIST-11 R-LIST-12 R-LIST-13 R-LIST-14 R-LIST-15 R-LIST-16 R-LIST-17 R-STATE-11 R-STATE-12 R-STATE-13 tick, count and untick: card and summary follow',
  { tag: '@phone' },
  async ({ page, seed }) => {
    await seed.course({ branch: 'Civil', adoptedSeats: 19 });
    await seed.course({ branch: 'Textile', pricePaise: 10_50 });
    await seed.course({ branch: 'Full', adoptedSeats: 60 });
    await page.goto(listOf(seed.city));
    const card = cardOf(page, 'Civil');
    await expect(tickBox(card)).toBeEnabled();
    await expect(cardOf(page, 'Full').getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
    await expect(seatsOf(card)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Selected Courses Summary' })).toBeHidden();
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
    await expect(card).toContainText('1/60 Seats adopted₹1,25,000.00');
    for (const [name, value] of [
      ['min', '1'],
      ['max', '41'],
      ['placeholder', 'Max 41'],
    ] as const)
      await expect(seatsOf(card)).toHaveAttribute(name, value);
    await seatsOf(card).fill('12');
    await expect(card).toContainText('12/60 Seats adopted₹15,00,000.00');
    await expect(card.getByRole('img', { name: '19 adopted, 12 yours, 29 more left' })).toBeVisible();
    await card.getByRole('button', { name: 'One seat more' }).click();
    await expect(card).toContainText('13/60 Seats adopted');
    await card.getByRole('button', { name: 'One seat fewer' }).click();
    await expect(card).toContainText('12/60 Seats adopted');
    await choose(page, 'Textile', 3);
    await openSummary(page);
    await expect(summary(page).getByRole('listitem')).toHaveText([
      /Civil.*12 × ₹1,25,000\.00₹15,00,000\.00/,
      /Textile.*3 × ₹10\.50₹31\.50/,
    ]);
    await expect(summary(page)).toContainText('15 seats₹15,00,031.50');
    await tickBox(card).uncheck();
    await expect(seatsOf(card)).toBeHidden();
    await expect(summary(page).getByRole('listitem')).toHaveCount(1);
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
  },
);

test('R-VAL-25 R-VAL-26 R-VAL-27 R-VAL-28 R-VAL-29 R-LIST-27 A-42 refused numbers change nothing, an emptied one counts as none, and nothing is locked without seats', async ({
  page,
  seed,
}) => {
  await seed.course({ branch: 'Civil', adoptedSeats: 19 });
  await page.goto(listOf(seed.city));
  await choose(page, 'Civil', 41);
  const card = cardOf(page, 'Civil');
  const seats = seatsOf(card);
  const name = `Civil, ${seed.city} Engineering College`;
  await seats.fill('42');
  await expect(toast(page, 'Maximum available seats: 41')).toBeVisible();
  await expect(seats).toHaveValue('41');
  await expect(seats).toHaveAttribute('aria-invalid', 'true');
  await expect(card).toContainText('41/60 Seats adopted₹51,25,000.00');
  await expect(seats).toHaveAccessibleName(`Number of seats: ${name}`);
  await expect(seats).toHaveAccessibleDescription('From 1 to 41 Maximum available seats: 41');
  await card.getByRole('button', { name: 'One seat more' }).click();
  await expect(seats).toHaveValue('41');
  await card.getByRole('button', { name: 'One seat fewer' }).click();
  await expect(seats).toHaveAccessibleDescription('From 1 to 41');
  await expect(seats).not.toHaveAttribute('aria-invalid');
  await seats.selectText();
  await seats.pressSequentially('-');
  await expect(toast(page, 'Number of seats cannot be negative')).toBeVisible();
  await expect(seats).toHaveValue('40');
  await seats.selectText();
  await seats.pressSequentially('2.7');
  await expect(card).toContainText('2/60 Seats adopted');
  await seats.blur();
  await expect(seats).toHaveValue('2');
  await seats.fill('');
  await expect(card).toContainText('0/60 Seats adopted₹0.00');
  await expect(tickBox(card)).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Selected Courses Summary' })).toBeHidden();
  await proceed(page).click();
  await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
  await expect(page).toHaveURL(listOf(seed.city));
  expect(await storedCart(page)).toBeUndefined();
});

test('R-LIST-18 R-LIST-19 R-LIST-20 R-ENT-11 A-44 Proceed to Lock saves what is chosen without a dialog, beside that of other cities and tabs; the list opens with it, and unticking removes it', async ({
  page,
  context,
  seed,
}) => {
  const other = `${seed.city} Two`;
  const course = await seed.course({ branch: 'Civil', pricePaise: 1_25_000_50 });
  const { id } = await seed.course({ branch: 'Textile', city: other });
  const second = await context.newPage();
  await page.goto(listOf(seed.city));
  await second.goto(listOf(other));
  await choose(page, 'Civil', 4);
  await choose(second, 'Textile', 3);
  await proceed(page).click();
  await expect(page).toHaveURL('/cart');
  expect(await storedCart(page)).toEqual({
    [course.id]: {
      id: course.id,
      selectedSeats: 4,
      pricePerSeat: 125000.5,
      totalPrice: 500002,
      branch: 'Civil',
      courseName: 'B.Tech',
      city: seed.city,
      institute: `${seed.city} Engineering College`,
      session: expect.stringMatching(/^\d{4}-\d{2}$/),
      study_year: 1,
    },
  });
  await proceed(second).click();
  await expect(second).toHaveURL('/cart');
  expect(Object.keys((await storedCart(second))!).sort()).toEqual([course.id, id].toSorted());
  await expect(page.getByRole('link', { name: '7 seats in the cart' })).toBeVisible();
  await second.close();

  await page.goto(listOf(seed.city));
  await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('4');
  await tickBox(cardOf(page, 'Civil')).uncheck();
  await page.getByRole('link', { name: 'Cart' }).first().click();
  await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
  await expect(page).toHaveURL('/cart');
  expect(Object.keys((await storedCart(page))!)).toEqual([id]);
});

test('R-LIST-23 R-STATE-16 A-45 leaving by a link asks for confirmation, of which nothing is left with the change undone; a link to the cart saves', async ({
  page,
  context,
  seed,
}) => {
  const { id } = await seed.course({ branch: 'Civil' });
  const here = listOf(seed.city);
  const back = page.getByRole('link', { name: 'Back to Cities' });
  const asked: string[] = [];
  page.on('dialog', async (browserDialog) => {
    asked.push(browserDialog.type());
    await browserDialog.accept();
  });
  await page.goto(here);
  await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
  await page.reload();
  expect(asked).toEqual([]);
  await choose(page, 'Civil', 2);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
  await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();

  await choose(page, 'Civil', 3);
  const opened = context.waitForEvent('page');
  await back.click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL('/select-region/B.Tech');
  await (await opened).close();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await back.click();
  await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
  await expect(page).toHaveURL(here);
  await expect(page.getByRole('button', { name: 'Stay Here' })).toBeFocused();
  await page.getByRole('button', { name: 'Stay Here' }).click();
  await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('3');
  await back.click();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page).toHaveURL('/select-region/B.Tech');
  expect(await storedCart(page)).toBeUndefined();

  await page.goto(here);
  await choose(page, 'Civil');
  await tickBox(cardOf(page, 'Civil')).uncheck();
  await back.click();
  await expect(page).toHaveURL('/select-region/B.Tech');
  await page.goto(here);
  await choose(page, 'Civil', 3);
  await page.getByRole('link', { name: 'Cart' }).first().click();
  await expect(dialog(page, 'Confirm Selection')).toBeVisible();
  await page.getByRole('button', { name: 'Review Selection' }).click();
  await expect(page).toHaveURL(here);
  await page.getByRole('link', { name: 'Cart' }).first().click();
  await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
  await expect(page).toHaveURL('/cart');
  expect(await storedCart(page)).toMatchObject({ [id]: { selectedSeats: 3 } });
});

test('R-STATE-16 Back and Forward ask for confirmation, also when pressed again; stay keeps the selection, discard goes on, and the history stays whole', async ({
  page,
  seed,
}) => {
  await seed.course({ branch: 'Civil' });
  const here = listOf(seed.city);
  const back = () => page.evaluate(() => history.back());
  const forward = () => page.evaluate(() => history.forward());
  // The list is opened from the city picker, so that Back stays within the site.
  await page.goto('/select-region/B.Tech?view=list');
  await page.locator(`a[href="${here}"]`).click();
  await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
  const entries = await page.evaluate(() => history.length);
  await choose(page, 'Civil', 2);
  await back();
  await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
  await back();
  await expect(page).toHaveURL(here);
  await page.getByRole('button', { name: 'Stay Here' }).click();
  await expect(dialog(page, 'Unsaved Changes')).toBeHidden();
  await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('2');
  await back();
  await page.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(page).toHaveURL(/\/select-region\/B\.Tech/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await forward();
  await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
  await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();

  await page.getByRole('link', { name: 'Back to Cities' }).click();
  await expect(page).toHaveURL('/select-region/B.Tech');
  await page.goBack();
  await choose(page, 'Civil', 2);
  await forward();
  await page.getByRole('button', { name: 'Stay Here' }).click();
  await expect(page).toHaveURL(here);
  await tickBox(cardOf(page, 'Civil')).uncheck();
  await forward();
  await expect(page).toHaveURL('/select-region/B.Tech');
});
