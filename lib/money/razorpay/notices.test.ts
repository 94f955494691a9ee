import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pay } from '@/testing/razorpay-stand-in/control';
import { startRazorpayStandIn, type StandIn } from '@/testing/razorpay-stand-in/server';
import type { Switches } from '@/testing/razorpay-stand-in/switches';
import type { NoticeReading } from '../gateway/types';
import { EVENT_HEADER, readNotice, SIGNATURE_HEADER } from './notices';
import { sign } from './signatures';

const SECRET = 'test_webhook_secret_0001';

let stop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of stop.reverse()) await each();
  stop = [];
  vi.restoreAllMocks();
});

type Receiver = { url: string; readings: NoticeReading[]; secrets: string[]; answer: number };

/** Receives webhooks over HTTP and reads them, as the site does. */
async function receive(): Promise<Receiver> {
  const receiver: Receiver = { url: '', readings: [], secrets: [SECRET], answer: 200 };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const reading = readNotice(
      receiver.secrets,
      new Headers(request.headers as Record<string, string>),
      Buffer.concat(chunks),
    );
    receiver.readings.push(reading);
    response.writeHead(reading.outcome === 'forged' ? 403 : receiver.answer).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  stop.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return receiver;
}

async function setUp(switches: Partial<Switches> = {}): Promise<{ standIn: StandIn; receiver: Receiver }> {
  const receiver = await receive();
  const standIn = await startRazorpayStandIn({ webhookUrl: receiver.url, webhookSecret: SECRET, switches });
  stop.push(standIn.stop);
  return { standIn, receiver };
}

const linkFor = ({ gateway }: StandIn, paymentId: string) =>
  gateway.createLink({
    amount: 5_000_00,
    currency: 'INR',
    referenceId: paymentId,
    description: '',
    callbackUrl: null,
    notes: { payment_id: paymentId },
    customer: {},
    expireBy: 0,
  });

/** The notices by the name of their event; null for an event that is ignored. */
const byKind = (readings: NoticeReading[]) =>
  Object.fromEntries(
    readings.map((reading) => {
      if (reading.outcome === 'forged') throw new Error('forged');
      return [reading.kind, reading.outcome === 'notice' ? reading.notice : null];
    }),
  );

describe('a payment of a link', () => {
  test.each([true, false])(
    'is announced by three events with one transaction; notes are copied: %s',
    async (copied) => {
      const { standIn, receiver } = await setUp({ paymentNotes: copied });
      const paymentId = randomUUID();
      const link = linkFor(standIn, paymentId);
      const { id: transactionId } = pay(standIn, link.id, 'captured');
      await standIn.webhooks.idle();
      const capture = {
        transactionId,
        amountPaise: 5_000_00,
        currency: 'INR',
        method: 'upi',
        feePaise: 118_00,
        taxPaise: 18_00,
      };
      expect(byKind(receiver.readings)).toEqual({
        // Authorised is not paid.
        'payment.authorized': null,
        'payment.captured': { kind: 'captured', providerRef: null, paymentId: copied ? paymentId : null, capture },
        'order.paid': { kind: 'captured', providerRef: null, paymentId, capture },
        'payment_link.paid': { kind: 'captured', providerRef: link.id, paymentId, capture },
      });
    },
  );

  test('is known by its link where orders have no reference', async () => {
    const { standIn, receiver } = await setUp({ orderReceipt: false });
    const paymentId = randomUUID();
    const link = linkFor(standIn, paymentId);
    pay(standIn, link.id, 'captured');
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)).toMatchObject({
      'order.paid': { providerRef: null, paymentId: null },
      'payment_link.paid': { providerRef: link.id, paymentId },
    });
  });

  test('that failed says why and ends nothing; an ended link says so', async () => {
    const { standIn, receiver } = await setUp();
    const [failing, expiring, cancelled] = [randomUUID(), randomUUID(), randomUUID()];
    const attempted = linkFor(standIn, failing);
    pay(standIn, attempted.id, 'failed');
    const link = linkFor(standIn, expiring);
    link.expireBy = standIn.gateway.clock.now() + 60;
    await standIn.moveClock(61);
    const other = standIn.gateway.cancelLink(linkFor(standIn, cancelled).id);
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)).toEqual({
      'payment.failed': { kind: 'attempt_failed', providerRef: null, paymentId: null, reason: 'payment_failed' },
      'payment_link.expired': { kind: 'ended', providerRef: link.id, paymentId: expiring },
      'payment_link.cancelled': { kind: 'ended', providerRef: other.id, paymentId: cancelled },
    });
  });
});

