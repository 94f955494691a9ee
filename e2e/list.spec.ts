import { CITIES, expect, test, type Locator, type Page } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

const listOf = (city: string, courseType?: string) =>
  `/course-list/${encodeURIComponent(city)}${courseType ? `/${courseType}` : ''}`;
const cardOf = (page: Page, branch: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: branch, exact: true }) });
const tickBox = (card: Locator) => card.getByRole('checkbox', { name: 'Select Course' });
const seatsOf = (card: Locator) => card.getByRole('spinbutton', { name: 'Number of seats' });
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Lock' });
const summary = (page: Page) => page.getByRole('heading', { name: 'Selected Courses Summary' }).locator('..');

async function choose(page: Page, branch: string, seats = 1) {
  const card = cardOf(page, branch);
  await tickBox(card).check();
  if (seats !== 1) await seatsOf(card).fill(String(seats));
}

/** Opens the summary, which is collapsed into the dock on phones. */
async function openSummary(page: Page) {
  const dock = page.getByRole('button', { expanded: false }).filter({ hasText: 'seat' });
  if (await dock.isVisible()) await dock.click();
}

const storedCart = (page: Page) =>
  page.evaluate(() => {
    const stored = localStorage.getItem('course-selection-storage');
    return stored === null ? null : (JSON.parse(stored) as { state: { cart: Record<string, object> } }).state.cart;
  });

