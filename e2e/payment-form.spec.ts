import { expect, test, type Page } from '../testing/e2e';
import { GENERATE, endPauses, field, formHeading, sendButton } from '../testing/e2e/checkout';
import {
  boxes,
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
import { toast } from '../testing/e2e/toast';

/** Returns the error message of a field; empty if there is none. */
const problemOf = async (page: Page, name: keyof TestSponsor) =>
  field(page, name).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids
      .filter((id) => id.endsWith('-error'))
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  });

test.describe('the sponsor form', () => {
  test.beforeEach(async ({ page, seed }) => {
    await putInCart(page, [[await seed.course({ branch: 'Civil' }), 2]]);
    await page.goto('/payment');
    await expect(formHeading(page)).toBeVisible();
  });

  test('R-PAY-05 R-PAY-06 R-PAY-08 R-PAY-10 R-API-10 six fields and no choice of channel; sending replaces the form', async ({
    page,
    outbox,
  }) => {
    const sponsor = newSponsor();
    for (const label of Object.values(LABELS)) await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(Object.keys(LABELS).length);
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await expect(page.getByRole('radio')).toHaveCount(0);

    await fillForm(page, sponsor);
    const [request] = await Promise.all([page.waitForRequest(GENERATE), sendButton(page).click()]);
    const body = request.postDataJSON();
    expect(body).toMatchObject({ ...sponsor, otpMethod: 'email', totalPrice: 250000 });
    expect(Object.keys(body).sort()).toEqual(
      [...Object.keys(LABELS), 'otpMethod', 'selectedCourses', 'totalPrice'].sort(),
    );

    await expect(toast(page, 'OTP sent to your email!')).toBeVisible();
    await expect(formHeading(page)).toHaveCount(0);
    await expect(boxes(page)).toHaveCount(6);
    await expect(codeField(page)).toBeFocused();
    await expect(page.getByText(`Sent to ${sponsor.email}.`, { exact: true })).toBeVisible();
    expect(await outbox.latestCode(sponsor.email)).toMatch(/^\d{6}$/);
  });

  test('R-VAL-07 R-VAL-08 R-VAL-09 R-VAL-10 R-VAL-12 R-VAL-13 R-VAL-14 R-VAL-15 R-VAL-16 R-VAL-17 R-VAL-18 checks a field while it is typed in, when it is left and on sending, which sends nothing while there is a problem', async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await field(page, 'fullName').pressSequentially('ab');
    await expect.poll(() => problemOf(page, 'fullName')).toBe('Name must be at least 3 characters');
    await field(page, 'fullName').press('c');
    await expect.poll(() => problemOf(page, 'fullName')).toBe('');
    await field(page, 'email').focus();
    await field(page, 'phone').focus();
    await expect.poll(() => problemOf(page, 'email')).toBe('Email is required');
    expect(await problemOf(page, 'company')).toBe('');
    await field(page, 'fullName').fill('');
    await sendButton(page).click();
    for (const [name, problem] of [
      ['industry', 'Industry is required'],
      ['fullName', 'Name is required'],
      ['designation', 'Designation is required'],
      ['email', 'Email is required'],
      ['phone', 'Phone number is required'],
      ['company', 'Company name is required'],
    ] as const)
      await expect.poll(() => problemOf(page, name)).toBe(problem);
    await expect(field(page, 'fullName')).toBeFocused();
    await field(page, 'email').fill('a@b');
    await field(page, 'phone').fill('98260 1234');
    await expect.poll(() => problemOf(page, 'email')).toBe('Invalid email address');
    await expect.poll(() => problemOf(page, 'phone')).toBe('Invalid phone number (10 digits required)');
    await field(page, 'phone').fill('98260-12345');
    await expect.poll(() => problemOf(page, 'phone')).toBe('');
    expect(sent).toEqual([]);
  });

  test('R-ERR-01 R-ERR-05 A-67 the input survives a send that fails, with the message of the server or the fallback, the cart, and a code that was sent; a new code goes to the new address', async ({
    page,
    outbox,
    database,
  }) => {
    const sponsor = newSponsor();
    const isFilled = async () => {
      for (const name of Object.keys(LABELS) as (keyof TestSponsor)[])
        await expect(field(page, name)).toHaveValue(sponsor[name]);
    };
    const message = 'Too many OTP requests. A new code is possible from 2:05 pm.';
    const limit = 'Without a payment, one email address can have at most 300 seats.';
    await fillForm(page, sponsor);
    for (const [answer, said] of [
      [{ status: 409, json: { message: limit, code: 'seats.limit_email' } }, limit],
      [{ status: 429, headers: { 'Retry-After': '2700' }, json: { message, code: 'otp.too_many_sends' } }, message],
      [{ status: 500, body: '' }, 'Failed to send OTP'],
      [null, 'Failed to send OTP'],
    ] as const) {
      await page.route(GENERATE, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await expect(sendButton(page)).toBeEnabled();
      await sendButton(page).click();
      await expect(toast(page, said)).toBeVisible();
      await isFilled();
      // What a limit refuses stays on the page.
      for (const lasting of [message, limit])
        await expect(page.getByRole('main').getByText(lasting)).toHaveCount(said === lasting ? 1 : 0);
      await page.unroute(GENERATE);
    }
    await page.getByRole('link', { name: 'Cart', exact: true }).last().click();
    await expect(page).toHaveURL('/cart');
    await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
    await isFilled();
    await sendButton(page).click();
    await expect(codeField(page)).toBeVisible();
    await page.getByRole('button', { name: 'Edit details' }).click();
    await expect(formHeading(page)).toBeFocused();
    await isFilled();
    const email = `new.${sponsor.email}`;
    await field(page, 'email').fill(email);
    await endPauses(database);
    await sendButton(page).click();
    await expect(page.getByText(`Sent to ${email}.`, { exact: true })).toBeVisible();
    await verify(page, await outbox.latestCode(email));
    await expect(thankYou(page)).toBeVisible();
  });
});

test('R-PAY-11 A-12 with codes by phone, the toast and the message name the phone', async ({ page, seed, outbox }) => {
  // The setting reaches the page as a prop of a client component; the test changes it in the response.
  await page.route(/\/payment\?_rsc=/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"otpMethod":"email"', '"otpMethod":"phone"');
    await route.fulfill({ response: answer, body });
  });
  const sponsor = newSponsor();
  await putInCart(page, [[await seed.course(), 1]]);
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await sendCode(page, sponsor);
  await expect(toast(page, 'OTP sent to your phone number!')).toBeVisible();
  await expect(page.getByText(`Sent to ${sponsor.phone}.`, { exact: true })).toBeVisible();
  await verify(page, await outbox.latestCode(`+91${sponsor.phone}`));
  await expect(thankYou(page)).toBeVisible();
});
