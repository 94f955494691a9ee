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
