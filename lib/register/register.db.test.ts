import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { closeOfficeAccount } from '@/lib/accounts/offices/mutations';
import { verifyChain } from '@/lib/admin/audit-log/queries';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { writeTogether } from '@/testing/db/queue-up';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { correctRoll, endEnrolment, enterStudents, moveStudent, purgeRollNumbers } from './mutations';
import { listAdoptedOffers, readRegister } from './queries';
import type { RollRow } from './schema';
import { hashesOfRoll } from './statements';

useTestDatabase();

let office: OfficeAccount;
let course: CourseRow;
let day: string;
beforeEach(async () => {
  office = await makeOffice();
  course = await makeCourse({ instituteId: office.scope.institutes[0]!.id, totalSeats: 10_000 });
  [{ day }] = await sql()<
    [{ day: string }]
  >`select first_day::text as day from academic_sessions where name = ${course.session}`;
});

const adopt = async (seats: number, { daysAgo = 0, of = course }: { daysAgo?: number; of?: CourseRow } = {}) => {
  const company = `Works ${randomUUID().slice(0, 8)}`;
  const sponsor = await makeSponsorAccount({ company_name: company });
  const adoption = await insertAdoption(sql(), {
    userId: sponsor.userId,
    state: 'completed',
    lines: [{ course: of, seats }],
    daysAgo,
  });
  return { ...adoption, company };
};
const rowsOf = (rolls: readonly string[]) => rolls.map((roll, index) => ({ line: index + 1, roll }));
const enter = (rolls: readonly string[], count: number | null, { by = office, of = course } = {}) =>
  enterStudents(by.scope, of.id, { rows: rowsOf(rolls), from_day: day, enter: count });
const register = async (page = 1) => (await readRegister(office.scope, course.id, page))!;
const rolls = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `0101CS23${1000 + from + index}`);

