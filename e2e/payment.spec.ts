import { expect, test, type Page } from '../testing/e2e';
import { cartLines, field, formHeading, sendButton } from '../testing/e2e/checkout';
import {
  codeField,
  fillForm,
  LABELS,
  newSponsor,
  putInCart,
  sendCode,
  thankYou,
  verify,
  type TestSponsor,
} from '../testing/e2e/sponsor';
import { recordToasts, toast } from '../testing/e2e/toast';

const heading = (page: Page) => page.getByRole('heading', { name: 'Your Adoption Details' });

test.describe('the selection on /payment', () => {
  test('R-PAY-01 R-PAY-02 R-PAY-03 R-PAY-04 R-BIZ-03 shows the ledger in six columns, without decimals, and its plain sum', async ({
    page,
    seed,
  }) => {
    const computing = await seed.course({ branch: 'Computer Science' });
    const electrician = await seed.course({
      branch: 'Electrician',
      courseType: 'ITI',
      institute: null,
      pricePaise: 18_000_00,
    });
    await putInCart(page, [
      [computing, 12],
      [electrician, 11],
    ]);
    await page.goto('/payment');
    await expect(heading(page)).toBeVisible();
    await expect(page).toHaveTitle(/Your Adoption Details/);

    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText([
      'Course Details',
      'Institute',
      'Region',
      'Seats',
      'Price/Seat',
      'Total',
    ]);
    const row = (name: string) => table.getByRole('row').filter({ hasText: name }).getByRole('cell');
    await expect(row('Computer Science')).toHaveText([
      'Computer ScienceB.Tech',
      `${seed.city} Engineering College`,
      seed.city,
      '12',
      '₹1,25,000',
      '₹15,00,000',
    ]);
    await expect(row('Electrician')).toHaveText([
      'ElectricianITI',
      'Other Institutes',
      seed.city,
      '11',
      '₹18,000',
      '₹1,98,000',
    ]);
    await expect(row('Total Amount')).toHaveText(['₹16,98,000']);
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(table).not.toContainText('.00');
  });

  test('R-PAY-07 an empty cart shows one message and redirects to /cart', { tag: '@one-screen' }, async ({ page }) => {
    const said = await recordToasts(page);
    await page.goto('/payment');
    await expect(page).toHaveURL('/cart');
    await expect(toast(page, 'Please select courses before proceeding')).toBeVisible();
    await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
    expect(said).toEqual(['Please select courses before proceeding']);
  });

  test(
    'A-03 R-PAY-07 if all courses of the cart are gone, /cart shows which and why',
    { tag: '@one-screen' },
    async ({ page, seed, database }) => {
      const course = await seed.course({ branch: 'Civil' });
      await putInCart(page, [[course, 2]]);
      await database`update courses set adopted_seats = total_seats where id = ${course.id}`;
      await page.goto('/payment');
      await expect(page).toHaveURL('/cart');
      await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
      const notice = page.getByRole('status').filter({ hasText: 'Civil' });
      await expect(notice).toContainText('No seats available for this course');
      await page.reload();
      await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
      await expect(notice).toHaveCount(0);
    },
  );

  test(
    'A-89 R-STATE-18 a reload with a filled cart neither bounces nor shows an empty state',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      await putInCart(page, [[await seed.course(), 2]]);
      await page.goto('/payment');
      await expect(page.getByRole('table')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page).toHaveURL('/payment');
      await expect(toast(page, 'Please select courses')).toHaveCount(0);
    },
  );
});

