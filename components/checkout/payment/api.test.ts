import { afterEach, expect, test, vi } from 'vitest';
import { fetchCourses } from './api';

afterEach(() => vi.unstubAllGlobals());

test('A-03 the chosen courses are refreshed without the rest of the catalogue', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockResolvedValue(Response.json([]));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('localStorage', { getItem: () => 'bearer-of-a' });
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  expect(await fetchCourses(ids)).toEqual({ ok: true, data: [] });
  expect(fetch.mock.calls.map(([address]) => address)).toEqual([`/api/user/courses?ids=${ids.join(',')}`]);
});
