import { beforeEach, describe, expect, test } from 'vitest';
import { eq, sql as fragment } from 'drizzle-orm';
import { db, sql } from '@/db/client';
import { courses } from '@/db/schema';
import { type Mark, REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import { closeOfficeAccount } from '@/lib/accounts/offices/mutations';
import { verifyChain } from '@/lib/admin/audit-log/queries';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { writeTogether } from '@/testing/db/queue-up';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn as setDue } from '@/testing/db/reports';
import { endEnrolment, enterStudents } from './mutations';
import { enterMarks, markStudents, stateOutcome } from './report-mutations';
import { queueReportReminders } from './report-reminders';
import { listDue, listReports, readReport } from './report-queries';
import { lateReports } from './report-statements';

useTestDatabase();

let office: OfficeAccount;
let course: CourseRow;
let day: string;
beforeEach(async () => {
  office = await makeOffice();
  const instituteId = office.scope.institutes[0]!.id;
  await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${instituteId}`;
  course = await makeCourse({ instituteId, totalSeats: 10_000, durationYears: 1 });
  [{ day }] = await sql()<
    [{ day: string }]
  >`select first_day::text as day from academic_sessions where name = ${course.session}`;
  for (const kind of REPORT_KINDS) await dueIn(kind, null);
  await dueIn('term_1', 3);
});

const dueIn = (kind: ReportKind, days: number | null) => setDue(course.session, kind, days);
async function adopt(seats: number, daysAgo = 20) {
  const { userId } = await makeSponsorAccount();
  return insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats }], daysAgo });
}
/** A node of a plan of Postgres. */
type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] };

const rolls = (count: number) => Array.from({ length: count }, (_, index) => `CS${100_000 + index}`);
async function enrol(count: number): Promise<string[]> {
  const rows = rolls(count).map((roll, index) => ({ line: index + 1, roll }));
  expect(await enterStudents(office.scope, course.id, { rows, from_day: day, enter: count })).toMatchObject({
    ok: true,
  });
  const students = await sql()<{ id: string }[]>`
    select e.id from enrolments e join billings b on b.id = e.billing_id where course_id = ${course.id} order by b.verified_at, place`;
  return students.map(({ id }) => id);
}
type Given = { version?: number; state?: boolean; by?: OfficeAccount; kind?: ReportKind };
const mark = (marks: Record<string, Mark>, { version = 0, state = false, by = office, kind = 'term_1' }: Given = {}) =>
  markStudents(by.scope, course.id, kind, {
    marks: Object.entries(marks).map(([student, each]) => ({ student, mark: each })),
    ...{ version, state },
  });
const upload = (rows: readonly (readonly [string, string])[], enter: number | null, kind: ReportKind = 'term_1') =>
  enterMarks(office.scope, course.id, kind, {
    rows: rows.map(([roll, state], index) => ({ line: index + 2, roll, state })),
    enter,
  });
const page = async (kind: ReportKind = 'term_1') => (await readReport(office.scope, course.id, kind, 1))!;

test('A1 late reports are looked for without reading adoptions: none where no day has passed, else one of an offer', async () => {
  for (let made = 0; made < 40; made++) await adopt(1);
  await sql()`vacuum analyze`;
  /** Lines of adoptions that Postgres read to find the late reports of the offer, and how many it found. */
  const readFor = async () => {
    const late = lateReports(eq(courses.id, course.id));
    const query = db().select({ kind: late.kind }).from(late);
    const [row] = await db().execute(fragment`explain (analyze, format json) ${query}`);
    const lines: number[] = [];
    const visit = (node: Plan) => {
      if (node['Relation Name'] === 'billing_items') lines.push(node['Actual Rows'] * node['Actual Loops']);
      node.Plans?.forEach(visit);
    };
    visit((row!['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan);
    return [lines.reduce((sum, count) => sum + count, 0), (await query).length];
  };
  expect(await readFor()).toEqual([0, 0]);
  await dueIn('term_1', -1);
  await dueIn('enrolment', -2);
  expect(await readFor()).toEqual([1, 2]);
});

describe('a term report', () => {
  test('is due from thirty days before its day, and gone from the list once it is stated', async () => {
    await adopt(3);
    const [a, b] = await enrol(2);
    await dueIn('enrolment', -4);
    await dueIn('result', 31);
    expect(await listDue(office.scope)).toMatchObject([
      { id: course.id, kind: 'enrolment', isLate: true },
      { id: course.id, kind: 'term_1', isLate: false },
    ]);
    expect((await listReports(office.scope, course.id)).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
      ['enrolment', true],
      ['term_1', true],
      ['result', false],
    ]);
    expect(await mark({ [a!]: 'passed' }, { kind: 'result' })).toMatchObject({ ok: false, code: 'report.early' });
    expect(await mark({}, { kind: 'term_2' })).toEqual({ ok: false, code: 'report.none' });
    expect(await mark({ [a!]: 'passed' })).toEqual({ ok: false, code: 'report.mark' });
    expect(await mark({ [a!]: 'attends' }, { state: true })).toEqual({ ok: true, gone: 0, unmarked: 1, stated: false });
    expect((await listDue(office.scope)).length).toBe(2);
    expect(await mark({ [b!]: 'absent' }, { version: 1, state: true })).toMatchObject({ unmarked: 0, stated: true });
    expect((await listDue(office.scope)).map(({ kind }) => kind)).toEqual(['enrolment']);
    expect(await page()).toMatchObject({ version: 2, students: 2, unmarked: 0, state: 'stated' });
    expect((await page()).places.map(({ number, rollEnd, mark: each }) => [number, rollEnd, each])).toEqual([
      [1, '000', 'attends'],
      [2, '001', 'absent'],
    ]);
  });

  test('every mark is an entry of the chain, and so is a correction', async () => {
    const { reference } = await adopt(2);
    const [a, b] = await enrol(2);
    await mark({ [a!]: 'attends', [b!]: 'attends' }, { state: true });
    await mark({ [a!]: 'attends', [b!]: 'absent' }, { version: 1 });
    await mark({ [a!]: 'attends' }, { version: 2 });
    const entries = await sql()`
      select action, before->>'mark' as before, after->>'mark' as after, after->>'place' as place, after->>'reference' as reference
        from audit_log where subject = ${course.id} and action like 'report.%' order by id`;
    const part = { action: 'report.student', reference };
    const whole = { before: null, after: null, place: null, reference: null };
    expect(entries).toEqual([
      { action: 'report.stated', ...whole },
      { ...part, before: null, after: 'attends', place: '1' },
      { ...part, before: null, after: 'attends', place: '2' },
      { action: 'report.corrected', ...whole },
      { ...part, before: 'attends', after: 'absent', place: '2' },
    ]);
    expect(await verifyChain()).toMatchObject({ broken: null });
  });

  test('who left, and whose seat was given back, is left out, and it is said how many', async () => {
    const adoption = await adopt(4);
    const [a, b, c, d] = await enrol(4);
    await endEnrolment(office.scope, a!, { day, reason: 'left' });
    await sql()`update billing_items set seats = 3 where billing_id = ${adoption.id}`;
    const marks = { [a!]: 'attends', [b!]: 'attends', [c!]: 'absent', [d!]: 'attends' } as const;
    expect(await mark(marks, { state: true })).toEqual({ ok: true, gone: 2, unmarked: 0, stated: true });
    expect(
      await upload(
        [
          ['CS100000', 'yes'],
          ['CS100003', 'yes'],
          ['CS100001', 'no'],
        ],
        null,
      ),
    ).toMatchObject({
      plan: {
        marked: 1,
        problems: [
          { line: 2, problem: 'gone' },
          { line: 3, problem: 'gone' },
        ],
      },
    });
    await sql()`update billings set state = 'cancelled' where id = ${adoption.id}`;
    expect(await mark(marks, { version: 1 })).toEqual({ ok: false, code: 'report.none' });
    expect(await readReport(office.scope, course.id, 'term_1', 1)).toBeNull();
  });

  test('a clerk of another institute sees and changes nothing', async () => {
    await adopt(1);
    const [a] = await enrol(1);
    const stranger = await makeOffice({ role: 'clerk' });
    expect(await readReport(stranger.scope, course.id, 'term_1', 1)).toBeNull();
    expect(await listDue(stranger.scope)).toEqual([]);
    expect(await listReports(stranger.scope, course.id)).toEqual([]);
    const refused = { ok: false, code: 'admin.not_found' };
    expect(await mark({ [a!]: 'attends' }, { by: stranger })).toEqual(refused);
    expect(await enterMarks(stranger.scope, course.id, 'term_1', { rows: [], enter: null })).toEqual(refused);
    // Nor by a student's id in a report of the own.
    const own = await makeCourse({ instituteId: stranger.scope.institutes[0]!.id });
    await sql()`update office_institutes set created_at = now() - interval '9 days' where admin_id = ${stranger.adminId}`;
    const { userId } = await makeSponsorAccount();
    await insertAdoption(sql(), { userId, state: 'completed', lines: [{ course: own, seats: 1 }], daysAgo: 20 });
    expect(
      await markStudents(stranger.scope, own.id, 'term_1', {
        marks: [{ student: a!, mark: 'attends' }],
        ...{ version: 0, state: false },
      }),
    ).toMatchObject({ ok: true, gone: 1 });
    expect(await sql()`select 1 from report_marks where enrolment_id = ${a!}`).toEqual([]);
  });
});

describe('an office that is new', () => {
  const joined = (daysAgo: number) =>
    sql()`update office_institutes set created_at = now() - ${daysAgo} * interval '1 day' where institute_id = ${course.instituteId}`;

  test('is not asked for a report whose day had passed, and has fourteen days for the next one', async () => {
    await adopt(2, 90);
    await joined(0);
    await dueIn('enrolment', -1);
    await dueIn('term_1', 0);
    const [due, ...others] = await listDue(office.scope);
    expect([due!.kind, due!.isLate, others.length]).toEqual(['term_1', false, 0]);
    expect(await mark({}, { kind: 'enrolment' })).toEqual({ ok: false, code: 'report.none' });
    const [{ last }] = await sql()<[{ last: string }]>`
      select ((now() at time zone 'Asia/Kolkata')::date + 14)::text as last`;
    expect(due!.dueOn).toBe(last);
    await joined(15);
    await dueIn('enrolment', -16);
    await dueIn('term_1', -2);
    expect(await listDue(office.scope)).toMatchObject([{ kind: 'term_1', isLate: true }]);
  });

  test('keeps and corrects what an office before it stated', async () => {
    await adopt(1, 90);
    const [a] = await enrol(1);
    await mark({ [a!]: 'attends' }, { state: true });
    await dueIn('term_1', -3);
    await joined(0);
    expect(await listDue(office.scope)).toEqual([]);
    expect(await listReports(office.scope, course.id)).toMatchObject([{ kind: 'term_1', isLate: false }]);
    expect(await mark({ [a!]: 'absent' }, { version: 1 })).toMatchObject({ ok: true, stated: true });
  });

  test('has fourteen days from the adoption as well', async () => {
    await adopt(2, 5);
    await dueIn('term_1', -1);
    expect(await listDue(office.scope)).toMatchObject([{ kind: 'term_1', isLate: false }]);
  });
});

describe('at the same time', () => {
  type Outcomes = ReturnType<typeof mark>[];
  const both = async (run = (begin: () => Outcomes) => Promise.all(begin())) => {
    await adopt(2);
    const [a, b] = await enrol(2);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    const outcomes = await run(() => [
      mark({ [a!]: 'attends', [b!]: 'attends' }, { state: true }),
      mark({ [a!]: 'absent', [b!]: 'attends' }, { state: true, by: clerk }),
    ]);
    const [entries] = await sql()<[{ count: number }]>`
      select count(*)::int as count from audit_log where subject = ${course.id} and action = 'report.student'`;
    return { outcomes, entries: entries.count };
  };

  test('of two clerks who mark a student differently, one is told', async () => {
    const { outcomes, entries } = await both();
    expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, code: 'report.changed' });
    expect(entries).toBe(2);
  });

  test('control: without the lock of the register both believe that they are the first', async () => {
    await withoutGuards([['pg_advisory_xact_lock(735006, hashtext(', 'abs(hashtext(']], async () => {
      const { outcomes } = await both((begin) => writeTogether('reports', begin, 'insert into "reports"'));
      expect(outcomes.filter(({ ok }) => ok).length).toBe(2);
    });
  });

  test('two clerks on different students do not disturb each other', async () => {
    await adopt(2);
    const [a, b] = await enrol(2);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    const outcomes = await Promise.all([
      mark({ [a!]: 'attends' }, { state: true }),
      mark({ [b!]: 'absent' }, { state: true, by: clerk }),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await page()).toMatchObject({ unmarked: 0, state: 'stated', statedAt: expect.any(Date) as Date });
  });

  test('a head who was removed while an upload waits stores nothing', async () => {
    await adopt(2);
    await enrol(2);
    const admin = await makeAdmin();
    const waiting = await sql().begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(735006, hashtext(${course.instituteId}))`;
      const done = upload(
        [
          ['CS100000', 'yes'],
          ['CS100001', 'yes'],
        ],
        2,
      ).catch((error: unknown) => error);
      await closeOfficeAccount(admin.scope, office.adminId);
      return { done };
    });
    expect(await waiting.done).toMatchObject({ status: 401, code: 'admin.session_ended' });
    expect(await sql()`select 1 from reports where course_id = ${course.id}`).toEqual([]);
  });

  test('a file that was checked before a student left is checked again', async () => {
    await adopt(2);
    const [a] = await enrol(2);
    const rows = [
      ['CS100000', 'yes'],
      ['CS100001', 'no'],
    ] as const;
    expect(await upload(rows, null)).toMatchObject({ plan: { marked: 2, unmarked: 0 } });
    expect(await sql()`select 1 from reports where course_id = ${course.id}`).toEqual([]);
    await endEnrolment(office.scope, a!, { day, reason: 'moved' });
    expect(await upload(rows, 2)).toEqual({ ok: false, code: 'enrolment.changed' });
    expect(await upload(rows, 1)).toMatchObject({ ok: true });
  });
});

