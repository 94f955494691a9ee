import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { GET as readTable } from './csv/route';
import { GET as readData } from './route';

useTestDatabase();

type Row = Record<'session' | 'type' | 'district', string> &
  Record<'offered' | 'adopted' | 'not_reported', number> & {
    enrolled: { says: string; count: number; of: number }[];
  };

const get = () => new Request('http://localhost/api/open-data');

test('says seats and students by district, hides small numbers, and names no company', async () => {
  const { id: instituteId } = await makeInstitute({ name: 'Polytechnic Rewa', city: 'Rewa' });
  const course = await makeCourse({ instituteId, city: 'Rewa', courseType: 'Diploma', totalSeats: 60 });
  const silent = await makeCourse({ city: 'Rewa', courseType: 'Diploma', totalSeats: 40 });
  const { userId } = await makeSponsorAccount({ company_name: 'Secretive Works' });
  const { id } = await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 10 }] });
  await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course: silent, seats: 3 }] });
  for (let place = 1; place <= 9; place++)
    await sql()`
      insert into enrolments (billing_id, course_id, place, session, roll_hash, from_day)
      values (${id}, ${course.id}, ${place}, ${course.session}, ${randomUUID()}, current_date)`;
  const response = await readData(get(), { params: Promise.resolve({}) });
  const text = await response.text();
  const { rows, months } = JSON.parse(text) as { rows: Row[]; months: { seats: number; type: string }[] };
  expect(rows.filter(({ district }) => district === 'Rewa')).toMatchObject([
    {
      ...{ session: course.session, type: 'Diploma', offered: 100, adopted: 13, not_reported: 3 },
      enrolled: [{ says: 'nearlyAll', count: 0, of: 10 }],
      completed: [],
    },
  ]);
  expect(text).not.toContain('"count":9');
  expect(Array.isArray(months)).toBe(true);
  const table = await (await readTable(get(), { params: Promise.resolve({}) })).text();
  expect(table.split('\r\n')[0]).toContain('session');
  expect(table).toContain('Rewa');
  for (const told of [text, table]) {
    expect(told).not.toContain('Secretive');
    expect(told).not.toContain('Polytechnic Rewa');
  }
});
