import { readFile } from 'node:fs/promises';
import { expect, test } from '../testing/e2e';
import { VERIFY, cartLines, formHeading } from '../testing/e2e/checkout';
import {
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

const PDF = '**/api/user/generate-pdf';
/** The file name of a summary downloaded now. */
const nameOfToday = () => `adoption_summary_${new Date().toISOString().slice(0, 10)}.pdf`;
/** A gate that the test opens. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

test.describe('the confirmation', () => {
  let sponsor: TestSponsor;
  test.beforeEach(async ({ page, seed }) => {
    sponsor = newSponsor();
    await putInCart(page, [
      [await seed.course({ branch: 'Civil' }), 2],
      [await seed.course({ branch: 'Electrician', courseType: 'ITI' }), 1],
    ]);
    await page.goto('/payment');
    await sendCode(page, sponsor);
  });

  test('R-PAY-13 R-PAY-14 R-PAY-15 R-PAY-16 R-PAY-17 R-PAY-18 R-PAY-19 R-PAY-20 R-STATE-17 R-STATE-18 from the right code to an empty cart', async ({
    page,
    outbox,
    seed,
  }) => {
    const code = await outbox.latestCode(sponsor.email);
    const hold = { verify: gate(), pdf: gate() };
    await page.route(VERIFY, async (route) => {
      await hold.verify.passed;
      await route.continue();
    });
    await page.route(PDF, async (route) => {
      await hold.pdf.passed;
      await route.continue();
    });
    await verify(page, code);
    await expect(toast(page, 'Verifying OTP...')).toBeVisible();
    await expect(verifyButton(page)).toBeDisabled();
    const asked = page.waitForRequest(PDF);
    hold.verify.open();
    await expect(toast(page, 'OTP verified successfully!')).toBeVisible();
    await expect(toast(page, 'Preparing your adoption summary...')).toBeVisible();
    await expect(thankYou(page)).toHaveCount(0);
    const request = await asked;
    expect(request.postDataJSON().userData).toEqual(sponsor);
    expect(request.headers().authorization).toMatch(/^Bearer \S+$/);

    const download = page.waitForEvent('download');
    const before = nameOfToday();
    hold.pdf.open();
    const file = await download;
    // Both days, in case midnight falls between them.
    expect([before, nameOfToday()]).toContain(file.suggestedFilename());
    expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF');
    await expect(toast(page, 'Adoption summary downloaded successfully!')).toBeVisible();

    const dialog = thankYou(page);
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(`3 seats in ${seed.city} now carry the name of ${sponsor.company}.`);
    await expect(dialog).toContainText(`${file.suggestedFilename()} is in your downloads.`);
    await expect(dialog.getByRole('img', { name: '2 B.Tech seats and 1 ITI seat' })).toBeVisible();
    await expect(dialog).toContainText('₹3,75,000.00');
    await expect(dialog).toContainText(`We sent an e-mail with all this to ${sponsor.email}.`);
    await expect(dialog).not.toContainText(/paid|charged|receipt/i);
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    expect(await cartLines(page)).toHaveLength(2);

    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'Thank you for your contribution!')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(toast(page, 'Please select courses')).toHaveCount(0);
    await page.goto('/cart');
    await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
  });

  test('R-ERR-08 R-STATE-17 A-66 a failed summary still shows the thanks, to which a reload comes back until Continue; the summary can be downloaded again; a forged marker opens nothing', async ({
    page,
    outbox,
    seed,
  }) => {
    await page.route(PDF, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
    await verify(page, await outbox.latestCode(sponsor.email));
    await expect(toast(page, 'Failed to generate PDF. Please try again.')).toBeVisible();
    await expect(thankYou(page)).toContainText('The summary has not been downloaded yet.');
    await page.unroute(PDF);
    await page.reload();
    await expect(thankYou(page)).toContainText(sponsor.company);
    await expect(toast(page, 'Please select courses')).toHaveCount(0);
    const [request, file] = await Promise.all([
      page.waitForRequest(PDF),
      page.waitForEvent('download'),
      thankYou(page).getByRole('button', { name: 'Download again' }).click(),
    ]);
    expect(request.headers().authorization).toMatch(/^Bearer \S+$/);
    expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('%PDF');
    await expect(thankYou(page)).toContainText('is in your downloads.');
    await thankYou(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/payment');
    await expect(page).toHaveURL('/cart');
    await expect(thankYou(page)).toHaveCount(0);
    await putInCart(page, [[await seed.course(), 1]]);
    await page.evaluate(() => sessionStorage.setItem('adoption-completed', '{"billing_id":"x"}'));
    await page.goto('/payment');
    await expect(formHeading(page)).toBeVisible();
    await expect(thankYou(page)).toHaveCount(0);
    await expect(codeField(page)).toHaveCount(0);
  });
});
