import { expect, test } from 'vitest';
import { captureOf } from '@/testing/payment/capture';
import { createSandboxProvider, SIGNATURE_HEADER, signSandboxNotice } from './sandbox';

const SECRET = 'a secret of the sandbox and its tests';
const sandbox = createSandboxProvider(SECRET);
const PAYMENT = '0b3c5a64-5d0e-4c1a-9f37-7d1c1f0a5e11';
const refOf = (amountPaise: number) => `SBX-${PAYMENT}-${amountPaise}`;
const charge = (amountPaise: number) =>
  sandbox.charge({
    paymentId: PAYMENT,
    providerRef: null,
    amountPaise,
    method: 'upi',
    reference: 'SA-1',
    payer: { name: 'Asha', email: 'asha@example.com', phone: '9876543210' },
    returnUrl: 'http://localhost:3000/dashboard',
    expiresAt: new Date(),
  });

test('A-05 the paise of an amount select the result', async () => {
  for (const amount of [0, 5, 1_25_000_00, 1_25_000_10])
    expect(await charge(amount)).toEqual({
      status: 'captured',
      providerRef: refOf(amount),
      captures: [captureOf(`SBX-${PAYMENT}`, amount)],
    });
  expect(await charge(1_25_000_01)).toEqual({ status: 'failed', providerRef: refOf(1_25_000_01) });
  expect(await charge(1_25_000_02)).toEqual({ status: 'pending', providerRef: refOf(1_25_000_02), next: null });
  expect(await charge(1_25_000_04)).toEqual({ status: 'pending', providerRef: refOf(1_25_000_04), next: null });
  await expect(charge(1_25_000_03)).rejects.toThrow('unreachable');
});

test('A-05 a payment that is charged again has the same transaction', async () => {
  expect(await charge(100)).toEqual(await charge(100));
});

test('a payment that was charged is found again; one that was not is unknown', async () => {
  for (const amount of [100, 101, 102])
    expect(await sandbox.enquire({ paymentId: PAYMENT, providerRef: refOf(amount) })).toEqual(await charge(amount));
  expect(await sandbox.enquire({ paymentId: PAYMENT, providerRef: null })).toBeNull();
  expect(await sandbox.close({ paymentId: PAYMENT, providerRef: null })).toBeNull();
});

test('closing a payment ends it, unless it was paid before or has begun at the bank', async () => {
  expect(await sandbox.close({ paymentId: PAYMENT, providerRef: refOf(102) })).toMatchObject({ status: 'failed' });
  expect(await sandbox.close({ paymentId: PAYMENT, providerRef: refOf(100) })).toMatchObject({ status: 'captured' });
  expect(await sandbox.close({ paymentId: PAYMENT, providerRef: refOf(104) })).toMatchObject({ status: 'pending' });
});

test('a refund is processed at once, and a repeated one is the same', async () => {
  const request = { refundId: PAYMENT, transactionId: `SBX-${PAYMENT}`, amountPaise: 100 };
  const refunded = await sandbox.refund(request);
  expect(refunded).toEqual({ status: 'processed', refundRef: `SBX-R-${PAYMENT}`, bankReference: null });
  expect(await sandbox.enquireRefund({ ...request, refundRef: null })).toEqual(refunded);
});

const notice = (body: string, signature = signSandboxNotice(SECRET, body)) =>
  sandbox.readNotice(new Headers({ [SIGNATURE_HEADER]: signature }), Buffer.from(body));

test('A-05 a signed notice contains the result of a payment', () => {
  const captured = { payment_id: PAYMENT.toUpperCase(), status: 'captured', amount_paise: 100 };
  const read = notice(JSON.stringify(captured));
  expect(read).toMatchObject({
    outcome: 'notice',
    notice: { kind: 'captured', paymentId: PAYMENT, capture: captureOf(`SBX-${PAYMENT}`, 100) },
  });
  expect(notice(JSON.stringify(captured))).toEqual(read);
  expect(notice(JSON.stringify({ ...captured, transaction_id: 'T-1' }))).toMatchObject({
    notice: { capture: { transactionId: 'T-1' } },
  });
  expect(notice(JSON.stringify({ payment_id: PAYMENT, status: 'failed' }))).toMatchObject({
    notice: { kind: 'ended', paymentId: PAYMENT },
  });
});

test('A-05 notices without a valid signature are refused', () => {
  const body = JSON.stringify({ payment_id: PAYMENT, status: 'captured', amount_paise: 100 });
  const signature = signSandboxNotice(SECRET, body);
  const turned = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
  const forged = { outcome: 'forged' };
  for (const other of ['', 'x', turned, signature.slice(1), signature + '0', signature.toUpperCase() + ' x'])
    expect(notice(body, other)).toEqual(forged);
  expect(notice(body, signSandboxNotice('another secret', body))).toEqual(forged);
  expect(notice(`${body} `, signature)).toEqual(forged);
  expect(sandbox.readNotice(new Headers(), Buffer.from(body))).toEqual(forged);
});

test.each([
  ['no JSON', '{'],
  ['no object', '"captured"'],
  ['no payment', '{"status":"captured","amount_paise":1}'],
  ['no id of a payment', '{"payment_id":"1","status":"captured","amount_paise":1}'],
  ['no amount', `{"payment_id":"${PAYMENT}","status":"captured"}`],
  ['another status', `{"payment_id":"${PAYMENT}","status":"pending"}`],
  ['a key too many', `{"payment_id":"${PAYMENT}","status":"failed","transaction_id":"T"}`],
  [
    'a transaction in odd characters',
    `{"payment_id":"${PAYMENT}","status":"captured","amount_paise":1,"transaction_id":"a\\u0000b"}`,
  ],
])('A-05 ignores a signed body that is not a notice: %s', (_what, body) => {
  expect(notice(body)).toMatchObject({ outcome: 'ignored' });
});
