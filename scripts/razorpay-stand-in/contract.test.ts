import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { pay } from './control';
import { startRazorpayStandIn, type StandIn, type StandInOptions } from './server';
import { hmac, signLinkReturn } from './signatures';
import { oddJson } from './webhooks';

/*
 * What the stand-in shares with Razorpay: signatures, shapes, refusals and states, as its documentation describes them.
 */

let stop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
});

async function start(options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await startRazorpayStandIn(options);
  stop.push(standIn.stop);
  return standIn;
}

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json };

async function call(
  { url, keyId, keySecret }: StandIn,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: authorization, ...headers },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const errorOf = ({ status, body }: Answer) => {
  const { description, field } = body.error as { description: string; field?: string };
  return { status, description, ...(field ? { field } : {}) };
};

/** The keys of an object and the kinds of their values. */
const shapeOf = (value: object) =>
  Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      each === null ? 'null' : Array.isArray(each) ? 'list' : typeof each,
    ]),
  );

const linkOf = async (standIn: StandIn, fields: Json = {}) =>
  (await call(standIn, 'POST', '/v1/payment_links', { amount: 50_000, currency: 'INR', ...fields })).body as Json & {
    id: string;
    short_url: string;
  };
/** An order of 500 rupees. */
const orderOf = ({ gateway }: StandIn, receipt: string | null = null) =>
  gateway.createOrder({ amount: 50_000, currency: 'INR', receipt, notes: {} });
const press = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('signatures are those of Razorpay', () => {
  const secret = 'test_key_secret_0001';
  const link = { id: 'plink_ExjpAUN3gVHrPJ', referenceId: '0b3c5a64-5d0e-4c1a-9f37-7d1c1f0a5e11', status: 'paid' };
  expect(signLinkReturn(secret, link, 'pay_29QQoUBi66xm2f')).toBe(
    '4233630cd965c8d5bf712e27f26aa1272ef83df6e3518b98904ea35ed7ff70dc',
  );
  expect(hmac('test_webhook_secret_0001', '{"entity":"event","event":"payment.captured"}')).toBe(
    '3a4c2d1861c40495d776ed833cf9e98b72b30a86e05598d0510940202f4b8aea',
  );
});

test('the body of a webhook is not what serialising it again makes', () => {
  const body = oddJson({ entity: 'event', event: 'payment.captured' }).toString();
  expect(body).toContain('₹ \\u20b9');
  expect(JSON.parse(body)).toMatchObject({ event: 'payment.captured', account_name: 'Seats ₹ ₹' });
  for (const space of [undefined, 1, 2]) expect(JSON.stringify(JSON.parse(body), null, space)).not.toBe(body);
});

