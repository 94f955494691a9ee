import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { waitForLocks } from '@/testing/db/locks';
import { useTestDatabase } from '@/testing/db/database';
import { addressLimiter, limiter, networkOf, returnPoints, takePoints } from './rate-limit';

useTestDatabase();
const spend = async (limit: ReturnType<typeof limiter>, times: number) => {
  const verdicts = [];
  for (let n = 0; n < times; n++) verdicts.push((await limit.consume('somebody')).ok);
  return verdicts;
};

test('a refunded point allows one more attempt in the current window, for this key and limit only', async () => {
  const limit = limiter('given_back', { points: 2, seconds: 900 });
  expect(await spend(limit, 2)).toEqual([true, true]);
  await limit.refund('somebody else');
  await limiter('another', { points: 2, seconds: 900 }).refund('somebody');
  expect(await spend(limit, 1)).toEqual([false]);
  await limit.refund('somebody');
  expect(await spend(limit, 2)).toEqual([true, false]);
});

test('a point refunded after its window does not allow one more attempt in the next', async () => {
  const limit = limiter('too_late', { points: 2, seconds: 900 });
  await limit.consume('somebody');
  await sql()`update rate_limits set expire = now() - interval '1 second' where key like 'too_late:%'`;
  await limit.refund('somebody');
  expect(await spend(limit, 3)).toEqual([true, true, false]);
});

test('A-10 of many concurrent calls exactly as many pass as the window has points; refused calls do not extend it', async () => {
  const limit = limiter('at_once', { points: 10, seconds: 900 });
  const verdicts = await Promise.all(Array.from({ length: 60 }, () => limit.consume('somebody')));
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(10);
  const end = () => sql()<{ expire: Date }[]>`select expire from rate_limits where key like 'at_once:%'`;
  const before = await end();
  expect(await limit.consume('somebody')).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) });
  expect(await end()).toEqual(before);
});

test('A-10 after a window ends, the next one has all points', async () => {
  const limit = limiter('anew', { points: 2, seconds: 900 });
  expect(await spend(limit, 5)).toEqual([true, true, false, false, false]);
  await sql()`update rate_limits set expire = now() where key like 'anew:%'`;
  expect(await spend(limit, 3)).toEqual([true, true, false]);
});

test('A-10 the wait is the rest of the window, rounded up to whole seconds', async () => {
  const limit = limiter('wait', { points: 1, seconds: 900 });
  await limit.consume('somebody');
  await sql()`update rate_limits set expire = now() + interval '1 hour' where key like 'wait:%'`;
  const refused = await limit.consume('somebody');
  expect(refused.ok || refused.retryAfterSeconds).toSatisfy(
    (seconds) => Number(seconds) > 900 && Number(seconds) <= 3600,
  );
});

test('clearing a key deletes its count', async () => {
  const limit = limiter('cleared', { points: 1, seconds: 900 });
  expect(await spend(limit, 2)).toEqual([true, false]);
  await limit.clear('somebody');
  expect(await spend(limit, 2)).toEqual([true, false]);
});

test('security 59: a part of a limit can be kept: who may take less is refused earlier, and what is refused is not counted', async () => {
  const limit = limiter('shared', { points: 10, seconds: 900 });
  const taken = await Promise.all(Array.from({ length: 30 }, () => limit.consume('all', 6)));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(6);
  expect(await limit.peek('all', 6)).toMatchObject({ ok: false });
  expect(await limit.peek('all')).toEqual({ ok: true, taken: 6 });
  const others = await Promise.all(Array.from({ length: 30 }, () => limit.consume('all')));
  expect(others.filter(({ ok }) => ok)).toHaveLength(4);
});

test('security 59: of IPv6 the /48 is counted as well as the /64, with five times as many points', async () => {
  expect([networkOf('192.0.2.1'), networkOf('2001:db8:1:ff::/64')]).toEqual(['192.0.2.1', '2001:db8:1::/48']);
  const limit = addressLimiter('network', { points: 2, seconds: 900 });
  const from = async (address: string) => (await limit.consume(address)).ok;
  const answers: boolean[] = [];
  for (let n = 0; n < 14; n++) answers.push(await from(`2001:db8:1:${n >> 1}::/64`));
  expect(answers).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(4).fill(false)]);
  expect(await from('2001:db8:2:0::/64')).toBe(true);
  for (const expected of [true, true, false]) expect(await from('192.0.2.1')).toBe(expected);
});

describe('several counters in one statement', () => {
  const inner = limiter('inner', { points: 2, seconds: 60 });
  const outer = limiter('outer', { points: 5, seconds: 900 });
  const both = () => takePoints([inner.counter('somebody'), outer.counter('all')]);
  const points = async () => {
    const rows = await sql()<{ name: string; points: number }[]>`
      select split_part(key, ':', 1) as name, points from rate_limits where key ~ '^(inner|outer):'`;
    return Object.fromEntries(rows.map((row) => [row.name, row.points]));
  };
  beforeEach(() => sql()`delete from rate_limits`);

  test('take a point of each or of none, and name the first that refuses', async () => {
    expect(await both()).toEqual({ ok: true, taken: [1, 1] });
    expect(await both()).toEqual({ ok: true, taken: [2, 2] });
    expect(await both()).toEqual({ ok: false, refusedAt: 0, retryAfterSeconds: 60 });
    expect(await points()).toEqual({ inner: 2, outer: 2 });
  });

  test('security 59: at once: exactly as many pass as the narrower one has points, and the other counts no more', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, both));
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await points()).toEqual({ inner: 2, outer: 2 });
  });

  test('security 59: at once, each with an inner one of its own: what the outer one refuses leaves no trace', async () => {
    const ofEach = (n: number) => takePoints([inner.counter(`somebody ${n}`), outer.counter('all')]);
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => ofEach(n)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(await sql()`select 1 from rate_limits`).toHaveLength(6);
  });

  test('security 59: of calls that all started before the last point was taken, exactly as many pass as there are points', async () => {
    const waiting = 8;
    const calls = await sql().begin(async (holder) => {
      const { key } = outer.counter('all');
      await holder`insert into rate_limits (key, points, expire) values (${key}, 1, now() + interval '1 hour')`;
      const started = Array.from({ length: waiting }, (_, n) =>
        takePoints([inner.counter(`somebody ${n}`), outer.counter('all')]),
      );
      await waitForLocks(sql(), waiting, 'rate_limits');
      return { started };
    });
    const results = await Promise.all(calls.started);
    expect(results.filter(({ ok }) => ok)).toHaveLength(4);
    expect(await sql()`select 1 from rate_limits`).toHaveLength(5);
  });

  test('returned points are free again, and an empty counter is deleted', async () => {
    await both();
    await outer.consume('all');
    await returnPoints([inner.counter('somebody').key, outer.counter('all').key, outer.counter('nobody').key]);
    expect(await points()).toEqual({ outer: 1 });
  });
});
