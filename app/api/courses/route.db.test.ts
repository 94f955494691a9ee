import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { COURSE_TYPES } from '@/db/schema/enums';
import type { Course } from '@/lib/catalogue/schema';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { GET } from './route';

useTestDatabase();

const get = (query = '') => GET(new Request(`http://localhost/api/courses${query}`));
const list = async (query = '') => (await (await get(query)).json()) as Course[];

let full: CourseRow;
let closed: CourseRow;
beforeAll(async () => {
  const institute = await makeInstitute({ name: 'शासकीय आईटीआई, रीवा', city: 'Rewa' });
  full = await makeCourse({
    instituteId: institute.id,
    city: 'Rewa',
    courseType: 'ITI',
    branch: 'Fitter',
    totalSeats: 20,
    adoptedSeats: 12,
    heldSeats: 5,
    pricePaise: 12_500_50,
  });
  for (const courseType of COURSE_TYPES) await makeCourse({ city: 'Agar Malwa', courseType });
  closed = await makeCourse({ city: 'Rewa', isOpen: false });
});

describe('GET /api/courses', () => {
  test('R-API-21 returns the open courses to anyone as a bare array, uncached', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const courses = (await response.json()) as Course[];
    expect(courses).toHaveLength(COURSE_TYPES.length + 1);
    expect(courses.map(({ id }) => id)).not.toContain(closed.id);
  });

  test('R-ENT-05 R-ENT-06 a course has its eight fields, session and year of study, the price as a numeric string in rupees', async () => {
    expect(await list('?city=Rewa')).toEqual([
      {
        id: full.id,
        city: 'Rewa',
        course_name: 'ITI',
        branch: 'Fitter',
        institute_name: 'शासकीय आईटीआई, रीवा',
        total_seats: 20,
        left_seats: 3,
        price_per_seat: '12500.50',
        session: expect.stringMatching(/^\d{4}-\d{2}$/) as string,
        study_year: 1,
      },
    ]);
  });

  test('with details a course also has the id of its institute and its years, if they are known', async () => {
    const [course] = await list('?city=Rewa&details=1');
    expect(course).toMatchObject({ id: full.id, institute_id: full.instituteId });
    expect(course).not.toHaveProperty('duration_years');
    expect(course).not.toHaveProperty('branch_hindi');
    await sql()`update courses set duration_years = 2 where id = ${full.id}`;
    expect((await list('?city=Rewa&details=1'))[0]).toMatchObject({ duration_years: 2 });
    expect((await get('?details=yes')).status).toBe(400);
  });

  test('R-ENT-18 each course type can be stored and listed, whatever the case of city and type', async () => {
    for (const type of COURSE_TYPES) {
      const courses = await list(`?city=${encodeURIComponent('agar MALWA')}&courseType=${type.toUpperCase()}`);
      expect(courses.map(({ course_name }) => course_name)).toEqual([type]);
    }
  });

  test('ids return exactly those courses that are open', async () => {
    expect((await list(`?ids=${full.id},${closed.id},${randomUUID()}`)).map(({ id }) => id)).toEqual([full.id]);
    const most = [full.id, ...Array.from({ length: 199 }, () => randomUUID())];
    expect(await list(`?ids=${most.join(',')}`)).toHaveLength(1);
  });

  test.each([
    ['?courseType=MBA', 'course.type_unknown'],
    ['?ids=', 'request.invalid_field'],
    ['?ids=1', 'request.invalid_field'],
    [`?ids=${randomUUID()},`, 'request.invalid_field'],
    ["?ids=';drop table courses", 'request.invalid_field'],
    [`?ids=${Array.from({ length: 201 }, () => randomUUID()).join(',')}`, 'selection.too_many'],
    ['?city=a%00b', 'request.invalid_field'],
    [`?city=${'a'.repeat(201)}`, 'request.invalid_field'],
  ])('400 for %.40s', async (query, code) => {
    const response = await get(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) });
  });
});
