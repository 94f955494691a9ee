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
});
