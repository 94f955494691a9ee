import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pay } from '@/testing/razorpay-stand-in/control';
import { signLinkReturn } from '@/testing/razorpay-stand-in/signatures';
import { dayInIndia, settledAt } from '@/testing/razorpay-stand-in/entities';
import {
  startRazorpayStandIn,
  type Fault,
  type StandIn,
  type StandInOptions,
} from '@/testing/razorpay-stand-in/server';
import type { Charge, PaymentProvider } from '../gateway/types';
import { createRazorpayProvider } from './provider';
import type { RazorpaySettings } from './settings';

/** Long enough for a request on a busy machine. */
const TIMEOUT_MS = 20_000;
/** Short enough to wait for; only where an answer does not come. */
const limitOf = (fault: Fault['kind']) => ({
  timeoutMs: fault === 'silence' || fault === 'slow' ? 2000 : TIMEOUT_MS,
});

let standIn: StandIn | undefined;
afterEach(async () => {
  await standIn?.stop();
  standIn = undefined;
  vi.restoreAllMocks();
});

type Setup = { standIn: StandIn; provider: PaymentProvider };

async function setUp(options: StandInOptions = {}, settings: Partial<RazorpaySettings> = {}): Promise<Setup> {
  const started = (standIn = await startRazorpayStandIn(options));
  const provider = createRazorpayProvider({
    keyId: started.keyId,
    keySecret: started.keySecret,
    webhookSecrets: [started.webhookSecret],
    maxRupees: 500_000,
    baseUrl: started.url,
    timeoutMs: TIMEOUT_MS,
    ...settings,
  });
  return { standIn: started, provider };
}

const chargeOf = (changes: Partial<Charge> = {}): Charge => ({
  paymentId: randomUUID(),
  providerRef: null,
  amountPaise: 1_25_000_50,
  method: 'upi',
  reference: 'SA-2026-ABCDEF',
  payer: { name: 'Asha Verma', email: 'asha@acme.in', phone: '+919876543210' },
  returnUrl: 'https://seats.example/dashboard/payment',
  expiresAt: new Date(Date.now() + 20 * 60 * 1000),
  ...changes,
});

const links = ({ gateway }: StandIn) => [...gateway.links.values()];
const requests = ({ journal }: StandIn, start: string) =>
  journal.filter(({ method, path }) => `${method} ${path}`.startsWith(start));
const CREATE = 'POST /v1/payment_links';
/** The same where faults are named, which are without /v1. */
const ON_CREATE = 'POST /payment_links';

/** Creates a link and pays it. */
async function paid({ standIn, provider }: Setup, charge = chargeOf()) {
  const { providerRef } = await provider.charge(charge);
  const { id: transactionId } = pay(standIn, charge.paymentId, 'captured');
  return { charge: { ...charge, providerRef }, transactionId };
}