test('a file of 5,000 rows marks 5,000 students', async () => {
  await adopt(5_000);
  await enrol(5_000);
  await dueIn('result', 0);
  const rows = rolls(5_000).map((roll, index) => [roll, index % 10 === 0 ? 'failed' : 'Completed'] as const);
  expect(await upload(rows, 5_000, 'result')).toMatchObject({ ok: true, plan: { problems: [] } });
  const report = await page('result');
  expect(report).toMatchObject({ students: 5_000, unmarked: 0, pages: 84, statedAt: null });
  expect(report.counts).toEqual([
    { mark: 'failed', students: 500 },
    { mark: 'completed', students: 4_500 },
  ]);
  expect(await mark({}, { kind: 'result', version: 1, state: true })).toMatchObject({ stated: true });
});

test('the outcome is stated by totals that add up to those who completed the course', async () => {
  await adopt(5);
  const [a, b, c] = await enrol(4);
  for (const kind of ['result', 'outcome'] as const) await dueIn(kind, 0);
  const state = (looking: number, version = 0) =>
    stateOutcome(office.scope, course.id, { version, apprentices: 1, employed: 1, studying: 0, looking, unknown: 0 });
  expect(await state(1)).toEqual({ ok: false, code: 'report.sum', params: { count: 4 } });
  await upload(
    [
      ['CS100000', 'completed'],
      ['CS100001', 'completed'],
      ['CS100002', 'completed'],
      ['CS100003', 'fail'],
    ],
    4,
    'result',
  );
  await mark({}, { kind: 'result', version: 1, state: true });
  expect(await page('outcome')).toMatchObject({ expected: 3, totals: null, allowed: [] });
  expect(await state(1)).toEqual({ ok: true });
  expect(await page('outcome')).toMatchObject({ totals: { apprentices: 1, looking: 1 }, version: 1 });
  // Those who completed count, even when their place is free again; who never was there does not.
  await endEnrolment(office.scope, a!, { day, reason: 'other' });
  expect((await page('outcome')).expected).toBe(3);
  await endEnrolment(office.scope, b!, { day, reason: 'mistake' });
  expect(await state(1, 1)).toMatchObject({ code: 'report.sum' });
  expect(await state(0, 0)).toEqual({ ok: false, code: 'report.changed' });
  expect(await state(0, 1)).toEqual({ ok: true });
  expect(await mark({ [c!]: 'attends' }, { kind: 'outcome' })).toEqual({ ok: false, code: 'report.mark' });
  const actions = await sql()`
    select action from audit_log where subject = ${course.id} and after->>'report' = 'outcome' order by id`;
  expect(actions.map(({ action }) => action as string)).toEqual(['report.stated', 'report.corrected']);
});

