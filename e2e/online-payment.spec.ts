import { expectAccessible } from '../testing/e2e/axe';
import {
  notifyPayment,
  openPayment,
  PAY,
  payBy,
  payButton,
  paymentsOf,
  setAccount,
  tile,
  verifyPhone,
} from '../testing/e2e/dashboard-payment';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, test, type Page, type SeededCourse } from '../testing/e2e';
import type { Outbox } from '../testing/e2e/outbox';
import { cardOf } from '../testing/e2e/selection';
import { newSponsor, sendCode, thankYou, verify, type TestSponsor } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

const main = (page: Page) => page.getByRole('main');

/** Adopts two seats as a guest and opens the page of the adoption, which needs no other code in this browser. */
async function openPledge(page: Page, outbox: Outbox, course: SeededCourse, sponsor: TestSponsor) {
  await page.goto(`/course-list/${encodeURIComponent(course.city)}/B.Tech`);
  await cardOf(page, course.branch).getByRole('checkbox', { name: 'Select Course' }).check();
  await cardOf(page, course.branch).getByRole('spinbutton').fill('2');
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await sendCode(page, sponsor);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toBeVisible({ timeout: 60_000 });
  const [reference] = /SA-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await thankYou(page).innerText())!;
  // Online payment is folded where a bank account is set.
  await page.goto(`/adoptions/${reference}#online`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reference!);
  return reference!;
}

test('a press leads to the page of the gateway; Back shows a payment that was begun and can be continued', async ({
  page,
  request,
  seed,
  outbox,
  database,
}) => {
  const payer = await openPayment(page, [[await seed.course({ pricePaise: 1_25_000_02 }), 1]]);
  await verifyPhone(page, outbox, payer);
  // The page of the gateway.
  await page.route('https://gateway.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay</h1>' }),
  );
  const next = { kind: 'redirect', url: 'https://gateway.example/link_1' };
  await page.route(PAY, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), next } });
  });
  await payBy(page);
  await expect(page).toHaveURL(next.url);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Payment being confirmed' })).toBeVisible();
  await expect(main(page)).toContainText('We are asking the payment service about your payment.');
  await expect(main(page)).toContainText(
    'If you have not finished paying, you can continue, or choose another way to pay.',
  );
  await expectAccessible(page);
  await page.route('**/api/billing/*/pay', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(202);
    await route.fulfill({ response, json: { ...(await response.json()), next } });
  });
  await expect(page.getByText('Test mode: no money is charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to pay' }).click();
  await expect(page).toHaveURL(next.url);

  await page.goBack();
  const [payment, ...others] = await paymentsOf(database, payer);
  expect(others).toEqual([]);
  await notifyPayment(request, database, payment!.id, 'captured');
  await expect(toast(page, 'Payment successful!')).toBeVisible();
  await expect(main(page)).toContainText('The payment arrived');
  await expect(main(page)).toContainText(/PR\/\d{4}-\d\d\/\d{6}/);
});

test('a guest pays a pledge online from its own page, in Hindi', async ({ page, seed, outbox, database }) => {
  const [course, sponsor] = [await seed.course({ branch: 'Optics' }), newSponsor()];
  const reference = await openPledge(page, outbox, course, sponsor);
  await expect(main(page).getByRole('heading', { name: 'Pay online' })).toBeVisible();
  await payButton(page).click();
  await expect(toast(page, 'Please select a payment method')).toBeVisible();
  await page.context().addCookies([{ name: 'language', value: 'hi', url: page.url() }]);
  await page.reload();
  await expectHindi(page, [...Object.values(sponsor), course.branch, course.city, course.institute!, 'IST']);
  await expectAccessible(page);
  await page.context().clearCookies({ name: 'language' });
  await page.reload();
  await tile(page, 'UPI Payment').check();
  await payButton(page).click();
  await expect(toast(page, 'Payment successful!')).toBeVisible();
  await expect(main(page)).toContainText('The payment arrived');
  await expect(main(page)).not.toContainText('How to pay');
  const [row] = await database`select state from billings where reference = ${reference}`;
  expect(row!.state).toBe('completed');
});

test('a sponsor who has not paid gives the payment up and chooses bank transfer', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  await setAccount(database);
  const payer = await openPayment(page, [[await seed.course({ pricePaise: 1_25_000_02 }), 1]]);
  await verifyPhone(page, outbox, payer);
  await payBy(page);
  await expect(page.getByRole('heading', { name: 'Payment being confirmed' })).toBeVisible();
  const answerQuestions = await holdBack(page, '**/payment-status');
  const question = page.waitForRequest('**/payment-status');
  await page.goto('/dashboard/payment');
  await expect(page).toHaveURL(/\/dashboard\/adoptions\//);
  // The result comes from the bank: there is nothing to hurry for.
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeHidden();
  await expectAccessible(page);
  await question;
  await page.getByRole('button', { name: 'I have not paid: choose another way' }).click();
  await expect(toast(page, 'The payment was given up')).toBeVisible();
  const lateAnswer = page.waitForResponse('**/payment-status');
  answerQuestions();
  expect(await (await lateAnswer).json()).toMatchObject({ status: 'failed' });
  await expect(page.getByRole('heading', { name: 'Pay online' })).toBeVisible();
  const narrow = (tiles: HTMLElement[]) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).length;
  expect(await main(page).locator('label:has([type=radio])').evaluateAll(narrow), 'tiles too narrow').toBe(0);
  // A wrong announcement would need a moment to appear.
  await page.waitForTimeout(500);
  expect(await toast(page, 'The payment was not made. Nothing was charged').count()).toBe(0);
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await expect(main(page).getByRole('heading', { name: 'How to pay' })).toBeVisible();
  expect((await paymentsOf(database, payer)).map(({ status }) => status)).toEqual(['failed']);
});

/** Holds requests back until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