describe('other events', () => {
  test('refunds say whose they are; one made in the dashboard has no id of ours', async () => {
    const { standIn, receiver } = await setUp();
    const { id: transactionId } = pay(standIn, linkFor(standIn, randomUUID()).id, 'captured');
    await standIn.webhooks.idle();
    receiver.readings.length = 0;
    const refundId = randomUUID();
    const ours = { amount: 100, receipt: refundId, notes: {}, speed: 'normal' };
    const refund = standIn.gateway.refund(transactionId, ours, refundId);
    await standIn.webhooks.idle();
    const notice = { kind: 'refund', refundRef: refund.id, refundId, transactionId, amountPaise: 100 };
    const pending = { status: 'pending', refundRef: refund.id };
    expect(byKind(receiver.readings)).toEqual({ 'refund.created': { ...notice, state: pending } });
    await standIn.moveClock(60);
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)['refund.processed']).toEqual({
      ...notice,
      state: { status: 'processed', refundRef: refund.id, bankReference: refund.bankReference },
    });
    const foreign = standIn.gateway.refund(transactionId, { ...ours, receipt: 'R-1' }, null);
    standIn.gateway.finishRefund(foreign, 'failed');
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)).toMatchObject({
      'refund.created': { refundRef: foreign.id, refundId: null },
      'refund.failed': { state: { status: 'failed', refundRef: foreign.id, reason: 'no reason given' } },
    });
  });

  test('transfers are money, disputes are told, and what is of no use is ignored', async () => {
    const { standIn, receiver } = await setUp();
    const transfer = standIn.gateway.creditTransfer(null, 300_00);
    standIn.gateway.dispute(transfer);
    standIn.announce('settlement.processed', { settlement: { id: 'setl_1', entity: 'settlement' } });
    standIn.announce('invoice.paid', { invoice: { id: 'inv_1', entity: 'invoice' } });
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)).toMatchObject({
      'virtual_account.credited': {
        kind: 'captured',
        paymentId: null,
        capture: { transactionId: transfer.id, amountPaise: 300_00, method: 'bank_transfer' },
      },
      'payment.dispute.created': {
        kind: 'dispute',
        transactionId: transfer.id,
        text: 'payment.dispute.created, chargeback, chargeback_authorization',
      },
      'settlement.processed': null,
      'invoice.paid': null,
    });
  });

  test('of an order that is not ours name no payment of ours', async () => {
    const { standIn, receiver } = await setUp();
    const { gateway } = standIn;
    const order = gateway.createOrder({ amount: 100, currency: 'INR', receipt: 'R-1', notes: {} });
    pay(standIn, order.id, 'captured');
    await standIn.webhooks.idle();
    expect(byKind(receiver.readings)['order.paid']).toMatchObject({ providerRef: null, paymentId: null });
  });
});

