import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import type { GuestScope } from '@/lib/adoption/core/access';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { enterStudents } from './mutations';
import { progressCsv } from './progress-csv';
import { totalOf } from '@/lib/published/progress';
import { readOwnProgress, readProgress } from './progress-queries';
import { countStudents, readInstituteProgress } from './total-queries';

useTestDatabase();

let office: OfficeAccount;
let sponsor: Awaited<ReturnType<typeof makeSponsorAccount>>;
beforeEach(async () => {
  await sql()`delete from enrolments`;
  await sql()`delete from outbound_messages`;
  office = await makeOffice();
  sponsor = await makeSponsorAccount();
});

const makeOwnCourse = () => makeCourse({ instituteId: office.scope.institutes[0]!.id, totalSeats: 1_000 });
const adopt = (lines: { course: CourseRow; seats: number }[], userId: string = sponsor.userId) =>
  insertAdoption(sql(), { userId, state: 'completed', lines });
let rolls = 0;
const enter = async (course: CourseRow, count: number) => {
  const [{ day }] = await sql()<
    [{ day: string }]
  >`select first_day::text as day from academic_sessions where name = ${course.session}`;
  const rows = Array.from({ length: count }, (_, index) => ({ line: index + 1, roll: `R${++rolls}` }));
  expect(await enterStudents(office.scope, course.id, { rows, from_day: day, enter: count })).toMatchObject({
    ok: true,
  });
};
const guest = (billingId: string) => ({ billingId }) as GuestScope;

test('a sponsor sees the lines of an adoption and of all, others see nothing, the public sees sums of shown lines', async () => {
  const [first, second] = [await makeOwnCourse(), await makeOwnCourse()];
  const adoption = await adopt([
    { course: first, seats: 8 },
    { course: second, seats: 4 },
  ]);
  await enter(first, 7);
  await enter(second, 3);
  const other = await adopt([{ course: await makeOwnCourse(), seats: 2 }]);
  const { lines } = (await readProgress(sponsor.scope, adoption.id))!;
  expect(lines.map(({ seats, enrolled }) => [seats, enrolled?.says])).toEqual([
    [8, 'nearlyAll'],
    [4, 'entered'],
  ]);
  expect((await readProgress(guest(adoption.id), adoption.id))!.lines).toEqual(lines);
  const stranger = await makeSponsorAccount();
  expect(await readProgress(stranger.scope, adoption.id)).toBeNull();
  expect(await readProgress(guest(other.id), adoption.id)).toBeNull();
  expect(await readOwnProgress(stranger.scope)).toEqual([]);
  expect((await readOwnProgress(sponsor.scope)).length).toBe(3);
  const total = {
    ...{ seats: 14, reported: 12, due: 2, outside: 0 },
    enrolled: [
      { says: 'nearlyAll', count: 0, of: 8, lines: 1 },
      { says: 'entered', count: 0, of: 4, lines: 1 },
    ],
  };
  expect(totalOf(await readOwnProgress(sponsor.scope))).toMatchObject(total);
  expect(await readInstituteProgress(first.instituteId!)).toMatchObject(total);
  await sql()`update admins set deactivated_at = now() where id = ${office.scope.adminId}`;
  expect(await readInstituteProgress(first.instituteId!)).toMatchObject({ reported: 12, due: 0, outside: 2 });
  // Neither is told exactly.
  expect(await countStudents()).toBeNull();
  await sql()`update billings set state = 'cancelled' where id = ${adoption.id}`;
  expect(await readProgress(sponsor.scope, adoption.id)).toBeNull();
  expect((await readInstituteProgress(first.instituteId!)).enrolled).toEqual([]);
});

test('the file of an adoption has the published numbers in both languages, and no formula', async () => {
  const [first, second, third] = [await makeOwnCourse(), await makeOwnCourse(), await makeOwnCourse()];
  await sql()`update courses set branch = '=1+1' where id = ${first.id}`;
  const adoption = await adopt([
    { course: { ...first, branch: '=1+1' }, seats: 8 },
    { course: second, seats: 4 },
    { course: third, seats: 6 },
  ]);
  await enter(first, 7);
  await enter(second, 3);
  const { lines } = (await readProgress(sponsor.scope, adoption.id))!;
  const rows = progressCsv(lines, 'en').split('\r\n').slice(0, -1);
  expect(rows[0]).toMatch(
    /^\uFEFFAdoption,Institute,City,Course type,Branch,Session,Seats,What is known,Seats with a student,Attending,/,
  );
  expect(rows.slice(1).map((row) => row.split(',').slice(6, 10).join())).toEqual([
    '8,reported,nearly all of 8,not stated',
    '4,reported,not told (of 4),not stated',
    '6,not entered yet,not stated,not stated',
  ]);
  expect(rows[1]).toContain(`${adoption.reference},`);
  expect(rows[1]).toContain(",'=1+1,");
  expect(progressCsv(lines, 'hi')).toContain('8 में से लगभग सभी');
});