describe('reminders', () => {
  const mails = () => sql()<{ kind: string; recipient: string; locale: string; detail: Record<string, unknown> }[]>`
    select kind, recipient, locale, detail from outbound_messages where kind like 'report_%' and detail->>'institute' = ${office.scope.institutes[0]!.name}
     order by recipient, kind`;

  test('an office is reminded once before the day and once when it has passed, each person in the own language', async () => {
    await adopt(3);
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [course.instituteId!] });
    await sql()`update admins set locale = 'hi' where id = ${clerk.adminId}`;
    await dueIn('term_1', 15);
    await queueReportReminders();
    expect(await mails()).toEqual([]);
    await dueIn('term_1', 14);
    expect(await queueReportReminders()).toBeGreaterThan(0);
    await Promise.all([queueReportReminders(), queueReportReminders()]);
    expect((await mails()).map(({ kind, recipient, locale }) => [kind, recipient, locale]).sort()).toEqual(
      [
        ['report_due', office.username, 'en'],
        ['report_due', clerk.username, 'hi'],
      ].sort(),
    );
    await sql()`delete from outbound_messages where kind = 'report_due'`;
    // Another day is another report.
    await dueIn('term_1', -1);
    await Promise.all([queueReportReminders(), queueReportReminders()]);
    expect((await mails()).map(({ kind, detail }) => [kind, detail.seats, detail.report])).toEqual([
      ['report_late', 3, 'term_1'],
      ['report_late', 3, 'term_1'],
    ]);
    const [{ reminded, isToday }] = await sql()<[{ reminded: number; isToday: boolean }]>`
      select count(*)::int as reminded, bool_and(reminded_on = (now() at time zone 'Asia/Kolkata')::date) as "isToday"
        from report_reminders where institute_id = ${course.instituteId}`;
    expect([reminded, isToday]).toEqual([2, true]);
    expect(await listDue(office.scope)).toMatchObject([{ isLate: true, remindedOn: expect.any(String) as string }]);
  });

  test('nobody is reminded of a report that is stated, or whose seats are not adopted any more', async () => {
    const adoption = await adopt(1);
    await mark({}, { state: true });
    await dueIn('enrolment', 1);
    await sql()`update billings set state = 'cancelled' where id = ${adoption.id}`;
    await queueReportReminders();
    expect(await mails()).toEqual([]);
  });
});
