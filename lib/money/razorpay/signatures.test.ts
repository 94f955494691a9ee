import { describe, expect, test } from 'vitest';
import { isSigned, sign } from './signatures';

const KEY_SECRET = 'test_key_secret_0001';
const WEBHOOK_SECRET = 'test_webhook_secret_0001';

/** Vectors made with Razorpay's own package. */
const VECTORS = [
  [
    'the return of an order',
    KEY_SECRET,
    'order_9A33XWu170gUtm|pay_29QQoUBi66xm2f',
    '649a3d6569e5d29eb866dd9657d4c09bc364b944d6d7f828eca37099a24d18eb',
  ],
  [
    'the return of a link',
    KEY_SECRET,
    'plink_ExjpAUN3gVHrPJ|0b3c5a64-5d0e-4c1a-9f37-7d1c1f0a5e11|paid|pay_29QQoUBi66xm2f',
    '4233630cd965c8d5bf712e27f26aa1272ef83df6e3518b98904ea35ed7ff70dc',
  ],
  [
    'a webhook',
    WEBHOOK_SECRET,
    '{"entity":"event","event":"payment.captured"}',
    '3a4c2d1861c40495d776ed833cf9e98b72b30a86e05598d0510940202f4b8aea',
  ],
] as const;

describe.each(VECTORS)('the signature of %s', (_what, secret, message, signature) => {
  test('is that of Razorpay', () => {
    expect(sign(secret, message)).toBe(signature);
    expect(sign(secret, Buffer.from(message))).toBe(signature);
  });

  test('is accepted with one of the secrets only', () => {
    expect(isSigned([secret], message, signature)).toBe(true);
    expect(isSigned(['another secret', secret], message, signature)).toBe(true);
    expect(isSigned(['another secret'], message, signature)).toBe(false);
    expect(isSigned([], message, signature)).toBe(false);
  });

  test('is refused in any other form', () => {
    const turned = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
    for (const other of [
      null,
      '',
      'x',
      turned,
      signature.slice(1),
      `${signature}0`,
      ` ${signature}`,
      signature.toUpperCase(),
    ])
      expect(isSigned([secret], message, other), String(other)).toBe(false);
    expect(isSigned([secret], `${message} `, signature)).toBe(false);
  });
});
