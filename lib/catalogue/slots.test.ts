import { expect, test } from 'vitest';
import { MAX_CATALOGUES_AT_ONCE } from '@/lib/platform/limits';
import type { CourseFilter } from './queries';
import { withCatalogueSlot } from './slots';

const GET = { method: 'GET' };
const TIMES = 3 * MAX_CATALOGUES_AT_ONCE;

/** Asks TIMES times at once, reads each answer after a moment, and returns how many of them were open at most. */
async function mostOpen(filter: CourseFilter): Promise<number> {
  let open = 0;
  let most = 0;
  const ask = async () => {
    const response = await withCatalogueSlot(GET, filter, async () => {
      most = Math.max(most, ++open);
      return new Response('[]', { status: 200, headers: { 'Cache-Control': 'no-store' } });
    });
    await new Promise((done) => setTimeout(done, 5));
    open -= 1;
    expect([response.status, response.headers.get('Cache-Control'), await response.text()]).toEqual([
      ...[200, 'no-store', '[]'],
    ]);
  };
  await Promise.all(Array.from({ length: TIMES }, ask));
  return most;
}

test('few whole catalogues are open at once, each until it was read', async () => {
  expect(await mostOpen({})).toBe(MAX_CATALOGUES_AT_ONCE);
  expect(await mostOpen({ courseType: 'B.Tech' })).toBe(MAX_CATALOGUES_AT_ONCE);
});

test('courses of a city, or with given ids, wait for nobody', async () => {
  expect(await mostOpen({ city: 'Indore' })).toBe(TIMES);
  expect(await mostOpen({ ids: [] })).toBe(TIMES);
});

test('an answer that fails, is cancelled or has no reader frees its slot', async () => {
  const answer = async () => new Response('[]');
  for (let n = 0; n < TIMES; n++) {
    await expect(withCatalogueSlot(GET, {}, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await (await withCatalogueSlot(GET, {}, answer)).body!.cancel();
    await withCatalogueSlot({ method: 'HEAD' }, {}, answer);
  }
  expect(await mostOpen({})).toBe(MAX_CATALOGUES_AT_ONCE);
});
