import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { log } from '@/lib/platform/log';
import { makeCourse } from '@/testing/db/factories';
import { useMonotonicClock } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { cityStats } from './district-cities';
import * as queries from './queries';

useTestDatabase();
const pass = useMonotonicClock();

/** Returns the cities as they are now: the totals may be a second old. */
const mapCities = () => {
  pass(1000);
  return queries.mapCities();
};

const warn = vi.spyOn(log, 'warn').mockReturnValue();
beforeEach(async () => {
  await sql()`truncate courses, places cascade`;
  warn.mockClear();
});

test('an empty catalogue has no cities and says so', async () => {
  expect(await mapCities()).toEqual({ cities: [], problem: 'course.none_valid' });
});

test('R-ENT-08 the stats of a city are the sums of its open courses, with locked = total − left', async () => {
  await makeCourse({ city: 'Ujjain', courseType: 'ITI', totalSeats: 30, adoptedSeats: 30 });
  await makeCourse({ city: 'Indore', courseType: 'ITI', branch: 'A', totalSeats: 60, adoptedSeats: 38 });
  await makeCourse({ city: 'INDORE', courseType: 'B.Tech', branch: 'B', totalSeats: 40 });
  await makeCourse({ city: 'Indore', branch: 'C', isOpen: false });
  const { cities, problem } = await mapCities();
  expect(problem).toBeNull();
  expect(cityStats(cities, null)).toMatchObject([
    { totalSeats: 100, leftSeats: 62, takenSeats: 38 },
    { city: 'Ujjain', totalSeats: 30, leftSeats: 0, takenSeats: 30 },
  ]);
  expect(cities[0]).toMatchObject({ district: 'Indore', seats: { ITI: [60, 22], 'B.Tech': [40, 40] } });
});

test('a town has its district and position, by the list of places or by an import', async () => {
  for (const city of ['Pithampur', 'Navi Basti']) await makeCourse({ city });
  expect((await mapCities()).cities).toMatchObject([
    { city: 'Navi Basti', district: null, at: null },
    { city: 'Pithampur', district: 'Dhar', at: [22.602, 75.6965] },
  ]);
  await sql()`insert into places (name, district, latitude, longitude) values ('navi basti', 'Dewas', 22.9, 76)`;
  expect((await mapCities()).cities[0]).toMatchObject({ city: 'Navi Basti', district: 'Dewas', at: [22.9, 76] });
});

test('a city without a district is logged once per process, not per page view (A-50)', async () => {
  for (const city of ['Nagpur', 'Indore']) await makeCourse({ city });
  for (let views = 0; views < 3; views++) expect((await mapCities()).cities).toHaveLength(2);
  expect(warn.mock.calls).toEqual([['city_without_district', { city: 'Nagpur' }]]);
  await makeCourse({ city: 'Wardha' });
  await mapCities();
  expect(warn.mock.calls.slice(1)).toEqual([['city_without_district', { city: 'Wardha' }]]);
});
