import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { pay, type PayKind } from '../testing/razorpay-stand-in/control';
import type { Payment } from '../testing/razorpay-stand-in/gateway';
import type { StandIn } from '../testing/razorpay-stand-in/server';
import { bearer, logIn, register, selectedCourses, smsCode } from '../testing/e2e/account';
import { expect, type SeededCourse } from '../testing/e2e';
import type { Outbox } from '../testing/e2e/outbox';
import { runJobs } from '../testing/e2e/jobs';
import { makeChecksDue, test as base } from '../testing/e2e/razorpay';

/*
 * What goes wrong with payments at other shops, each story over HTTP against the production build and a stand-in for
 * Razorpay. e2e/razorpay.spec.ts kills the server in between.
 */

type World = { request: APIRequestContext; outbox: Outbox; database: Sql; site: { standIn: StandIn } };

/** A sponsor whose seats of a course are held, with the requests of the payment page. */
async function holdSeats({ request, outbox, database, site: { standIn } }: World, course: SeededCourse) {
  const account = await register(request);
  const { user, token } = await logIn(request, account);
  const headers = bearer({ id: user.id, token });
  const chosen = { userId: user.id, selected_courses: selectedCourses([[course, 1]]) };
  const total = course.pricePaise / 100;
  const sent = await request.post('/api/user/generate-otp', { headers, data: { ...chosen, total_price: total } });
  expect(sent.status(), await sent.text()).toBe(200);
  const otp = await smsCode(outbox, account);
  const held = await request.post('/api/user/verify-otp', { headers, data: { userId: user.id, otp } });
  expect(held.status(), await held.text()).toBe(200);
  const { billing_id: billingId } = (await held.json()) as { billing_id: string };

  const press = () =>
    request.post('/api/billing/process-payment', {
      headers: { ...headers, 'Idempotency-Key': randomUUID() },
      data: { ...chosen, payment_method: 'upi', total_amount: total },
    });
  const books = async () => {
    const [row] = await database<
      {
        state: string;
        received: number;
        refunded: number;
        payments: string[];
        paidMails: number;
        refundMails: number;
      }[]
    >`
      select b.state, b.received_paise::float8 as received, b.refunded_paise::float8 as refunded,
             (select array_agg(p.status order by p.created_at, p.settled_at) from payments p where p.billing_id = b.id) as payments,
             (select count(*)::int from outbound_messages m where m.billing_id = b.id and m.kind = 'paid') as "paidMails",
             (select count(*)::int from outbound_messages m where m.billing_id = b.id and m.kind = 'refunded') as "refundMails"
        from billings b where b.id = ${billingId}`;
    return row!;
  };
  const links = async () => {
    const ids = await database<{ id: string }[]>`select id from payments where billing_id = ${billingId}`;
    return ids.flatMap(({ id }) => standIn.gateway.linkOfReference(id) ?? []);
  };
  return {
    billingId,
    books,
    links,
    press,
    totalPaise: total * 100,
    refunds: () => database<{ id: string; reason: string; state: string; amount: number }[]>`
      select id, reason, state, amount_paise::float8 as amount from payment_refunds where billing_id = ${billingId} order by due_at, id`,
    status: () => request.post(`/api/billing/${billingId}/payment-status`, { headers }),
    /** Presses and pays on the page of the link; webhooks are delivered afterwards. */
    pressAndPay: async (how: PayKind = 'captured', options: Parameters<typeof pay>[3] = {}): Promise<Payment> => {
      expect((await press()).status()).toBe(202);
      const payment = pay(standIn, (await links())[0]!.id, how, options);
      await standIn.webhooks.idle();
      return payment;
    },
  };
}
type Sponsor = Awaited<ReturnType<typeof holdSeats>>;

const test = base.extend<{ hold: (course: SeededCourse) => Promise<Sponsor> }>({
  hold: async ({ request, outbox, database, site }, use) =>
    use((course) => holdSeats({ request, outbox, database, site }, course)),
});

