import { expectAccessible } from '../testing/e2e/axe';
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

  test('R-PAY-09 R-VAL-20 R-VAL-23 six boxes accept digits only; Verify is enabled by the sixth', async ({ page }) => {
    await expect(boxes(page)).toHaveCount(6);
    await codeField(page).pressSequentially('a1b-');
    await expect(boxes(page)).toHaveText(['1', '', '', '', '', '']);
    await codeField(page).pressSequentially('2345');
    await expect(boxes(page)).toHaveText(['1', '2', '3', '4', '5', '']);
    await expect(verifyButton(page)).toBeDisabled();
    await codeField(page).press('6');
    await expect(verifyButton(page)).toBeEnabled();
    await codeField(page).press('7');
    await expect(codeField(page)).toHaveAttribute('maxlength', '6');
    await expect(boxes(page)).toHaveCount(6);
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible(page);
  });

  test('R-VAL-24 A-18 Enter with five digits shows that six are required and sends nothing', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await codeField(page).pressSequentially('12345');
    await codeField(page).press('Enter');
    await expect(toast(page, 'Please enter a valid 6-digit OTP')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('R-VAL-21 pasting strips other characters, keeps six digits and replaces the previous ones', async ({
    page,
  }) => {
    const paste = (text: string) =>
      codeField(page).evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await paste('12-34 5678');
    await expect(codeField(page)).toHaveValue('123456');
    await paste('Your code: 998877');
    await expect(codeField(page)).toHaveValue('998877');
    await paste('no digits');
    await expect(codeField(page)).toHaveValue('998877');
  });

  test('R-VAL-21 digits of other scripts and a dictated text are the code', async ({ page }) => {
    await codeField(page).pressSequentially('१२３');
    await expect(codeField(page)).toHaveValue('123');
    await page.keyboard.insertText('४५६');
    await expect(codeField(page)).toHaveValue('123456');
    await codeField(page).fill('');
    await page.keyboard.insertText('65a43 21');
    await expect(codeField(page)).toHaveValue('654321');
    await expect(verifyButton(page)).toBeEnabled();
  });

  test('R-VAL-22 A-19 Backspace on an empty box clears the one before it', async ({ page }) => {
    await codeField(page).pressSequentially('123');
    await codeField(page).press('Backspace');
    await expect(boxes(page)).toHaveText(['1', '2', '', '', '', '']);
    await codeField(page).press('Backspace');
    await codeField(page).press('9');
    await expect(boxes(page)).toHaveText(['1', '9', '', '', '', '']);
  });

  test('R-PAY-12 the code can be sent again after its wait; only the new one works', async ({
    page,
    outbox,
    database,
  }) => {
    const first = await outbox.latestCode(sponsor.email);
    const resend = page.getByRole('button', { name: 'Resend OTP' });
    await expect(resend).toBeDisabled();
    await expect(page.getByText(/A new code can be sent in 0:\d\d/)).toBeVisible();
    await page.clock.fastForward(31_000);
    await endPauses(database);
    const [request] = await Promise.all([page.waitForRequest(GENERATE), resend.click()]);
    expect(request.postDataJSON()).toMatchObject({ isResend: true, email: sponsor.email, user_id: expect.any(String) });
    await expect(toast(page, 'OTP sent to your email!')).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(resend).toBeDisabled();

    const second = await outbox.latestCode(sponsor.email, { sent: 2 });
    // Both codes are equal once in a million runs; then the first is right, too.
    if (first !== second) {
      await verify(page, first);
      await expect(toast(page, 'Invalid or expired OTP')).toBeVisible();
    }
    await verify(page, second);
    await expect(thankYou(page)).toBeVisible();
  });

  test('a wrong code shows an error in place, keeps the focus, and the right one still works', async ({
    page,
    outbox,
  }) => {
    const code = await outbox.latestCode(sponsor.email);
    await verify(page, code === '000000' ? '111111' : '000000');
    await expect(toast(page, 'Invalid or expired OTP')).toBeVisible();
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(codeField(page)).toHaveAccessibleDescription(/Invalid or expired OTP/);
    await expect(codeField(page)).toBeFocused();
    await expectAccessible(page);
    await codeField(page).pressSequentially(code);
    await expect(codeField(page)).toHaveValue(code);
    await codeField(page).press('Enter');
    await expect(thankYou(page)).toBeVisible();
  });

  test('an expired code is refused as expired', async ({ page, outbox, database }) => {
    const code = await outbox.latestCode(sponsor.email);
    await database`update otp_challenges set expires_at = expires_at - interval '601 seconds' where email = ${sponsor.email}`;
    await page.clock.fastForward(601_000);
    await expect(page.getByText('This code has expired. Please send a new one.')).toBeVisible();
    await verify(page, code);
    await expect(toast(page, 'Invalid or expired OTP')).toBeVisible();
    await expect(thankYou(page)).toHaveCount(0);
  });

  test('R-ERR-06 a check that fails without a message shows the fallback and keeps the digits', async ({ page }) => {
    await page.route(VERIFY, (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Error</h1>' }),
    );
    await verify(page, '123456');
    await expect(toast(page, 'Failed to verify OTP')).toBeVisible();
    await expect(codeField(page)).toHaveValue('123456');
    await expect(verifyButton(page)).toBeEnabled();
  });

  test('A-06 after a lost response Verify succeeds again, and the seats are taken once', async ({
    page,
    outbox,
    database,
    seed,
  }) => {
    await page.route(VERIFY, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await verify(page, await outbox.latestCode(sponsor.email));
    await expect(toast(page, 'Failed to verify OTP')).toBeVisible();
    await page.unroute(VERIFY);
    await verifyButton(page).click();
    await expect(thankYou(page)).toBeVisible();
    expect(await database`select adopted_seats from courses where city = ${seed.city}`).toEqual([{ adopted_seats: 3 }]);
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
