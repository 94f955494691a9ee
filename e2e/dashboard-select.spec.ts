import { expect, serveTiles, test, type Page } from '../testing/e2e';
import { district, map, openMap } from '../testing/e2e/map';
import { signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import {
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

test.describe('the map and the city picker of the dashboard', () => {
  test('R-DMAP-01 R-DMAP-02 Select Region offers all course types, and a city opens its list', async ({ page }) => {
    await serveTiles(page);
    await openMap(page, '/dashboard/map');
    await expect(page.getByRole('heading', { level: 1, name: 'Select Region' })).toBeVisible();
    await expect(map(page).getByRole('link', { name: /^Indore, / })).toBeAttached();
    await expectAccessible(page);
    await map(page)
      .getByRole('link', { name: /^Indore, / })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/city/Indore');
    await expect(page.getByRole('heading', { level: 1, name: 'Seats in Indore' })).toBeVisible();
  });

  test('R-DMAP-03 R-DMAP-04 the picker of a type opens the list of city and type @one-screen', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Welder', courseType: 'ITI' });
    await serveTiles(page);
    await openMap(page, '/dashboard/new-course-selection/b.tech');
    await expect(page.getByRole('heading', { level: 1, name: 'Where do you need B.Tech graduates?' })).toBeVisible();
    await expect(district(page, 'Indore')).toHaveAttribute('data-shade', /\d/);
    await expectAccessible(page);
    await map(page)
      .getByRole('link', { name: /^Indore, / })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/city/Indore/B.Tech');
    await expect(page.getByRole('heading', { level: 1, name: 'B.Tech seats in Indore' })).toBeVisible();
  });

  test('R-DMAP-02 R-DMAP-04 the list view links to the same pages', { tag: '@one-screen' }, async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    for (const [path, target] of [
      ['/dashboard/map?view=list', cityPath(seed.city)],
      ['/dashboard/new-course-selection/B.Tech?view=list', cityPath(seed.city, 'B.Tech')],
    ] as const) {
      await page.goto(path);
      await page.getByRole('link', { name: seed.city, exact: true }).click();
      await expect(page).toHaveURL(target);
    }
  });

  test(
    'A-38 a course type that does not exist is a page that does not exist',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course();
      for (const path of ['/dashboard/new-course-selection/MBA', cityPath(seed.city, 'MBA')]) {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(404);
      }
    },
  );
});