describe('charge', () => {
  test('creates a payment link that ends with the hold, and sends nothing about the sponsor', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    const state = await provider.charge(charge);
    const [link] = links(standIn);
    expect(state).toEqual({
      status: 'pending',
      providerRef: link!.id,
      next: { kind: 'redirect', url: `${standIn.url}/l/${link!.code}` },
    });
    expect(link).toMatchObject({
      amount: charge.amountPaise,
      currency: 'INR',
      referenceId: charge.paymentId,
      callbackUrl: charge.returnUrl,
      expireBy: Math.ceil(charge.expiresAt.getTime() / 1000),
    });
    const sent = JSON.stringify(standIn.journal);
    for (const value of ['Asha', 'asha@', '9876543210', standIn.keySecret, standIn.webhookSecret])
      expect(sent).not.toContain(value);
    expect(standIn.journal.every(({ isAuthorized }) => isAuthorized)).toBe(true);
  });

  test.each([
    { success: 200, linkList: 'payment_links', linkFilter: true },
    { success: 201, linkList: 'items', linkFilter: false },
  ] as const)('a repeat and concurrent charges share one link: %o', async (switches) => {
    const { standIn, provider } = await setUp({ switches });
    await provider.charge(chargeOf());
    const charge = chargeOf();
    const states = await Promise.all(Array.from({ length: 8 }, () => provider.charge(charge)));
    const repeated = await provider.charge({ ...charge, providerRef: states[0]!.providerRef });
    expect(new Set([...states, repeated].map((state) => JSON.stringify(state))).size).toBe(1);
    expect(links(standIn).filter(({ referenceId }) => referenceId === charge.paymentId)).toHaveLength(1);
  });

  test('returns the captured money when the payment was paid before, even if its link is not known', async () => {
    const setup = await setUp();
    const { charge, transactionId } = await paid(setup);
    for (const providerRef of [charge.providerRef, null])
      expect(await setup.provider.charge({ ...charge, providerRef })).toMatchObject({
        status: 'captured',
        captures: [{ transactionId }],
      });
  });

  test.each(['silence', 'reset', '500', '500-html', '502', 'text', 'slow'] as const)(
    'finds the link that was created although the answer was lost: %s',
    async (kind) => {
      const { standIn, provider } = await setUp({}, limitOf(kind));
      standIn.faults.push({ kind, when: 'after', on: ON_CREATE });
      const charge = chargeOf();
      expect(await provider.charge(charge)).toMatchObject({ status: 'pending', providerRef: links(standIn)[0]!.id });
      expect(await provider.charge(charge)).toMatchObject({ providerRef: links(standIn)[0]!.id });
      expect(links(standIn)).toHaveLength(1);
    },
  );

  test.each(['silence', 'reset', '429', '500', '500-html', '502', 'redirect', 'text'] as const)(
    'rejects when no link was created: %s; the next charge creates it',
    async (kind) => {
      const { standIn, provider } = await setUp({}, limitOf(kind));
      standIn.faults.push({ kind, on: ON_CREATE });
      const charge = chargeOf();
      await expect(provider.charge(charge)).rejects.toThrow('unreachable');
      expect(await provider.charge(charge)).toMatchObject({ status: 'pending' });
      expect(links(standIn)).toHaveLength(1);
    },
  );

  test.each([99, 500_000_01])('has failed when Razorpay refuses the amount: %s paise', async (amountPaise) => {
    const { standIn, provider } = await setUp();
    expect(await provider.charge(chargeOf({ amountPaise }))).toEqual({ status: 'failed', providerRef: null });
    expect(links(standIn)).toEqual([]);
  });

  test('has not failed while another request creates the link and it cannot be found yet', async () => {
    const { standIn, provider } = await setUp({ switches: { listDelaySeconds: 60 } });
    const charge = chargeOf();
    await provider.charge(charge);
    await expect(provider.charge(charge)).rejects.toThrow('refused (400)');
    await standIn.moveClock(60);
    expect(await provider.charge(charge)).toMatchObject({ status: 'pending', providerRef: links(standIn)[0]!.id });
  });

  test.each([401, 400] as const)('rejects with wrong keys, answered with %s', async (wrongKeys) => {
    const { standIn, provider } = await setUp({ switches: { wrongKeys } }, { keySecret: 'another_key_secret' });
    await expect(provider.charge(chargeOf())).rejects.toThrow(`unauthorized (${wrongKeys})`);
    await expect(provider.enquire({ paymentId: randomUUID(), providerRef: 'plink_ExjpAUN3gVHrPJ' })).rejects.toThrow(
      'unauthorized',
    );
    expect(requests(standIn, CREATE)).toHaveLength(1);
  });

  test('logs the operation and the kind of a failure, and no key, address or text', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { standIn, provider } = await setUp();
    await provider.charge(chargeOf({ amountPaise: 99 }));
    standIn.faults.push({ kind: '502', on: ON_CREATE });
    await provider.charge(chargeOf()).catch(() => undefined);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { event: 'razorpay_request_failed', operation: 'create_link', kind: 'refused', status: 400, field: 'amount' },
      { event: 'razorpay_request_failed', operation: 'create_link', kind: 'unreachable', status: 502 },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/asha|secret|Basic|http|SA-2026|INR 1/i);
  });
});

