import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, connect, sql } from '@/db/client';
import { fullLedger, prepareHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { GET as courses } from './courses/route';
import { POST as verifyOtp } from './user/verify-otp/route';

const { url } = useTestDatabase();

/** The app with a single connection, so that the test knows which one a request uses. */
beforeEach(async () => {
  await closeDatabase();
  vi.stubEnv('DATABASE_POOL', '1');
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await closeDatabase();
});

const summaryOf = async (response: Response) => ({
  status: response.status,
  retryAfter: Number(response.headers.get('retry-after')),
  code: ((await response.json()) as { code?: string }).code,
});
const UNAVAILABLE = { status: 503, retryAfter: 5, code: 'request.unavailable' };

test('fault 7: whoever finds every connection taken is told to come again, and served once one is free', async () => {
  await makeCourse();
  const taken = await sql().reserve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = courses(new Request('http://localhost/api/courses'), { params: Promise.resolve({}) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await summaryOf(await waiting)).toEqual(UNAVAILABLE);
  vi.useRealTimers();
  taken.release();
  const served = await courses(new Request('http://localhost/api/courses'), { params: Promise.resolve({}) });
  expect([served.status, ((await served.json()) as unknown[]).length]).toEqual([200, 1]);
});

test('fault 10: a course that somebody keeps locked is not waited for; nothing is taken, and the same code is good afterwards', async () => {
  const course = await makeCourse();
  const account = await makeSponsorAccount();
  const { code } = await prepareHold([{ course, seats: 2 }], account);
  const [limit] = await sql()`show lock_timeout`;
  expect(limit).toEqual({ lock_timeout: '5s' });
  await sql()`set lock_timeout = '100ms'`;
  const verify = async () => {
    const request = asSponsor(account, { body: { userId: account.userId, otp: code } });
    return verifyOtp(request, { params: Promise.resolve({}) });
  };

  const { sql: somebody } = connect(url, { max: 1 });
  await somebody.begin(async (held) => {
    await held`select 1 from courses where id = ${course.id} for update`;
    expect(await summaryOf(await verify())).toEqual(UNAVAILABLE);
  });
  await somebody.end();
  expect(await fullLedger(course.id)).toMatchObject({ held: 0, holding: 0 });
  expect((await verify()).status).toBe(200);
  expect(await fullLedger(course.id)).toMatchObject({ held: 2, holding: 2 });
});
