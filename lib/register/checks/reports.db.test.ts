import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import type { Finding } from '@/db/schema/enums';
import { REPORT_KINDS } from '@/db/schema/report-kinds';
import { verifyChain } from '@/lib/admin/audit-log/queries';
import { setReportDates } from '@/lib/sessions/mutations';
import { listSessions, readReportDates } from '@/lib/sessions/queries';
import { enterStudents } from '@/lib/register/mutations';
import { queueReportReminders } from '@/lib/register/report-reminders';
import { drawSample } from '@/lib/register/report-draw';
import { markStudents } from '@/lib/register/report-mutations';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { writeTogether } from '@/testing/db/queue-up';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn } from '@/testing/db/reports';
import { openSample, recordCheck, remindOffice } from './mutations';
import { listReportsOfInstitutes } from './queries';
import type { ReportFilter, Sample } from './schema';

useTestDatabase();

const REASON = 'Spot check of the term';
let admin: AdminAccount;
let office: OfficeAccount;
let course: CourseRow;
beforeEach(async () => {
  admin = await makeAdmin({ role: 'catalogue' });
  office = await makeOffice();
  const instituteId = office.scope.institutes[0]!.id;
  await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${instituteId}`;
  course = await makeCourse({ instituteId, totalSeats: 500, durationYears: 1 });
  for (const kind of REPORT_KINDS) await dueIn(course.session, kind, null);
});

/** A report on term 1 about students on one adoption, stated unless `state` is false. */
async function report(students: number, { state = true } = {}): Promise<string> {
  await dueIn(course.session, 'term_1', 3);
  const { userId } = await makeSponsorAccount();
  await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats: students }], daysAgo: 20 });
  const [{ day }] = await sql()<[{ day: string }]>`
    select first_day::text as day from academic_sessions where name = ${course.session}`;
  const rows = Array.from({ length: students }, (_, index) => ({ line: index + 1, roll: `CS${1000 + index}` }));
  await enterStudents(office.scope, course.id, { rows, from_day: day, enter: students });
  const enrolled = await sql()<
    { id: string }[]
  >`select id from enrolments where course_id = ${course.id} order by place`;
  for (let from = 0; from < enrolled.length; from += 60)
    await mark(
      enrolled.slice(from, from + 60).map(({ id }) => id),
      'attends',
      state,
    );
  const [stored] = await sql()<{ id: string }[]>`select id from reports where course_id = ${course.id}`;
  return stored!.id;
}
const mark = (students: readonly string[], each: 'attends' | 'absent', state = true) =>
  markStudents(office.scope, course.id, 'term_1', {
    marks: students.map((student) => ({ student, mark: each })),
    ...{ version: 99, state },
  });
async function open(reportId: string): Promise<Sample> {
  const opened = await openSample(admin.scope, reportId, REASON);
  if (!opened.ok) throw new Error(opened.code);
  return opened.sample;
}
const record = (reportId: string, { check_id, places }: Sample, foundOf: (index: number) => Finding) =>
  recordCheck(admin.scope, reportId, {
    check_id,
    findings: places.map(({ student }, index) => ({ student, found: foundOf(index) })),
  });
const listed = async (filter: ReportFilter = {}) =>
  (await listReportsOfInstitutes(admin.scope, filter, { page: 1, size: 50 })).rows.filter(
    ({ courseId }) => courseId === course.id,
  );

describe('a spot check', () => {
  test('shows the students of a drawn sample by reference and last characters; each look is logged', async () => {
    const id = await report(80);
    const sample = await open(id);
    expect(sample.places.length).toBe(8);
    expect(Object.keys(sample.places[0]!).sort()).toEqual([
      'found',
      'mark',
      'place',
      'reference',
      'roll_end',
      'student',
    ]);
    expect(await open(id)).toEqual(sample);
    // Whoever has the seed and the register repeats the draw.
    const places = Array.from({ length: 80 }, (_, index) => ({
      reference: sample.places[0]!.reference,
      place: index + 1,
    }));
    expect(
      drawSample(sample.seed, places)
        .map(({ place }) => place)
        .sort((a, b) => a - b),
    ).toEqual(sample.places.map(({ place }) => place));
    const looks = await sql()`
      select action, after->>'reason' as reason, after->>'seed' as seed from audit_log
       where admin_id = ${admin.adminId} and action like 'report.sample%' order by id`;
    expect(looks).toEqual([
      { action: 'report.sampled', reason: REASON, seed: sample.seed },
      { action: 'report.sample_read', reason: REASON, seed: sample.seed },
    ]);
  });

  test('makes a report checked, or different if one student is; a correction has to be checked anew', async () => {
    const id = await report(6);
    const first = await open(id);
    expect(await record(id, { ...first, places: first.places.slice(1) }, () => 'agrees')).toEqual({
      ok: false,
      code: 'report.findings',
    });
    expect(await record(id, first, () => 'unclear')).toEqual({ ok: false, code: 'report.findings' });
    expect(await record(id, first, (index) => (index === 0 ? 'unclear' : 'agrees'))).toEqual({ ok: true });
    const [checked] = await listed();
    expect(checked).toMatchObject({
      state: 'checked',
      progress: { attending: [{ says: 'exactly', count: 6, of: 6 }] },
    });
    expect(await record(id, first, () => 'differs')).toEqual({ ok: false, code: 'report.check_changed' });
    await mark([first.places[0]!.student], 'absent');
    // One of six is told in words, to administrators too.
    const [corrected] = await listed();
    expect(corrected).toMatchObject({
      state: 'stated',
      progress: { attending: [{ says: 'nearlyAll', count: 0, of: 6 }] },
    });
    const second = await open(id);
    expect(second.check_id).not.toBe(first.check_id);
    await mark([first.places[0]!.student], 'attends');
    expect(await record(id, second, () => 'agrees')).toEqual({ ok: false, code: 'report.check_changed' });
    const third = await open(id);
    expect(await record(id, third, (index) => (index === 1 ? 'differs' : 'agrees'))).toEqual({ ok: true });
    expect(await listed({ state: 'differs' })).toMatchObject([{ state: 'differs' }]);
    expect((await open(id)).verdict).toBe('differs');
    expect(await verifyChain()).toMatchObject({ broken: null });
  });

  test('two administrators at once draw one sample', async () => {
    const id = await report(40);
    const other = await makeAdmin({ role: 'owner' });
    const both = await Promise.all([openSample(admin.scope, id, REASON), openSample(other.scope, id, REASON)]);
    expect(new Set(both.map((each) => each.ok && each.sample.seed)).size).toBe(1);
  });

  test('needs a stated report with students', async () => {
    const id = await report(1, { state: false });
    expect(await openSample(admin.scope, id, REASON)).toEqual({ ok: false, code: 'report.not_stated' });
    expect(await openSample(admin.scope, course.id, REASON)).toEqual({ ok: false, code: 'report.not_found' });
  });
});

describe('late reports need attention', () => {
  /** Reports of two offers that are late by some days. */
  async function late(days = 3) {
    await report(3, { state: false });
    const other = await makeCourse({ instituteId: course.instituteId!, totalSeats: 9, branch: 'Welder' });
    const { userId } = await makeSponsorAccount();
    await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course: other, seats: 2 }] });
    await sql()`update billings set verified_at = now() - interval '90 days'`;
    await dueIn(course.session, 'term_1', -days);
  }
  const remind = (by = admin) => remindOffice(by.scope, course.instituteId!);
  const attention = async () =>
    (await listAttention(admin.scope, { kind: 'reports_late' }, { page: 1, size: 50 })).filter(
      ({ id }) => id === course.instituteId,
    );
  const mails = () => sql()<{ recipient: string; kind: string; seats: number }[]>`
    select recipient, kind, (detail->>'seats')::int as seats from outbound_messages where recipient = ${office.username}`;
  const indianDay = async (days: number) => {
    const [{ day }] = await sql()<[{ day: string }]>`
      select ((now() at time zone 'Asia/Kolkata')::date + ${days}::int)::text as day`;
    return day;
  };

  test('an institute with late reports is one item, with the day on which it was reminded', async () => {
    await late();
    const expected = { company: office.scope.institutes[0]!.name, reference: null, value: 2, about: null };
    expect(await attention()).toMatchObject([expected]);
    const all = await listAttention(admin.scope, { kind: 'reports_late' }, { page: 1, size: 50 });
    expect((await countAttention(admin.scope)).reports_late).toBe(all.length);
    expect(await remind()).toEqual({ ok: true });
    expect(await attention()).toMatchObject([{ ...expected, about: await indianDay(0) }]);
    await sql()`update report_dates set due_on = due_on + 30 where session = ${course.session} and kind = 'term_1'`;
    expect(await attention()).toEqual([]);
    expect(await remind()).toEqual({ ok: false, code: 'report.reminded_today' });
    await sql()`update report_reminders set reminded_on = reminded_on - 1`;
    expect(await remind()).toEqual({ ok: false, code: 'report.none_late' });
    expect(await remindOffice(admin.scope, course.id)).toEqual({ ok: false, code: 'institute.not_found' });
  });

  test('its office is reminded once a day, however many ask, and not on the day on which the program did', async () => {
    await late();
    const others = await Promise.all([makeAdmin({ role: 'owner' }), makeAdmin({ role: 'catalogue' })]);
    const outcomes = await Promise.all([admin, ...others].map(remind));
    expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
    expect(outcomes.filter((each) => !each.ok && each.code === 'report.reminded_today').length).toBe(2);
    expect(await mails()).toEqual([{ recipient: office.username, kind: 'report_late', seats: 5 }]);
    const entries = await sql()`
      select after from audit_log where action = 'report.reminded' and subject = ${course.instituteId}`;
    expect(entries).toEqual([{ after: { institute: office.scope.institutes[0]!.name, reports: 2 } }]);
    // The program has nothing to remind of any more; on the next day somebody can remind again.
    await queueReportReminders();
    expect((await mails()).length).toBe(1);
    await sql()`update report_reminders set reminded_on = reminded_on - 1`;
    expect(await remind()).toEqual({ ok: true });
    expect((await mails()).length).toBe(2);
    // The program reminds of another report.
    await sql()`update report_reminders set reminded_on = reminded_on - 1`;
    await dueIn(course.session, 'enrolment', -2);
    await queueReportReminders();
    expect(await remind()).toEqual({ ok: false, code: 'report.reminded_today' });
  });

  test('without the lock and the condition of its write two e-mails leave', async () => {
    await late();
    const other = await makeAdmin({ role: 'owner' });
    const lock = ['pg_advisory_xact_lock(735006, hashtext(', 'abs(hashtext('] as const;
    await withoutGuards([lock, [/where "report_reminders"."reminded_on" < excluded.reminded_on/]], async () => {
      const both = () => [remind(), remind(other)];
      expect(await writeTogether('report_reminders', both, 'with due as materialized')).toEqual([
        { ok: true },
        { ok: true },
      ]);
    });
    expect((await mails()).length).toBe(2);
  });
});

describe('the days of reports', () => {
  const NONE = { enrolment: null, term_1: null, term_2: null, term_3: null, result: null, outcome: null };
  const session = async () => (await listSessions(admin.scope)).find(({ name }) => name === course.session)!;
  const set = async (days: Partial<Record<keyof typeof NONE, string>>, version?: number) =>
    setReportDates(admin.scope, course.session, { ...NONE, ...days, version: version ?? (await session()).version });

  test('are usual ones until administrators set others; who edited an older page is told', async () => {
    await sql()`delete from report_dates where session = ${course.session}`;
    const { version, firstDay, lastDay } = await session();
    const [year, next] = [Number(firstDay.slice(0, 4)), Number(lastDay.slice(0, 4))];
    await sql()`
      update academic_sessions set first_day = ${`${year}-07-01`}, last_day = ${`${next}-06-30`} where name = ${course.session}`;
    expect(await readReportDates(admin.scope, course.session)).toEqual({
      enrolment: `${year}-10-01`,
      term_1: `${next}-01-16`,
      term_2: `${next}-06-30`,
      term_3: null,
      result: `${next}-08-30`,
      outcome: `${next}-12-30`,
    });
    expect(await set({ term_1: `${year}-12-01` }, version)).toEqual({ ok: true });
    expect(await set({}, version)).toEqual({ ok: false, code: 'session.changed_meanwhile' });
    expect(await readReportDates(admin.scope, course.session)).toEqual({ ...NONE, term_1: `${year}-12-01` });
    expect(await set({ term_1: '2000-01-01' })).toEqual({ ok: false, code: 'report.dates_order', field: 'term_1' });
  });

  test('cannot be taken from a report that was made', async () => {
    await report(1);
    expect(await set({})).toEqual({ ok: false, code: 'report.dates_stated', field: 'term_1' });
    const { lastDay } = await session();
    expect(await set({ term_1: lastDay })).toEqual({ ok: true });
  });
});

test('a report whose day had passed when the office began is listed as missing, not as late', async () => {
  await report(1, { state: false });
  await sql()`update billings set verified_at = now() - interval '90 days'`;
  await dueIn(course.session, 'enrolment', -5);
  await sql()`update office_institutes set created_at = now() where institute_id = ${course.instituteId}`;
  expect((await listed()).map(({ kind, state }) => [kind, state])).toEqual([
    ['term_1', 'due'],
    ['enrolment', 'missed'],
  ]);
  expect((await listed({ state: 'missed' })).length).toBe(1);
});

test('reports are listed by what is due, with the filters of the page', async () => {
  await report(1, { state: false });
  expect(await listed()).toMatchObject([
    {
      kind: 'term_1',
      state: 'due',
      statedAt: null,
      progress: { attending: [], enrolled: [{ count: 1, of: 1 }] },
      placed: null,
    },
  ]);
  await dueIn(course.session, 'enrolment', -5);
  await dueIn(course.session, 'result', 40);
  expect((await listed()).map(({ kind, state }) => [kind, state])).toEqual([
    ['term_1', 'due'],
    ['enrolment', 'late'],
  ]);
  expect((await listed({ state: 'late', session: course.session })).map(({ kind }) => kind)).toEqual(['enrolment']);
  expect(await listed({ kind: 'term_2' })).toEqual([]);
});