test.describe('what a list shows', () => {
  test('R-LIST-01 R-LIST-04 only the courses of the city and the type, sorted by branch', async ({ page, seed }) => {
    await seed.course({ branch: 'Mechanical' });
    await seed.course({ branch: 'Civil' });
    await seed.course({ branch: 'Welder', courseType: 'ITI' });
    await seed.course({ branch: 'Elsewhere', city: 'Far Nagar' });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${seed.city}` })).toBeVisible();
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Civil', 'Mechanical']);
    await expect(page).toHaveTitle(`B.Tech seats in ${seed.city} · Seat Adoption`);
  });

  test(
    'R-LIST-02 R-LIST-03 one group an institute, the others last',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Alone', institute: null });
      await seed.course({ branch: 'First', institute: 'Zeta College' });
      await seed.course({ branch: 'Second', institute: 'Zeta College' });
      await seed.course({ branch: 'Third', institute: 'Alpha College' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Alpha College',
        'Zeta College',
        'Other Institutes',
      ]);
      await expect(page.getByRole('region', { name: 'Zeta College' }).getByRole('article')).toHaveCount(2);
      await expect(
        page.getByRole('region', { name: 'Other Institutes' }).getByRole('article', { name: 'Alone' }),
      ).toBeVisible();
    },
  );

  test('R-LIST-05 without a type by course name, then branch', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Welder', courseType: 'ITI' });
    await seed.course({ branch: 'Mechanical', courseType: 'Diploma' });
    await seed.course({ branch: 'Civil', courseType: 'Diploma' });
    await seed.course({ branch: 'Textile', courseType: 'B.Tech' });
    await page.goto(listOf(seed.city));
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
      'Textile',
      'Civil',
      'Mechanical',
      'Welder',
    ]);
  });

  test('R-LIST-06 R-LIST-07 R-LIST-08 R-LIST-09 a card shows branch, type, seats and price', async ({ page, seed }) => {
    await seed.course({ branch: 'Civil Engineering', totalSeats: 60, adoptedSeats: 38, pricePaise: 1_25_000_50 });
    await page.goto(listOf(seed.city, 'B.Tech'));
    const card = cardOf(page, 'Civil Engineering');
    await expect(card.getByRole('heading', { name: 'Civil Engineering' })).toBeVisible();
    await expect(card).toContainText('B.Tech');
    await expect(card).toContainText('22/60 seats left');
    await expect(card).toContainText('₹1,25,000.50 per seat per year');
    await expect(card.getByRole('img', { name: '38 adopted, 22 left' })).toBeVisible();
  });

  test('list, plan and cart name the years of a course, if they are known @one-screen', async ({
    page,
    seed,
    database,
    baseURL,
  }) => {
    const course = await seed.course({ branch: 'Civil', pricePaise: 50_000_00 });
    await seed.course({ branch: 'Mining', pricePaise: 50_000_00 });
    await database`update courses set duration_years = 4 where id = ${course.id}`;
    await page.goto(listOf(seed.city, 'B.Tech'));
    await expect(cardOf(page, 'Civil')).toContainText('4-year course');
    await expect(cardOf(page, 'Mining')).not.toContainText('year course');
    await tickBox(cardOf(page, 'Civil')).check();
    await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).first().click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Civil' })).toContainText('4-year course');
    await page.goto(`/plan?${new URLSearchParams({ budget: '1 lakh', place: seed.city })}`);
    await expect(page.getByText('4-year course')).toHaveCount(1);
    await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
    await page.reload();
    await expect(page.getByText('4 वर्ष का पाठ्यक्रम')).toHaveCount(1);
  });

  test(
    'a field of more than 60 seats states as text how many seats one symbol represents',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil', totalSeats: 120 });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await expect(cardOf(page, 'Civil')).toContainText('One seat drawn stands for 2.');
    },
  );

  test('R-LIST-21 with a type the back link leads to its cities', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course();
    await page.goto(listOf(seed.city, 'B.Tech'));
    await page.getByRole('link', { name: 'Back to Cities' }).click();
    await expect(page).toHaveURL('/select-region/B.Tech');
  });

  test(
    'R-LIST-22 without a type the back link leads to the courses of all types',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course();
      await page.goto(listOf(seed.city));
      await page.getByRole('link', { name: 'Back to Courses' }).click();
      await expect(page).toHaveURL('/select-region');
    },
  );

  test('R-LIST-26 a city without courses shows an empty state', { tag: '@one-screen' }, async ({ page }) => {
    await page.goto(listOf('Nowhere at all', 'B.Tech'));
    await expect(page.getByRole('heading', { name: 'No courses available in this city' })).toBeVisible();
    await expect(page.getByText('Please select another city')).toBeVisible();
  });

  test(
    'A-35 an empty catalogue is a failed load, not an empty city',
    { tag: '@one-screen' },
    async ({ page, emptyURL }) => {
      await page.goto(emptyURL + listOf('Bhopal', 'B.Tech'));
      await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
      await expect(page.getByText('No valid courses available')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeEnabled();
    },
  );

  test(
    'A-38 city and type whatever their case; an unknown type is not found',
    { tag: '@one-screen' },
    async ({ page }) => {
      await page.goto(listOf(CITIES[0]!.toUpperCase(), 'b.tech'));
      await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${CITIES[0]}` })).toBeVisible();
      expect((await page.goto(listOf(CITIES[0]!, 'B.Arch')))?.status()).toBe(404);
      expect((await page.goto('/course-list/%E0%A4/B.Tech'))?.status()).toBe(400);
    },
  );
});