describe('the API', () => {
  test.each([401, 400] as const)('refuses wrong keys with %s', async (wrongKeys) => {
    const standIn = await start({ switches: { wrongKeys } });
    const answer = await call(standIn, 'GET', '/v1/orders', undefined, { Authorization: 'Basic eDp5' });
    expect(answer.status).toBe(wrongKeys);
    expect(answer.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', source: 'NA', metadata: [] });
  });

  test('refuses unknown ids, fields and addresses with 400', async () => {
    const standIn = await start();
    for (const path of ['payment_links', 'payments', 'refunds'])
      expect(errorOf(await call(standIn, 'GET', `/v1/${path}/unknown1`))).toEqual({
        status: 400,
        description: 'The id provided does not exist',
      });
    const extra = { amount: 50_000, currency: 'INR', receipt: 'R-1' };
    expect(errorOf(await call(standIn, 'POST', '/v1/payment_links', extra)).description).toBe(
      'receipt is/are not required and should not be sent',
    );
    expect((await call(standIn, 'GET', '/v1/payouts')).status).toBe(400);
  });

  test('refuses amounts outside the limits', async () => {
    const standIn = await start({ maximumPaise: 30_000_00 });
    const create = (amount: unknown) => call(standIn, 'POST', '/v1/payment_links', { amount, currency: 'INR' });
    const refusal = (description: string) => ({ status: 400, description, field: 'amount' });
    expect(errorOf(await create(99))).toEqual(refusal('The amount must be at least INR 1.00'));
    expect(errorOf(await create(30_000_01))).toEqual(refusal('Amount exceeds maximum amount allowed.'));
    expect(errorOf(await create(1.5))).toEqual(refusal('The amount must be an integer.'));
    expect((await create(30_000_00)).status).toBe(200);
  });

  test('makes payment links with one reference each, open for 15 minutes at least', async () => {
    const standIn = await start();
    const link = await linkOf(standIn, { reference_id: 'TS1989', notes: { policy_name: 'Life' } });
    // As in the sample of the documentation, except `options`.
    expect(shapeOf(link)).toMatchObject({
      accept_partial: 'boolean',
      amount: 'number',
      amount_paid: 'number',
      cancelled_at: 'number',
      created_at: 'number',
      currency: 'string',
      customer: 'object',
      expire_by: 'number',
      expired_at: 'number',
      id: 'string',
      notes: 'object',
      payments: 'null',
      reference_id: 'string',
      short_url: 'string',
      status: 'string',
    });
    const repeated = await call(standIn, 'POST', '/v1/payment_links', {
      amount: 50_000,
      currency: 'INR',
      reference_id: 'TS1989',
    });
    expect(errorOf(repeated).description).toContain('payment link creation with reference ID already attempted');
    const soon = { amount: 50_000, currency: 'INR', expire_by: standIn.gateway.clock.now() + 14 * 60 };
    expect(errorOf(await call(standIn, 'POST', '/v1/payment_links', soon))).toMatchObject({ field: 'expire_by' });
    const find = () => call(standIn, 'GET', '/v1/payment_links?reference_id=TS1989');
    expect((await find()).body).toMatchObject({ payment_links: [{ id: link.id }] });
    standIn.gateway.switches.linkList = 'items';
    expect((await find()).body).toMatchObject({ items: [{ id: link.id }] });
  });

  test('cancels links that are not paid and not over', async () => {
    const standIn = await start();
    const [paid, cancelled] = [await linkOf(standIn), await linkOf(standIn)];
    pay(standIn, paid.id, 'captured');
    const cancel = (id: string) => call(standIn, 'POST', `/v1/payment_links/${id}/cancel`, {});
    expect(errorOf(await cancel(paid.id)).description).toBe(
      'cannot cancel or expire an already paid/partially paid link',
    );
    expect((await cancel(cancelled.id)).body).toMatchObject({ status: 'cancelled' });
    expect(errorOf(await cancel(cancelled.id)).description).toBe('cannot cancel or expire an expired link');
  });

  test('refunds by the rules of the idempotency header', async () => {
    const standIn = await start({ switches: { refundKeyHours: 24 } });
    const { id: payment } = pay(standIn, orderOf(standIn).id, 'captured');
    const refund = (key: string, fields: Json = { amount: 20_000 }) =>
      call(standIn, 'POST', `/v1/payments/${payment}/refund`, fields, { 'X-Refund-Idempotency': key });
    expect(errorOf(await refund('short')).description).toContain('at least 10 characters');
    expect(errorOf(await refund('a key with spaces')).description).toContain('alphanumeric');
    const first = await refund('550e8400-e29b');
    expect(first.body).toMatchObject({
      id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
      entity: 'refund',
      amount: 20_000,
      payment_id: payment,
      status: 'pending',
      acquirer_data: { arn: null },
      notes: [],
    });
    expect((await refund('550e8400-e29b')).body.id).toBe(first.body.id);
    expect(errorOf(await refund('550e8400-e29b', { amount: 1000 }))).toMatchObject({ status: 409 });
    standIn.gateway.switches.otherRefund = 400;
    expect(errorOf(await refund('550e8400-e29b', { amount: 1000 }))).toMatchObject({ status: 400 });
    expect(errorOf(await refund('550e8400-e29c', { amount: 30_001 })).description).toContain(
      'greater than amount captured',
    );
    standIn.gateway.balanceIsEmpty = true;
    expect(errorOf(await refund('550e8400-e29c', { amount: 1000 })).description).toContain('enough balance');
    standIn.gateway.balanceIsEmpty = false;
    expect((await refund('550e8400-e29c', {})).body).toMatchObject({ amount: 30_000 });
    expect(errorOf(await refund('550e8400-e29d', { amount: 100 })).description).toContain('fully refunded already');
    expect((await call(standIn, 'GET', `/v1/payments/${payment}/refunds`)).body).toMatchObject({ count: 2 });
    expect((await call(standIn, 'GET', `/v1/payments/${payment}`)).body).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 50_000,
    });
  });

  test('reports settlements in the shape of the documentation', async () => {
    const standIn = await start();
    const { id: payment } = pay(standIn, orderOf(standIn, 'R-1').id, 'captured');
    await standIn.moveClock(5 * 86_400);
    const report = (query: string) => call(standIn, 'GET', `/v1/settlements/recon/combined?${query}`);
    const at = new Date(standIn.gateway.clock.now() * 1000);
    const months = [at, new Date(at.getTime() - 5 * 86_400_000)].map((day) => day.toISOString().slice(0, 7).split('-'));
    const reports = await Promise.all(months.map(([year, month]) => report(`year=${year}&month=${month}`)));
    const item = reports.flatMap(({ body }) => body.items as Json[])[0]!;
    expect(item).toMatchObject({
      entity_id: payment,
      type: 'payment',
      credit: 48_820,
      debit: 0,
      amount: 50_000,
      fee: 1180,
      tax: 180,
      order_receipt: 'R-1',
      settled: true,
      notes: 'Beam me up Scotty.',
    });
    expect(errorOf(await report('year=26&month=1')).description).toBe('The year must be 4 digits.');
    expect(errorOf(await report('year=2026&month=13')).description).toBe('The month is not a valid month.');
    expect(errorOf(await report('year=2026&month=1&count=1001')).status).toBe(400);
  });
});