describe('enquire', () => {
  test('knows nothing of a payment that was never charged', async () => {
    const { provider } = await setUp();
    for (const providerRef of [null, 'plink_ExjpAUN3gVHrPJ'])
      expect(await provider.enquire({ paymentId: randomUUID(), providerRef })).toBeNull();
  });

  test('returns amount, currency, method and fees of captured money', async () => {
    const setup = await setUp();
    const { charge, transactionId } = await paid(setup, chargeOf({ amountPaise: 5_000_00 }));
    const capture = {
      transactionId,
      amountPaise: 5_000_00,
      currency: 'INR',
      method: 'upi',
      feePaise: 118_00,
      taxPaise: 18_00,
    };
    const state = { status: 'captured', providerRef: charge.providerRef, captures: [capture] };
    expect(await setup.provider.enquire(charge)).toEqual(state);
    expect(await setup.provider.enquire({ ...charge, providerRef: null })).toEqual(state);
  });

  test('states another amount and another currency as they are', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    await provider.charge(charge);
    pay(standIn, charge.paymentId, 'captured', { amount: 1_00, currency: 'USD' });
    expect(await provider.enquire(charge)).toMatchObject({ captures: [{ amountPaise: 1_00, currency: 'USD' }] });
  });

  test('a failed attempt leaves the link open, also for another method; the money of the second attempt counts', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    const first = await provider.charge(charge);
    pay(standIn, charge.paymentId, 'failed');
    expect(await provider.enquire(charge)).toEqual(first);
    pay(standIn, charge.paymentId, 'captured', { method: 'netbanking' });
    expect(await provider.enquire(charge)).toMatchObject({ status: 'captured', captures: [{ method: 'netbanking' }] });
  });

  test('authorised money is pending until it is captured, and gone when nobody captures it', async () => {
    const { standIn, provider } = await setUp({ switches: { capture: 'manual' } });
    const charge = chargeOf();
    await provider.charge(charge);
    pay(standIn, charge.paymentId, 'captured');
    expect(await provider.enquire(charge)).toMatchObject({ status: 'pending' });
    await standIn.moveClock(30 * 60);
    expect(await provider.enquire(charge)).toMatchObject({ status: 'pending', next: null });
    await standIn.moveClock(3 * 86_400);
    expect(await provider.enquire(charge)).toMatchObject({ status: 'failed' });
  });

  test.each([
    { lateOnLink: 'captured', expected: 'captured' },
    { lateOnLink: 'returned', expected: 'failed' },
  ] as const)(
    'a payment begun before the link expired is pending, then $expected',
    async ({ lateOnLink, expected }) => {
      const { standIn, provider } = await setUp({ switches: { lateOnLink } });
      const charge = chargeOf();
      await provider.charge(charge);
      await standIn.moveClock(19 * 60);
      const { id } = pay(standIn, charge.paymentId, 'pending');
      await standIn.moveClock(2 * 60);
      expect(await provider.enquire(charge)).toMatchObject({ status: 'pending', next: null });
      pay(standIn, id, 'captured');
      expect(await provider.enquire(charge)).toMatchObject({ status: expected });
    },
  );

  test('late authorisation on the second day is found by the order of the link', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    await provider.charge(charge);
    const { id } = pay(standIn, charge.paymentId, 'pending');
    await standIn.moveClock(86_400);
    expect(await provider.enquire(charge)).toMatchObject({ status: 'failed' });
    pay(standIn, id, 'captured');
    expect(await provider.enquire(charge)).toMatchObject({ status: 'captured', captures: [{ transactionId: id }] });
  });

  test('an order without the reference of its link says nothing about late money', async () => {
    const { standIn, provider } = await setUp({ switches: { orderReceipt: false } });
    const charge = chargeOf();
    await provider.charge(charge);
    const { id } = pay(standIn, charge.paymentId, 'pending');
    await standIn.moveClock(30 * 60);
    pay(standIn, id, 'captured');
    expect(await provider.enquire(charge)).toMatchObject({ status: 'failed' });
  });

  test('money that went back entirely is no capture; a partial refund leaves it captured', async () => {
    const setup = await setUp();
    const { charge, transactionId } = await paid(setup);
    setup.standIn.gateway.refund(transactionId, { amount: 100, receipt: null, notes: {}, speed: 'normal' }, null);
    expect(await setup.provider.enquire(charge)).toMatchObject({ status: 'captured' });
    setup.standIn.gateway.refund(transactionId, { receipt: null, notes: {}, speed: 'normal' }, null);
    expect(await setup.provider.enquire(charge)).toMatchObject({ status: 'failed' });
  });

  test.each(['silence', 'reset', '429', '500', '502', 'redirect', 'text'] as const)('rejects: %s', async (kind) => {
    const { standIn, provider } = await setUp({}, limitOf(kind));
    const charge = chargeOf();
    const { providerRef } = await provider.charge(charge);
    standIn.faults.push({ kind });
    await expect(provider.enquire({ ...charge, providerRef })).rejects.toThrow('unreachable');
  });
});

