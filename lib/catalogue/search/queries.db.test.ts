import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useMonotonicClock } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { searchCourses } from './queries';

useTestDatabase();
const pass = useMonotonicClock();

const CSE = 'Computer Science and Engineering';

beforeAll(async () => {
  await sql()`truncate courses, institutes cascade`;
  const college = await makeInstitute({ name: 'Narmada College of Engineering', city: 'Indore' });
  await makeCourse({
    city: 'Indore',
    courseType: 'B.Tech',
    branch: CSE,
    instituteId: college.id,
    totalSeats: 60,
    adoptedSeats: 10,
    pricePaise: 100_000_00,
  });
  await makeCourse({
    city: 'Indore',
    courseType: 'M.Tech',
    branch: 'Computer Science',
    pricePaise: 90_000_00,
    totalSeats: 18,
    adoptedSeats: 18,
  });
  await makeCourse({ city: 'Indore', courseType: 'B.Tech', branch: 'Mechanical Engineering', totalSeats: 60 });
  await makeCourse({ city: 'Dewas', courseType: 'B.Tech', branch: CSE, totalSeats: 60 });
  await makeCourse({ city: 'Bhopal', courseType: 'B.Tech', branch: CSE, totalSeats: 120 });
  await makeCourse({ city: 'Bhopal', courseType: 'B.Tech', branch: 'Civil Engineering', isOpen: false });
  await makeCourse({ city: 'Wardha', courseType: 'B.Tech', branch: CSE, totalSeats: 10 });
  await makeCourse({ city: 'Pithampur', courseType: 'ITI', branch: 'Fitter', totalSeats: 20 });
  for (let i = 0; i < 6; i++)
    await makeCourse({ city: 'Rewa', courseType: 'ITI', branch: `Welder ${i}`, totalSeats: 20 });
});

const citiesOf = async (text: string) => (await searchCourses(text))?.cities.map(({ city }) => city);

test('a branch is found in all cities, most seats left first', async () => {
  expect(await citiesOf('cse')).toEqual(['Bhopal', 'Dewas', 'Indore', 'Wardha']);
  expect(await citiesOf('कंप्यूटर साइंस')).toEqual(['Bhopal', 'Dewas', 'Indore', 'Wardha']);
});

test('an institute and a branch are found by their Hindi names, and the courses have them', async () => {
  const { id } = await makeInstitute({ name: 'Tapti College', city: 'Betul', hindi: 'ताप्ती महाविद्यालय' });
  await makeCourse({ instituteId: id, city: 'Betul', branch: 'Astrology', branchHindi: 'ज्योतिष' });
  pass(2000);
  for (const text of ['ताप्ती', 'ज्योतिष', 'ज्योतिष बैतूल', 'ज्योतीस', 'Tapti astrology'])
    expect((await searchCourses(text))?.courses, text).toMatchObject([
      { branch: 'Astrology', branch_hindi: 'ज्योतिष', institute_hindi: 'ताप्ती महाविद्यालय' },
    ]);
  await sql()`delete from courses where institute_id = ${id}`;
  pass(2000);
});

test('near a place: the nearest first, cities on no map last', async () => {
  for (const text of ['computer science near Pithampur', 'पीथमपुर के पास कंप्यूटर साइंस']) {
    const result = (await searchCourses(text))!;
    expect(result.cities.map(({ city }) => city)).toEqual(['Indore', 'Dewas', 'Bhopal', 'Wardha']);
    expect(result.query.place?.name).toBe('Pithampur');
    expect(result.cities[0]!.km).toBeGreaterThan(10);
    expect(result.cities[0]!.km).toBeLessThan(30);
    expect(result.cities[3]!.km).toBeNull();
    expect(result.exact).toBe(true);
  }
  expect((await searchCourses('computer science near Pithampur'))!.query.rest).toBe('computer science');
});

test('in a city: only the city; without such courses there the nearest, and the result says so', async () => {
  const inIndore = (await searchCourses('CSE Indore'))!;
  expect(inIndore).toMatchObject({ exact: true, query: { rest: 'CSE' }, total: { cities: 1, courses: 2 } });
  expect(inIndore.cities[0]).toMatchObject({ city: 'Indore', km: 0, count: 2, left: 50, fromPaise: 100_000_00 });
  expect(inIndore.courses).toMatchObject([
    {
      branch: CSE,
      institute_name: 'Narmada College of Engineering',
      course_name: 'B.Tech',
      left_seats: 50,
      price_paise: 100_000_00,
    },
    { branch: 'Computer Science', institute_id: null, left_seats: 0 },
  ]);
  expect(await citiesOf('यांत्रिक इंदौर')).toEqual(['Indore']);
  const elsewhere = (await searchCourses('CSE Pithampur'))!;
  expect(elsewhere).toMatchObject({ exact: false, query: { rest: 'CSE', place: { name: 'Pithampur' } } });
  expect(elsewhere.cities.map(({ city }) => city)).toEqual(['Indore', 'Dewas', 'Bhopal', 'Wardha']);
  expect(await citiesOf('Pithampur')).toEqual(['Pithampur']);
  expect((await citiesOf('Mhow'))![0]).toBe('Pithampur');
});

test('institutes and types are found; a city counts its courses', async () => {
  expect(await citiesOf('narmada')).toEqual(['Indore']);
  const rewa = (await searchCourses('iti rewa'))!;
  expect(rewa.courses).toHaveLength(6);
  expect(rewa.cities[0]).toMatchObject({ count: 6, left: 120 });
});

