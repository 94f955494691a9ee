import type { Sql } from 'postgres';
import { waitForLocks } from '../testing/db/locks';
import {
  ACCOUNT,
  openPayment,
  payBy,
  payButton,
  setAccount,
  tile,
  verifyPhone,
  type Payer,
} from '../testing/e2e/dashboard-payment';
import { expectHindi } from '../testing/e2e/hindi';
import { expect, type Page } from '../testing/e2e';
import { runJobs } from '../testing/e2e/jobs';
import { makeChecksDue, test } from '../testing/e2e/razorpay';

const main = (page: Page) => page.getByRole('main');

/** Returns what the books say about the adoption of a sponsor: its state, its payments, and the adopted seats. */
const books = async (sql: Sql, { session }: Payer) => {
  const [row] = await sql<{ state: string; payments: string[]; adopted: number; held: number }[]>`
    select b.state, (select array_agg(p.status order by p.created_at) from payments p where p.billing_id = b.id) as payments,
           c.adopted_seats as adopted, c.held_seats as held
      from billings b join billing_items i on i.billing_id = b.id join courses c on c.id = i.course_id
     where b.user_id = ${session.id}`;
  return row;
};

test('a sponsor leaves for the page of Razorpay, fails once, pays, and comes back to the receipt', async ({
  page,
  seed,
  outbox,
  database,
  site: { standIn, app },
}) => {
  const course = await seed.course();
  const payer = await openPayment(page, [[course, 2]]);
  await verifyPhone(page, outbox, payer);
  const before = standIn.journal.length;
  await payBy(page);
  await page.waitForURL(`${standIn.url}/l/**`);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('status')).toHaveText('The payment failed. Try again.');
  expect(await books(database, payer)).toMatchObject({ state: 'held', payments: ['started'] });

  // Back and another method: the same link, since the tile is a wish and one adoption has one open payment.
  await page.goto('/dashboard/payment');
  await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  await expect(page.getByText('Test mode: no money is charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to pay' }).click();
  await page.getByLabel('Method').selectOption('netbanking');
  await page.getByRole('button', { name: 'Succeed' }).click();
  // Without what the gateway adds: its ids and a signature.
  await expect(page).toHaveURL(/\/dashboard\/adoptions\/[0-9a-f-]{36}$/);
  await expect(main(page)).toContainText('The payment arrived');
  await expect(main(page)).toContainText(/PR\/\d{4}-\d\d\/\d{6}/);
  await main(page).getByRole('heading', { name: 'More', exact: true }).click();
  await expect(main(page).getByRole('heading', { name: 'Online payments' })).toBeVisible();
  await expect(main(page)).toContainText('Net Banking');
  expect(await books(database, payer)).toEqual({ state: 'completed', payments: ['captured'], adopted: 2, held: 0 });
  const creates = standIn.journal
    .slice(before)
    .filter(({ method, path }) => method === 'POST' && path === '/v1/payment_links');
  expect(creates).toHaveLength(1);
  const sent = JSON.stringify(standIn.journal.map(({ path, query, body }) => [path, query, body]));
  for (const secret of [standIn.keySecret, standIn.webhookSecret, payer.account.email, payer.account.phone_number])
    expect(sent).not.toContain(secret);

  await page.context().addCookies([{ name: 'language', value: 'hi', url: app.url }]);
  await page.reload();
  const names = [...Object.values(payer.account), course.branch, course.institute!, course.city];
  const [paid] = await database<{ id: string }[]>`
    select transaction_id as id from payments where user_id = ${payer.session.id} and status = 'captured'`;
  await expectHindi(page, [...names, paid!.id, 'IST', 'PR']);
});

