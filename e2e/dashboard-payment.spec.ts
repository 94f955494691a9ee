import { register, signIn, smsCode } from '../testing/e2e/account';
import { expect, test, type Page } from '../testing/e2e';
import {
  adoptionsOf,
  openPayment,
  PAY,
  payButton,
  payBy,
  row,
  sendCodeButton,
  tile,
  timer,
  verifyPhone,
} from '../testing/e2e/dashboard-payment';
import { endPauses, GENERATE, VERIFY } from '../testing/e2e/checkout';
import { cutOff, doubleText } from '../testing/e2e/shape';
import { boxes, codeField, verify, verifyButton } from '../testing/e2e/sponsor';
import { recordToasts, toast } from '../testing/e2e/toast';

const LINE_KEYS = ['branch', 'courseName', 'course_id', 'pricePerSeat', 'selectedSeats', 'totalPrice'];

/** Collects the paths of the POST requests that the page sends from now on. */
function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  return posts;
}

const failing = { status: 500, contentType: 'text/html', body: '<h1>Error</h1>' };

test('R-DPAY-01 R-DPAY-20 A-89 lists the selected courses with seats, price and total in rupees with two decimals, also after a reload', async ({
  page,
  seed,
}) => {
  const civil = await seed.course({ branch: 'Civil' });
  const fitter = await seed.course({ branch: 'Fitter', courseType: 'ITI', institute: null, pricePaise: 18_000_50 });
  await openPayment(page, [
    [civil, 12],
    [fitter, 11],
  ]);
  await expect(page).toHaveTitle(/Payment/);
  await expect(row(page, 'Civil').getByRole('cell')).toHaveText([
    'CivilB.Tech',
    `${seed.city} Engineering College`,
    seed.city,
    '12',
    '₹1,25,000.00',
    '₹15,00,000.00',
  ]);
  await expect(row(page, 'Fitter').getByRole('cell')).toHaveText([
    'FitterITI',
    'Other Institutes',
    seed.city,
    '11',
    '₹18,000.50',
    '₹1,98,005.50',
  ]);
  await expect(row(page, 'Total Amount').getByRole('cell')).toHaveText('₹16,98,005.50');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
  await expect(page.getByText('no money is charged')).toBeVisible();
  await page.reload();
  await expect(sendCodeButton(page)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(toast(page, 'Please select courses')).toHaveCount(0);
});

test('R-DPAY-02 R-DPAY-03 A-59 R-DSEL-03 without selected courses it shows one message and returns to the selection; what is locked on a city page is what the table lists', async ({
  page,
  seed,
}) => {
  await seed.course({ branch: 'Civil' });
  const said = await recordToasts(page);
  await signIn(page, await register(page.request));
  await page.goto('/dashboard/payment');
  await expect(toast(page, 'Please select courses before proceeding to payment')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/course-selection(\?step=\d)?$/);
  expect(said).toEqual(['Please select courses before proceeding to payment']);
  await page.goto(`/dashboard/city/${seed.city}`);
  await page.getByRole('article', { name: 'Civil' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(row(page, 'Civil').getByRole('cell').nth(3)).toHaveText('1');
  await doubleText(page);
  expect(await cutOff(page), 'with text twice as large').toEqual([]);
});

test('R-DPAY-04 R-DPAY-05 R-DPAY-06 R-DPAY-07 R-DPAY-08 R-DPAY-09 R-API-08 R-VAL-19 R-VAL-20 R-VAL-21 R-VAL-22 R-VAL-23 R-VAL-24 R-ERR-05 R-ERR-06 the code is sent to the phone that the response names, takes six digits, and can be sent again; failures show their fallbacks', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  await page.clock.install();
  const payer = await openPayment(page, [[await seed.course({ branch: 'Civil' }), 3]]);
  const { session } = payer;
  await page.route(GENERATE, (route) => route.fulfill(failing));
  await sendCodeButton(page).click();
  await expect(toast(page, 'Failed to send OTP')).toBeVisible();
  await expect(codeField(page)).toHaveCount(0);
  await page.unroute(GENERATE);
  await page.route(GENERATE, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), phone: 'XXXXXX0042' } });
  });
  const [request] = await Promise.all([page.waitForRequest(GENERATE), sendCodeButton(page).click()]);
  const body = request.postDataJSON() as { selected_courses: object[] };
  expect(Object.keys(body).sort()).toEqual(['selected_courses', 'total_price', 'userId']);
  expect(body).toMatchObject({ userId: session.id, total_price: 375000 });
  expect(body.selected_courses.map((line) => Object.keys(line).sort())).toEqual([LINE_KEYS]);
  expect(request.headers().authorization).toBe(`Bearer ${session.token}`);
  await expect(toast(page, 'OTP sent successfully!')).toBeVisible();
  await expect(page.getByText('Sent to XXXXXX0042.')).toBeVisible();
  await expect(boxes(page)).toHaveCount(6);
  await expect(codeField(page)).toBeFocused();

  const posts = postsOf(page);
  await codeField(page).pressSequentially('a1b-2345');
  await expect(boxes(page)).toHaveText(['1', '2', '3', '4', '5', '']);
  await expect(verifyButton(page)).toBeDisabled();
  await codeField(page).press('Enter');
  await expect(toast(page, 'Please enter a valid 6-digit OTP')).toBeVisible();
  expect(posts).toEqual([]);
  await page.route(VERIFY, (route) => route.fulfill(failing));
  await verify(page, '123456');
  await expect(toast(page, 'Failed to verify OTP')).toBeVisible();
  await expect(codeField(page)).toHaveValue('123456');
  await page.unroute(VERIFY);

  const resend = page.getByRole('button', { name: 'Resend OTP' });
  await expect(resend).toBeDisabled();
  await page.clock.fastForward(31_000);
  await endPauses(database);
  await Promise.all([page.waitForRequest(GENERATE), resend.click()]);
  await verify(page, await smsCode(outbox, payer.account, { sent: 2 }));
  await expect(toast(page, 'OTP verified successfully!')).toBeVisible();
  await expect(timer(page)).toBeVisible();
  expect(await adoptionsOf(database, payer)).toEqual(['held']);
});

