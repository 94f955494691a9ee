import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { COURSE_TYPES } from '@/db/schema/enums';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { endWindow, fullLedger, makeHold } from '@/testing/db/adoption';
import { useMonotonicClock } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { catalogueSummary, listCourses, loadCatalogue, type CourseFilter } from './queries';

useTestDatabase();
const pass = useMonotonicClock();
/** Totals may be a second old. */
const SECOND = 1000;

afterEach(async () => {
  pass(SECOND);
  await sql()`truncate institutes, courses cascade`;
});

describe('an empty catalogue', () => {
  test("R-ERR-09 raises 'No valid courses available', also when all courses are closed", async () => {
    await expect(loadCatalogue()).rejects.toThrow('No valid courses available');
    await makeCourse({ isOpen: false });
    await expect(loadCatalogue({ city: 'Bhopal' })).rejects.toThrow('No valid courses available');
    expect(await listCourses()).toEqual([]);
  });

  test('has a summary of zeros for every course type', async () => {
    const { types, cities } = await catalogueSummary();
    expect(cities).toEqual([]);
    expect(types.map(({ courseType }) => courseType)).toEqual(COURSE_TYPES);
    for (const type of types) expect(type).toMatchObject({ totalSeats: 0, leftSeats: 0, takenSeats: 0, cities: 0 });
  });
});

describe('a catalogue', () => {
  beforeEach(async () => {
    const institute = await makeInstitute({ name: 'Govt Engineering College', city: 'Indore' });
    await makeCourse({
      city: 'Indore',
      instituteId: institute.id,
      branch: 'Civil',
      totalSeats: 60,
      adoptedSeats: 20,
      heldSeats: 10,
    });
    await makeCourse({ city: 'INDORE', branch: 'Mechanical', totalSeats: 40 });
    await makeCourse({ city: 'Indore', courseType: 'ITI', branch: 'Fitter', totalSeats: 20, adoptedSeats: 20 });
    await makeCourse({ city: 'Ujjain', branch: 'Civil', totalSeats: 30, heldSeats: 1 });
    await makeCourse({ city: 'Ujjain', branch: 'Closed', totalSeats: 500, isOpen: false });
  });

  test('returns the open courses of a city and type, ignoring case; left = total − adopted − held', async () => {
    const courses = await listCourses({ city: ' indore ', courseType: 'b.tech' });
    expect(courses.map((c) => [c.branch, c.institute_name, c.left_seats, c.total_seats])).toEqual([
      ['Civil', 'Govt Engineering College', 30, 60],
      ['Mechanical', '', 40, 40],
    ]);
    expect((await listCourses({ city: 'Ujjain' })).map(({ branch }) => branch)).toEqual(['Civil']);
    expect(await listCourses({ courseType: 'MBA' })).toEqual([]);
    expect(await listCourses({ ids: [] })).toEqual([]);
    expect(await listCourses()).toHaveLength(4);
  });

  test('with other courses returns an empty list for a city without courses (A-35)', async () => {
    expect(await loadCatalogue({ city: 'Atlantis' })).toEqual({ courses: [], dropped: 0 });
    expect((await loadCatalogue({ courseType: 'ITI' })).courses).toHaveLength(1);
  });

  test('has a summary by type, and by city and type, with taken = total − left', async () => {
    const { types, cities } = await catalogueSummary();
    expect(cities.map((c) => [c.city.toLowerCase(), c.courseType, c.totalSeats, c.leftSeats, c.takenSeats])).toEqual([
      ['indore', 'B.Tech', 100, 70, 30],
      ['indore', 'ITI', 20, 0, 20],
      ['ujjain', 'B.Tech', 30, 29, 1],
    ]);
    expect(types.find(({ courseType }) => courseType === 'B.Tech')).toEqual({
      courseType: 'B.Tech',
      totalSeats: 130,
      leftSeats: 99,
      takenSeats: 31,
      cities: 2,
    });
    expect(types.find(({ courseType }) => courseType === 'Diploma')).toMatchObject({ totalSeats: 0, cities: 0 });
  });
});

test('totals are read once a second, however often they are needed or something is written', async () => {
  const course = await makeCourse({ totalSeats: 40 });
  const totalSeats = async () => (await catalogueSummary()).cities.map((city) => city.totalSeats);
  expect(await totalSeats()).toEqual([40]);
  await sql()`update courses set total_seats = 50 where id = ${course.id}`;
  expect(await totalSeats()).toEqual([40]);
  pass(SECOND);
  expect(await totalSeats()).toEqual([50]);
});

describe('seats of holds', () => {
  const lines = (courses: CourseRow[], seats: number) => courses.map((course) => ({ course, seats }));
  const leftOf = async (filter: CourseFilter = {}) =>
    (await listCourses(filter)).map((course) => [course.branch, course.left_seats]);

  test('are taken during the window and free after it, even before they are released', async () => {
    const [a, b] = [
      await makeCourse({ branch: 'A', totalSeats: 10 }),
      await makeCourse({ branch: 'B', totalSeats: 10 }),
    ];
    const { billingId } = await makeHold(lines([a, b], 4), await makeSponsorAccount());
    await makeHold(lines([a], 1), await makeSponsorAccount());
    expect(await leftOf()).toEqual([
      ['A', 5],
      ['B', 6],
    ]);
    await endWindow(billingId);
    expect(await leftOf()).toEqual([
      ['A', 9],
      ['B', 10],
    ]);
    expect(await leftOf({ ids: [a.id] })).toEqual([['A', 9]]);
    const { cities } = await catalogueSummary();
    expect(cities).toMatchObject([
      { city: 'Bhopal', courseType: 'B.Tech', totalSeats: 20, leftSeats: 19, takenSeats: 1 },
    ]);
    // Nothing was written: the row still counts them until they are released, which is not visible outside.
    expect(await fullLedger(b.id)).toMatchObject({ held: 4 });
    await releaseExpiredHolds();
    expect(await fullLedger(b.id)).toMatchObject({ held: 0 });
    expect(await leftOf()).toEqual([
      ['A', 9],
      ['B', 10],
    ]);
  });

  test('of the sponsor’s own hold count as free for a new selection, and only once after its window', async () => {
    const course = await makeCourse({ branch: 'A', totalSeats: 10 });
    const [mine, other] = [await makeSponsorAccount(), await makeSponsorAccount()];
    const { billingId } = await makeHold(lines([course], 4), mine);
    await makeHold(lines([course], 3), other);
    expect(await leftOf()).toEqual([['A', 3]]);
    expect(await leftOf({ holder: mine.scope.personId })).toEqual([['A', 7]]);
    expect(await leftOf({ holder: other.scope.personId })).toEqual([['A', 6]]);
    await endWindow(billingId);
    expect(await leftOf({ holder: mine.scope.personId })).toEqual([['A', 7]]);
  });
});
