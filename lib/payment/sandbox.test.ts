import { expect, test } from 'vitest';
import { createSandboxProvider, SIGNATURE_HEADER, signSandboxNotice } from './sandbox';

const SECRET = 'a secret of the sandbox and its tests';
const sandbox = createSandboxProvider(SECRET);
const PAYMENT = '0b3c5a64-5d0e-4c1a-9f37-7d1c1f0a5e11';
const charge = (amountPaise: number) =>
  sandbox.charge({ paymentId: PAYMENT, amountPaise, method: 'upi', reference: 'SA-1' });

test('A-05 the paise of an amount select the result', async () => {
  const captured = { status: 'captured', transactionId: `SBX-${PAYMENT}` };
  for (const amount of [0, 4, 1_25_000_00, 1_25_000_10]) expect(await charge(amount)).toEqual(captured);
  expect(await charge(1_25_000_01)).toEqual({ status: 'failed' });
  expect(await charge(1_25_000_02)).toEqual({ status: 'pending' });
  await expect(charge(1_25_000_03)).rejects.toThrow('unreachable');
});

test('A-05 a payment that is charged again has the same transaction', async () => {
  expect(await charge(100)).toEqual(await charge(100));
});

const notice = (body: string, signature = signSandboxNotice(SECRET, body)) =>
  sandbox.readNotice(new Headers({ [SIGNATURE_HEADER]: signature }), Buffer.from(body));

test('A-05 a signed notice contains the result of a payment', () => {
  const captured = { payment_id: PAYMENT.toUpperCase(), status: 'captured' };
  expect(notice(JSON.stringify(captured))).toEqual({
    paymentId: PAYMENT,
    status: 'captured',
    transactionId: `SBX-${PAYMENT}`,
  });
  expect(notice(JSON.stringify({ ...captured, transaction_id: 'T-1' }))).toMatchObject({ transactionId: 'T-1' });
  expect(notice(JSON.stringify({ payment_id: PAYMENT, status: 'failed' }))).toEqual({
    paymentId: PAYMENT,
    status: 'failed',
  });
});

test('A-05 notices without a valid signature are refused', () => {
  const body = JSON.stringify({ payment_id: PAYMENT, status: 'captured' });
  const signature = signSandboxNotice(SECRET, body);
  const turned = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
  for (const forged of ['', 'x', turned, signature.slice(1), signature + '0', signature.toUpperCase() + ' x'])
    expect(notice(body, forged)).toBeNull();
  expect(notice(body, signSandboxNotice('another secret', body))).toBeNull();
  expect(notice(`${body} `, signature)).toBeNull();
  expect(sandbox.readNotice(new Headers(), Buffer.from(body))).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['no object', '"captured"'],
  ['no payment', '{"status":"captured"}'],
  ['no id of a payment', '{"payment_id":"1","status":"captured"}'],
  ['another status', `{"payment_id":"${PAYMENT}","status":"pending"}`],
  ['a key too many', `{"payment_id":"${PAYMENT}","status":"failed","transaction_id":"T"}`],
  ['a transaction in odd characters', `{"payment_id":"${PAYMENT}","status":"captured","transaction_id":"a\\u0000b"}`],
])('A-05 refuses a signed body that is not a notice: %s', (_what, body) => {
  expect(notice(body)).toBeNull();
});
