import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { wrongCode } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { codeTo } from '@/testing/db/outbox';
import { POST as generateOtp } from './generate-otp/route';
import { POST as verifyOtp } from './verify-otp/route';

/** The work deferred with after(). */
const { deferred } = vi.hoisted(() => ({ deferred: [] as (() => Promise<void>)[] }));
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<void>) => void deferred.push(work),
}));

const { dataDir } = useTestDatabase();
let client = 0;
beforeEach(() => {
  client += 1;
  deferred.length = 0;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

/** Sends a request without a session; none is needed or created. */
const post = async (handler: typeof generateOtp, body: unknown) => {
  const response = await handler(
    asSponsor({ token: 'none' }, { body, headers: { 'X-Forwarded-For': `203.0.113.${client}` } }),
  );
  for (const work of deferred.splice(0)) await work();
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
};

test('R-API-06 R-API-12 R-API-15 R-API-16 an e-mail alone gets a code, which marks it as verified and grants nothing', async () => {
  const { email, userId } = await makeSponsorAccount();
  const sent = await post(generateOtp, { email: email.toUpperCase() });
  expect([sent.status, sent.body]).toEqual([200, { success: true, message: 'OTP sent successfully!' }]);
  const otp = (await codeTo(dataDir, email))!;
  const wrong = await post(verifyOtp, { otp: wrongCode(otp), email });
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid or expired OTP']);
  const verified = await post(verifyOtp, { otp, email });
  expect([verified.status, verified.body]).toEqual([200, { success: true, message: 'OTP verified successfully!' }]);
  expect(verified.headers.has('Set-Cookie')).toBe(false);
  const [row] = await sql()`select email_verified_at is not null as verified from users where id = ${userId}`;
  expect(row).toEqual({ verified: true });
  expect(await sql()`select 1 from billings`).toHaveLength(0);
});

test('R-API-12 guesses are limited: 429 with the seconds to wait', async () => {
  const { email } = await makeSponsorAccount();
  await post(generateOtp, { email });
  const otp = (await codeTo(dataDir, email))!;
  for (let n = 0; n < 5; n++) expect((await post(verifyOtp, { otp: wrongCode(otp), email })).status).toBe(400);
  const closed = await post(verifyOtp, { otp, email });
  expect([closed.status, closed.body.code]).toEqual([429, 'otp.too_many_attempts']);
  expect(Number(closed.headers.get('Retry-After'))).toBeGreaterThan(0);
});