test.describe('choosing seats', () => {
  test('R-LIST-10 R-LIST-12 R-STATE-11 R-STATE-12 R-STATE-13 tick, count, untick', async ({ page, seed }) => {
    await seed.course({ branch: 'Civil', adoptedSeats: 19 });
    await page.goto(listOf(seed.city, 'B.Tech'));
    const card = cardOf(page, 'Civil');
    await expect(tickBox(card)).toBeEnabled();
    await expect(seatsOf(card)).toBeHidden();
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
    await expect(card).toContainText('1/60 Seats adopted₹1,25,000.00');
    await seatsOf(card).fill('7');
    await tickBox(card).uncheck();
    await expect(seatsOf(card)).toBeHidden();
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
  });

  test('R-LIST-11 a full course cannot be ticked', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Civil', adoptedSeats: 60 });
    await seed.course({ branch: 'Textile' });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await expect(tickBox(cardOf(page, 'Textile'))).toBeEnabled();
    await expect(cardOf(page, 'Civil').getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
  });

  test('R-LIST-13 R-LIST-14 R-LIST-15 R-LIST-16 the seat count, its total and its badge @one-screen', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Civil', adoptedSeats: 19 });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await choose(page, 'Civil', 12);
    const card = cardOf(page, 'Civil');
    await expect(seatsOf(card)).toHaveAttribute('min', '1');
    await expect(seatsOf(card)).toHaveAttribute('max', '41');
    await expect(seatsOf(card)).toHaveAttribute('placeholder', 'Max 41');
    await expect(card).toContainText('12/60 Seats adopted₹15,00,000.00');
    await expect(card.getByRole('img', { name: '19 adopted, 12 yours, 29 more left' })).toBeVisible();
    await card.getByRole('button', { name: 'One seat more' }).click();
    await expect(card).toContainText('13/60 Seats adopted');
    await card.getByRole('button', { name: 'One seat fewer' }).click();
    await expect(card).toContainText('12/60 Seats adopted');
  });

  test(
    'R-VAL-26 R-VAL-27 a number above the seats left is refused and the count stays',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil', adoptedSeats: 19 });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 41);
      const card = cardOf(page, 'Civil');
      const civil = `Civil, ${seed.city} Engineering College`;
      await seatsOf(card).fill('42');
      await expect(toast(page, 'Maximum available seats: 41')).toBeVisible();
      await expect(seatsOf(card)).toHaveValue('41');
      await expect(seatsOf(card)).toHaveAttribute('aria-invalid', 'true');
      await expect(card).toContainText('41/60 Seats adopted₹51,25,000.00');
      await expect(seatsOf(card)).toHaveAccessibleDescription(`${civil} From 1 to 41 Maximum available seats: 41`);
      await card.getByRole('button', { name: 'One seat more' }).click();
      await expect(seatsOf(card)).toHaveValue('41');
      await card.getByRole('button', { name: 'One seat fewer' }).click();
      await expect(seatsOf(card)).toHaveAccessibleDescription(`${civil} From 1 to 41`);
      await expect(seatsOf(card)).not.toHaveAttribute('aria-invalid');
    },
  );

  test('R-VAL-28 a negative number is refused, typed or set', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await choose(page, 'Civil', 5);
    const seats = seatsOf(cardOf(page, 'Civil'));
    await seats.fill('-1');
    await expect(toast(page, 'Number of seats cannot be negative')).toBeVisible();
    await expect(seats).toHaveValue('5');
    await expect(toast(page, 'Number of seats cannot be negative')).toBeHidden();
    await seats.selectText();
    await seats.pressSequentially('-');
    await expect(toast(page, 'Number of seats cannot be negative')).toBeVisible();
    await expect(seats).toHaveValue('5');
  });

  test(
    'R-VAL-25 R-VAL-29 an empty count is 0: the course stays ticked and is not counted',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 5);
      const card = cardOf(page, 'Civil');
      await seatsOf(card).fill('');
      await expect(card).toContainText('0/60 Seats adopted₹0.00');
      await expect(tickBox(card)).toBeChecked();
      await expect(page.getByRole('heading', { name: 'Selected Courses Summary' })).toBeHidden();
      await proceed(page).click();
      await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
      await seatsOf(card).fill('3');
      await expect(card).toContainText('3/60 Seats adopted₹3,75,000.00');
    },
  );

  test('A-42 a decimal counts as its whole part', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await choose(page, 'Civil');
    const card = cardOf(page, 'Civil');
    await seatsOf(card).selectText();
    await seatsOf(card).pressSequentially('2.7');
    await expect(card).toContainText('2/60 Seats adopted');
    await seatsOf(card).blur();
    await expect(seatsOf(card)).toHaveValue('2');
  });

  test('R-LIST-17 the summary lists only the selection of this page @one-screen', async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await seed.course({ branch: 'Textile', pricePaise: 10_50 });
    await page.goto(listOf(seed.city, 'B.Tech'));
    await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
    await expect(page.getByRole('heading', { name: 'Selected Courses Summary' })).toBeHidden();
    await choose(page, 'Civil', 2);
    await choose(page, 'Textile', 3);
    await openSummary(page);
    await expect(summary(page).getByRole('listitem')).toHaveText([
      /Civil.*2 × ₹1,25,000\.00₹2,50,000\.00/,
      /Textile.*3 × ₹10\.50₹31\.50/,
    ]);
    await expect(summary(page)).toContainText('5 seats₹2,50,031.50');
    await tickBox(cardOf(page, 'Textile')).uncheck();
    await expect(summary(page).getByRole('listitem')).toHaveCount(1);
  });
});

