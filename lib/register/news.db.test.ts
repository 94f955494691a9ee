import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { REPORT_KINDS, type ReportKind } from '@/db/schema/report-kinds';
import type { GuestScope } from '@/lib/adoption/core/access';
import { accountEmail } from '@/lib/notifications/account-templates';
import type { AccountMessageDetail } from '@/lib/notifications/schema';
import { claimMessage, type AccountMessageRow } from '@/lib/notifications/statements';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { endEnrolment, enterStudents } from './mutations';
import { queueNews } from './news';
import { setStudentMails } from './student-mails';

useTestDatabase();
const instances = [useClient(3).db, useClient(3).db] as const;
const [watcher, locker] = [useClient(1).sql, useClient(1).sql];

let office: OfficeAccount;
let sponsor: SponsorAccount;
beforeEach(async () => {
  await sql()`delete from report_marks`;
  await sql()`delete from report_checks`;
  await sql()`delete from reports`;
  await sql()`delete from enrolments`;
  await sql()`delete from outbound_messages`;
  await sql()`update users set student_mails = false`;
  office = await makeOffice();
  await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${office.scope.institutes[0]!.id}`;
  sponsor = await makeSponsorAccount();
  await setDays({});
  // People are told from now on.
  await queueNews();
});

/** Sets the days of reports, this many days before the last one whose evening has come; no other report is asked for. */
async function setDays(days: Partial<Record<ReportKind, number>>) {
  const { session } = await makeCourse();
  for (const kind of REPORT_KINDS)
    await sql()`
      insert into report_dates (session, kind, due_on)
      values (${session}, ${kind}, ((now() at time zone 'Asia/Kolkata') + interval '6 hours')::date - 1 - ${days[kind] ?? null}::int)
          on conflict (session, kind) do update set due_on = excluded.due_on`;
}
const makeOwnCourse = (of: OfficeAccount = office) =>
  makeCourse({ instituteId: of.scope.institutes[0]!.id, totalSeats: 500, durationYears: 1 });
const adopt = (lines: { course: CourseRow; seats: number; institute?: string }[], userId: string = sponsor.userId) => {
  const named = lines.map((line) => ({ institute: office.scope.institutes[0]!.name, ...line }));
  return insertAdoption(sql(), { userId, state: 'completed', lines: named, daysAgo: 100 });
};
let rolls = 0;
async function enter(course: CourseRow, count: number) {
  const [{ day }] = await sql()<
    [{ day: string }]
  >`select first_day::text as day from academic_sessions where name = ${course.session}`;
  const rows = Array.from({ length: count }, (_, index) => ({ line: index + 1, roll: `N${++rolls}` }));
  expect(await enterStudents(office.scope, course.id, { rows, from_day: day, enter: count })).toMatchObject({
    ok: true,
  });
}
async function leave(count: number, course: CourseRow) {
  const students = await sql()<{ id: string; day: string }[]>`
    select id, from_day::text as day from enrolments where course_id = ${course.id} and until_day is null order by place desc limit ${count}`;
  for (const { id, day } of students)
    expect(await endEnrolment(office.scope, id, { day, reason: 'left' })).toEqual({ ok: true });
}
/** States or corrects a report of an offer, in which this many students of each adoption attend. */
async function state({ id }: CourseRow, kind: ReportKind, attending = 0) {
  const [report] = await sql()<[{ id: string }]>`
    insert into reports (course_id, kind, version, stated_at, first_stated_at) values (${id}, ${kind}, 1, now(), now())
        on conflict (course_id, kind) do update set stated_at = now(), version = reports.version + 1 returning id`;
  await sql()`
    insert into report_marks (report_id, enrolment_id, mark, version)
    select ${report.id}, id, case when place <= ${attending} then 'attends' else 'absent' end, 1 from enrolments where course_id = ${id}
        on conflict (report_id, enrolment_id) do update set mark = excluded.mark`;
  return report.id;
}
/** Days pass: everything that happened so far is that much older, and people were told until the evening before. */
async function pass(days = 1) {
  const by = sql()`${days} * interval '1 day'`;
  await sql()`update enrolments set created_at = created_at - ${by}, ended_at = ended_at - ${by}`;
  await sql()`update reports set stated_at = stated_at - ${by}, first_stated_at = first_stated_at - ${by}`;
  await sql()`update report_checks set recorded_at = recorded_at - ${by}`;
  await sql()`update news_parts set told_until = told_until - ${days}::int`;
}
type Row = { id: string; recipient: string; locale: string; detail: AccountMessageDetail };
const mails = () => sql()<Row[]>`
  select id, recipient, locale, detail from outbound_messages where kind = 'student_news' order by recipient, created_at`;
/** What the e-mails say: of each line its numbers, those before, and its reports. */
const told = async () =>
  (await mails()).map(({ detail }) =>
    detail.news!.map(({ lines }) =>
      lines.map(({ before, state: known, enrolled, reports }) => [
        ...(before ? [before.enrolled?.count || before.enrolled?.says || before.state] : []),
        enrolled?.count || enrolled?.says || known,
        ...reports.map(({ kind, is }) => `${kind} ${is}`),
      ]),
    ),
  );
/** Sends the oldest message as the job does. */
async function email() {
  const row = (await claimMessage(instances[0])) as AccountMessageRow;
  return { ...accountEmail(row, 'seats@adopt.example'), news: row.news };
}

describe('one e-mail for a person and an evening', () => {
  test('with the news of all adoptions and institutes, whose subject says them', async () => {
    const other = await makeOffice();
    await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${other.scope.institutes[0]!.id}`;
    const [first, second, third] = [await makeOwnCourse(), await makeOwnCourse(), await makeOwnCourse(other)];
    const one = await adopt([
      { course: first, seats: 20 },
      { course: second, seats: 10 },
    ]);
    const two = await adopt([{ course: third, seats: 6, institute: other.scope.institutes[0]!.name }]);
    await enter(first, 20);
    await pass(5);
    await queueNews();
    await sql()`delete from outbound_messages`;
    // Before the evening nothing is told.
    await setDays({ term_1: 7 });
    await state(first, 'term_1', 14);
    expect(await queueNews()).toBeNull();
    await pass();
    expect(await queueNews()).toBe(1);
    expect(await queueNews()).toBeNull();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: sponsor.email, locale: 'en' });
    expect(mail!.detail.news!.map(({ billing }) => billing).sort()).toEqual([one.id, two.id].sort());
    expect((await told()).flat(2).sort()).toEqual(
      [
        [20, 'term_1 stated'],
        ['due', 'term_1 late'],
        ['due', 'term_1 late'],
      ].sort(),
    );
    const { subject, text, news } = await email();
    const [own, late] = [office.scope.institutes[0]!.name, other.scope.institutes[0]!.name];
    expect(subject).toMatch(
      new RegExp(`^${own}, .+: Report on the first term; ${late}, .+: Report on the first term is late$`),
    );
    expect(text.indexOf(own)).toBeLessThan(text.indexOf(late));
    for (const part of [
      '20 of 20 seats have a student. 14 of 20 attend.',
      one.reference,
      two.reference,
      'late, it was due',
    ])
      expect(text).toContain(part);
    expect(news).toHaveLength(2);
  });

  test('a late report alone is not told as what institutes state', async () => {
    const course = await makeOwnCourse();
    await adopt([{ course, seats: 6 }]);
    await setDays({ enrolment: 6 });
    await pass();
    expect(await queueNews()).toBe(0);
    await setDays({ enrolment: 7 });
    await pass();
    expect(await queueNews()).toBe(1);
    const { subject, text } = await email();
    expect(subject).toMatch(new RegExp(`^${office.scope.institutes[0]!.name}, .+: Report on enrolment is late$`));
    expect(text).toContain('have not come');
    expect(text).not.toMatch(/state about|News of the institutes/);
  });

  test('a correction is told as one, and a spot check that found differences', async () => {
    const course = await makeOwnCourse();
    await adopt([{ course, seats: 20 }]);
    await enter(course, 20);
    await state(course, 'term_1', 14);
    await pass();
    await queueNews();
    const id = await state(course, 'term_1', 13);
    await pass();
    await queueNews();
    await sql()`insert into report_checks (report_id, version, seed, verdict, recorded_at) values (${id}, 2, 'seed', 'differs', now())`;
    await pass();
    await queueNews();
    const all = await mails();
    expect(all.map(({ detail }) => detail.news![0]!.lines[0]!.reports)).toMatchObject([
      [{ is: 'stated' }],
      [{ is: 'corrected' }],
      [{ is: 'checked', stated: { state: 'differs' } }],
    ]);
    await sql()`delete from outbound_messages where id <> ${all[1]!.id}`;
    const { subject, text } = await email();
    expect(subject).toContain('Report on the first term, corrected');
    expect(text).toContain('(corrected)');
  });

  test('when students came or left, the numbers before and after; none if only a hidden one changed (security 162)', async () => {
    const [shown, hidden] = [await makeOwnCourse(), await makeOwnCourse()];
    await adopt([{ course: shown, seats: 20 }]);
    await enter(shown, 18);
    await pass();
    expect(await queueNews()).toBe(1);
    await leave(3, shown);
    await pass();
    expect(await queueNews()).toBe(1);
    expect(await told()).toEqual([[[['due', 'nearlyAll']]], [[['nearlyAll', 15]]]]);
    await adopt([{ course: hidden, seats: 4 }]);
    await enter(hidden, 2);
    await pass();
    await queueNews();
    await sql()`delete from outbound_messages`;
    await enter(hidden, 1);
    await leave(1, hidden);
    await pass();
    expect(await queueNews()).toBe(0);
  });

  test('two adoptions of a guest with one address are one e-mail, of a removed colleague the owner has it', async () => {
    const course = await makeOwnCourse();
    const guests = [await makeSponsorAccount(), await makeSponsorAccount()];
    const made = await Promise.all(guests.map(({ userId }) => adopt([{ course, seats: 6 }], userId)));
    await sql()`update users set kind = 'guest', password_hash = null where id = any(${guests.map(({ userId }) => userId)})`;
    const ids = made.map(({ id }) => id);
    await sql()`update billings set sponsor = jsonb_set(sponsor, '{email}', '"Both@Guest.example"') where id = any(${ids})`;
    const colleague = await makeSponsorAccount();
    const ofCompany = await adopt([{ course, seats: 6 }]);
    await sql()`update billings set made_by = ${colleague.userId}, sponsor = jsonb_set(sponsor, '{email}', '"left@company.example"') where id = ${ofCompany.id}`;
    await enter(course, 18);
    await pass();
    expect(await queueNews()).toBe(2);
    expect((await mails()).map(({ recipient, detail }) => [recipient, detail.news!.length]).sort()).toEqual(
      [
        ['Both@Guest.example', 2],
        [sponsor.email, 1],
      ].sort(),
    );
  });

  test('not wanted, given back or sent elsewhere: neither queued nor sent', async () => {
    const course = await makeOwnCourse();
    const adoption = await adopt([{ course, seats: 6 }]);
    await enter(course, 6);
    await setStudentMails(sponsor.scope, false);
    await pass();
    expect(await queueNews()).toBe(0);
    await setStudentMails({ billingId: adoption.id } as GuestScope, true);
    await sql()`update news_parts set told_until = told_until - 1`;
    expect(await queueNews()).toBe(1);
    const again = () => sql()`update outbound_messages set next_attempt_at = now()`;
    expect((await email()).news).toHaveLength(1);
    await setStudentMails(sponsor.scope, false);
    await again();
    expect((await email()).news).toEqual([]);
    await setStudentMails(sponsor.scope, true);
    await sql()`update billings set state = 'cancelled' where id = ${adoption.id}`;
    await again();
    expect((await email()).news).toEqual([]);
    await sql()`update billings set state = 'completed', sponsor = jsonb_set(sponsor, '{email}', '"new@mailbox.example"') where id = ${adoption.id}`;
    await again();
    expect((await email()).news).toEqual([]);
  });

  test('after days without jobs one e-mail has the news of all of them', async () => {
    const course = await makeOwnCourse();
    await adopt([{ course, seats: 20 }]);
    await enter(course, 20);
    await sql()`update enrolments set created_at = created_at - interval '1 day'`;
    await state(course, 'enrolment', 20);
    await pass();
    await sql()`update news_parts set told_until = told_until - 2`;
    expect(await queueNews()).toBe(1);
    expect(await told()).toEqual([[[['due', 20, 'enrolment stated']]]]);
  });
});

