import { expect, test, type Page } from '../testing/e2e';
import { district, map, openMap } from '../testing/e2e/map';
import { signIn } from '../testing/e2e/account';
import {
  branchesOf,
  cardOf,
  choose,
  dialog,
  openSummary,
  seatsOf,
  sidebar,
  storedSelection,
  summary,
  tickBox,
} from '../testing/e2e/selection';
import { toast } from '../testing/e2e/toast';

const cityPath = (city: string, courseType?: string) =>
  `/dashboard/city/${encodeURIComponent(city)}${courseType ? `/${courseType}` : ''}`;
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true });

/** Opens the list of a city and waits until it is interactive. */
async function openCity(page: Page, path: string, branch: string) {
  await page.goto(path);
  await expect(tickBox(cardOf(page, branch))).toBeEnabled();
}

test.beforeEach(async ({ page, account }) => {
  await signIn(page, account);
});

test('R-DMAP-01 R-DMAP-02 R-DMAP-03 R-DMAP-04 A-38 the map offers all course types, the picker one; a city opens its list, also from the list view', async ({
  page,
  seed,
}) => {
  await seed.course({ branch: 'Civil' });
  for (const [path, title, target] of [
    ['/dashboard/map', 'Select Region', '/dashboard/city/Indore'],
    ['/dashboard/new-course-selection/b.tech', 'Where do you need B.Tech graduates?', '/dashboard/city/Indore/B.Tech'],
  ] as const) {
    await openMap(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(district(page, 'Indore')).toHaveAttribute('data-shade', /\d/);
    await map(page)
      .getByRole('link', { name: /^Indore, / })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(target);
    await page.goto(`${path}?view=list`);
    await page.getByRole('link', { name: seed.city, exact: true }).click();
    await expect(page).toHaveURL(target.replace('Indore', encodeURIComponent(seed.city)));
  }
  await expect(page.getByRole('heading', { level: 1, name: `B.Tech seats in ${seed.city}` })).toBeVisible();
  for (const path of ['/dashboard/new-course-selection/MBA', cityPath(seed.city, 'MBA')])
    expect((await page.request.get(path)).status()).toBe(404);
});

test('R-DSEL-01 R-DSEL-02 R-DSEL-11 R-LIST-11 R-VAL-31 A-48 the courses of a city, of all types or one, lead back to their map; a full one cannot be ticked; a city may have none', async ({
  page,
  seed,
}) => {
  await page.goto(cityPath(seed.city));
  await expect(page.getByRole('heading', { name: 'No courses available in this city' })).toBeVisible();
  await expect(page.getByText('Please select another city')).toBeVisible();
  await seed.course({ branch: 'Welder', courseType: 'ITI' });
  await seed.course({ branch: 'Mechanical', totalSeats: 30, adoptedSeats: 30 });
  await seed.course({ branch: 'Civil' });
  await openCity(page, cityPath(seed.city), 'Civil');
  await expect(branchesOf(page)).toHaveText(['Civil', 'Mechanical', 'Welder']);
  await expect(cardOf(page, 'Mechanical').getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
  await page.getByRole('link', { name: 'Back to Courses' }).click();
  await expect(page).toHaveURL('/dashboard/map');
  await openCity(page, cityPath(seed.city, 'ITI'), 'Welder');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to Cities' }).click();
  await expect(page).toHaveURL('/dashboard/new-course-selection/ITI');
});

test('R-STATE-11 R-STATE-12 R-STATE-13 R-DPAY-20 R-VAL-26 R-VAL-27 R-VAL-28 R-VAL-29 ticking takes one seat, unticking none, amounts have two decimals; refused numbers change nothing', async ({
  page,
  seed,
}) => {
  await seed.course({ branch: 'Civil', adoptedSeats: 19, pricePaise: 1_25_000_50 });
  await openCity(page, cityPath(seed.city), 'Civil');
  const card = cardOf(page, 'Civil');
  const seats = seatsOf(card);
  await expect(card).toContainText('₹1,25,000.50 per seat per year');
  await choose(page, 'Civil', 4);
  await openSummary(page);
  await expect(summary(page)).toContainText('4 × ₹1,25,000.50₹5,00,002.00');
  await expect(summary(page)).toContainText('4 seats₹5,00,002.00');
  await tickBox(card).uncheck();
  await expect(summary(page)).toBeHidden();
  await tickBox(card).check();
  await expect(seats).toHaveValue('1');
  await seats.fill('42');
  await expect(toast(page, 'Maximum available seats: 41')).toBeVisible();
  await expect(seats).toHaveValue('1');
  await seats.fill('-1');
  await expect(toast(page, 'Number of seats cannot be negative')).toBeVisible();
  await expect(seats).toHaveValue('1');
  await seats.fill('');
  await proceed(page).click();
  await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
  await expect(page).toHaveURL(cityPath(seed.city));
});

test('R-DSEL-03 R-ENT-10 R-LIST-19 A-60 Proceed to Lock opens the payment with the whole selection, also of another tab, without a dialog and beside the public cart; the list opens with it', async ({
  page,
  context,
  seed,
}) => {
  const civil = await seed.course({ branch: 'Civil' });
  const welder = await seed.course({ branch: 'Welder', courseType: 'ITI', pricePaise: 20_000_00 });
  const second = await context.newPage();
  await openCity(page, cityPath(seed.city, 'ITI'), 'Welder');
  await openCity(second, cityPath(seed.city, 'B.Tech'), 'Civil');
  await choose(page, 'Welder', 3);
  await choose(second, 'Civil', 2);
  await proceed(page).click();
  await expect(page).toHaveURL('/dashboard/payment');
  await proceed(second).click();
  await expect(second).toHaveURL('/dashboard/payment');
  await second.close();
  for (const branch of ['Welder', 'Civil'])
    await expect(page.getByText(branch).filter({ visible: true }).first()).toBeVisible();
  const { selections, selectedCourses, cart } = await storedSelection(page);
  expect(selections).toMatchObject({
    [welder.id]: { isSelected: true, seats: 3, totalPrice: 60000 },
    [civil.id]: { isSelected: true, seats: 2, totalPrice: 250000 },
  });
  const line = { courseName: 'ITI', branch: 'Welder', selectedSeats: 3, pricePerSeat: 20000, totalPrice: 60000 };
  const other = { courseName: 'B.Tech', branch: 'Civil', selectedSeats: 2, pricePerSeat: 125000, totalPrice: 250000 };
  expect(selectedCourses).toEqual([
    { id: welder.id, ...line },
    { id: civil.id, ...other },
  ]);
  expect(cart).toEqual({});
  await page.goto(cityPath(seed.city));
  await expect(seatsOf(cardOf(page, 'Welder'))).toHaveValue('3');
  await tickBox(cardOf(page, 'Welder')).uncheck();
  await tickBox(cardOf(page, 'Civil')).uncheck();
  await proceed(page).click();
  await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
  expect((await storedSelection(page)).selections).toMatchObject({ [civil.id]: { seats: 2 } });
});

test.describe('leaving a city with unsaved changes', () => {
  test.beforeEach(async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await openCity(page, cityPath(seed.city), 'Civil');
  });

  test('R-DSEL-04 R-DSEL-05 R-DSEL-06 R-STATE-15 R-STATE-16 a sidebar link, Logout and a reload ask for confirmation: stay keeps the draft, discard drops it and goes on; a change undone is none', async ({
    page,
    seed,
  }) => {
    const asked: string[] = [];
    page.on('dialog', async (browserDialog) => {
      asked.push(browserDialog.type());
      await browserDialog.accept();
    });
    await choose(page, 'Civil', 2);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
    await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();

    await choose(page, 'Civil');
    await tickBox(cardOf(page, 'Civil')).uncheck();
    await (await sidebar(page, 'link', 'Profile')).click();
    await expect(page).toHaveURL('/dashboard/profile');
    await page.goBack();
    await choose(page, 'Civil', 3);
    await (await sidebar(page, 'link', 'Profile')).click();
    await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
    await page.getByRole('button', { name: 'Stay Here' }).click();
    await expect(page).toHaveURL(cityPath(seed.city));
    await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('3');
    await (await sidebar(page, 'link', 'Profile')).click();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await expect(page).toHaveURL('/dashboard/profile');
    await page.goBack();
    await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
    await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();
    expect((await storedSelection(page)).selections).toEqual({});

    await choose(page, 'Civil', 3);
    await (await sidebar(page, 'button', 'Logout')).click();
    await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
    await page.getByRole('button', { name: 'Stay Here' }).click();
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    await (await sidebar(page, 'button', 'Logout')).click();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await expect(page).toHaveURL('/login');
    expect(await storedSelection(page)).toMatchObject({ selections: {}, owner: null });
  });

  test('R-DSEL-07 R-DSEL-08 R-DSEL-09 a link to the cart or the payment asks for confirmation: review stays, confirm keeps the draft and follows the link', async ({
    page,
    seed,
  }) => {
    for (const [href, seats] of [
      ['/cart', 3],
      ['/dashboard/payment', 4],
    ] as const) {
      await openCity(page, cityPath(seed.city), 'Civil');
      await choose(page, 'Civil', seats);
      await page.evaluate((target) => {
        const link = Object.assign(document.createElement('a'), { href: target, textContent: 'To what is chosen' });
        document.querySelector('main')!.prepend(link);
      }, href);
      await page.getByRole('link', { name: 'To what is chosen' }).click();
      await expect(dialog(page, 'Confirm Selection')).toBeVisible();
      await page.getByRole('button', { name: 'Review Selection' }).click();
      await expect(page).toHaveURL(cityPath(seed.city));
      await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue(String(seats));
      await page.getByRole('link', { name: 'To what is chosen' }).click();
      await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
      await expect(page).toHaveURL(href);
      expect((await storedSelection(page)).selectedCourses).toMatchObject([{ branch: 'Civil', selectedSeats: seats }]);
    }
  });

  test('R-DSEL-04 R-DSEL-06 R-DSEL-05 R-DSEL-07 R-DSEL-08 R-STATE-16 Back asks and discards, Forward to the payment asks and keeps', async ({
    page,
    seed,
  }) => {
    await page.goto('/dashboard/map?view=list');
    await page.getByRole('link', { name: seed.city, exact: true }).click();
    await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
    await choose(page, 'Civil', 2);
    await page.evaluate(() => history.back());
    await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
    await page.getByRole('button', { name: 'Stay Here' }).click();
    await expect(page).toHaveURL(cityPath(seed.city));
    await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('2');
    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await expect(page).toHaveURL(/\/dashboard\/map/);
    expect((await storedSelection(page)).selections).toEqual({});

    await openCity(page, cityPath(seed.city), 'Civil');
    await choose(page, 'Civil', 2);
    await proceed(page).click();
    await expect(page).toHaveURL('/dashboard/payment');
    await page.goBack();
    await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('2');
    await seatsOf(cardOf(page, 'Civil')).fill('7');
    await page.evaluate(() => history.forward());
    await expect(dialog(page, 'Confirm Selection')).toBeVisible();
    await expect(page).toHaveURL(cityPath(seed.city));
    await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
    await expect(page).toHaveURL('/dashboard/payment');
    expect((await storedSelection(page)).selectedCourses).toMatchObject([{ selectedSeats: 7 }]);
  });
});