test.describe('the courses of a city', () => {
  test(
    'R-DSEL-01 all types: order, back link, and no dialog on leaving',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Welder', courseType: 'ITI' });
      await seed.course({ branch: 'Mechanical' });
      await seed.course({ branch: 'Civil' });
      await openCity(page, cityPath(seed.city), 'Civil');
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Civil', 'Mechanical', 'Welder']);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to Courses' }).click();
      await expect(page).toHaveURL('/dashboard/map');
    },
  );

  test(
    'R-DSEL-02 one type: only its courses, and a back link to its cities (A-48)',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Welder', courseType: 'ITI' });
      await seed.course({ branch: 'Civil' });
      await openCity(page, cityPath(seed.city, 'B.Tech'), 'Civil');
      await expect(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('link', { name: 'Back to Cities' }).click();
      await expect(page).toHaveURL('/dashboard/new-course-selection/B.Tech');
    },
  );

  test('R-DSEL-01 a city without courses shows an empty state', { tag: '@one-screen' }, async ({ page, seed }) => {
    await page.goto(cityPath(seed.city));
    await expect(page.getByRole('heading', { name: 'No courses available in this city' })).toBeVisible();
    await expect(page.getByText('Please select another city')).toBeVisible();
  });

  test('R-DSEL-11 R-LIST-11 R-VAL-31 a full course is marked and cannot be ticked', async ({ page, seed }) => {
    await seed.course({ branch: 'Civil', totalSeats: 30, adoptedSeats: 30 });
    await seed.course({ branch: 'Textile' });
    await openCity(page, cityPath(seed.city), 'Textile');
    await expect(cardOf(page, 'Civil').getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
  });

  test('R-STATE-11 R-STATE-12 R-STATE-13 R-DPAY-20 ticking takes one seat, unticking none, amounts have two decimals @one-screen', async ({
    page,
    seed,
  }) => {
    await seed.course({ branch: 'Civil', pricePaise: 1_25_000_50 });
    await openCity(page, cityPath(seed.city), 'Civil');
    const card = cardOf(page, 'Civil');
    await expect(card).toContainText('₹1,25,000.50 per seat per year');
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
    await seatsOf(card).fill('4');
    await openSummary(page);
    await expect(summary(page)).toContainText('4 × ₹1,25,000.50₹5,00,002.00');
    await expect(summary(page)).toContainText('4 seats₹5,00,002.00');
    await tickBox(card).uncheck();
    await expect(summary(page)).toBeHidden();
    await tickBox(card).check();
    await expect(seatsOf(card)).toHaveValue('1');
  });

  test(
    'R-VAL-26 R-VAL-27 R-VAL-28 R-VAL-29 refused numbers change nothing, an emptied one counts as none',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await seed.course({ branch: 'Civil', adoptedSeats: 19 });
      await openCity(page, cityPath(seed.city), 'Civil');
      await choose(page, 'Civil', 41);
      const seats = seatsOf(cardOf(page, 'Civil'));
      await seats.fill('42');
      await expect(toast(page, 'Maximum available seats: 41')).toBeVisible();
      await expect(seats).toHaveValue('41');
      await seats.fill('-1');
      await expect(toast(page, 'Number of seats cannot be negative')).toBeVisible();
      await expect(seats).toHaveValue('41');
      await seats.fill('');
      await proceed(page).click();
      await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
      await expect(page).toHaveURL(cityPath(seed.city));
    },
  );

  test(
    'R-DSEL-03 R-ENT-10 Proceed to Lock opens the payment with the whole selection, without a dialog; the public cart is separate',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const [civil, welder] = [
        await seed.course({ branch: 'Civil' }),
        await seed.course({ branch: 'Welder', courseType: 'ITI', pricePaise: 20_000_00 }),
      ];
      await openCity(page, cityPath(seed.city, 'ITI'), 'Welder');
      await choose(page, 'Welder', 3);
      await proceed(page).click();
      await expect(page).toHaveURL('/dashboard/payment');
      await openCity(page, cityPath(seed.city, 'B.Tech'), 'Civil');
      await choose(page, 'Civil', 2);
      await proceed(page).click();
      await expect(page).toHaveURL('/dashboard/payment');
      await expect(page.getByText('Welder').filter({ visible: true }).first()).toBeVisible();
      await expect(page.getByText('Civil').filter({ visible: true }).first()).toBeVisible();
      const { selections, selectedCourses, cart } = await storedSelection(page);
      expect(selections).toMatchObject({
        [welder.id]: { isSelected: true, seats: 3, totalPrice: 60000 },
        [civil.id]: { isSelected: true, seats: 2, totalPrice: 250000 },
      });
      expect(selectedCourses).toEqual([
        {
          id: welder.id,
          courseName: 'ITI',
          branch: 'Welder',
          selectedSeats: 3,
          pricePerSeat: 20000,
          totalPrice: 60000,
        },
        {
          id: civil.id,
          courseName: 'B.Tech',
          branch: 'Civil',
          selectedSeats: 2,
          pricePerSeat: 125000,
          totalPrice: 250000,
        },
      ]);
      expect(cart).toEqual({});
    },
  );

  test(
    'A-60 the list opens with the existing selection; proceeding after unticking everything is refused',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const { id } = await seed.course({ branch: 'Civil' });
      await openCity(page, cityPath(seed.city), 'Civil');
      await choose(page, 'Civil', 5);
      await proceed(page).click();
      await expect(page).toHaveURL('/dashboard/payment');
      await page.goto(cityPath(seed.city, 'B.Tech'));
      await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('5');
      await tickBox(cardOf(page, 'Civil')).uncheck();
      await proceed(page).click();
      await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
      expect((await storedSelection(page)).selections).toMatchObject({ [id]: { seats: 5 } });
    },
  );
});