describe('each person is told once', () => {
  const PEOPLE = 12;
  /** People with news of the last day. */
  async function makePeople() {
    const course = await makeOwnCourse();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => makeSponsorAccount()));
    for (const { userId } of people) await adopt([{ course, seats: 5 }], userId);
    await enter(course, 5 * PEOPLE);
    await pass();
  }
  const perPerson = async () => {
    const rows = await sql()<{ count: number }[]>`
      select count(*)::int as count from outbound_messages where kind = 'student_news' group by recipient`;
    return rows.map(({ count }) => count);
  };
  const each = Array.from({ length: PEOPLE }, () => 1);

  /** Two instances of which the second comes while the first has queued nothing yet, and waits for it. */
  async function race() {
    await makePeople();
    const lock = await locker.reserve();
    await lock`begin`;
    await lock`lock table outbound_messages in share mode`;
    const first = queueNews(instances[0]);
    await waitForLocks(watcher, 1, 'insert into "outbound_messages"');
    const second = queueNews(instances[1]);
    await waitForLocks(watcher, 1, 'update "news_parts"');
    await lock`commit`;
    lock.release();
    await Promise.all([first, second]);
  }

  test('by two instances at once', async () => {
    await race();
    expect(await perPerson()).toEqual(each);
  });

  test('control: without the comparison of the day they are told twice', async () => {
    await withoutGuards([['"news_parts"."told_until" =', `'2000-01-01'::date <`]], race);
    expect(Math.max(...(await perPerson()))).toBe(2);
  });

  test('by a process that is killed while it queues, and by the next one', async () => {
    await makePeople();
    const lock = await locker.reserve();
    await lock`begin`;
    await lock`lock table outbound_messages in share mode`;
    const program = `
      const { queueNews } = await import('@/lib/register/news');
      await queueNews();`;
    const args = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', program];
    const child = spawn(process.execPath, args, { env: process.env, stdio: 'ignore' });
    await waitForLocks(watcher, 1, 'insert into "outbound_messages"');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await lock`commit`;
    lock.release();
    // What it had begun is undone with its part.
    await Promise.all(instances.map((instance) => queueNews(instance)));
    expect(await perPerson()).toEqual(each);
  });

  test('when the time is over in between, the next run goes on', async () => {
    await makePeople();
    let parts = 0;
    await queueNews(instances[0], () => ++parts <= 8);
    const before = (await perPerson()).length;
    expect(before).toBeLessThan(PEOPLE);
    await queueNews(instances[0]);
    expect(await perPerson()).toEqual(each);
  });
});