// One worker, and so one app, for all.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ site: { standIn } }) => {
  standIn.webhooks.mode = 'send';
  standIn.gateway.balanceIsEmpty = false;
});

/** Refunds of the stand-in of one payment. */
const refundsOf = ({ gateway }: StandIn, { id }: Payment) => gateway.refundsOf(id);

/** Lets the gateway finish the refunds of a payment that the job has sent. */
async function finishRefunds(standIn: StandIn, payment: Payment): Promise<void> {
  for (const refund of refundsOf(standIn, payment)) standIn.gateway.finishRefund(refund, 'processed');
  await standIn.webhooks.idle();
}

/** Lets the job send refunds now. */
const sendRefunds = async (database: Sql, url: string) => {
  await database`update payment_refunds set next_try_at = now() where next_try_at is not null`;
  await runJobs(url);
};

const PAID = { state: 'completed', payments: ['captured'], paidMails: 1, refundMails: 0 };

test('1: two tabs and two keys make one link; further money for its order is paid back', async ({
  site,
  seed,
  database,
  hold,
}) => {
  const sponsor = await hold(await seed.course());
  const presses = await Promise.all([sponsor.press(), sponsor.press(), sponsor.press()]);
  expect(presses.map((answer) => answer.status())).toEqual([202, 202, 202]);
  expect(await sponsor.links()).toHaveLength(1);
  const payment = await sponsor.pressAndPay();
  const again = site.standIn.gateway.creditTransfer(payment.orderId, payment.amount);
  await site.standIn.webhooks.idle();
  expect(await sponsor.books()).toMatchObject({ state: 'completed', payments: ['captured', 'refund_due'] });
  await sendRefunds(database, site.app.url);
  await expect.poll(() => refundsOf(site.standIn, again).length).toBe(1);
  await finishRefunds(site.standIn, again);
  expect(await sponsor.refunds()).toMatchObject([{ reason: 'paid_again', state: 'processed' }]);
  expect(await sponsor.books()).toMatchObject({ refunded: sponsor.totalPaise, refundMails: 1 });
  expect(refundsOf(site.standIn, payment)).toEqual([]);
});

test('2: webhooks before, while and after the browser returns book one payment', async ({ site, seed, hold }) => {
  const sponsor = await hold(await seed.course());
  const { webhooks } = site.standIn;
  webhooks.mode = 'hold';
  await sponsor.pressAndPay();
  const [returned, pressed, released] = await Promise.all([sponsor.status(), sponsor.press(), webhooks.release()]);
  expect([returned.status(), pressed.status()]).toEqual([200, 200]);
  expect(new Set(released)).toEqual(new Set([200]));
  expect(await sponsor.books()).toMatchObject({ ...PAID, received: sponsor.totalPaise });
});

test('3: paid after the hold ended and the seats are gone: the money goes back by itself', async ({
  site,
  seed,
  database,
  hold,
}) => {
  const course = await seed.course({ totalSeats: 1 });
  const sponsor = await hold(course);
  expect((await sponsor.press()).status()).toBe(202);
  await database`update billings set hold_expires_at = now() - interval '1 second' where id = ${sponsor.billingId}`;
  const other = await hold(course);
  const payment = pay(site.standIn, (await sponsor.links())[0]!.id, 'captured');
  await site.standIn.webhooks.idle();
  expect(await sponsor.books()).toMatchObject({ state: 'refund_due', payments: ['refund_due'] });
  await sendRefunds(database, site.app.url);
  await expect.poll(() => refundsOf(site.standIn, payment).length).toBe(1);
  await finishRefunds(site.standIn, payment);
  expect(await sponsor.books()).toMatchObject({ state: 'refunded', refunded: sponsor.totalPaise, refundMails: 1 });
  await other.pressAndPay();
  expect(await other.books()).toMatchObject(PAID);
});