test('A-11 A-90 a code sent to the e-mail address instead is reported as sent there; a profile without a valid phone asks for one first', async ({
  page,
  seed,
}) => {
  await openPayment(page, [[await seed.course(), 1]], { phone_number: '12' });
  await expect(page.getByRole('heading', { name: 'no phone number that a code can be sent to' })).toBeVisible();
  await expect(sendCodeButton(page)).toBeHidden();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  await page.getByRole('button', { name: 'Save the number' }).click();
  await expect(phone).toHaveAccessibleDescription(/Invalid phone number \(10 digits required\)/);
  await phone.fill('9826055512');
  await page.getByRole('button', { name: 'Save the number' }).click();
  await expect(toast(page, 'The phone number is saved.')).toBeVisible();
  await expect(sendCodeButton(page)).toBeVisible();
  await expect(page.getByText('XXXXXX5512')).toBeVisible();

  await openPayment(page, [[await seed.course(), 1]]);
  await page.route(GENERATE, async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), delivered: 'email', sent_to: 'rXXXX@narmada.example' };
    await route.fulfill({ response: answer, json });
  });
  await sendCodeButton(page).click();
  await expect(toast(page, 'OTP sent successfully!')).toBeVisible();
  await expect(codeField(page)).toHaveAccessibleDescription(
    /Text messages cannot be sent .* XXXXXX\d{4} went to your e-mail address, rXXXX@narmada\.example/,
  );
});