describe('delivery', () => {
  async function delivered() {
    const { standIn, receiver } = await setUp();
    pay(standIn, linkFor(standIn, randomUUID()).id, 'captured');
    await standIn.webhooks.idle();
    receiver.readings.length = 0;
    return { standIn, receiver, event: standIn.webhooks.find('payment_link.paid') };
  }

  test('again has the same id and the same notice', async () => {
    const { standIn, receiver, event } = await delivered();
    for (let times = 0; times < 3; times++) expect(await standIn.webhooks.deliver(event)).toBe(200);
    expect(receiver.readings).toHaveLength(3);
    expect(new Set(receiver.readings.map((reading) => JSON.stringify(reading))).size).toBe(1);
    expect(receiver.readings[0]).toMatchObject({ outcome: 'notice', eventId: event.id, kind: 'payment_link.paid' });
  });

  test.each(['forged', 'cut'] as const)('security 81: is refused when it is %s', async (kind) => {
    const { standIn, receiver, event } = await delivered();
    expect(await standIn.webhooks.deliver(event, kind)).toBe(403);
    expect(receiver.readings).toEqual([{ outcome: 'forged' }]);
  });

  test('repeats from before a change of the secret are signed with the previous one, which is accepted beside the new', async () => {
    const { standIn, receiver, event } = await delivered();
    standIn.webhooks.changeSecret('test_webhook_secret_0002');
    receiver.secrets = ['test_webhook_secret_0002'];
    expect(await standIn.webhooks.deliver(event)).toBe(403);
    receiver.secrets = ['test_webhook_secret_0002', SECRET];
    expect(await standIn.webhooks.deliver(event)).toBe(200);
    standIn.gateway.dispute([...standIn.gateway.payments.values()][0]!);
    await standIn.webhooks.idle();
    expect(receiver.readings.at(-1)).toMatchObject({ outcome: 'notice', kind: 'payment.dispute.created' });
    expect(await standIn.webhooks.deliver(standIn.webhooks.find('payment.dispute.created'), 'old_secret')).toBe(200);
  });
});

describe('a body with a genuine signature', () => {
  const read = (body: string | Uint8Array, id: string | null = 'EventId0000001') => {
    const headers = new Headers({ [SIGNATURE_HEADER]: sign(SECRET, body) });
    if (id) headers.set(EVENT_HEADER, id);
    return readNotice([SECRET], headers, Buffer.from(body));
  };

  test.each([
    ['no JSON', '{'],
    ['no object', '"captured"'],
    ['no text', new Uint8Array([0xff, 0xfe])],
    ['no event', '{"entity":"event","payload":{}}'],
  ])('is ignored when it is %s', (_what, body) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(read(body)).toEqual({ outcome: 'ignored', eventId: 'EventId0000001', kind: 'unreadable' });
    expect(logged).toHaveBeenCalledOnce();
  });

  test.each([
    'payment.captured',
    'payment.failed',
    'order.paid',
    'payment_link.paid',
    'payment_link.expired',
    'refund.processed',
    'payment.dispute.created',
    'virtual_account.credited',
  ])('is ignored when %s lacks its entity, and the log says which', (event) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const payload of ['{}', '[]', 'null', '{"payment":{"entity":{"id":7}}}'])
      expect(read(`{"event":"${event}","payload":${payload}}`)).toMatchObject({ outcome: 'ignored', kind: event });
    expect(String(logged.mock.calls[0]?.[0])).toContain(event);
  });

  test('has an id made of the body where the header is missing', () => {
    const [first, second] = ['{"event":"a.b"}', '{"event":"a.c"}'].map((body) => read(body, null));
    expect(first).toMatchObject({ outcome: 'ignored', eventId: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) });
    expect(first).toEqual(read('{"event":"a.b"}', null));
    expect(first).not.toMatchObject({ eventId: (second as { eventId: string }).eventId });
  });

  test('goes by the status and not by `captured`, which contradicts it in samples of the documentation', () => {
    const payment = { id: 'pay_DESp9bgForNoUd', amount: 100, currency: 'INR', captured: true, notes: [] };
    const event = (status: string) =>
      read(JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { ...payment, status } } } }));
    expect(event('authorized')).toMatchObject({ outcome: 'ignored' });
    expect(event('failed')).toMatchObject({ outcome: 'ignored' });
    expect(event('captured')).toMatchObject({
      outcome: 'notice',
      notice: { capture: { transactionId: payment.id, method: null, feePaise: null, taxPaise: null } },
    });
  });
});