test('4: money of another amount or currency adopts no seats and goes back', async ({ site, seed, database, hold }) => {
  for (const wrong of [{ amount: 100_00 }, { currency: 'USD' }]) {
    const sponsor = await hold(await seed.course());
    const payment = await sponsor.pressAndPay('captured', wrong);
    expect(await sponsor.books()).toMatchObject({ state: 'held', received: 0, payments: ['refund_due'], paidMails: 0 });
    await sendRefunds(database, site.app.url);
    await expect.poll(() => refundsOf(site.standIn, payment).length).toBe(1);
    await finishRefunds(site.standIn, payment);
    expect(await sponsor.refunds()).toMatchObject([
      { reason: 'payment_not_accepted', state: 'processed', amount: payment.amount },
    ]);
  }
});

test('5: partial refunds of the dashboard add up', async ({ site, seed, hold }) => {
  const sponsor = await hold(await seed.course());
  const payment = await sponsor.pressAndPay();
  for (const amount of [1_000_00, 2_000_00, 1_000_00])
    site.standIn.gateway.refund(payment.id, { amount, receipt: null, notes: {}, speed: 'normal' }, null);
  await finishRefunds(site.standIn, payment);
  expect(await sponsor.refunds()).toHaveLength(3);
  expect(await sponsor.books()).toMatchObject({ refunded: 4_000_00, refundMails: 3 });
});

test('6: a refund without a balance waits, and is made once with one key', async ({ site, seed, database, hold }) => {
  const sponsor = await hold(await seed.course());
  const payment = await sponsor.pressAndPay();
  const again = site.standIn.gateway.creditTransfer(payment.orderId, payment.amount);
  await site.standIn.webhooks.idle();
  site.standIn.gateway.balanceIsEmpty = true;
  await sendRefunds(database, site.app.url);
  await expect.poll(sponsor.refunds).toMatchObject([{ state: 'due' }]);
  site.standIn.gateway.balanceIsEmpty = false;
  // The refund is made, but its answer is lost.
  site.standIn.faults.push({ kind: 'reset', when: 'after', on: `POST /payments/${again.id}/refund` });
  await sendRefunds(database, site.app.url);
  await sendRefunds(database, site.app.url);
  await expect.poll(() => refundsOf(site.standIn, again).length).toBe(1);
  await finishRefunds(site.standIn, again);
  expect(await sponsor.refunds()).toMatchObject([{ state: 'processed' }]);
  const keys = site.standIn.journal
    .filter(({ method, path }) => method === 'POST' && path === `/v1/payments/${again.id}/refund`)
    .map(({ headers }) => headers['x-refund-idempotency']);
  expect(new Set(keys)).toEqual(new Set([(await sponsor.refunds())[0]!.id]));
});

test('7, security 81: the signature is that of the bytes; forged, cut and oversized webhooks change nothing', async ({
  site,
  seed,
  hold,
}) => {
  const sponsor = await hold(await seed.course());
  const { webhooks } = site.standIn;
  webhooks.mode = 'hold';
  await sponsor.pressAndPay();
  const event = webhooks.find('payment_link.paid');
  expect(await webhooks.deliver(event, 'forged')).toBe(403);
  expect(await webhooks.deliver(event, 'cut')).toBe(403);
  expect(await webhooks.deliver(event, 'oversized')).toBe(413);
  expect(await sponsor.books()).toMatchObject({ state: 'held', payments: ['started'] });
  expect(await webhooks.deliver(event)).toBe(200);
  expect(await sponsor.books()).toMatchObject(PAID);
});