test('R-DPAY-10 R-DPAY-11 R-DPAY-13 R-DPAY-14 R-DPAY-16 R-ERR-07 A-62 paying needs the verified phone, then one of three methods; an answer without a transaction is a failure, and a retry uses the same key', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  const payer = await openPayment(page, [[await seed.course(), 1]]);
  const posts = postsOf(page);
  await payButton(page).click();
  await expect(toast(page, 'Please verify your phone number first')).toBeVisible();
  expect(posts).toEqual([]);
  await expect(page.getByRole('radio')).toHaveCount(3);
  for (const [name, value] of [
    ['Credit/Debit Card', 'card'],
    ['UPI Payment', 'upi'],
    ['Net Banking', 'netbanking'],
  ] as const) {
    await expect(tile(page, name)).toHaveAttribute('value', value);
    await expect(tile(page, name)).toBeDisabled();
  }
  await verifyPhone(page, outbox, payer);
  await expect(page.getByRole('heading', { name: 'Choose how to pay' })).toBeFocused();
  posts.length = 0;
  await payButton(page).click();
  await expect(toast(page, 'Please select a payment method')).toBeVisible();
  expect(posts).toEqual([]);
  await tile(page, 'Credit/Debit Card').focus();
  await page.keyboard.press('ArrowDown');
  await expect(tile(page, 'UPI Payment')).toBeChecked();
  // The countdown and the button stay visible on a low screen at any scroll position.
  await page.setViewportSize({ width: 375, height: 500 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(timer(page)).toBeInViewport();
  await expect(payButton(page)).toBeInViewport();

  const keys: (string | undefined)[] = [];
  const answers = [{ json: { success: true, message: 'Payment successful!' } }, failing];
  await page.route(PAY, (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await payButton(page).click();
  await expect(toast(page, 'Payment failed. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(payButton(page)).toBeFocused();
  await expect(timer(page)).toBeVisible();
  await payButton(page).click();
  await expect.poll(() => keys).toHaveLength(2);
  await expect(payButton(page)).toBeFocused();
  await payButton(page).click();
  await expect(page).toHaveURL('/dashboard');
  expect(keys[2]).toBe(keys[1]);
  expect(await adoptionsOf(database, payer)).toEqual(['completed']);
});

test('R-DPAY-12 R-DPAY-16 R-DPAY-17 R-DPAY-18 R-DPAY-19 R-API-08 a transaction ends on the dashboard with nothing left to pay', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  const payer = await openPayment(page, [[await seed.course({ branch: 'Civil' }), 3]]);
  await verifyPhone(page, outbox, payer);
  const [request] = await Promise.all([page.waitForRequest(PAY), payBy(page, 'Net Banking')]);
  const body = request.postDataJSON() as { selected_courses: object[] };
  expect(Object.keys(body).sort()).toEqual(['payment_method', 'selected_courses', 'total_amount', 'userId']);
  expect(body).toMatchObject({ payment_method: 'netbanking', userId: payer.session.id, total_amount: 375000 });
  expect(body.selected_courses.map((line) => Object.keys(line).sort())).toEqual([LINE_KEYS]);
  expect(request.headers()['idempotency-key']).toMatch(/^[\x20-\x7e]{16,255}$/);

  await expect(toast(page, 'Payment successful!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  const thanks = page.getByRole('region', { name: 'Thank you. 3 seats are yours.' });
  await expect(thanks).toContainText('₹3,75,000.00 paid under SA-');
  await expect(thanks.getByRole('heading')).toBeFocused();
  await expect(thanks.getByRole('button')).toHaveText(['Adoption summary', 'Receipt']);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
  await expect(thanks).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('course-selection-storage')!).state);
  expect(stored).toMatchObject({ selections: {}, selectedCourses: [], currentStep: 1, owner: payer.session.id });
  expect(await adoptionsOf(database, payer)).toEqual(['completed']);
  expect(await database`select adopted_seats, held_seats from courses where city = ${seed.city}`).toEqual([
    { adopted_seats: 3, held_seats: 0 },
  ]);
  await expect(toast(page, 'Please select courses')).toHaveCount(0);
  await page.goto('/dashboard/payment');
  await expect(toast(page, 'Please select courses before proceeding to payment')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/course-selection(\?step=\d)?$/);
});
