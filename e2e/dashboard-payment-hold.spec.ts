import { chooseSeats, register, signIn, smsCode } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import {
  adoptionsOf,
  endWindow,
  notifyPayment,
  openPayment,
  PAY,
  payButton,
  payBy,
  paymentsOf,
  row,
  sendCodeButton,
  tile,
  timer,
  verifyPhone,
} from '../testing/e2e/dashboard-payment';
import { endPauses, VERIFY } from '../testing/e2e/checkout';
import { codeField, verify } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

const ended = (page: Page) => page.getByRole('status').filter({ hasText: 'The time to pay is over' });
const differs = (page: Page) => page.getByRole('status').filter({ hasText: 'your selection is another one by now' });

test.describe('seats that are held', () => {
  test('A-17 survive a reload, other pages and another tab; they can be paid without a selection, at the price of their code', async ({
    page,
    context,
    seed,
    outbox,
    database,
  }) => {
    const course = await seed.course({ branch: 'Civil' });
    const payer = await openPayment(page, [[course, 2]]);
    await verifyPhone(page, outbox, payer);
    await expect(timer(page)).toHaveText(/^(15:00|14:\d\d)$/);
    await page.reload();
    await expect(timer(page)).toHaveText(/^14:\d\d$|^15:00$/);
    await expect(page.getByText(/2 seats are held for you under SA-/)).toBeVisible();
    await page.getByRole('link', { name: 'Change selection' }).click();
    await expect(page).toHaveURL('/dashboard/course-selection?step=4');
    await page.goBack();
    await expect(timer(page)).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/dashboard/payment');
    await expect(timer(tab)).toBeVisible();
    await expect(tile(tab, 'UPI Payment')).toBeEnabled();
    await tab.close();
    await database`update courses set price_paise = 13000000 where id = ${course.id}`;
    await page.evaluate(() => localStorage.removeItem('course-selection-storage'));
    await page.reload();
    await expect(row(page, 'Civil').getByRole('cell').last()).toHaveText('₹2,50,000.00');
    await payBy(page);
    await expect(page).toHaveURL('/dashboard');
    expect(await adoptionsOf(database, payer)).toEqual(['completed']);
  });

  test('A-17 for another selection do not count: a new code is requested and releases them', async ({
    page,
    seed,
    outbox,
    database,
  }) => {
    // All seats of the course: its own sponsor may still choose fewer.
    const course = await seed.course({ branch: 'Civil', totalSeats: 4 });
    const payer = await openPayment(page, [[course, 4]]);
    await verifyPhone(page, outbox, payer);
    await chooseSeats(page, payer.session, [[course, 3]]);
    await page.goto('/dashboard/payment');
    await expect(differs(page)).toBeVisible();
    await expect(row(page, 'Civil').getByRole('cell').nth(3)).toHaveText('3');
    await expect(tile(page, 'UPI Payment')).toBeDisabled();
    await endPauses(database);
    await verifyPhone(page, outbox, payer, { sent: 2 });
    await expect(differs(page)).toHaveCount(0);
    expect(await adoptionsOf(database, payer)).toEqual(['replaced', 'held']);
    expect(await database`select held_seats from courses where id = ${course.id}`).toEqual([{ held_seats: 3 }]);
  });

  test('A-17 are released when the time is over: a message is shown, the selection is kept, and a new code can be requested', async ({
    page,
    seed,
    outbox,
    database,
  }) => {
    await page.clock.install();
    const course = await seed.course({ branch: 'Civil', totalSeats: 5 });
    const payer = await openPayment(page, [[course, 4]]);
    await verifyPhone(page, outbox, payer);
    await page.clock.fastForward('10:30');
    await expect(page.getByText('5 minutes left to pay.')).toBeAttached();
    await page.clock.fastForward('04:00');
    await expect(page.getByText('1 minute left to pay.')).toBeAttached();
    // Another sponsor takes two of the released seats.
    await endWindow(database, payer);
    await database`update billings set state = 'expired' where user_id = ${payer.session.id}`;
    await database`update courses set held_seats = 0, adopted_seats = 2 where id = ${course.id}`;
    await page.clock.fastForward('00:31');
    await expect(ended(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Verify your phone' })).toBeFocused();
    await expectAccessible(page);
    await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText('Maximum available seats: 3');
    await expect(row(page, 'Civil').getByRole('cell').nth(3)).toHaveText('3');
    await expect(tile(page, 'UPI Payment')).toBeDisabled();
    await endPauses(database);
    await verifyPhone(page, outbox, payer, { sent: 2 });
    expect(await adoptionsOf(database, payer)).toEqual(['expired', 'held']);
  });

  test('A-17 are released by the server’s clock: paying shows a message, and seats held on another device become the selection', async ({
    page,
    seed,
    outbox,
    database,
  }) => {
    const payer = await openPayment(page, [[await seed.course({ branch: 'Civil' }), 2]]);
    await verifyPhone(page, outbox, payer);
    await page.evaluate(() => localStorage.removeItem('course-selection-storage'));
    await page.reload();
    await timer(page).waitFor();
    await endWindow(database, payer);
    await payBy(page);
    await expect(toast(page, 'The time to pay has ended and your seats are free again.')).toBeVisible();
    await expect(ended(page)).toBeVisible();
    await expect(row(page, 'Civil').getByRole('cell').nth(3)).toHaveText('2');
    await expect(page).toHaveURL('/dashboard/payment');
    expect(await paymentsOf(database, payer)).toEqual([]);
  });

  test('A-01 A-03 of two sponsors only one gets the last seats; the other sees which are gone and keeps the rest', async ({
    page,
    browser,
    baseURL,
    seed,
    outbox,
    database,
  }) => {
    const last = await seed.course({ branch: 'Civil', totalSeats: 3 });
    const rest = await seed.course({ branch: 'Mechanical' });
    const slow = await openPayment(page, [
      [last, 2],
      [rest, 1],
    ]);
    await sendCodeButton(page).click();
    const code = await smsCode(outbox, slow.account);

    const other = await browser.newContext({ baseURL });
    const quickPage = await other.newPage();
    const quick = await openPayment(quickPage, [[last, 2]]);
    await verifyPhone(quickPage, outbox, quick);
    await other.close();

    await verify(page, code);
    await expect(toast(page, 'Maximum available seats: 1')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText('Maximum available seats: 1');
    await expect(row(page, 'Civil').getByRole('cell').nth(3)).toHaveText('1');
    await endPauses(database);
    await verifyPhone(page, outbox, slow, { sent: 2 });
    expect(await database`select held_seats from courses where id = ${last.id}`).toEqual([{ held_seats: 3 }]);
  });
});

test.describe('a selection that changed before the code', () => {
  test('A-03 R-DPAY-02 a new price is shown on opening, and a later one when the code is requested; a selection whose courses are all gone is an empty one', async ({
    page,
    seed,
    database,
  }) => {
    const course = await seed.course({ branch: 'Civil' });
    const account = await register(page.request);
    const session = await signIn(page, account);
    await chooseSeats(page, session, [[course, 2]]);
    await database`update courses set price_paise = 13000000 where id = ${course.id}`;
    await page.goto('/dashboard/payment');
    const notice = page.getByRole('status').filter({ hasText: 'Civil' });
    await expect(notice).toContainText('Your selection has changed since you made it');
    await expect(notice).toContainText('₹1,30,000.00');
    await expect(row(page, 'Total Amount')).toContainText('₹2,60,000.00');
    await database`update courses set price_paise = 14000000 where id = ${course.id}`;
    await sendCodeButton(page).click();
    await expect(toast(page, 'Seats or prices have changed. Please review your selection.')).toBeVisible();
    await expect(row(page, 'Total Amount')).toContainText('₹2,80,000.00');
    await sendCodeButton(page).click();
    await expect(codeField(page)).toBeVisible();
    await database`update courses set adopted_seats = total_seats where id = ${course.id}`;
    await page.goto('/dashboard/payment');
    await expect(toast(page, 'Please select courses before proceeding to payment')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/course-selection(\?step=\d)?$/);
    await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText(
      'No seats available for this course',
    );
  });
});

test.describe('a payment that does not simply succeed', () => {
  test('A-05 a declined one leaves the hold: another try is a new payment', async ({
    page,
    seed,
    outbox,
    database,
  }) => {
    const payer = await openPayment(page, [[await seed.course({ pricePaise: 1_25_000_01 }), 1]]);
    await verifyPhone(page, outbox, payer);
    const [first] = await Promise.all([page.waitForRequest(PAY), payBy(page)]);
    const declined = 'The payment was declined. Your seats are still held, please try again.';
    await expect(toast(page, declined)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Choose how to pay' })).toContainText(declined);
    await expect(timer(page)).toBeVisible();
    await expect(payButton(page)).toBeFocused();
    const [second] = await Promise.all([page.waitForRequest(PAY), payButton(page).click()]);
    expect(second.headers()['idempotency-key']).not.toBe(first.headers()['idempotency-key']);
    await expect(payButton(page)).toBeEnabled();
    expect((await paymentsOf(database, payer)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await adoptionsOf(database, payer)).toEqual(['held']);
  });

  test('A-05 a pending payment is shown as such, cannot be paid again, and completes when the notice arrives', async ({
    page,
    request,
    seed,
    outbox,
    database,
  }) => {
    const payer = await openPayment(page, [[await seed.course({ pricePaise: 1_25_000_02 }), 1]]);
    await verifyPhone(page, outbox, payer);
    await payBy(page);
    await expect(toast(page, 'Your payment is being confirmed. You will find it under My adoptions.')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/adoptions\//);
    await expect(page.getByRole('heading', { name: 'Payment being confirmed' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard/payment');
    await expect(page.getByRole('heading', { name: 'Payment being confirmed' })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await expect(toast(page, 'Please select courses')).toHaveCount(0);

    // Another selection asks before it takes the place of the payment.
    await chooseSeats(page, payer.session, [[await seed.course(), 1]]);
    await page.goto('/dashboard/payment');
    await sendCodeButton(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep the payment' }).click();
    expect(await adoptionsOf(database, payer)).toEqual(['held']);

    const [payment] = await paymentsOf(database, payer);
    await notifyPayment(request, database, payment!.id, 'captured');
    expect(await adoptionsOf(database, payer)).toEqual(['completed']);
  });

  test('A-05 a refund of money that arrives too late is announced until it is dismissed', async ({
    page,
    request,
    seed,
    outbox,
    database,
  }) => {
    const course = await seed.course({ pricePaise: 1_25_000_01, totalSeats: 2 });
    const payer = await openPayment(page, [[course, 2]]);
    await verifyPhone(page, outbox, payer);
    await page.route(PAY, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await payBy(page);
    await expect(toast(page, 'Payment failed. Please try again.')).toBeVisible();
    await page.unroute(PAY);
    await endWindow(database, payer);
    await database`update courses set held_seats = 0, adopted_seats = total_seats where id = ${course.id}`;
    await database`update billings set state = 'expired' where user_id = ${payer.session.id} and state = 'held'`;
    const [payment] = await paymentsOf(database, payer);
    await notifyPayment(request, database, payment!.id, 'captured');
    await payButton(page).click();
    const note = page.getByRole('alert').filter({ hasText: 'Refund due' });
    await expect(note).toContainText('The full amount will be refunded.');
    await expectAccessible(page);
    await expect(payButton(page)).toHaveCount(0);
  });

  test('A-06 lost responses: a code holds the seats once; a payment, pressed twice, is sent once, asked for again after a reload, and paid once', async ({
    page,
    seed,
    outbox,
    database,
  }) => {
    const payer = await openPayment(page, [[await seed.course(), 3]]);
    await sendCodeButton(page).click();
    await page.route(VERIFY, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await verify(page, await smsCode(outbox, payer.account));
    await expect(toast(page, 'Failed to verify OTP')).toBeVisible();
    await page.unroute(VERIFY);
    await page.getByRole('button', { name: 'Verify OTP' }).click();
    await expect(timer(page)).toBeVisible();
    expect(await database`select held_seats from courses where city = ${seed.city}`).toEqual([{ held_seats: 3 }]);
    let calls = 0;
    page.on('request', (request) => request.url().includes('process-payment') && calls++);
    await page.route(PAY, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await tile(page, 'Credit/Debit Card').check();
    await payButton(page).dblclick();
    await expect(toast(page, 'Payment failed. Please try again.')).toBeVisible();
    expect(calls).toBe(1);
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'We do not know yet' })).toBeVisible();
    await page.unroute(PAY);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, 'Payment successful!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect((await paymentsOf(database, payer)).map(({ status }) => status)).toEqual(['captured']);
  });
});
