import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, connect, NOTICE_LOCK_MS, noticeDb, sql } from '@/db/client';
import { NOTICE_MS } from '@/lib/platform/limits';
import { fullLedger, prepareHold } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import { sandboxNotice } from '@/testing/db/payment';
import { POST as receiveNotice } from './billing/webhook/[provider]/route';
import { GET as courses } from './courses/route';
import { POST as verifyOtp } from './user/verify-otp/route';

const { url } = useTestDatabase();

/** The app with a single connection, so that the test knows which one a request uses. */
beforeEach(async () => {
  await closeDatabase();
  vi.stubEnv('DATABASE_POOL', '1');
});
afterEach(async () => {
  vi.useRealTimers();
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

test('an adoption that somebody keeps locked: the notice of a gateway is not kept waiting, and settles when it comes again', async () => {
  const { userId } = await makeSponsorAccount();
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id } = await insertAdoption(sql(), { userId, state: 'held', lines, payments: [{ status: 'started' }] });
  const [payment] = await sql()<{ id: string }[]>`select id from payments where billing_id = ${id}`;
  const { body, headers } = await sandboxNotice(payment!.id, 'captured');
  const notify = () =>
    receiveNotice(new Request('http://localhost/api/billing/webhook/sandbox', { method: 'POST', headers, body }), {
      params: Promise.resolve({ provider: 'sandbox' }),
    });
  const [limit] = await noticeDb().execute('show lock_timeout');
  expect(limit).toEqual({ lock_timeout: `${NOTICE_LOCK_MS}ms` });
  expect(NOTICE_LOCK_MS).toBeLessThan(NOTICE_MS);

  const { sql: somebody } = connect(url, { max: 1 });
  await somebody.begin(async (held) => {
    await held`select 1 from billings where id = ${id} for update`;
    const response = await notify();
    expect(await summaryOf(response)).toEqual(UNAVAILABLE);
    // The statement ended with the answer, so nothing waits for the lock any more.
    const waiting = await held`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(waiting).toHaveLength(0);
  });
  await somebody.end();
  expect((await notify()).status).toBe(200);
  const [settled] = await sql()`select status from payments where id = ${payment!.id}`;
  expect(settled).toEqual({ status: 'captured' });
});