describe('states', () => {
  test('an order takes one payment; a second that is authorised late goes back at once', async () => {
    const standIn = await start();
    const order = orderOf(standIn);
    const late = pay(standIn, order.id, 'pending');
    pay(standIn, order.id, 'captured');
    expect(() => pay(standIn, order.id, 'captured')).toThrow('Order is already paid');
    standIn.gateway.authorize(late);
    expect((await call(standIn, 'GET', `/v1/payments/${late.id}`)).body).toMatchObject({ status: 'refunded' });
    expect((await call(standIn, 'GET', `/v1/orders/${order.id}/payments`)).body).toMatchObject({ count: 2 });
  });

  test('an attempt without word from the bank fails after ten minutes, and may be captured on the second day', async () => {
    const standIn = await start();
    const payment = pay(standIn, orderOf(standIn).id, 'pending');
    await standIn.moveClock(600);
    expect(payment.status).toBe('failed');
    await standIn.moveClock(86_400);
    standIn.gateway.authorize(payment);
    expect(payment.status).toBe('captured');
  });

  test('money that nobody captures goes back after three days', async () => {
    const standIn = await start({ switches: { capture: 'manual' } });
    const payment = pay(standIn, orderOf(standIn).id, 'captured');
    expect(payment.status).toBe('authorized');
    await standIn.moveClock(3 * 86_400);
    expect(payment.status).toBe('refunded');
  });
});