test.describe('Proceed to Lock', () => {
  test(
    'R-LIST-18 R-LIST-20 R-ENT-11 saves the entries and opens the cart without a dialog',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const course = await seed.course({ branch: 'Civil', pricePaise: 1_25_000_50 });
      await seed.course({ branch: 'Textile' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 4);
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
        },
      });
    },
  );

  test(
    'R-LIST-19 keeps the selections of other cities, also those saved by another tab meanwhile',
    { tag: '@one-screen' },
    async ({ page, context, seed }) => {
      const other = `${seed.city} Two`;
      const ids = [
        (await seed.course({ branch: 'Civil' })).id,
        (await seed.course({ branch: 'Textile', city: other })).id,
      ];
      const second = await context.newPage();
      await page.goto(listOf(seed.city, 'B.Tech'));
      await second.goto(listOf(other, 'B.Tech'));
      await choose(page, 'Civil', 2);
      await choose(second, 'Textile', 3);
      await proceed(page).click();
      await expect(page).toHaveURL('/cart');
      await proceed(second).click();
      await expect(second).toHaveURL('/cart');
      expect(Object.keys((await storedCart(second))!).sort()).toEqual(ids.toSorted());
      await expect(page.getByRole('link', { name: '5 seats in the cart' })).toBeVisible();
    },
  );

  test(
    'A-44 the list opens with what the cart has; unticking removes it',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const course = await seed.course({ branch: 'Civil' });
      const kept = await seed.course({ branch: 'Textile' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 4);
      await choose(page, 'Textile', 2);
      await proceed(page).click();
      await expect(page).toHaveURL('/cart');
      expect(Object.keys((await storedCart(page))!)).toContain(course.id);
      await page.goto(listOf(seed.city, 'B.Tech'));
      await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('4');
      await tickBox(cardOf(page, 'Civil')).uncheck();
      await proceed(page).click();
      await expect(page).toHaveURL('/cart');
      expect(Object.keys((await storedCart(page))!)).toEqual([kept.id]);
    },
  );

  test(
    'R-LIST-27 without a selection it shows a message, saves nothing and stays',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
      await proceed(page).click();
      await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
      await expect(page).toHaveURL(listOf(seed.city, 'B.Tech'));
      expect(await storedCart(page)).toBeNull();
    },
  );
});