describe('security 161: the register of an offer', () => {
  test('places fill in the order of adoption, and only the last three characters of a roll number are shown', async () => {
    const later = await adopt(2, { daysAgo: 1 });
    const first = await adopt(2, { daysAgo: 5 });
    expect(await enter(rolls(3), null)).toMatchObject({ ok: true, plan: { entered: 3, free: 4, problems: [] } });
    expect((await register()).enrolled).toBe(0);
    expect(await enter(rolls(3), 3)).toMatchObject({ ok: true });
    const { places, seats, enrolled } = await register();
    expect([seats, enrolled]).toEqual([4, 3]);
    expect(places.map(({ number, company, student }) => [number, company, student?.rollEnd])).toEqual([
      [1, first.company, '001'],
      [2, first.company, '002'],
      [3, later.company, '003'],
      [4, later.company, undefined],
    ]);
    const [offer] = await listAdoptedOffers(office.scope);
    expect(offer).toMatchObject({ id: course.id, seats: 4, enrolled: 3 });
    const stored =
      JSON.stringify(await sql()`select * from enrolments`) + JSON.stringify(await sql()`select * from audit_log`);
    for (const roll of rolls(3)) expect(stored).not.toContain(roll);
  });

  test('the first day is that of admission in the file where it is one of the session', async () => {
    await adopt(3);
    const [{ later, before }] = await sql()<[{ later: string; before: string }]>`
      select (${day}::text::date + 20)::text as later, (${day}::text::date - 20)::text as before`;
    const rows = rowsOf(rolls(3)).map((row, index) => ({ ...row, from_day: [later, before, undefined][index] }));
    const send = (count: number | null) =>
      enterStudents(office.scope, course.id, { rows, from_day: day, enter: count });
    expect(await send(null)).toMatchObject({ ok: true, plan: { entered: 3, dated: 1 } });
    expect(await send(3)).toMatchObject({ ok: true });
    expect((await register()).places.map(({ student }) => student!.fromDay)).toEqual([later, day, day]);
  });

  test('a check names every mistake by its line, and what is right can be entered', async () => {
    await adopt(3);
    const other = await makeCourse({ instituteId: course.instituteId });
    await adopt(1, { of: other });
    await enter(['X-900'], 1, { of: other });
    await enter(['0101-CS-1'], 1);
    const given = ['0101 cs 1', '०१०१CS2', '', '0101CS2', 'ROLL', 'x 900', '0101CS3', '0101CS4', '0101CS5'];
    const plan = {
      entered: 2,
      dated: 0,
      known: 1,
      free: 2,
      without_place: [{ line: 8 }, { line: 9 }],
      rolls: ['0101CS2', '0101CS3'],
      questions: [],
      problems: [
        { line: 3, problem: 'empty' },
        { line: 4, problem: 'twice' },
        { line: 5, problem: 'words' },
        { line: 6, problem: 'elsewhere' },
      ],
    };
    expect(await enter(given, null)).toEqual({ ok: true, plan });
    expect(await enter(given, 2)).toEqual({ ok: true, plan });
    expect(await register()).toMatchObject({ seats: 3, enrolled: 3 });
  });

  test('who left makes room for the next one; a mistake is an entry, too, and the chain holds', async () => {
    await adopt(2);
    await enter(rolls(2), 2);
    const [student] = (await register()).places;
    const leave = (reason: 'left' | 'mistake', on = day) =>
      endEnrolment(office.scope, student!.student!.id, { day: on, reason });
    expect(await leave('left', '2000-01-01')).toEqual({ ok: false, code: 'enrolment.leaving_day' });
    expect(await leave('left', '2999-01-01')).toEqual({ ok: false, code: 'enrolment.leaving_day' });
    expect(await leave('left')).toEqual({ ok: true });
    expect(await leave('mistake')).toEqual({ ok: false, code: 'enrolment.gone' });
    expect((await register()).places.map(({ student }) => student?.rollEnd ?? null)).toEqual([null, '002']);
    expect(await enter(['777'], 1)).toMatchObject({ ok: true });
    expect((await register()).places.map(({ student }) => student?.rollEnd)).toEqual(['777', '002']);
    const entries = await sql()`
      select action, after->>'place' as place, after->>'reason' as reason from audit_log
       where subject = ${course.id} and cause_id is not null or action = 'student.left' order by id`;
    expect(entries).toEqual([
      { action: 'student.entered', place: '1', reason: null },
      { action: 'student.entered', place: '2', reason: null },
      { action: 'student.left', place: '1', reason: 'left' },
      { action: 'student.entered', place: '1', reason: null },
    ]);
    expect(await verifyChain()).toMatchObject({ broken: null });
  });

  test('a student moves to an empty place of the same or another offer until a report is stated; each move is an entry', async () => {
    await adopt(2, { daysAgo: 5 });
    const later = await adopt(2, { daysAgo: 1 });
    const other = await makeCourse({ instituteId: course.instituteId, branch: 'Welder' });
    await adopt(1, { of: other });
    await enter(rolls(2), 2);
    const places = async () => (await register()).places.map(({ student }) => student?.rollEnd ?? null);
    const studentAt = async (number: number) => (await register()).places[number - 1]!.student!.id;
    const move = (id: string, number: number | null, to = course) =>
      moveStudent(office.scope, id, { course_id: to.id, number });
    const first = await studentAt(1);
    expect(await move(first, 2)).toEqual({ ok: false, code: 'enrolment.place' });
    expect(await move(first, 5)).toEqual({ ok: false, code: 'enrolment.place' });
    // A draft of a report knows the student on the new place.
    const [report] = await sql()<{ id: string }[]>`
      insert into reports (course_id, kind, version) values (${course.id}, 'term_1', 1) returning id`;
    await sql()`insert into report_marks (report_id, enrolment_id, mark, version) values (${report!.id}, ${first}, 'attends', 1)`;
    expect(await move(first, 4)).toEqual({ ok: true });
    expect(await places()).toEqual([null, '002', null, '001']);
    expect((await register()).places[3]).toMatchObject({ company: later.company, student: { fromDay: day } });
    expect(await sql()`select enrolment_id from report_marks where report_id = ${report!.id}`).toEqual([
      { enrolment_id: await studentAt(4) },
    ]);
    expect(await move(first, 1)).toEqual({ ok: false, code: 'enrolment.gone' });
    expect(await move(await studentAt(2), null)).toEqual({ ok: true });
    expect(await move(await studentAt(4), null, other)).toEqual({ ok: true });
    expect(await places()).toEqual(['002', null, null, null]);
    // The student is still known there.
    expect(await enter(rolls(1), null)).toMatchObject({ plan: { problems: [{ problem: 'elsewhere' }] } });
    expect(await move(await studentAt(1), null, other)).toEqual({ ok: false, code: 'enrolment.place' });

    const stranger = await makeOffice();
    const theirs = await makeCourse({ instituteId: stranger.scope.institutes[0]!.id });
    await adopt(1, { of: theirs });
    expect(await move(await studentAt(1), null, theirs)).toEqual({ ok: false, code: 'enrolment.place' });
    expect(await moveStudent(stranger.scope, await studentAt(1), { course_id: theirs.id, number: null })).toEqual({
      ok: false,
      code: 'admin.not_found',
    });
    await sql()`insert into reports (course_id, kind, version, stated_at) values (${course.id}, 'enrolment', 0, now())`;
    expect(await move(await studentAt(1), 3)).toEqual({ ok: false, code: 'enrolment.reported' });
    const moves = await sql()`
      select before->>'place' as was, after->>'place' as is, after->>'branch' as branch from audit_log
       where action = 'student.moved' and admin_id = ${office.adminId} order by id`;
    expect(moves).toEqual([
      { was: '1', is: '2', branch: course.branch },
      { was: '2', is: '1', branch: course.branch },
      { was: '2', is: '1', branch: 'Welder' },
    ]);
    expect(await verifyChain()).toMatchObject({ broken: null });
  });

  test('a move and a new student at once: no place has two students', async () => {
    await adopt(3);
    await enter(rolls(1), 1);
    const { id } = (await register()).places[0]!.student!;
    const both = await Promise.all([
      moveStudent(office.scope, id, { course_id: course.id, number: 3 }),
      enter(['900'], 1),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const ends = (await register()).places.flatMap(({ student }) => student?.rollEnd ?? []);
    expect(ends).toEqual(['900', '001']);
  });

  test('a clerk of another institute sees and changes nothing', async () => {
    await adopt(1);
    await enter(rolls(1), 1);
    const { id } = (await register()).places[0]!.student!;
    const stranger = await makeOffice({ role: 'clerk' });
    expect(await readRegister(stranger.scope, course.id, 1)).toBeNull();
    expect(await listAdoptedOffers(stranger.scope)).toEqual([]);
    expect(await enter(rolls(1, 5), null, { by: stranger })).toEqual({ ok: false, code: 'admin.not_found' });
    expect(await endEnrolment(stranger.scope, id, { day, reason: 'left' })).toEqual({
      ok: false,
      code: 'admin.not_found',
    });
    // Nor by a roll number: the same one is another student at another institute.
    const theirs = await makeCourse({ instituteId: stranger.scope.institutes[0]!.id });
    await adopt(1, { of: theirs });
    expect(await enter(rolls(1), 1, { by: stranger, of: theirs })).toMatchObject({ ok: true });
  });

  test('one roll number gets one place, whoever adopted the other ones', async () => {
    await adopt(1, { daysAgo: 5 });
    await adopt(1, { daysAgo: 1 });
    const other = await makeCourse({ instituteId: course.instituteId });
    await adopt(1, { of: other });
    expect(await enter(rolls(1), 1)).toMatchObject({ ok: true });
    expect(await enter(rolls(1), null)).toMatchObject({ plan: { entered: 0, known: 1, free: 1 } });
    expect(await enter(rolls(1), null, { of: other })).toMatchObject({
      plan: { problems: [{ problem: 'elsewhere' }] },
    });
    const again = (courseId: string, place: number) => sql()`
      insert into enrolments (billing_id, course_id, place, session, roll_hash, from_day)
      select billing_id, ${courseId}, ${place}, session, roll_hash, from_day from enrolments where course_id = ${course.id}`;
    await expect(again(course.id, 2)).rejects.toMatchObject({ constraint_name: 'enrolments_one_place_of_student' });
    await expect(again(other.id, 1)).rejects.toMatchObject({ constraint_name: 'enrolments_one_place_of_student' });
  });

  test('two clerks at once: no place has two students, and no student two places', async () => {
    await adopt(10);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    const both = await Promise.all([enter(rolls(6), 6), enter(rolls(6, 4), 6, { by: clerk })]);
    const ok = both.filter((each) => each.ok);
    expect(ok.length).toBe(1);
    expect(both.find((each) => !each.ok)).toEqual({ ok: false, code: 'enrolment.changed' });
    expect((await register()).enrolled).toBe(6);
  });

  test('control: without the lock of the register and the index of places, each place gets two students', async () => {
    await adopt(2);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    const [{ definition }] = await sql()<[{ definition: string }]>`
      select indexdef as definition from pg_indexes where indexname = 'enrolments_one_on_place'`;
    await sql()`drop index enrolments_one_on_place`;
    await withoutGuards([['pg_advisory_xact_lock(735006, hashtext(', 'abs(hashtext(']], async () => {
      const both = () => [enter(rolls(2), 2), enter(rolls(2, 50), 2, { by: clerk })];
      expect(await writeTogether('enrolments', both, 'insert into "enrolments"')).toMatchObject([
        { ok: true },
        { ok: true },
      ]);
    });
    expect(await register()).toMatchObject({ seats: 2, enrolled: 4 });
    await sql()`delete from enrolments where course_id = ${course.id}`;
    await sql().unsafe(definition);
  });

  test('a head who was removed while an upload waits stores nothing', async () => {
    await adopt(5);
    const admin = await makeAdmin();
    const waiting = await sql().begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(735006, hashtext(${course.instituteId}))`;
      const upload = enter(rolls(5), 5).catch((error: unknown) => error);
      await closeOfficeAccount(admin.scope, office.adminId);
      return { upload };
    });
    expect(await waiting.upload).toMatchObject({ status: 401, code: 'admin.session_ended' });
    expect(await sql()`select 1 from enrolments where course_id = ${course.id}`).toEqual([]);
  });

  test('seats that were given back count no more; their students are named', async () => {
    const adoption = await adopt(3);
    await enter(rolls(3), 3);
    await sql()`update billing_items set seats = 2 where billing_id = ${adoption.id}`;
    expect(await register()).toMatchObject({ seats: 2, enrolled: 2, lost: [{ rollEnd: '003' }] });
    await sql()`update billings set state = 'cancelled' where id = ${adoption.id}`;
    const page = await register();
    expect([page.seats, page.enrolled, page.lost.length, page.places]).toEqual([0, 0, 3, []]);
    expect(await endEnrolment(office.scope, page.lost[0]!.id, { day, reason: 'mistake' })).toEqual({ ok: true });
  });

  test('5,000 roll numbers at once fill 5,000 places', async () => {
    await adopt(3_000);
    await adopt(2_500);
    const many = Array.from({ length: 5_000 }, (_, index) => `CS${100_000 + index}`);
    expect(await enter(many, 5_000)).toMatchObject({ ok: true, plan: { entered: 5_000, free: 5_500 } });
    const last = await register(84);
    expect([last.enrolled, last.page, last.places.at(-1)!.number]).toEqual([5_000, 84, 5_040]);
    expect(last.places.filter(({ student }) => student).length).toBe(20);
    expect(await enter(many, null)).toMatchObject({ plan: { entered: 0, known: 5_000 } });
  });

  test('days outside of the session are refused', async () => {
    await adopt(1);
    const given = { rows: rowsOf(['1']), enter: null };
    for (const from_day of ['1999-01-01', '2999-01-01'])
      expect(await enterStudents(office.scope, course.id, { ...given, from_day })).toMatchObject({
        code: 'enrolment.day',
      });
  });

  test('the hash of a roll number goes two years after the end of the course, the place stays', async () => {
    await sql()`
      insert into academic_sessions (name, first_day, last_day, state) values ('2016-17', '2016-07-01', '2017-06-30', 'closed')
      on conflict do nothing`;
    const make = async (durationYears: number | null) => {
      const old = await makeCourse({ instituteId: course.instituteId, session: '2016-17', durationYears });
      await adopt(1, { of: old });
      await enterStudents(office.scope, old.id, {
        rows: rowsOf(['X1']),
        from_day: '2016-07-01',
        enter: 1,
      });
      return old.id;
    };
    const gone = await make(2);
    await adopt(1);
    await enter(rolls(1, 50), 1);
    expect(await purgeRollNumbers()).toBeGreaterThanOrEqual(1);
    const stored = (id: string) => sql()`select roll_hash, roll_end, place from enrolments where course_id = ${id}`;
    expect(await stored(gone)).toEqual([{ roll_hash: null, roll_end: null, place: 1 }]);
    expect((await stored(course.id))[0]).toMatchObject({ roll_end: '050' });
    expect(await purgeRollNumbers()).toBe(0);
  });
});

describe('security 161: numbers that spreadsheets change, and numbers of heads', () => {
  test('a number that lost its leading zeros is the same student, also one that was stored with them', async () => {
    await adopt(6);
    expect(await enter(['0012', '0013'], 2)).toMatchObject({ ok: true });
    expect(await enter(['12', '13'], null)).toMatchObject({ plan: { entered: 0, known: 2 } });
    expect(await enter(['12.0', '00013'], null)).toMatchObject({ plan: { entered: 0, known: 2 } });
    expect(await enter(['014', '14'], null)).toMatchObject({
      plan: { entered: 1, problems: [{ line: 2, problem: 'twice' }] },
    });
    // As it was stored before leading zeros were left out.
    const old = hashesOfRoll([course.instituteId!], '0012')[2]!;
    await sql()`update enrolments set roll_hash = ${old} where roll_end = '012' and course_id = ${course.id}`;
    expect(await enter(['12', '0012'], null)).toMatchObject({ plan: { entered: 0, known: 1 } });
  });

  test('nothing that is asked about is stored without an answer', async () => {
    await adopt(6);
    const given = rowsOf(['E-01', 'E-02', 'E-03', '77', 'Total: 3']);
    const enterRows = (rows: RollRow[], count: number | null) =>
      enterStudents(office.scope, course.id, { rows, from_day: day, enter: count });
    expect(await enterRows(given, 4)).toEqual({ ok: false, code: 'enrolment.changed' });
    expect(await enterRows(given, 3)).toMatchObject({ plan: { entered: 3, questions: [{ line: 4, roll: '77' }] } });
    const answered = given.map((row) => ({ ...row, sure: true as const }));
    expect(await enterRows(answered, 1)).toMatchObject({
      plan: { entered: 1, known: 3, rolls: ['77'], problems: [{ line: 5, problem: 'words' }] },
    });
  });

  const studentAt = async (number: number) => (await register()).places[number - 1]!.student!;
  const correct = async (number: number, roll: string, replace: boolean, by = office) =>
    correctRoll(by.scope, (await studentAt(number)).id, { roll, replace });

  test('a head compares a number with the stored one and corrects it until a report is stated; each is an entry', async () => {
    const adoption = await adopt(2);
    await enter(['E-101', 'E-102'], 2);
    expect(await correct(1, 'e 101', false)).toEqual({ ok: true, matches: true });
    expect(await correct(1, 'E-999', false)).toEqual({ ok: true, matches: false });
    expect(await correct(1, 'E-102', true)).toEqual({ ok: false, code: 'enrolment.taken' });
    expect(await correct(1, 'E-101 Asha', true)).toEqual({ ok: false, code: 'enrolment.roll' });
    expect((await studentAt(1)).rollEnd).toBe('101');
    expect(await correct(1, 'E-107', true)).toEqual({ ok: true, matches: false });
    expect((await studentAt(1)).rollEnd).toBe('107');
    expect(await enter(['E-107', 'E-101'], null)).toMatchObject({ plan: { known: 1, without_place: [{ line: 2 }] } });
    const entries = await sql()`
      select action, after - 'branch' as after from audit_log
       where subject = ${course.id} and action in ('student.compared', 'student.corrected') order by id`;
    const after = { reference: adoption.reference, place: 1 };
    expect(entries).toEqual([
      { action: 'student.compared', after },
      { action: 'student.compared', after },
      { action: 'student.corrected', after },
    ]);
    await sql()`insert into reports (course_id, kind, stated_at) values (${course.id}, 'enrolment', now())`;
    for (const replace of [false, true])
      expect(await correct(1, 'E-101', replace)).toEqual({ ok: false, code: 'enrolment.reported' });
  });

  test('clerks and the offices of others cannot', async () => {
    await adopt(1);
    await enter(['E-101'], 1);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    await expect(correct(1, 'E-109', true, clerk)).rejects.toMatchObject({ status: 401 });
    expect(await correct(1, 'E-109', true, await makeOffice())).toEqual({ ok: false, code: 'admin.not_found' });
    expect((await studentAt(1)).rollEnd).toBe('101');
  });

  test('two heads at once do not make two students one', async () => {
    await adopt(2);
    await enter(['E-101', 'E-102'], 2);
    const second = await makeOffice({ instituteIds: [course.instituteId!] });
    const results = await Promise.all([correct(1, 'E-103', true), correct(2, 'E-103', true, second)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'enrolment.taken' });
  });

  test('control: without the lock of the register and the index of students, they do', async () => {
    await adopt(2);
    await enter(['E-101', 'E-102'], 2);
    const [{ definition }] = await sql()<[{ definition: string }]>`
      select indexdef as definition from pg_indexes where indexname = 'enrolments_one_place_of_student'`;
    await sql()`drop index enrolments_one_place_of_student`;
    await withoutGuards([['pg_advisory_xact_lock(735006, hashtext(', 'abs(hashtext(']], async () => {
      const one = await studentAt(1);
      const two = await studentAt(2);
      const second = await makeOffice({ instituteIds: [course.instituteId!] });
      const both = () => [
        correctRoll(office.scope, one.id, { roll: 'E-103', replace: true }),
        correctRoll(second.scope, two.id, { roll: 'E-103', replace: true }),
      ];
      expect(await writeTogether('enrolments', both, 'update "enrolments"')).toMatchObject([
        { ok: true },
        { ok: true },
      ]);
    });
    await sql()`delete from enrolments where course_id = ${course.id}`;
    await sql().unsafe(definition);
  });
});

test('an office without adopted seats has an empty list', async () => {
  const other = await makeInstitute();
  const empty = await makeOffice({ instituteIds: [other.id] });
  expect(await listAdoptedOffers(empty.scope)).toEqual([]);
});