test.describe('a selection that changed between cart and code', () => {
  test(
    'A-03 a new price: the form stays filled, the table shows it, and the notice names the course',
    { tag: '@one-screen' },
    async ({ page, seed, database, outbox }) => {
      const course = await seed.course({ branch: 'Civil' });
      const sponsor = newSponsor();
      await putInCart(page, [[course, 2]]);
      await page.goto('/payment');
      await fillForm(page, sponsor);
      await database`update courses set price_paise = 13000000 where id = ${course.id}`;
      await sendButton(page).click();
      await expect(toast(page, 'Seats or prices have changed. Please review your selection.')).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'Total Amount' })).toContainText('₹2,60,000');
      await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText('₹1,30,000.00');
      for (const name of Object.keys(LABELS) as (keyof TestSponsor)[])
        await expect(field(page, name)).toHaveValue(sponsor[name]);
      expect(await outbox.messages(sponsor.email)).toEqual([]);
      await sendButton(page).click();
      await expect(codeField(page)).toBeVisible();
    },
  );

  test(
    'A-03 a sold-out course leaves the table with a notice; the rest can go on',
    { tag: '@one-screen' },
    async ({ page, seed, database }) => {
      const [gone, left] = [await seed.course({ branch: 'Civil' }), await seed.course({ branch: 'Mechanical' })];
      await putInCart(page, [
        [gone, 2],
        [left, 1],
      ]);
      await page.goto('/payment');
      await fillForm(page, newSponsor());
      await database`update courses set adopted_seats = total_seats where id = ${gone.id}`;
      await sendButton(page).click();
      await expect(toast(page, 'No seats available for this course')).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'Civil' })).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText(
        'No seats available for this course',
      );
      await sendButton(page).click();
      await expect(codeField(page)).toBeVisible();
      expect(await cartLines(page)).toEqual([left.id]);
    },
  );

  test(
    'A-03 a price that changes after the code was sent is honoured',
    { tag: '@one-screen' },
    async ({ page, seed, database, outbox }) => {
      const course = await seed.course({ branch: 'Civil' });
      const sponsor = newSponsor();
      await putInCart(page, [[course, 2]]);
      await page.goto('/payment');
      await sendCode(page, sponsor);
      await database`update courses set price_paise = 13000000 where id = ${course.id}`;
      await verify(page, await outbox.latestCode(sponsor.email));
      await expect(thankYou(page)).toBeVisible();
      expect(await database`select total_paise::int from billings where sponsor->>'email' = ${sponsor.email}`).toEqual([
        { total_paise: 25000000 },
      ]);
    },
  );
});

test(
  'going back to the cart keeps the code step for the same seats; a changed cart requires a new code',
  { tag: '@one-screen' },
  async ({ page, seed }) => {
    const [kept, dropped] = [await seed.course({ branch: 'Civil' }), await seed.course({ branch: 'Mechanical' })];
    await putInCart(page, [
      [kept, 2],
      [dropped, 1],
    ]);
    await page.goto('/payment');
    await sendCode(page, newSponsor());
    const throughCart = async () => {
      await page.getByRole('main').getByRole('link', { name: 'Cart', exact: true }).click();
      await expect(page).toHaveURL('/cart');
    };
    await throughCart();
    await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
    await expect(codeField(page)).toBeVisible();
    await throughCart();
    await page
      .getByRole('button', { name: /Remove/ })
      .last()
      .click();
    await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
    await expect(formHeading(page)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Mechanical' })).toHaveCount(0);
    await expect(field(page, 'company')).toHaveValue('Narmada Motors Pvt Ltd');
  },
);

test('a name without spaces neither widens a narrow page nor a wide one, in table and notice', async ({
  page,
  seed,
  database,
}) => {
  const course = await seed.course({ institute: 'Institute'.repeat(12), totalSeats: 900, pricePaise: 9_99_999_00 });
  await putInCart(page, [[course, 800]]);
  await database`update courses set price_paise = 1000000000 where id = ${course.id}`;
  await page.goto('/payment');
  await expect(page.getByRole('status').filter({ hasText: 'Institute' })).toBeVisible();
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const spare = await page.evaluate(
      () => document.documentElement.clientWidth - document.documentElement.scrollWidth,
    );
    expect(spare).toBe(0);
    const cells = page.getByRole('row').filter({ hasText: 'Institute' }).getByRole('cell');
    const edges = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
    for (const right of edges) expect(right).toBeLessThanOrEqual(width);
  }
});

test('the page fits 320 px in every step', async ({ page, seed, outbox }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const sponsor = newSponsor();
  await putInCart(page, [
    [await seed.course({ branch: 'Artificial Intelligence and Data Science', pricePaise: 9_99_999_00 }), 60],
  ]);
  await page.goto('/payment');
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  await expect(formHeading(page)).toBeVisible();
  expect(await fits()).toBe(true);
  await sendCode(page, sponsor);
  expect(await fits()).toBe(true);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toBeVisible();
  expect(await fits()).toBe(true);
});