test.describe('leaving with unsaved changes', () => {
  const dialog = (page: Page, title: string) => page.getByRole('alertdialog', { name: title });

  test('R-LIST-23 R-STATE-16 a link asks for confirmation: stay keeps the selection, discard drops it', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Civil' });
    const here = listOf(seed.city, 'B.Tech');
    await page.goto(here);
    await choose(page, 'Civil', 3);
    await page.getByRole('link', { name: 'Back to Cities' }).click();
    await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
    await expect(page).toHaveURL(here);
    await expect(page.getByRole('button', { name: 'Stay Here' })).toBeFocused();
    await page.getByRole('button', { name: 'Stay Here' }).click();
    await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('3');
    await page.getByRole('link', { name: 'Back to Cities' }).click();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await expect(page).toHaveURL('/select-region/B.Tech');
    expect(await storedCart(page)).toBeNull();
  });

  test(
    'R-STATE-16 without changes, or with reverted changes, no dialog opens',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil');
      await tickBox(cardOf(page, 'Civil')).uncheck();
      await page.getByRole('link', { name: 'Back to Cities' }).click();
      await expect(page).toHaveURL('/select-region/B.Tech');
    },
  );

  test(
    'R-LIST-23 a link to the cart asks for confirmation, saves and follows the link (A-45)',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const { id } = await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 3);
      await page.getByRole('link', { name: 'Cart' }).first().click();
      await expect(dialog(page, 'Confirm Selection')).toBeVisible();
      await page.getByRole('button', { name: 'Review Selection' }).click();
      await expect(page).toHaveURL(listOf(seed.city, 'B.Tech'));
      await page.getByRole('link', { name: 'Cart' }).first().click();
      await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
      await expect(page).toHaveURL('/cart');
      expect(await storedCart(page)).toMatchObject({ [id]: { selectedSeats: 3 } });
    },
  );

  /** Opens the list from the city picker, so that the browser's Back stays within the site. */
  async function arriveFromPicker(page: Page, city: string) {
    await page.goto('/select-region/B.Tech');
    const listView = page.getByRole('button', { name: 'List View', exact: true });
    await expect(async () => {
      await listView.click();
      await expect(listView).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 });
    }).toPass();
    await page.locator(`a[href="${listOf(city, 'B.Tech')}"]`).click();
    await expect(page).toHaveURL(listOf(city, 'B.Tech'));
    await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
  }

  test(
    'R-STATE-16 Back asks for confirmation, also when pressed again; stay keeps the selection, discard goes back',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      await arriveFromPicker(page, seed.city);
      const entries = await page.evaluate(() => history.length);
      await choose(page, 'Civil', 2);
      await page.evaluate(() => history.back());
      await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
      await page.evaluate(() => history.back());
      await expect(page).toHaveURL(listOf(seed.city, 'B.Tech'));
      await page.getByRole('button', { name: 'Stay Here' }).click();
      await expect(dialog(page, 'Unsaved Changes')).toBeHidden();
      await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('2');
      await page.evaluate(() => history.back());
      await page.getByRole('button', { name: 'Discard Changes' }).click();
      await expect(page).toHaveURL(/\/select-region\/B\.Tech/);
      expect(await page.evaluate(() => history.length)).toBe(entries);
      await page.evaluate(() => history.forward());
      await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();
    },
  );

  test('R-STATE-16 Back without changes opens no dialog', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await arriveFromPicker(page, seed.city);
    await choose(page, 'Civil');
    await tickBox(cardOf(page, 'Civil')).uncheck();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/\/select-region\/B\.Tech/);
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  test(
    'R-STATE-16 Forward asks for confirmation, too, and remains available afterwards',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      const here = listOf(seed.city, 'B.Tech');
      await page.goto(here);
      await page.getByRole('link', { name: 'Back to Cities' }).click();
      await expect(page).toHaveURL('/select-region/B.Tech');
      await page.goBack();
      await choose(page, 'Civil', 2);
      await page.evaluate(() => history.forward());
      await page.getByRole('button', { name: 'Stay Here' }).click();
      await expect(page).toHaveURL(here);
      await tickBox(cardOf(page, 'Civil')).uncheck();
      await page.evaluate(() => history.forward());
      await expect(page).toHaveURL('/select-region/B.Tech');
    },
  );

  test(
    'R-STATE-16 closing or reloading the tab asks for confirmation only with unsaved changes',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      const asked: string[] = [];
      page.on('dialog', async (browserDialog) => {
        asked.push(browserDialog.type());
        await browserDialog.accept();
      });
      await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
      await page.reload();
      expect(asked).toEqual([]);
      await choose(page, 'Civil', 2);
      await page.reload();
      expect(asked).toEqual(['beforeunload']);
      await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
      await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();
    },
  );

  test(
    'R-STATE-16 a link that opens a new tab asks nothing',
    { tag: '@one-screen' },
    async ({ page, context, seed }) => {
      await seed.course({ branch: 'Civil' });
      await page.goto(listOf(seed.city, 'B.Tech'));
      await choose(page, 'Civil', 2);
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Back to Cities' }).click({ modifiers: ['ControlOrMeta'] });
      await expect(await opened).toHaveURL('/select-region/B.Tech');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('2');
    },
  );
});
