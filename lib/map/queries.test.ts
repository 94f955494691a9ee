import { beforeEach, expect, test, vi } from 'vitest';
import { loadCatalogue } from '@/lib/catalogue/queries';
import { log } from '@/lib/core/log';
import { mapCourses } from './queries';

vi.mock('@/lib/catalogue/queries', () => ({ loadCatalogue: vi.fn() }));

const warn = vi.spyOn(log, 'warn').mockReturnValue();
beforeEach(() => warn.mockClear());

const showCities = (...cities: string[]) =>
  vi.mocked(loadCatalogue).mockResolvedValue({
    courses: cities.map((city) => ({ city, course_name: 'ITI', total_seats: 20, left_seats: 10 })),
    dropped: 0,
  } as unknown as Awaited<ReturnType<typeof loadCatalogue>>);

test('a city without a district is logged once per process, not per page view (A-50)', async () => {
  showCities('Nagpur', 'Indore');
  for (const courseType of [null, 'ITI', null] as const) expect((await mapCourses(courseType)).courses).toHaveLength(2);
  expect(warn.mock.calls).toEqual([['city_without_district', { city: 'Nagpur' }]]);
  showCities('Nagpur', 'Wardha');
  await mapCourses(null);
  expect(warn.mock.calls.slice(1)).toEqual([['city_without_district', { city: 'Wardha' }]]);
});
