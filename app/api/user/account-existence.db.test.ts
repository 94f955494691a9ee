import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { REGISTRATIONS } from '@/lib/platform/limits';
import { useTestDatabase } from '@/testing/db/database';
import { makeRegistration, makeSponsorAccount } from '@/testing/db/identity';
import { newNetwork } from '@/testing/db/networks';
import { POST as generateOtp } from './generate-otp/route';
import { POST as login } from './login/route';
import { POST as sendPasswordCode } from './password/code/route';
import { POST as resetPassword } from './password/reset/route';
import { POST as register } from './register/route';
import { POST as verifyOtp } from './verify-otp/route';

useTestDatabase();
beforeEach(async () => {
  await sql()`delete from rate_limits`;
});

type Handler = (request: Request) => Promise<Response>;

const answerOf = async (handler: Handler, body: object, from: string) => {
  const headers = { 'X-Forwarded-For': from, 'Content-Type': 'application/json' };
  const request = new Request('http://localhost/api', { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await handler(request);
  const { 'x-request-id': _, 'retry-after': pause = '0', ...kept } = Object.fromEntries(response.headers);
  return {
    pauseSeconds: Number(pause),
    answer: { status: response.status, headers: kept, body: (await response.json()) as unknown },
  };
};

const otp = '123456';
const CALLS: [string, Handler, (email: string) => object][] = [
  ['a login with a wrong password', login, (email) => ({ email, password: 'not the password' })],
  ['a code for the e-mail', generateOtp, (email) => ({ email })],
  ['a wrong code for the e-mail', verifyOtp, (email) => ({ email, otp })],
  ['a code for a forgotten password', sendPasswordCode, (email) => ({ email })],
  ['a reset with a wrong code', resetPassword, (email) => ({ email, otp, password: 'forty two green chairs' })],
];

describe('security 95: who has an account', () => {
  test.each(CALLS)('is not told by %s, however often', async (_, handler, bodyOf) => {
    const [known, unknown] = [(await makeSponsorAccount()).email, `${randomUUID()}@example.in`];
    const [first, second] = [newNetwork(), newNetwork()];
    for (let n = 0; n < 12; n++) {
      await sql()`delete from rate_limits where key like 'otp_pause:%'`;
      const ofKnown = await answerOf(handler, bodyOf(known), first);
      const ofUnknown = await answerOf(handler, bodyOf(unknown), second);
      expect(ofUnknown.answer).toEqual(ofKnown.answer);
      // The limits of the two began moments apart.
      expect(Math.abs(ofUnknown.pauseSeconds - ofKnown.pauseSeconds)).toBeLessThan(30);
    }
  });

  test('is told by a registration, as the specification says, 20 times an hour to an address', async () => {
    const { email } = await makeSponsorAccount();
    const from = newNetwork();
    const answers = [];
    for (let n = 0; n < REGISTRATIONS.points + 5; n++)
      answers.push((await answerOf(register, { ...makeRegistration(), email }, from)).answer.status);
    expect(answers.filter((status) => status === 409)).toHaveLength(REGISTRATIONS.points);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
  });
});
