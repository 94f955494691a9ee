import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { REPORT_KINDS } from '@/db/schema/report-kinds';
import { inviteOffices } from '@/lib/accounts/offices/mutations';
import { listReportsOfInstitutes } from '@/lib/register/checks/queries';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice } from '@/testing/db/offices';
import { dueIn } from '@/testing/db/reports';
import { countOffices, linesOfContacts, listInstituteOffices } from './queries';
import type { OfficeFilter } from './schema';

useTestDatabase();

let admin: AdminAccount;
beforeEach(async () => {
  admin = await makeAdmin({ role: 'catalogue' });
});

const offices = async (filter: OfficeFilter) => (await listInstituteOffices(admin.scope, filter, 1)).rows;
let made = 0;
const newWord = () => `Listed${Date.now()}x${++made}`;

test('the contacts of the catalogue become lines, without institutes that have an office', async () => {
  const one = await makeInstitute({ contact: 'office@one.example' });
  const two = await makeInstitute({ contact: 'office@two.example' });
  await makeInstitute({ contact: '0755 1234567' });
  await makeOffice({ instituteIds: [two.id] });
  const lines = await linesOfContacts(admin.scope, {}, 100);
  expect(lines).toContain(`office@one.example; ${one.name}; ${one.city}`);
  expect(lines.join()).not.toMatch(/two\.example|0755/);
});

test('institutes are listed by whether they have an office, with its people and the line that invites their contact', async () => {
  const word = newWord();
  const named = (name: string, contact: string | null = null) => makeInstitute({ name: `${word} ${name}`, contact });
  const [joined, invited] = [await named('A', 'office@a.example'), await named('B')];
  await Promise.all([named('C', 'office@c.example'), named('D', '0755 1234567')]);
  const head = await makeOffice({ instituteIds: [joined.id] });
  const email = `principal.${word}@college.example`.toLowerCase();
  const lines = `${email}; ${invited.name}; ${invited.city}`;
  await inviteOffices(admin.scope, { lines, role: 'head', locale: 'en' });
  const found = async (filter: OfficeFilter) =>
    (await offices({ q: word, ...filter })).map(({ name, people: here }) => [
      name.at(-1),
      ...here.map(({ username }) => username),
    ]);
  expect(await found({})).toEqual([['A', head.username], ['B', email], ['C'], ['D']]);
  expect(await found({ state: 'office' })).toEqual([['A', head.username]]);
  expect(await found({ state: 'invited' })).toEqual([['B', email]]);
  expect(await found({ state: 'address' })).toEqual([['C']]);
  expect(await found({ state: 'none' })).toEqual([['D']]);
  expect((await offices({ q: head.username })).map(({ id }) => id)).toEqual([joined.id]);
  const line = `office@c.example; ${word} C; Bhopal`;
  expect((await offices({ q: word })).map(({ invitation }) => invitation)).toEqual([null, null, line, null]);
  expect(await linesOfContacts(admin.scope, { q: word }, 100)).toEqual([line]);
});

test('institutes are listed by late reports, which lead to these reports', async () => {
  const word = newWord();
  const [late, onTime] = [await makeInstitute({ name: `${word} A` }), await makeInstitute({ name: `${word} B` })];
  await makeOffice({ instituteIds: [late.id, onTime.id] });
  await sql()`update office_institutes set created_at = now() - interval '30 days' where institute_id in (${late.id}, ${onTime.id})`;
  const courses = [
    await makeCourse({ instituteId: late.id, totalSeats: 9, branch: 'Fitter' }),
    await makeCourse({ instituteId: late.id, totalSeats: 9, branch: 'Welder' }),
    await makeCourse({ instituteId: onTime.id, totalSeats: 9 }),
  ];
  const { userId } = await makeSponsorAccount();
  for (const course of courses)
    await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: 2 }], daysAgo: 20 });
  const { session } = courses[0]!;
  for (const kind of REPORT_KINDS) await dueIn(session, kind, null);
  await dueIn(session, 'enrolment', -3);
  await dueIn(session, 'term_1', 3);
  await sql()`insert into reports (course_id, kind, version, stated_at) values (${courses[2]!.id}, 'enrolment', 1, now())`;
  const found = async (filter: OfficeFilter) =>
    (await offices({ q: word, ...filter })).map(({ name, late: count }) => [name.at(-1), count]);
  expect(await found({})).toEqual([
    ['A', 2],
    ['B', 0],
  ]);
  expect(await found({ state: 'late' })).toEqual([['A', 2]]);
  expect((await countOffices(admin.scope)).overdue).toBe(1);
  const { rows } = await listReportsOfInstitutes(admin.scope, { q: late.name, state: 'late' }, { page: 1, size: 50 });
  expect(rows.map(({ branch }) => branch).sort()).toEqual(['Fitter', 'Welder']);
});
