import { expect, test } from '../testing/e2e';
import { GENERATE, VERIFY, endPauses, field, formHeading } from '../testing/e2e/checkout';
import {
  boxes,
  codeField,
  newSponsor,
  putInCart,
  sendCode,
  thankYou,
  verify,
  verifyButton,
  type TestSponsor,
} from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

test.describe('the code', () => {
  let sponsor: TestSponsor;
  test.beforeEach(async ({ page, seed }) => {
    sponsor = newSponsor();
    await putInCart(page, [[await seed.course({ branch: 'Civil', totalSeats: 5 }), 3]]);
    await page.clock.install();
    await page.goto('/payment');
    await sendCode(page, sponsor);
  });

  test('R-PAY-09 R-VAL-20 R-VAL-21 R-VAL-22 R-VAL-23 R-VAL-24 R-ERR-06 A-06 A-18 A-19 six boxes accept digits however they are typed or pasted; Verify waits for the sixth and can be repeated after a failure', async ({
    page,
    outbox,
    database,
    seed,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const paste = (text: string) =>
      codeField(page).evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await expect(boxes(page)).toHaveCount(6);
    for (const [name, value] of [
      ['maxlength', '6'],
      ['autocomplete', 'one-time-code'],
      ['inputmode', 'numeric'],
    ] as const)
      await expect(codeField(page)).toHaveAttribute(name, value);
    await codeField(page).pressSequentially('a1b-2345');
    await expect(boxes(page)).toHaveText(['1', '2', '3', '4', '5', '']);
    await expect(verifyButton(page)).toBeDisabled();
    await codeField(page).press('Enter');
    await expect(toast(page, 'Please enter a valid 6-digit OTP')).toBeVisible();
    await codeField(page).press('Backspace');
    await codeField(page).press('Backspace');
    await codeField(page).press('9');
    await expect(boxes(page)).toHaveText(['1', '2', '3', '9', '', '']);
    await paste('12-34 5678');
    await expect(codeField(page)).toHaveValue('123456');
    await expect(verifyButton(page)).toBeEnabled();
    await paste('Your code: 998877');
    await expect(codeField(page)).toHaveValue('998877');
    await paste('no digits');
    await expect(codeField(page)).toHaveValue('998877');
    await codeField(page).fill('');
    await codeField(page).pressSequentially('१२３');
    await page.keyboard.insertText('४५६');
    await expect(codeField(page)).toHaveValue('123456');
    await codeField(page).fill('');
    await page.keyboard.insertText('65a43 21');
    await expect(codeField(page)).toHaveValue('654321');
    expect(sent).toEqual([]);

    await page.route(VERIFY, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>No</h1>' }));
    await verifyButton(page).click();
    await expect(toast(page, 'Failed to verify OTP')).toBeVisible();
    await expect(codeField(page)).toHaveValue('654321');
    await page.unroute(VERIFY);
    // What a limit refuses says until when, and stays until the next attempt.
    const message = 'Too many incorrect attempts. You can try again from 2:05 pm.';
    const refusal = { status: 429, headers: { 'Retry-After': '2700' } };
    await page.route(VERIFY, (route) =>
      route.fulfill({ ...refusal, json: { code: 'otp.too_many_attempts', message } }),
    );
    await verifyButton(page).click();
    await expect(page.getByRole('main').getByText(message)).toBeVisible();
    await page.unroute(VERIFY);
    // The answer is lost: the seats are taken once.
    await page.route(VERIFY, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const lost = page.waitForEvent('requestfailed');
    await verify(page, await outbox.latestCode(sponsor.email));
    await lost;
    await page.unroute(VERIFY);
    await expect(verifyButton(page)).toBeEnabled();
    await verifyButton(page).click();
    await expect(thankYou(page)).toBeVisible();
    expect(await database`select adopted_seats from courses where city = ${seed.city}`).toEqual([{ adopted_seats: 3 }]);
  });

  test('R-PAY-12 an expired code is refused; it can be sent again after its wait; a wrong code shows an error in place, and only the new one works', async ({
    page,
    outbox,
    database,
  }) => {
    const first = await outbox.latestCode(sponsor.email);
    const resend = page.getByRole('button', { name: 'Resend OTP' });
    await expect(resend).toBeDisabled();
    await expect(page.getByText(/A new code can be sent in 0:\d\d/)).toBeVisible();
    await database`update otp_challenges set expires_at = expires_at - interval '601 seconds' where email = ${sponsor.email}`;
    await page.clock.fastForward(601_000);
    await expect(page.getByText('This code has expired. Please send a new one.')).toBeVisible();
    await verify(page, first);
    await expect(toast(page, 'Invalid or expired OTP')).toBeVisible();
    await endPauses(database);
    const [request] = await Promise.all([page.waitForRequest(GENERATE), resend.click()]);
    expect(request.postDataJSON()).toMatchObject({ isResend: true, email: sponsor.email, user_id: expect.any(String) });
    await expect(toast(page, 'OTP sent to your email!')).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(resend).toBeDisabled();

    const second = await outbox.latestCode(sponsor.email, { sent: 2 });
    // Both codes are equal once in a million runs.
    await verify(page, first === second ? '000000' : first);
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toHaveAccessibleDescription(/Invalid or expired OTP/);
    await expect(codeField(page)).toBeFocused();
    await codeField(page).pressSequentially(second);
    await codeField(page).press('Enter');
    await expect(thankYou(page)).toBeVisible();
  });

  test('A-03 seats sold out between code and verification: the message, then the form with the remaining courses', async ({
    page,
    outbox,
    database,
    seed,
  }) => {
    const code = await outbox.latestCode(sponsor.email);
    await database`update courses set adopted_seats = 3 where city = ${seed.city}`;
    await verify(page, code);
    await expect(toast(page, 'Maximum available seats: 2')).toBeVisible();
    await expect(formHeading(page)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Civil' })).toContainText('Maximum available seats: 2');
    await expect(page.getByRole('row').filter({ hasText: 'Civil' }).getByRole('cell').nth(3)).toHaveText('2');
    await expect(field(page, 'company')).toHaveValue(sponsor.company);
    expect(
      await database`select is_verified from (select verified_at is not null as is_verified from billings where sponsor->>'email' = ${sponsor.email}) b`,
    ).toEqual([{ is_verified: false }]);
  });
});
