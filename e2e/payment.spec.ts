import { expect, test, type Page } from '../testing/e2e';
import { cartLines, endPauses, field, formHeading, sendButton } from '../testing/e2e/checkout';
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

test('R-PAY-01 R-PAY-02 R-PAY-03 R-PAY-04 R-BIZ-03 R-STATE-18 A-89 shows the ledger in six columns, without decimals, and its plain sum, also after a reload', async ({
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
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(page).toHaveURL('/payment');
  await expect(toast(page, 'Please select courses')).toHaveCount(0);
});

test('R-PAY-07 A-03 an empty cart, also one whose courses are all gone, leads to /cart with one message, which says what is gone and why', async ({
  page,
  seed,
  database,
}) => {
  const said = await recordToasts(page);
  await page.goto('/payment');
  await expect(page).toHaveURL('/cart');
  await expect(toast(page, 'Please select courses before proceeding')).toBeVisible();
  await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
  expect(said).toEqual(['Please select courses before proceeding']);
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
});

test('A-03 what changed between cart and code is shown and keeps the form filled; the cart can be opened from the code step, and needs a new code once it is changed; a later price is not asked for', async ({
  page,
  seed,
  database,
  outbox,
}) => {
  const [dearer, gone, dropped] = [
    await seed.course({ branch: 'Civil' }),
    await seed.course({ branch: 'Mechanical' }),
    await seed.course({ branch: 'Textile' }),
  ];
  const sponsor = newSponsor();
  await putInCart(page, [
    [dearer, 2],
    [gone, 2],
    [dropped, 1],
  ]);
  await page.goto('/payment');
  await fillForm(page, sponsor);
  await database`update courses set price_paise = 13000000 where id = ${dearer.id}`;
  await sendButton(page).click();
  await expect(toast(page, 'Seats or prices have changed. Please review your selection.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Total Amount' })).toContainText('₹6,35,000');
  await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText('₹1,30,000.00');
  for (const name of Object.keys(LABELS) as (keyof TestSponsor)[])
    await expect(field(page, name)).toHaveValue(sponsor[name]);
  await database`update courses set adopted_seats = total_seats where id = ${gone.id}`;
  await sendButton(page).click();
  await expect(toast(page, 'No seats available for this course')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Mechanical' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Mechanical' })).toContainText(
    'No seats available for this course',
  );
  expect(await outbox.messages(sponsor.email)).toEqual([]);
  await sendButton(page).click();
  await expect(codeField(page)).toBeVisible();
  expect((await cartLines(page)).sort()).toEqual([dearer.id, dropped.id].sort());

  const throughCart = async () => {
    await page.getByRole('main').getByRole('link', { name: 'Cart', exact: true }).click();
    await expect(page).toHaveURL('/cart');
  };
  await throughCart();
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await expect(codeField(page)).toBeVisible();
  await throughCart();
  await page.getByRole('listitem').filter({ hasText: 'Textile' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await expect(formHeading(page)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Textile' })).toHaveCount(0);
  await expect(field(page, 'company')).toHaveValue(sponsor.company);
  await endPauses(database);
  await sendButton(page).click();
  await expect(codeField(page)).toBeVisible();
  await database`update courses set price_paise = 14000000 where id = ${dearer.id}`;
  await verify(page, await outbox.latestCode(sponsor.email, { sent: 2 }));
  await expect(thankYou(page)).toBeVisible();
  expect(
    await database`select total_paise::int from billings where sponsor->>'email' = ${sponsor.email} and verified_at is not null`,
  ).toEqual([{ total_paise: 26000000 }]);
});

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
  // The figures are stacked, each below the name of its column.
  const labels = await page
    .getByRole('row')
    .filter({ hasText: 'Artificial' })
    .getByRole('cell')
    .evaluateAll((cells) => cells.slice(2).map((cell) => getComputedStyle(cell, '::before').content));
  expect(labels).toEqual(['"Region"', '"Seats"', '"Price/Seat"', '"Total"']);
  await sendCode(page, sponsor);
  expect(await fits()).toBe(true);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toBeVisible();
  expect(await fits()).toBe(true);
});
