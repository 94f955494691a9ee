import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import { cutOff, doubleText } from '../testing/e2e/shape';
import { toast } from '../testing/e2e/toast';

const KEY = 'course-selection-storage';
const line = (page: Page, branch: string) => page.getByRole('listitem').filter({ hasText: branch });
const total = (page: Page) => page.getByRole('region', { name: 'Total Amount' });
const emptyState = (page: Page) => page.getByRole('heading', { name: 'Your adoption cart is empty' });

/** Selects seats of courses on the list of their city and proceeds to the cart. */
async function fillCart(page: Page, ...chosen: [SeededCourse, number][]) {
  for (const city of new Set(chosen.map(([course]) => course.city))) {
    await page.goto(`/course-list/${encodeURIComponent(city)}`);
    for (const [course, seats] of chosen.filter(([{ city: own }]) => own === city)) {
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: course.branch, exact: true }) });
      await card.getByRole('checkbox').check();
      await card.getByRole('spinbutton').fill(String(seats));
    }
    await page.getByRole('button', { name: 'Proceed to Lock' }).click();
    await expect(page).toHaveURL('/cart');
  }
}

test(
  'R-CART-01 R-CART-02 R-CART-03 R-CART-04 R-CART-05 R-CART-06 R-BIZ-03 lines by course name, then city, and their plain sum; large numbers stay apart at 320 px',
  { tag: '@phone' },
  async ({ page, seed }) => {
    const other = `${seed.city} Two`;
    const institute = `Government ITI, ${seed.city}`;
    await fillCart(
      page,
      [await seed.course({ branch: 'Welder', courseType: 'ITI', institute }), 1],
      [await seed.course({ branch: 'Civil', totalSeats: 2000, pricePaise: 12_50_000_50 }), 1234],
      [await seed.course({ branch: 'Textile', city: other, institute: null, pricePaise: 99_999_00 }), 3],
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Your Adoption Cart' })).toBeVisible();
    await expect(page).toHaveTitle('Your Adoption Cart · Seat Adoption');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['B.Tech', 'ITI']);
    await expect(page.getByRole('region', { name: 'B.Tech' }).getByRole('heading', { level: 3 })).toHaveText([
      seed.city,
      other,
    ]);
    await expect(line(page, 'Civil')).toContainText(`${seed.city} Engineering College`);
    await expect(line(page, 'Civil')).toContainText('1,234 x ₹12,50,000.50');
    await expect(line(page, 'Textile')).toContainText(`Other Institutes, ${other}`);
    await expect(line(page, 'Textile')).toContainText('₹2,99,997.00');
    // A city at the end of the institute's name is not repeated.
    await expect(line(page, 'Welder').getByText(institute, { exact: true })).toBeVisible();
    await expect(total(page)).toContainText('Total Amount₹1,54,29,25,614.00');
    await page.setViewportSize({ width: 320, height: 700 });
    const price = (await page.getByText('1,234 x ₹12,50,000.50').boundingBox())!;
    const amount = (await line(page, 'Civil').getByText('₹1,54,25,00,617.00').boundingBox())!;
    expect(price.x + price.width).toBeLessThanOrEqual(amount.x);
    const badge = page.getByRole('link', { name: '1,238 seats in the cart' });
    await expect(badge).toContainText('999+');
    const box = (await badge.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(304);
    await page.setViewportSize({ width: 375, height: 812 });
    await doubleText(page);
    expect(await cutOff(page), 'with text twice as large').toEqual([]);
  },
);

test('R-CART-10 R-CART-11 R-CART-12 R-CART-13 R-CART-14 A-83 A-89 the links of a filled cart and of an empty one, of which the server claims nothing and as which a broken one counts', async ({
  page,
  seed,
}) => {
  const html = await (await page.request.get('/cart')).text();
  expect(html).toContain('Your Adoption Cart');
  expect(html).toContain('Your cart is loading');
  expect(html.split('<script')[0]).not.toContain('Your adoption cart is empty');
  await page.goto('/api/health');
  await page.evaluate((key) => localStorage.setItem(key, '{"state":{"cart":{"x":1}},"version":1'), KEY);
  await page.goto('/cart');
  await expect(emptyState(page)).toBeVisible();
  await page.getByRole('link', { name: 'Browse Courses' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('a[href="/select-region/B.Tech"]').first()).toBeVisible();
  await fillCart(page, [await seed.course(), 1]);
  for (const [name, path] of [
    ['Add More', '/'],
    ['Continue Shopping', '/'],
    ['Proceed to Lock Seats', '/payment'],
  ] as const) {
    await page.goto('/cart');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
});

test('the seats of a line are changed by steppers and by typing, and the totals follow; what the list refuses is refused with its reason', async ({
  page,
  seed,
}) => {
  const seats = (branch: string) => line(page, branch).getByRole('spinbutton', { name: 'Number of seats' });
  const civil = await seed.course({ branch: 'Civil', totalSeats: 5 });
  await fillCart(page, [civil, 2], [await seed.course({ branch: 'Textile' }), 1]);
  await line(page, 'Civil').getByRole('button', { name: 'One seat more' }).click();
  await expect(line(page, 'Civil')).toContainText('3 x ₹1,25,000.00');
  await expect(total(page)).toContainText('₹5,00,000.00');
  await line(page, 'Civil').getByRole('button', { name: 'One seat fewer' }).click();
  await seats('Textile').fill('12');
  await expect(line(page, 'Textile')).toContainText('₹15,00,000.00');
  await expect(total(page)).toContainText('₹17,50,000.00');
  await expect(page.getByText('14 seats in 2 courses')).toBeVisible();
  await expect(page.getByRole('link', { name: '14 seats in the cart' })).toBeVisible();
  await page.reload();
  await expect(seats('Textile')).toHaveValue('12');
  // One seat is the least: a line is removed by its button.
  await seats('Textile').fill('1');
  const fewer = line(page, 'Textile').getByRole('button', { name: 'One seat fewer' });
  await expect(fewer).toHaveAttribute('aria-disabled', 'true');
  await fewer.click({ force: true });
  await expect(seats('Textile')).toHaveValue('1');
  await expect(seats('Civil')).toHaveAttribute('max', '5');
  await seats('Civil').fill('5');
  await line(page, 'Civil').getByRole('button', { name: 'One seat more' }).click();
  await expect(line(page, 'Civil').getByText('Maximum available seats: 5')).toBeVisible();
  await expect(seats('Civil')).toHaveValue('5');
  await seats('Civil').fill('3');
  await expect(line(page, 'Civil').getByText('Maximum available seats: 5')).toBeHidden();
  await seats('Civil').press('-');
  await expect(line(page, 'Civil').getByText('Number of seats cannot be negative')).toBeVisible();
  // An empty field changes nothing, and shows its number again once it is left.
  await seats('Civil').fill('');
  await expect(total(page)).toContainText('₹5,00,000.00');
  await seats('Civil').blur();
  await expect(seats('Civil')).toHaveValue('3');
});

test('R-CART-07 R-CART-08 R-CART-09 R-STATE-18 A-44 one line can be removed; Clear Cart asks for confirmation and empties it permanently, also in another tab', async ({
  page,
  context,
  seed,
}) => {
  const textile = await seed.course({ branch: 'Textile', pricePaise: 1_000_00 });
  await fillCart(page, [await seed.course({ branch: 'Civil' }), 2], [textile, 3]);
  await page.getByRole('button', { name: 'Remove: Civil, ' }).click();
  await expect(line(page, 'Civil')).toHaveCount(0);
  await expect(total(page)).toContainText('₹3,000.00');
  await expect(line(page, 'Textile')).toBeFocused();
  await page.reload();
  await expect(line(page, 'Textile')).toBeVisible();
  await expect(line(page, 'Civil')).toHaveCount(0);
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(line(other, 'Textile')).toBeVisible();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to clear your adoption cart? This action cannot be undone.',
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(line(page, 'Textile')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await dialog.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(emptyState(page)).toBeVisible();
  await expect(emptyState(other)).toBeVisible();
  expect(await page.evaluate((key) => JSON.parse(localStorage.getItem(key)!).state.cart, KEY)).toEqual({});
  await page.reload();
  await expect(emptyState(page)).toBeVisible();
});

test('A-03 changed price, fewer seats, sold out and removed: each line shows it and the cart is updated, on opening and when the page becomes visible again; a check that fails changes nothing', async ({
  page,
  database,
  seed,
}) => {
  const dearer = await seed.course({ branch: 'Dearer' });
  const scarcer = await seed.course({ branch: 'Scarcer' });
  const full = await seed.course({ branch: 'Full' });
  const gone = await seed.course({ branch: 'Gone' });
  await fillCart(page, [dearer, 2], [scarcer, 12], [full, 1], [gone, 1]);
  await page.goto('/');
  await database`update courses set price_paise = 13000000 where id = ${dearer.id}`;
  await database`update courses set adopted_seats = 55 where id = ${scarcer.id}`;
  await database`update courses set adopted_seats = total_seats where id = ${full.id}`;
  await database`update courses set is_open = false where id = ${gone.id}`;
  await page.goto('/cart');

  const notice = page.getByRole('status').filter({ hasText: 'Your cart has changed' });
  await expect(notice.getByRole('listitem')).toHaveText([
    /^Dearer, .*The price is now ₹1,30,000\.00 per seat per year; it was ₹1,25,000\.00\.$/,
    /^Full, .*No seats available for this course\./,
    /^Gone, .*Invalid course selection\./,
    /^Scarcer, .*Maximum available seats: 5\./,
  ]);
  await expect(page.getByRole('region', { name: 'B.Tech' }).getByRole('listitem')).toHaveText([
    /Dearer.*2 x ₹1,30,000\.00.*₹2,60,000\.00/,
    /Scarcer.*5 x ₹1,25,000\.00.*₹6,25,000\.00/,
  ]);
  await expect(total(page)).toContainText('₹8,85,000.00');

  await page.route('**/api/courses?**', (route) => route.fulfill({ status: 503, json: {} }));
  const failed = page.waitForResponse('**/api/courses?**');
  await page.reload();
  await failed;
  await expect(total(page)).toContainText('₹8,85,000.00');
  await expect(notice).toBeHidden();
  await page.unroute('**/api/courses?**');
  await database`update courses set is_open = false where city = ${seed.city}`;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(emptyState(page)).toBeVisible();
  await expect(page.getByText('Invalid course selection').first()).toBeVisible();
});

test('a full storage is reported, and the cart still works in the tab', async ({ page, seed }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await fillCart(page, [await seed.course({ branch: 'Civil' }), 2]);
  await expect(toast(page, 'Your browser does not keep the cart.')).toBeVisible();
  await expect(line(page, 'Civil')).toBeVisible();
  await expect(total(page)).toContainText('₹2,50,000.00');
});