test('in order of distance, price or seats left, full courses last', async () => {
  const sorted = async (sort: 'near' | 'price' | 'seats') =>
    (await searchCourses('cse near Pithampur', { sort }))!.courses;
  expect((await sorted('near')).map(({ city }) => city)).toEqual(['Indore', 'Indore', 'Dewas', 'Bhopal', 'Wardha']);
  expect((await sorted('seats')).map(({ left_seats: left }) => left)).toEqual([120, 60, 50, 10, 0]);
  const byPrice = await sorted('price');
  expect(byPrice.at(-1)).toMatchObject({ left_seats: 0, price_paise: 90_000_00 });
  expect(byPrice.slice(0, -1).map(({ price_paise: price }) => price)).toEqual(
    byPrice
      .slice(0, -1)
      .map(({ price_paise: price }) => price)
      .toSorted((a, b) => a - b),
  );
});

test('a misspelled place is read as the nearest spelling, unless it is to be literal', async () => {
  expect((await searchCourses('cse near Pithmpur'))!).toMatchObject({
    query: { place: { name: 'Pithampur' }, corrected: 'cse near Pithampur', unknownPlace: null },
  });
  expect((await searchCourses('cse near Pithmpur', { literal: true }))!).toMatchObject({
    query: { place: null, corrected: null, unknownPlace: 'Pithmpur' },
    total: { cities: 4 },
  });
});

test('several trades: courses of any, counted for each', async () => {
  const result = (await searchCourses('cse, fitter near Pithampur'))!;
  expect(result.cities.map(({ city }) => city)).toEqual(['Pithampur', 'Indore', 'Dewas', 'Bhopal', 'Wardha']);
  expect(result).toMatchObject({ tradeCounts: [5, 1], total: { courses: 6 }, query: { rest: 'cse, fitter' } });
  expect((await searchCourses('welder fitter Rewa'))!).toMatchObject({ tradeCounts: [6, 0], total: { cities: 1 } });
});

test('words that match nothing, or nothing together with the others, are left out and named', async () => {
  const unknown = (await searchCourses('CNC plumber fitter'))!;
  expect(unknown).toMatchObject({ query: { unknown: ['CNC', 'plumber'] }, total: { courses: 1 }, leftOut: [] });
  const apart = (await searchCourses('fitter narmada'))!;
  expect(apart).toMatchObject({ leftOut: ['narmada'], total: { courses: 1 } });
  expect((await searchCourses('narmada iti'))!).toMatchObject({ leftOut: ['iti'], total: { cities: 1 } });
});

test('within a distance, or the nearest; the cheapest first', async () => {
  const near = (await searchCourses('cse within 50 km of Pithampur'))!;
  expect(near).toMatchObject({ exact: true, cities: [{ city: 'Indore' }], total: { courses: 2 } });
  expect((await searchCourses('cse within 5 km of Pithampur'))!).toMatchObject({ exact: false, total: { cities: 4 } });
  const cheapest = (await searchCourses('cheapest iti'))!;
  expect(cheapest.cities.map(({ fromPaise }) => fromPaise)).toEqual(
    cheapest.cities.map(({ fromPaise }) => fromPaise).toSorted((a, b) => a - b),
  );
  expect((await searchCourses('25 lakh'))!).toMatchObject({ cities: [], query: { budgetPaise: 25_00_000_00 } });
});

test('a filter narrows by type, price, years and seats left', async () => {
  const count = async (filter: object) => (await searchCourses('cse', { filter }))!.total.courses;
  expect(await count({})).toBe(5);
  expect(await count({ courseType: 'M.Tech' })).toBe(1);
  expect(await count({ free: true })).toBe(4);
  expect(await count({ minPaise: 95_000_00, maxPaise: 100_000_00 })).toBe(1);
  expect(await count({ years: 6 })).toBe(0);
});

test('closed courses and other words are not found', async () => {
  expect(await citiesOf('civil')).toEqual([]);
  expect(await citiesOf('xyzzy')).toEqual([]);
  for (const text of ['', '  ', 'in the', '%']) expect(await searchCourses(text)).toBeNull();
});

test('what an import adds is found after a second, also another spelling of a city', async () => {
  expect(await citiesOf('aeronautics')).toEqual([]);
  await makeCourse({ city: 'MANDLA', branch: 'Aeronautics', totalSeats: 10 });
  await makeCourse({ city: 'Mandla', courseType: 'ITI', branch: 'Aeronautics', totalSeats: 20 });
  pass(1000);
  const [mandla, ...others] = (await searchCourses('aeronautics'))!.cities;
  expect(others).toEqual([]);
  expect(mandla).toMatchObject({ count: 2, left: 30 });
});

test('300 courses of a city are on five pages, each course once; a page that does not exist is the last one', async () => {
  await sql()`
    insert into courses (city, course_type, branch, total_seats, price_paise)
    select 'Sehore', 'ITI', 'Stenography ' || n, 20, 100000 from generate_series(1, 300) n`;
  pass(1000);
  const pageOf = async (page: number) => (await searchCourses('stenography', { page }))!;
  const pages = await Promise.all([1, 2, 3, 4, 5].map(pageOf));
  expect(new Set(pages.flatMap(({ courses }) => courses.map(({ id }) => id))).size).toBe(300);
  expect(pages[4]).toMatchObject({ page: 5, pages: 5, first: 241, missing: null, total: { courses: 300, cities: 1 } });
  expect(await pageOf(9)).toMatchObject({ page: 5, missing: 9 });
});

describe('hostile texts are words like others', () => {
  test.each(["'; drop table courses; --", '%_\\', '\u0000\ud800', '🙂 near 🙂', 'x '.repeat(400), 'के पास', 'near'])(
    '%j',
    async (text) => {
      await expect(searchCourses(text)).resolves.toSatisfy((result) => result === null || typeof result === 'object');
    },
  );
});
