import { afterEach, expect, test, vi } from 'vitest';
import { parseEnv } from '@/lib/platform/env';
import { standInSettings, standInVariables, webhookUrlOf } from './environment';
import { startRazorpayStandIn } from './server';

afterEach(() => vi.unstubAllEnvs());

const unset = () => {
  for (const name of ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET', 'MAX_RUPEES']) vi.stubEnv(`RAZORPAY_${name}`, '');
};

test('the site accepts the variables of a stand-in with random keys', async () => {
  unset();
  const standIn = await startRazorpayStandIn(standInSettings());
  const result = parseEnv({
    DATABASE_URL: 'postgres://user:password@db.example/seats',
    APP_SECRET: 'a secret of at least thirty-two characters',
    APP_URL: 'http://localhost:3000',
    MESSAGE_TRANSPORT: 'outbox',
    ...standInVariables(standIn),
  });
  await standIn.stop();
  expect(result).toMatchObject({ ok: true, env: { RAZORPAY_BASE_URL: standIn.url } });
  expect(standInSettings().webhookSecret).not.toBe(standIn.webhookSecret);
  expect(webhookUrlOf({ port: 3000 })).toBe('http://localhost:3000/api/billing/webhook/razorpay');
});

test('keys and limit of the environment are kept; a live key is refused', () => {
  unset();
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_test_1DP5mmOlF5G5ag');
  vi.stubEnv('RAZORPAY_WEBHOOK_SECRET', 'the-current-webhook-secret,the-previous-webhook-secret');
  vi.stubEnv('RAZORPAY_MAX_RUPEES', '1000');
  expect(standInSettings()).toMatchObject({
    keyId: 'rzp_test_1DP5mmOlF5G5ag',
    webhookSecret: 'the-current-webhook-secret',
    maximumPaise: 1000_00,
  });
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_live_1DP5mmOlF5G5ag');
  expect(() => standInSettings()).toThrow('live key');
});
