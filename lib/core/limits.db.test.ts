import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/db/testing/database';
import { limiter } from './limits';

useTestDatabase();
const spend = async (limit: ReturnType<typeof limiter>, times: number) => {
  const verdicts = [];
  for (let n = 0; n < times; n++) verdicts.push((await limit.consume('somebody')).ok);
  return verdicts;
};

test('a point given back is one more try in the running window, of this key and this limit', async () => {
  const limit = limiter('given_back', { points: 2, seconds: 900 });
  expect(await spend(limit, 2)).toEqual([true, true]);
  await limit.reward('somebody else');
  await limiter('another', { points: 2, seconds: 900 }).reward('somebody');
  expect(await spend(limit, 1)).toEqual([false]);
  await limit.reward('somebody');
  await limit.reward('somebody');
  expect(await spend(limit, 2)).toEqual([true, false]);
});

test('a point given back after its window ended is not one more try in the next', async () => {
  const limit = limiter('too_late', { points: 2, seconds: 900 });
  await limit.consume('somebody');
  await sql()`update rate_limits set expire = now() - interval '1 second' where key like 'too_late:%'`;
  await limit.reward('somebody');
  expect(await spend(limit, 3)).toEqual([true, true, false]);
});

test('A-10 of many calls at once exactly as many pass as the window has points, and those refused do not prolong it', async () => {
  const limit = limiter('at_once', { points: 10, seconds: 900 });
  const verdicts = await Promise.all(Array.from({ length: 60 }, () => limit.consume('somebody')));
  expect(verdicts.filter(({ ok }) => ok)).toHaveLength(10);
  const end = () => sql()<{ expire: Date }[]>`select expire from rate_limits where key like 'at_once:%'`;
  const before = await end();
  expect(await limit.consume('somebody')).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) });
  expect(await end()).toEqual(before);
});

test('A-10 a window that ended opens anew with all its points, whatever was refused in it', async () => {
  const limit = limiter('anew', { points: 2, seconds: 900 });
  expect(await spend(limit, 5)).toEqual([true, true, false, false, false]);
  await sql()`update rate_limits set expire = now() where key like 'anew:%'`;
  expect(await spend(limit, 3)).toEqual([true, true, false]);
});

test('A-10 the wait is what is left of the window, rounded up to whole seconds', async () => {
  const limit = limiter('wait', { points: 1, seconds: 900 });
  await limit.consume('somebody');
  await sql()`update rate_limits set expire = now() + interval '1 hour' where key like 'wait:%'`;
  const refused = await limit.consume('somebody');
  expect(refused.ok || refused.retryAfterSeconds).toSatisfy(
    (seconds) => Number(seconds) > 900 && Number(seconds) <= 3600,
  );
});

test('what was counted is forgotten when it is cleared', async () => {
  const limit = limiter('cleared', { points: 1, seconds: 900 });
  expect(await spend(limit, 2)).toEqual([true, false]);
  await limit.clear('somebody');
  expect(await spend(limit, 2)).toEqual([true, false]);
});
