import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn as setDue } from '@/testing/db/reports';
import { enterStudents } from './mutations';
import { figuresCsv, readFigures } from './figures';
import { readOwnProgress, readProgress } from './progress-queries';
import { readInstituteProgress } from './total-queries';

useTestDatabase();

let office: OfficeAccount;
let sponsor: SponsorAccount;
let course: CourseRow;
beforeEach(async () => {
  office = await makeOffice();
  const instituteId = office.scope.institutes[0]!.id;
  await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${instituteId}`;
  sponsor = await makeSponsorAccount();
  course = await makeCourse({ instituteId, totalSeats: 500, durationYears: 1 });
});

const adopt = (seats: number, by = sponsor, daysAgo = 100) =>
  insertAdoption(sql(), { userId: by.userId, state: 'completed', lines: [{ course, seats }], daysAgo });
async function enrol(students: number): Promise<string[]> {
  const [{ day }] = await sql()<[{ day: string }]>`
    select first_day::text as day from academic_sessions where name = ${course.session}`;
  const rows = Array.from({ length: students }, (_, index) => ({
    line: index + 1,
    roll: `${course.id} ${index}1`.slice(20),
  }));
  expect(await enterStudents(office.scope, course.id, { rows, from_day: day, enter: students })).toMatchObject({
    ok: true,
  });
  const entered = await sql()<{ id: string }[]>`
    select e.id from enrolments e join billings b on b.id = e.billing_id where e.course_id = ${course.id} order by b.verified_at, place`;
  return entered.map(({ id }) => id);
}
const dueIn = (kind: ReportKind, days: number | null) => setDue(course.session, kind, days);
async function report(kind: string, marks: Record<string, string>) {
  const [{ id }] = await sql()<[{ id: string }]>`
    insert into reports (course_id, kind, version, stated_at) values (${course.id}, ${kind}, 1, now()) returning id`;
  for (const [student, mark] of Object.entries(marks))
    await sql()`insert into report_marks (report_id, enrolment_id, mark, version) values (${id}, ${student}, ${mark}, 1)`;
  return id;
}
const marksOf = (students: readonly string[], markOf: (index: number) => string) =>
  Object.fromEntries(students.map((id, index) => [id, markOf(index)]));

describe('what a sponsor learns of the students on adopted seats', () => {
  beforeEach(async () => {
    for (const kind of REPORT_KINDS) await dueIn(kind, null);
  });

  test('counts are of the own places, by the last report on attendance and the one on results', async () => {
    const first = await adopt(20, sponsor, 120);
    const other = await makeSponsorAccount();
    await adopt(10, other, 90);
    const students = await enrol(28);
    await report(
      'enrolment',
      marksOf(students, () => 'attends'),
    );
    await report(
      'term_1',
      marksOf(students, (index) => (index % 10 === 3 ? 'absent' : 'attends')),
    );
    expect((await readProgress(sponsor.scope, first.id))!.lines).toMatchObject([
      {
        ...{ seats: 20, state: 'reported', enrolled: { says: 'exactly', count: 20, of: 20 }, result: null, late: null },
        attending: { says: 'nearlyAll', of: 20 },
        stated: [
          { kind: 'enrolment', state: 'stated' },
          { kind: 'term_1', state: 'stated' },
        ],
      },
    ]);
    const result = await report(
      'result',
      marksOf(students, (index) => (index < 5 ? 'failed' : index < 6 ? 'passed' : 'completed')),
    );
    const completed = { is: 'completed', says: 'exactly', count: 14, of: 20 };
    expect(await readOwnProgress(sponsor.scope)).toMatchObject([{ result: completed, late: null }]);
    // In an earlier year of the course, who passed the year counts.
    await sql()`update courses set duration_years = 2 where id = ${course.id}`;
    expect(await readOwnProgress(sponsor.scope)).toMatchObject([
      { result: { is: 'passed', says: 'exactly', count: 15 } },
    ]);
    await sql()`update courses set duration_years = 1 where id = ${course.id}`;
    // Who left counts no more but in the reports of before; a seat that was given back does not count.
    await sql()`update enrolments set until_day = from_day, reason = 'left', ended_at = now() where id = any(${students.slice(6, 11)})`;
    await sql()`update billing_items set seats = 18 where billing_id = ${first.id}`;
    expect((await readProgress(sponsor.scope, first.id))!.lines).toMatchObject([
      {
        ...{ seats: 18, enrolled: { says: 'exactly', count: 13, of: 18 }, attending: { says: 'nearlyAll', of: 18 } },
        result: { says: 'exactly', count: 12, of: 18 },
      },
    ]);
    expect(await readOwnProgress(other.scope)).toMatchObject([
      {
        ...{ seats: 10, enrolled: { says: 'nearlyAll' }, attending: { says: 'nearlyAll' } },
        result: { says: 'nearlyAll', count: 0, of: 10 },
      },
    ]);
    expect(await readProgress(other.scope, first.id)).toBeNull();
    const [check] = await sql()<{ id: string }[]>`
      insert into report_checks (report_id, version, seed, verdict, recorded_at) values (${result}, 1, 'seed', 'differs', now()) returning id`;
    expect((await readProgress(sponsor.scope, first.id))!.lines[0]!.stated.at(-1)).toMatchObject({ state: 'differs' });
    // A correction has not been checked.
    await sql()`update reports set version = 2 where id = ${result}`;
    expect((await readProgress(sponsor.scope, first.id))!.lines[0]!.stated.at(-1)).toMatchObject({ state: 'stated' });
    expect(check).toBeDefined();
  });

  test('security 162: figures of administrators are sums of what pages show, so that both together say no small number', async () => {
    course = await makeCourse({
      instituteId: course.instituteId,
      totalSeats: 50,
      durationYears: 1,
      city: 'Figure Town',
    });
    await adopt(9, sponsor, 120);
    await adopt(3, await makeSponsorAccount(), 110);
    const students = await enrol(11);
    await report(
      'term_1',
      marksOf(students, () => 'attends'),
    );
    const { scope } = await makeAdmin({ role: 'viewer' });
    const { rows } = await readFigures(scope, course.session);
    const own = rows.find(({ district }) => district === 'Figure Town');
    const sum = [
      { says: 'exactly', count: 9, of: 9, lines: 1 },
      { says: 'entered', count: 0, of: 3, lines: 1 },
    ];
    expect(own).toMatchObject({ type: course.courseType, seats: 12, reported: 12, enrolled: sum, attending: sum });
    expect(await readInstituteProgress(course.instituteId!)).toMatchObject({ enrolled: sum });
    expect(figuresCsv('2026-27', [own!])).toContain(
      `2026-27,${course.courseType},Figure Town,12,12,0,0,"9 of 9; not told of 3","9 of 9; not told of 3",not stated`,
    );
  });

  test('a report is late once its day has passed, for adoptions of before, and it is said when the institute was reminded', async () => {
    const adoption = await adopt(6);
    const late = async () => (await readProgress(sponsor.scope, adoption.id))!.lines[0]!.late;
    await dueIn('term_1', 0);
    expect(await late()).toBeNull();
    await dueIn('term_1', -1);
    expect(await late()).toMatchObject({ kind: 'term_1', remindedOn: null });
    await sql()`
      insert into report_reminders (institute_id, session, kind, due_on, is_late, reminded_on)
      select ${course.instituteId}, session, kind, due_on, is_late, '2026-01-02'::date + is_late::int
        from report_dates, unnest('{t,f}'::bool[]) is_late where kind = 'term_1' and session = ${course.session}`;
    expect(await late()).toMatchObject({ kind: 'term_1', remindedOn: '2026-01-03' });
    await dueIn('enrolment', -150);
    expect(await late()).toMatchObject({ kind: 'term_1' });
    await report('term_1', {});
    // Before it was adopted nobody owed its sponsor anything.
    expect(await late()).toBeNull();
    await dueIn('result', -1);
    const officeSince = (daysAgo: number) =>
      sql()`update office_institutes set created_at = now() - ${daysAgo} * interval '1 day' where institute_id = ${course.instituteId}`;
    await officeSince(0);
    expect(await late()).toBeNull();
    // A new office has a fair number of days.
    await officeSince(14);
    expect(await late()).toBeNull();
    await officeSince(15);
    expect(await late()).toMatchObject({ kind: 'result' });
  });

  test('the outcome is told by totals of the offer, for the last year of a course', async () => {
    const adoption = await adopt(20);
    const students = await enrol(20);
    await dueIn('outcome', -1);
    const line = async () => (await readProgress(sponsor.scope, adoption.id))!.lines[0]!;
    expect(await line()).toMatchObject({ placed: null, late: { kind: 'outcome' } });
    await sql()`update courses set duration_years = 3 where id = ${course.id}`;
    expect((await line()).late).toBeNull();
    await sql()`
      insert into reports (course_id, kind, version, stated_at, apprentices, employed, studying, looking, unknown)
      values (${course.id}, 'outcome', 1, now(), 4, 5, 3, 2, 6)`;
    expect(await line()).toMatchObject({ placed: { says: 'entered' }, stated: [{ kind: 'outcome' }] });
    // Beside the number of those who completed the course.
    await report(
      'result',
      marksOf(students, () => 'completed'),
    );
    expect(await line()).toMatchObject({ placed: { says: 'exactly', count: 12 } });
  });
});

test('usual days of reports follow from the days of the session', async () => {
  const adoption = await adopt(6, sponsor, 1000);
  await sql()`delete from report_dates where session = ${course.session}`;
  await sql()`update office_institutes set created_at = '2000-01-01' where institute_id = ${course.instituteId}`;
  const [{ begun }] = await sql()<[{ begun: boolean }]>`
    select first_day + interval '3 months' < (now() at time zone 'Asia/Kolkata')::date as begun
      from academic_sessions where name = ${course.session}`;
  const { late } = (await readProgress(sponsor.scope, adoption.id))!.lines[0]!;
  expect(late !== null).toBe(begun);
});