test.describe('a server that is killed', () => {
  test('fault 2: while the link is created: after the restart the same press leads to that link', async ({
    page,
    seed,
    outbox,
    database,
    site,
  }) => {
    const payer = await openPayment(page, [[await seed.course(), 1]]);
    await verifyPhone(page, outbox, payer);
    // The link is created, but its answer never comes.
    site.standIn.faults.push({ kind: 'silence', when: 'after', on: 'POST /payment_links' });
    const links = site.standIn.gateway.links.size;
    await payBy(page);
    await expect.poll(() => site.standIn.gateway.links.size).toBe(links + 1);
    await site.restart();
    await page.goto('/dashboard/payment');
    await tile(page, 'UPI Payment').check();
    await payButton(page).click();
    await page.waitForURL(`${site.standIn.url}/l/**`);
    expect(site.standIn.gateway.links.size).toBe(links + 1);
    await page.getByRole('button', { name: 'Succeed' }).click();
    await expect(main(page)).toContainText('The payment arrived');
    expect(await books(database, payer)).toEqual({ state: 'completed', payments: ['captured'], adopted: 1, held: 0 });
  });

  test('fault 1: while the sponsor pays, and its webhook comes to nobody: the job finds the money', async ({
    page,
    seed,
    outbox,
    database,
    site,
  }) => {
    const payer = await openPayment(page, [[await seed.course(), 1]]);
    await verifyPhone(page, outbox, payer);
    await payBy(page);
    await page.waitForURL(`${site.standIn.url}/l/**`);
    await site.app.kill();
    // The browser comes back to a server that is away.
    await page.getByRole('button', { name: 'Succeed' }).click();
    await expect.poll(() => [...site.standIn.gateway.links.values()].at(-1)?.status).toBe('paid');
    expect(await books(database, payer)).toMatchObject({ state: 'held', payments: ['started'] });
    await site.restart();
    await makeChecksDue(database);
    await runJobs(site.app.url);
    // The app's own job may have claimed the payment.
    await expect
      .poll(() => books(database, payer))
      .toEqual({ state: 'completed', payments: ['captured'], adopted: 1, held: 0 });
    // Its webhooks arrive late and change nothing; forged ones are refused.
    const { webhooks } = site.standIn;
    for (const name of ['payment_link.paid', 'order.paid', 'payment.captured'])
      expect(await webhooks.deliver(webhooks.find(name)), name).toBe(200);
    expect(await webhooks.deliver(webhooks.find('order.paid'), 'forged')).toBe(403);
    expect(await books(database, payer)).toEqual({ state: 'completed', payments: ['captured'], adopted: 1, held: 0 });
  });

  test('fault 1: while the job records the money: the next one finishes it', async ({
    page,
    seed,
    outbox,
    database,
    site,
  }) => {
    const payer = await openPayment(page, [[await seed.course(), 1]]);
    await verifyPhone(page, outbox, payer);
    await payBy(page);
    await page.waitForURL(`${site.standIn.url}/l/**`);
    // The record of the money waits for the adoption, and the server is killed meanwhile.
    const lock = await database.reserve();
    await lock`begin`;
    await lock`select from billings where user_id = ${payer.session.id} for update`;
    await page.getByRole('button', { name: 'Succeed' }).click();
    await waitForLocks(database, 1, '');
    await site.app.kill();
    await lock`rollback`;
    lock.release();
    await site.restart();
    await makeChecksDue(database);
    await runJobs(site.app.url);
    // The app's own job may have claimed the payment.
    await expect
      .poll(() => books(database, payer))
      .toEqual({ state: 'completed', payments: ['captured'], adopted: 1, held: 0 });
  });
});

test('an amount above the limit of the account is offered as a bank transfer before the press', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  const payer = await openPayment(page, [[await seed.course(), 5]]);
  await expect(main(page)).toContainText('Neither an online payment nor a bank transfer is possible here');
  await setAccount(database);
  await page.reload();
  await expect(main(page)).toContainText(/Online payments are possible up to ₹5,00,000.*bank transfer/);
  await verifyPhone(page, outbox, payer);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await expect(main(page)).toContainText(ACCOUNT.accountNumber);
  expect(await books(database, payer)).toMatchObject({ state: 'pledged', payments: null });
});