describe('close', () => {
  test('cancels the link; a page that is open takes no payment any more', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    const { providerRef } = await provider.charge(charge);
    expect(await provider.close(charge)).toEqual({ status: 'failed', providerRef });
    expect(await provider.close({ ...charge, providerRef })).toEqual({ status: 'failed', providerRef });
    expect(() => pay(standIn, charge.paymentId, 'captured')).toThrow('cancelled');
  });

  test('returns the money of a link that was paid before', async () => {
    const setup = await setUp();
    const { charge, transactionId } = await paid(setup);
    expect(await setup.provider.close(charge)).toMatchObject({ status: 'captured', captures: [{ transactionId }] });
  });

  test('returns the money of a link that is paid while it is cancelled', async () => {
    const { standIn, provider } = await setUp();
    const charge = chargeOf();
    await provider.charge(charge);
    const cancel = standIn.gateway.cancelLink.bind(standIn.gateway);
    vi.spyOn(standIn.gateway, 'cancelLink').mockImplementationOnce((id) => {
      pay(standIn, charge.paymentId, 'captured');
      return cancel(id);
    });
    expect(await provider.close(charge)).toMatchObject({ status: 'captured' });
  });

  test.each(['fast', 'slow'])(
    'fault 12: an attempt that the bank has not decided stays open, also while our clock is %s by an hour',
    async (clock) => {
      const { standIn, provider } = await setUp();
      await standIn.moveClock(clock === 'fast' ? -3600 : 3600);
      const charge = chargeOf({ expiresAt: new Date(Date.now() + 2 * 3_600_000) });
      await provider.charge(charge);
      const { id } = pay(standIn, charge.paymentId, 'pending');
      expect(await provider.close(charge)).toMatchObject({ status: 'pending', next: null });
      await standIn.moveClock(5 * 60);
      pay(standIn, id, 'captured');
      expect(await provider.close(charge)).toMatchObject({ status: 'captured', captures: [{ transactionId: id }] });
    },
  );
});