describe('webhooks', () => {
  async function receiver(status: () => number) {
    const bodies: { event: string; signature: string; id: string; raw: string }[] = [];
    const server = createServer(async (request, response) => {
      let raw = '';
      for await (const chunk of request) raw += String(chunk);
      const { event } = JSON.parse(raw) as { event: string };
      const { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id } = request.headers;
      bodies.push({ event, signature: String(signature), id: String(id), raw });
      response.writeHead(status()).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    stop.push(() => new Promise((done) => server.close(done).closeAllConnections()));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
  }

  test('announce a paid link by four events, signed over the bytes that are sent', async () => {
    const { url, bodies } = await receiver(() => 200);
    const standIn = await start({ webhookUrl: url });
    pay(standIn, (await linkOf(standIn)).id, 'captured');
    await standIn.webhooks.idle();
    expect(bodies.map(({ event }) => event).sort()).toEqual([
      'order.paid',
      'payment.authorized',
      'payment.captured',
      'payment_link.paid',
    ]);
    for (const { raw, signature } of bodies) expect(signature).toBe(hmac(standIn.webhookSecret, raw));
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(4);
    const { payload } = JSON.parse(bodies.find(({ event }) => event === 'payment_link.paid')!.raw) as {
      payload: Record<string, { entity: { id: string } }>;
    };
    expect(Object.keys(payload).sort()).toEqual(['order', 'payment', 'payment_link']);
    expect(payload.order!.entity.id).not.toMatch(/^order_/);
  });

  test('are repeated with growing pauses for 24 hours, and then switched off', async () => {
    let status = 500;
    const { url, bodies } = await receiver(() => status);
    const standIn = await start({ webhookUrl: url });
    const { gateway, webhooks } = standIn;
    const payment = pay(standIn, orderOf(standIn).id, 'failed');
    await webhooks.idle();
    expect(bodies).toHaveLength(1);
    // The clock runs while the test does.
    await standIn.moveClock(10);
    expect(bodies).toHaveLength(1);
    await standIn.moveClock(50);
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
    for (let hours = 0; hours < 24; hours++) await standIn.moveClock(3600);
    const sent = bodies.length;
    expect(sent).toBeGreaterThan(8);
    expect(webhooks.isEnabled).toBe(false);
    gateway.dispute(payment);
    await webhooks.idle();
    expect(bodies).toHaveLength(sent);
    status = 200;
    webhooks.isEnabled = true;
    gateway.dispute(payment);
    await webhooks.idle();
    expect(bodies).toHaveLength(sent + 1);
  });

  test('may be dropped, held and delivered again', async () => {
    const { url, bodies } = await receiver(() => 200);
    const standIn = await start({ webhookUrl: url });
    const { webhooks } = standIn;
    for (const mode of ['drop', 'hold'] as const) {
      webhooks.mode = mode;
      pay(standIn, orderOf(standIn).id, 'captured');
    }
    await webhooks.idle();
    expect(bodies).toEqual([]);
    expect(await webhooks.release({ reversed: true })).toHaveLength(bodies.length);
    expect(bodies[0]!.event).toBe('order.paid');
    expect(await webhooks.deliver(webhooks.find('order.paid'))).toBe(200);
    expect(new Set(webhooks.events.map(({ state }) => state))).toEqual(new Set(['dropped', 'delivered']));
  });
});

describe('pages', () => {
  const form = { method: 'netbanking' };

  test('a link says that no money moves and has labelled buttons; success returns with a signature', async () => {
    const standIn = await start();
    const link = await linkOf(standIn, {
      reference_id: 'TS1989',
      description: 'Seats & <more>',
      callback_url: 'https://seats.example/back?a=1',
      callback_method: 'get',
    });
    const html = await (await fetch(link.short_url)).text();
    for (const text of ['No money moves', 'Seats &#38; &#60;more&#62;', '₹500.00', '<label>Method'])
      expect(html).toContain(text);
    for (const label of ['Succeed', 'Fail', 'Stay pending', 'Close']) expect(html).toContain(`>${label}</button>`);
    expect(await (await press(link.short_url, { ...form, do: 'close' })).text()).toContain('You closed the payment');
    expect(await (await press(link.short_url, { ...form, do: 'fail' })).text()).toContain('The payment failed');
    const response = await press(link.short_url, { ...form, do: 'succeed' });
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location')!);
    const value = (name: string) => back.searchParams.get(`razorpay_${name}`)!;
    expect(back.origin + back.pathname).toBe('https://seats.example/back');
    expect(back.searchParams.get('a')).toBe('1');
    expect(value('signature')).toBe(hmac(standIn.keySecret, `${link.id}|TS1989|paid|${value('payment_id')}`));
    expect(standIn.gateway.payments.get(value('payment_id'))).toMatchObject({
      method: 'netbanking',
      status: 'captured',
    });
    expect(await (await fetch(link.short_url)).text()).toContain('already paid');
    expect(await (await press(link.short_url, { ...form, do: 'succeed' })).text()).toContain('already paid');
  });

  test('a pending payment is finished later; an expired link takes no new one', async () => {
    const standIn = await start();
    const link = await linkOf(standIn);
    const html = await (await press(link.short_url, { ...form, do: 'pending' })).text();
    expect(html).toContain('Waiting for the bank');
    const payment = /name="payment" value="(\w+)"/.exec(html)![1]!;
    await press(link.short_url, { do: 'succeed', payment });
    expect(standIn.gateway.payments.get(payment)).toMatchObject({ status: 'captured' });
    const other = await linkOf(standIn, { expire_by: standIn.gateway.clock.now() + 16 * 60 });
    await standIn.moveClock(17 * 60);
    expect(await (await press(other.short_url, { ...form, do: 'succeed' })).text()).toContain('expired');
    expect((await call(standIn, 'GET', `/v1/orders?receipt=${other.id}`)).body).toMatchObject({ count: 0 });
  });
});

test('the journal has every request without its credentials', async () => {
  const standIn = await start();
  await linkOf(standIn);
  await call(standIn, 'GET', '/v1/orders', undefined, { Authorization: 'Basic eDp5' });
  expect(standIn.journal).toMatchObject([
    {
      method: 'POST',
      path: '/v1/payment_links',
      isAuthorized: true,
      status: 200,
      body: '{"amount":50000,"currency":"INR"}',
    },
    { method: 'GET', path: '/v1/orders', isAuthorized: false, status: 401 },
  ]);
  expect(JSON.stringify(standIn.journal)).not.toMatch(/Basic|test_key_secret/);
});