test('8: events are repeated, foreign, or come while the database is busy: booked once, and never lost', async ({
  site,
  seed,
  database,
  hold,
}) => {
  const sponsor = await hold(await seed.course());
  const { webhooks } = site.standIn;
  webhooks.mode = 'hold';
  const payment = await sponsor.pressAndPay();
  const event = webhooks.find('payment_link.paid');
  await database.begin(async (busy) => {
    await busy`select from billings where id = ${sponsor.billingId} for update`;
    expect(await webhooks.deliver(event)).toBeGreaterThanOrEqual(500);
  });
  expect(await sponsor.books()).toMatchObject({ state: 'held' });
  for (let times = 0; times < 5; times++) expect(await webhooks.deliver(event)).toBe(200);
  expect(new Set(await webhooks.release({ reversed: true }))).toEqual(new Set([200]));
  const foreign = site.standIn.gateway.createOrder({
    amount: payment.amount,
    currency: 'INR',
    receipt: 'R-1',
    notes: {},
  });
  pay(site.standIn, foreign.id, 'captured');
  await webhooks.idle();
  expect(webhooks.find('order.paid').attempts).toEqual([200]);
  expect(await sponsor.books()).toMatchObject({ ...PAID, received: sponsor.totalPaise });
});

test('9: whoever comes back and presses again after paying gets the receipt', async ({ site, seed, hold }) => {
  const sponsor = await hold(await seed.course());
  site.standIn.webhooks.mode = 'drop';
  await sponsor.pressAndPay();
  const pressed = await sponsor.press();
  expect(pressed.status()).toBe(200);
  expect((await sponsor.press()).status()).toBe(200);
  expect(await sponsor.links()).toHaveLength(1);
  expect(await sponsor.books()).toMatchObject(PAID);
});

test('10: the answer to a new link is lost: the next press leads to the same link', async ({ site, seed, hold }) => {
  for (const kind of ['reset', '502', '500-html', 'text'] as const) {
    const sponsor = await hold(await seed.course());
    site.standIn.faults.push({ kind, when: 'after', on: 'POST /payment_links' });
    await sponsor.press();
    await sponsor.pressAndPay();
    expect(await sponsor.links(), kind).toHaveLength(1);
    expect(await sponsor.books(), kind).toMatchObject(PAID);
  }
});

test('11: a payment that is pending, then failed, then captured is paid', async ({ site, seed, hold }) => {
  const sponsor = await hold(await seed.course());
  const payment = await sponsor.pressAndPay('pending');
  // Its page still takes money, so the sponsor is offered to go on there.
  expect(await (await sponsor.status()).json()).toMatchObject({ status: 'begun' });
  site.standIn.gateway.fail(payment);
  await site.standIn.webhooks.idle();
  expect(await sponsor.books()).toMatchObject({ state: 'held', payments: ['started'] });
  site.standIn.gateway.authorize(payment);
  await site.standIn.webhooks.idle();
  expect(await sponsor.books()).toMatchObject(PAID);
});

test('12: the tab is closed and no webhook comes: the job finds the money', async ({ site, seed, database, hold }) => {
  const sponsor = await hold(await seed.course());
  site.standIn.webhooks.mode = 'drop';
  await sponsor.pressAndPay();
  expect(await sponsor.books()).toMatchObject({ state: 'held' });
  await makeChecksDue(database);
  await runJobs(site.app.url);
  // The app's own job may have claimed the payment.
  await expect.poll(sponsor.books).toMatchObject(PAID);
});

test('13: a refund whose notice comes before that of its payment ends like one that comes after it', async ({
  site,
  seed,
  hold,
}) => {
  const { webhooks, gateway } = site.standIn;
  const end = async (reversed: boolean) => {
    const sponsor: Sponsor = await hold(await seed.course());
    webhooks.mode = 'hold';
    const payment = await sponsor.pressAndPay();
    gateway.refund(payment.id, { receipt: null, notes: {}, speed: 'normal' }, null);
    await finishRefunds(site.standIn, payment);
    expect(new Set(await webhooks.release({ reversed }))).toEqual(new Set([200]));
    await runJobs(site.app.url);
    await expect.poll(async () => (await sponsor.books()).refunded).toBe(sponsor.totalPaise);
    expect(await sponsor.refunds()).toMatchObject([{ state: 'processed', amount: sponsor.totalPaise }]);
    return sponsor.books();
  };
  expect(await end(true)).toEqual(await end(false));
});