describe('refund', () => {
  async function refundable(options: StandInOptions = {}, settings: Partial<RazorpaySettings> = {}) {
    const setup = await setUp(options, settings);
    const { transactionId } = await paid(setup);
    const request = { refundId: randomUUID(), transactionId, amountPaise: 25_000_50 };
    return { ...setup, request };
  }
  const refunds = ({ gateway }: StandIn) => [...gateway.refunds.values()];
  const POST_REFUND = 'POST /v1/payments';

  test('is pending, then processed with the reference of the bank', async () => {
    const { standIn, provider, request } = await refundable();
    const state = await provider.refund(request);
    const [refund] = refunds(standIn);
    expect(state).toEqual({ status: 'pending', refundRef: refund!.id });
    expect(refund).toMatchObject({ amount: request.amountPaise, receipt: request.refundId });
    expect(requests(standIn, POST_REFUND)[0]!.headers['x-refund-idempotency']).toBe(request.refundId);
    await standIn.moveClock(3600);
    const processed = { status: 'processed', refundRef: refund!.id, bankReference: refund!.bankReference };
    expect(processed.bankReference).toMatch(/^\d+$/);
    for (const refundRef of [refund!.id, null])
      expect(await provider.enquireRefund({ ...request, refundRef })).toEqual(processed);
  });

  test('that the bank refuses has failed', async () => {
    const { standIn, provider, request } = await refundable();
    await provider.refund(request);
    const [refund] = refunds(standIn);
    standIn.gateway.finishRefund(refund!, 'failed');
    const failed = { status: 'failed', refundRef: refund!.id, reason: 'no reason given' };
    expect(await provider.enquireRefund({ ...request, refundRef: refund!.id })).toEqual(failed);
    expect(await provider.refund(request)).toEqual(failed);
  });

  test('moves money once: repeated, concurrent, and when Razorpay has forgotten the key', async () => {
    const { standIn, provider, request } = await refundable({ switches: { refundKeyHours: 24 } });
    const states = await Promise.all(Array.from({ length: 8 }, () => provider.refund(request)));
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
    await standIn.moveClock(25 * 3600);
    expect(await provider.refund(request)).toMatchObject({ status: 'processed' });
    expect(refunds(standIn)).toHaveLength(1);
  });

  test.each(['silence', 'reset', '500', '502', 'text'] as const)(
    'without an answer is asked again with the same key: %s',
    async (kind) => {
      const { standIn, provider, request } = await refundable({}, limitOf(kind));
      for (const when of ['before', 'after'] as const) {
        standIn.faults.push({ kind, when, on: 'POST /payments' } satisfies Fault);
        expect(await provider.refund(request)).toEqual({ status: 'later', reason: 'unreachable' });
      }
      expect(await provider.refund(request)).toMatchObject({ status: 'pending' });
      expect(refunds(standIn)).toHaveLength(1);
    },
  );

  test.each([
    'Your account does not have enough balance to carry out the refund operation.',
    'invalid request sent',
  ] as const)('waits for a balance: %s', async (noBalance) => {
    const { standIn, provider, request } = await refundable({ switches: { noBalance } });
    standIn.gateway.balanceIsEmpty = true;
    expect(await provider.refund(request)).toEqual({ status: 'later', reason: 'no_balance' });
    standIn.gateway.balanceIsEmpty = false;
    expect(await provider.refund(request)).toMatchObject({ status: 'pending' });
  });

  test.each([409, 400] as const)(
    'with the key of another request has failed, answered with %s',
    async (otherRefund) => {
      const { standIn, provider, request } = await refundable({ switches: { otherRefund } });
      const others = { receipt: null, notes: {}, speed: 'normal', amount: 100 };
      standIn.gateway.refund(request.transactionId, others, request.refundId);
      expect(await provider.refund(request)).toEqual({ status: 'failed', refundRef: null, reason: 'refused' });
      expect(refunds(standIn)).toHaveLength(1);
    },
  );

  test('of more than was paid has failed; of an unknown payment, too', async () => {
    const { standIn, provider, request } = await refundable();
    const failed = { status: 'failed', refundRef: null, reason: 'refused' };
    expect(await provider.refund({ ...request, amountPaise: 9_99_999_99 })).toEqual(failed);
    expect(await provider.refund({ ...request, transactionId: 'pay_29QQoUBi66xm2f' })).toEqual(failed);
    expect(refunds(standIn)).toEqual([]);
  });

  test('that Razorpay does not know is to be sent again; wrong keys are no failure', async () => {
    const { standIn, provider, request } = await refundable();
    for (const refundRef of [null, 'rfnd_FP8QHiV938haTz'])
      expect(await provider.enquireRefund({ ...request, refundRef })).toEqual({ status: 'later', reason: 'unknown' });
    standIn.faults.push({ kind: '429' });
    expect(await provider.enquireRefund({ ...request, refundRef: null })).toMatchObject({ status: 'later' });
    const stranger = createRazorpayProvider({
      keyId: standIn.keyId,
      keySecret: 'another_key_secret',
      webhookSecrets: [],
      maxRupees: 1,
      baseUrl: standIn.url,
    });
    expect(await stranger.refund(request)).toEqual({ status: 'later', reason: 'unauthorized' });
  });

  test('several partial refunds of one payment are apart', async () => {
    const { standIn, provider, request } = await refundable();
    const second = { ...request, refundId: randomUUID(), amountPaise: 100 };
    await provider.refund(request);
    await provider.refund(second);
    expect(refunds(standIn).map(({ amount }) => amount)).toEqual([request.amountPaise, 100]);
    const [, other] = refunds(standIn);
    expect(await provider.enquireRefund({ ...second, refundRef: null })).toMatchObject({ refundRef: other!.id });
  });
});