test.describe('leaving a city with unsaved changes', () => {
  test.beforeEach(async ({ page, seed }) => {
    await seed.course({ branch: 'Civil' });
    await openCity(page, cityPath(seed.city), 'Civil');
  });

  test('R-DSEL-04 R-DSEL-05 R-DSEL-06 R-STATE-15 a sidebar link asks for confirmation: stay keeps the draft, discard drops it and follows the link @one-screen', async ({
    page,
    seed,
  }) => {
    await choose(page, 'Civil', 3);
    await (await sidebar(page, 'link', 'Profile')).click();
    await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
    await expectAccessible(page);
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
  });

  test(
    'R-STATE-16 without changes, or with reverted changes, no dialog opens',
    { tag: '@one-screen' },
    async ({ page }) => {
      await choose(page, 'Civil');
      await tickBox(cardOf(page, 'Civil')).uncheck();
      await (await sidebar(page, 'link', 'Profile')).click();
      await expect(page).toHaveURL('/dashboard/profile');
    },
  );

  for (const [href, title] of [
    ['/cart', 'the public cart'],
    ['/dashboard/payment', 'payment'],
  ] as const) {
    test(
      `R-DSEL-07 R-DSEL-08 R-DSEL-09 a link to ${title} asks for confirmation: review stays, confirm keeps the draft and follows the link`,
      { tag: '@one-screen' },
      async ({ page, seed }) => {
        await choose(page, 'Civil', 3);
        await page.evaluate((target) => {
          const link = Object.assign(document.createElement('a'), { href: target, textContent: 'To what is chosen' });
          document.querySelector('main')!.prepend(link);
        }, href);
        await page.getByRole('link', { name: 'To what is chosen' }).click();
        await expect(dialog(page, 'Confirm Selection')).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Review Selection' }).click();
        await expect(page).toHaveURL(cityPath(seed.city));
        await expect(seatsOf(cardOf(page, 'Civil'))).toHaveValue('3');
        await page.getByRole('link', { name: 'To what is chosen' }).click();
        await page.getByRole('button', { name: 'Confirm & Proceed' }).click();
        await expect(page).toHaveURL(href);
        expect((await storedSelection(page)).selectedCourses).toMatchObject([{ branch: 'Civil', selectedSeats: 3 }]);
      },
    );
  }

  test(
    'R-DSEL-04 R-DSEL-06 R-DSEL-05 R-STATE-16 Back asks for confirmation; stay keeps the draft, discard goes back',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await page.goto('/dashboard/map');
      const listView = page.getByRole('button', { name: 'List View', exact: true });
      await expect(async () => {
        await listView.click();
        await expect(listView).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 });
      }).toPass();
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
    },
  );

  test(
    'R-DSEL-07 R-DSEL-08 Forward to payment asks for confirmation, keeps the draft and continues',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
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
    },
  );

  test(
    'R-DSEL-04 R-DSEL-05 Logout asks for confirmation: stay keeps the session, discard logs out',
    { tag: '@one-screen' },
    async ({ page }) => {
      await choose(page, 'Civil', 3);
      await (await sidebar(page, 'button', 'Logout')).click();
      await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
      await page.getByRole('button', { name: 'Stay Here' }).click();
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
      await (await sidebar(page, 'button', 'Logout')).click();
      await page.getByRole('button', { name: 'Discard Changes' }).click();
      await expect(page).toHaveURL('/login');
      expect(await storedSelection(page)).toMatchObject({ selections: {}, owner: null });
    },
  );

  test(
    'R-STATE-16 closing or reloading the tab asks for confirmation only with unsaved changes',
    { tag: '@one-screen' },
    async ({ page }) => {
      const asked: string[] = [];
      page.on('dialog', async (browserDialog) => {
        asked.push(browserDialog.type());
        await browserDialog.accept();
      });
      await page.reload();
      expect(asked).toEqual([]);
      await choose(page, 'Civil', 2);
      await page.reload();
      expect(asked).toEqual(['beforeunload']);
      await expect(tickBox(cardOf(page, 'Civil'))).toBeEnabled();
      await expect(tickBox(cardOf(page, 'Civil'))).not.toBeChecked();
    },
  );
});

test(
  'A-60 R-LIST-19 two tabs keep both selections, and each shows the other’s',
  { tag: '@one-screen' },
  async ({ page, context, seed }) => {
    const ids = [
      (await seed.course({ branch: 'Civil' })).id,
      (await seed.course({ branch: 'Welder', courseType: 'ITI' })).id,
    ];
    const second = await context.newPage();
    await openCity(page, cityPath(seed.city, 'B.Tech'), 'Civil');
    await openCity(second, cityPath(seed.city, 'ITI'), 'Welder');
    await choose(page, 'Civil', 2);
    await choose(second, 'Welder', 3);
    await proceed(page).click();
    await expect(page).toHaveURL('/dashboard/payment');
    await proceed(second).click();
    await expect(second).toHaveURL('/dashboard/payment');
    expect(Object.keys((await storedSelection(second)).selections!).sort()).toEqual(ids.toSorted());
    // A tab in the background need not be rendered.
    await page.bringToFront();
    await expect(page.getByText('Welder').filter({ visible: true }).first()).toBeVisible();
  },
);
