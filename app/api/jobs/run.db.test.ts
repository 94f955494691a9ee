import { beforeEach, expect, test, vi } from 'vitest';
import { env } from '@/lib/platform/env';
import { makeHold, endWindow, fullLedger } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { GET, HEAD, POST } from './run/route';

useTestDatabase();
const SECRET = 'a-secret-of-the-scheduler';
beforeEach(() => {
  Object.assign(env(), { CRON_SECRET: SECRET });
  const spies = (['info', 'warn'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  return () => spies.forEach((spy) => spy.mockRestore());
});

const ask = async (handler: typeof GET, authorization?: string) => {
  const headers = new Headers(authorization === undefined ? [] : [['authorization', authorization]]);
  const method = handler === POST ? 'POST' : handler === HEAD ? 'HEAD' : 'GET';
  const response = await handler(new Request('http://localhost/api/jobs/run', { method, headers }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const expiredHold = async () => {
  const course = await makeCourse();
  const { billingId } = await makeHold([{ course, seats: 1 }], await makeSponsorAccount());
  await endWindow(billingId);
  return async () => (await fullLedger(course.id)).held;
};

test.each([
  ['GET', GET],
  ['POST', POST],
])('%s runs the jobs for the scheduler', async (_, handler) => {
  const held = await expiredHold();
  const { status, body } = await ask(handler, `Bearer ${SECRET}`);
  expect([status, body]).toEqual([
    200,
    { released: 1, offered: 0, lapsed: 0, reminded: 0, checked: 0, refunded: 0, sent: 0, settlements: 0 },
  ]);
  expect(await held()).toBe(0);
});

test.each([
  undefined,
  '',
  SECRET,
  `bearer ${SECRET}`,
  `Bearer ${SECRET} `.repeat(2),
  `Bearer ${SECRET.slice(1)}`,
  'Bearer ',
  `Basic ${SECRET}`,
])('security 1: with the header %j nothing runs', async (authorization) => {
  const held = await expiredHold();
  for (const handler of [GET, POST])
    expect(await ask(handler, authorization)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  expect(await held()).toBe(1);
});

test('security 1: without a configured secret the address does not exist, whatever is sent', async () => {
  const held = await expiredHold();
  Object.assign(env(), { CRON_SECRET: undefined });
  for (const authorization of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${SECRET}`])
    expect(await ask(GET, authorization)).toMatchObject({ status: 404, body: { code: 'request.unknown' } });
  expect(await held()).toBe(1);
});

test('HEAD runs nothing', async () => {
  const held = await expiredHold();
  expect((await ask(HEAD, `Bearer ${SECRET}`)).status).toBe(405);
  expect(await held()).toBe(1);
});