describe('the settlement report', () => {
  test('has payments, refunds and adjustments of a day with fees, references and the bank transfer', async () => {
    const setup = await setUp();
    const { standIn, provider } = setup;
    const { charge, transactionId } = await paid(setup, chargeOf({ amountPaise: 5_000_00 }));
    const { capturedAt } = standIn.gateway.payments.get(transactionId)!;
    const day = dayInIndia(settledAt(capturedAt));
    const utr = `UTR${day.replaceAll('-', '')}`;
    standIn.gateway.adjustments.push({ id: 'adj_1', amount: -10_12, createdAt: capturedAt });
    expect(await provider.settlements!(day)).toEqual([]);
    await standIn.moveClock(5 * 86_400);
    const items = await provider.settlements!(day);
    expect(items).toMatchObject([
      {
        entityId: transactionId,
        type: 'payment',
        transactionId,
        creditPaise: 4_882_00,
        debitPaise: 0,
        amountPaise: 5_000_00,
        feePaise: 118_00,
        taxPaise: 18_00,
        utr,
        reference: charge.paymentId,
      },
      {
        entityId: 'adj_1',
        type: 'adjustment',
        transactionId: null,
        debitPaise: 10_12,
        creditPaise: 0,
        reference: null,
      },
    ]);
    expect(dayInIndia(items[0]!.settledAt!.getTime() / 1000)).toBe(day);
    expect(items[0]!.settlementId).toMatch(/^setl_/);
    const { id } = standIn.gateway.refund(transactionId, { receipt: null, notes: {}, speed: 'normal' }, null);
    await standIn.moveClock(60);
    const refundDay = dayInIndia(settledAt(standIn.gateway.refunds.get(id)!.processedAt));
    await standIn.moveClock(5 * 86_400);
    expect(await provider.settlements!(refundDay)).toMatchObject([
      { entityId: id, type: 'refund', transactionId, debitPaise: 5_000_00, creditPaise: 0, feePaise: 0 },
    ]);
  });

  test('is read page by page', async () => {
    const { standIn, provider } = await setUp();
    const { clock, adjustments } = standIn.gateway;
    const createdAt = clock.now();
    for (let index = 0; index < 2000; index++) adjustments.push({ id: `adj_${index}`, amount: 100, createdAt });
    await standIn.moveClock(5 * 86_400);
    const items = await provider.settlements!(dayInIndia(settledAt(createdAt)));
    expect(new Set(items.map(({ entityId }) => entityId)).size).toBe(2000);
    expect(items).toHaveLength(2000);
    expect(requests(standIn, 'GET /v1/settlements').map(({ query }) => new URLSearchParams(query).get('skip'))).toEqual(
      ['0', '1000', '2000'],
    );
  });

  test('rejects when a page is missing, so that no part is taken for the whole', async () => {
    const { standIn, provider } = await setUp();
    const createdAt = standIn.gateway.clock.now();
    for (let index = 0; index < 1000; index++)
      standIn.gateway.adjustments.push({ id: `adj_${index}`, amount: 100, createdAt });
    await standIn.moveClock(5 * 86_400);
    standIn.faults.push({ kind: 'slow', ms: 0, on: 'GET /settlements' }, { kind: '502', on: 'GET /settlements' });
    await expect(provider.settlements!(dayInIndia(settledAt(createdAt)))).rejects.toThrow('unreachable');
  });
});

test('only an address that Razorpay signed says that the sponsor paid', async () => {
  const { standIn, provider } = await setUp();
  const paymentId = randomUUID();
  const link = { id: 'plink_1', referenceId: paymentId, status: 'paid' };
  const queryOf = (of: typeof link, signature: string) => ({
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: of.id,
    razorpay_payment_link_reference_id: of.referenceId,
    razorpay_payment_link_status: of.status,
    razorpay_signature: signature,
  });
  const signed = (of: typeof link) => queryOf(of, signLinkReturn(standIn.keySecret, of, 'pay_1'));
  expect(provider.paidOnReturn(signed(link))).toBe(paymentId);
  expect(provider.paidOnReturn(signed({ ...link, status: 'created' }))).toBeNull();
  const other = { ...link, referenceId: randomUUID() };
  expect(provider.paidOnReturn({ ...signed(link), ...queryOf(other, signed(link).razorpay_signature) })).toBeNull();
  expect(provider.paidOnReturn({})).toBeNull();
});
