import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { db, sql } from '@/db/client';
import { courses } from '@/db/schema';
import { REPORT_KINDS } from '@/db/schema/report-kinds';
import type { GuestScope } from '@/lib/adoption/core/access';
import { reissuePapers } from '@/lib/documents/papers/mutations';
import { paperPdf, papersOf } from '@/lib/documents/papers/queries';
import { confirmReference } from '@/lib/documents/queries';
import { countPapers, listPapers } from '@/lib/admin/registers/papers';
import { getTranslator } from '@/lib/platform/i18n/server';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';
import { issueCertificate } from './certificate';
import { progressCsv } from './progress-csv';
import { readOwnProgress, readProgress } from './progress-queries';
import { publish, totalOf } from '@/lib/published/progress';
import { readInstituteProgress, readUnnamedLines } from './total-queries';
import { queueNews } from './news';

useTestDatabase();

let sponsor: SponsorAccount;
let instituteId: string;
beforeEach(async () => {
  await sql()`update users set student_mails = false`;
  sponsor = await makeSponsorAccount();
  instituteId = (await makeInstitute()).id;
});

const makeOwnCourse = () => makeCourse({ instituteId, totalSeats: 1_000, durationYears: 1 });
const adopt = (lines: { course: CourseRow; seats: number }[]) =>
  insertAdoption(sql(), { userId: sponsor.userId, state: 'completed', lines, daysAgo: 100 });
/** Puts students on the first places of a line. */
async function enrol(billingId: string, course: CourseRow, enrolled: number) {
  // Somebody was there once, so that the register of the offer has begun.
  await sql()`
    insert into enrolments (billing_id, course_id, place, session, from_day, until_day, reason, created_at, ended_at)
    values (${billingId}, ${course.id}, 1, ${course.session}, '2020-01-01', '2020-01-02', 'left',
            now() - interval '30 days', now() - interval '20 days')`;
  await sql()`
    insert into enrolments (billing_id, course_id, place, session, roll_hash, from_day, created_at)
    select ${billingId}, ${course.id}, place, ${course.session}, gen_random_uuid()::text, '2020-01-01', now() - interval '1 day'
      from generate_series(1, ${enrolled}::int) place`;
}
/** Puts students on the first places of a line, with the marks of a term and of the result for the first of them. */
async function fill(
  billingId: string,
  course: CourseRow,
  { enrolled, attending, completed }: { enrolled: number; attending: number; completed: number },
) {
  await enrol(billingId, course, enrolled);
  await state(billingId, course, 'term_1', attending);
  await state(billingId, course, 'result', completed);
}

/** States a report of an offer in which the first students of a line attend or complete, and the others do not. */
async function state(billingId: string, course: CourseRow, kind: 'term_1' | 'result', count: number) {
  const [yes, no] = kind === 'term_1' ? ['attends', 'absent'] : ['completed', 'failed'];
  await sql()`
      with report as (
        insert into reports (course_id, kind, version, stated_at) values (${course.id}, ${kind}, 1, now() - interval '1 day')
        on conflict (course_id, kind) do update set version = 1 returning id)
      insert into report_marks (report_id, enrolment_id, mark, version)
      select report.id, enrolments.id, case when place <= ${count}::int then ${yes} else ${no} end, 1 from report, enrolments
       where billing_id = ${billingId} and course_id = ${course.id} and until_day is null`;
}

test('a certificate says what is published of the result, and /verify knows when that is not true any more', async () => {
  const course = await makeOwnCourse();
  const { id, reference } = await adopt([{ course, seats: 20 }]);
  expect(await issueCertificate(sponsor.scope, id, course.session)).toEqual({ ok: false, code: 'certificate.not_yet' });
  await fill(id, course, { enrolled: 20, attending: 20, completed: 18 });
  const stranger = await makeSponsorAccount();
  expect(await issueCertificate(stranger.scope, id, course.session)).toEqual({
    ok: false,
    code: 'own_adoption.not_found',
  });
  const issue = async () => {
    const issued = await issueCertificate({ billingId: id } as GuestScope, id, course.session);
    if (!issued.ok) throw new Error(issued.code);
    return issued.paper;
  };
  const first = await issue();
  expect(first.serial).toMatch(/^CT\/20\d\d-\d\d\/0+\d+$/);
  expect(await issue()).toEqual(first);
  const text = async (locale: 'en' | 'hi') => (await pdfPages((await paperPdf(first.id, locale)).pdf)).join(' ');
  expect(await text('en')).toMatch(/Certificate[^]*20 seats[^]*Nearly all of 20 have completed the course/);
  expect(await text('hi')).toMatch(/लगभग सभी/);
  const confirmed = async (serial: string) => (await confirmReference(reference, serial))!.paper!;
  expect(await confirmed(first.serial)).toMatchObject({
    ...{ kind: 'certificate', amountPaise: null, voidReason: null },
    certified: { courses: [{ line: { seats: 20 }, result: { is: 'completed', says: 'nearlyAll', count: 0 } }] },
  });
  await sql()`update reports set version = 2 where course_id = ${course.id} and kind = 'result'`;
  expect(await confirmed(first.serial)).toMatchObject({ voidReason: 'corrected' });
  const second = await issue();
  expect(await confirmed(second.serial)).toMatchObject({ voidReason: null, replacedBy: null });
  expect((await confirmed(first.serial)).replacedBy).toMatchObject({ serial: second.serial });
  await sql()`
    insert into report_checks (report_id, version, seed, verdict, recorded_at)
    select id, 2, 'seed', 'differs', now() from reports where course_id = ${course.id} and kind = 'result'`;
  expect(await issueCertificate(sponsor.scope, id, course.session)).toEqual({ ok: false, code: 'certificate.not_yet' });
  await sql()`update billings set state = 'cancelled' where id = ${id}`;
  expect(await confirmed(second.serial)).toMatchObject({ voidReason: 'certificate' });
});

test('a certificate of a test payment has the mark of one, also when it is issued again, and is not offered again until it is void', async () => {
  const course = await makeOwnCourse();
  const lines = [{ course, seats: 20 }];
  const { id } = await insertAdoption(sql(), {
    ...{ userId: sponsor.userId, state: 'completed', lines, daysAgo: 100, payments: [{ status: 'captured' }] },
  });
  await fill(id, course, { enrolled: 20, attending: 20, completed: 20 });
  const certifiable = async () => (await readProgress(sponsor.scope, id))!.certifiable;
  expect(await certifiable()).toEqual([course.session]);
  const issued = await issueCertificate(sponsor.scope, id, course.session);
  if (!issued.ok) throw new Error(issued.code);
  const text = async (paper: string) => (await pdfPages((await paperPdf(paper, 'en')).pdf)).join(' ');
  expect(await text(issued.paper.id)).toMatch(/TEST[^]*Test payment: no money was charged/);
  expect(await certifiable()).toEqual([]);
  await sql()`insert into companies (owner_id, legal_name) values (${sponsor.userId}, 'Narmada Motors Limited')`;
  const [again] = (await reissuePapers(db(), id)).filter(({ kind }) => kind === 'certificate');
  expect(again!.id).not.toBe(issued.paper.id);
  expect(await text(again!.id)).toContain('Test payment');
  expect(await certifiable()).toEqual([]);
  await sql()`update reports set version = 2 where course_id = ${course.id}`;
  expect(await certifiable()).toEqual([course.session]);
});

test('one certificate has all courses of the session; what is not stated, not reported or found to differ is no part of its numbers', async () => {
  const [stated, waiting, differs, outside] = [
    await makeOwnCourse(),
    await makeOwnCourse(),
    await makeOwnCourse(),
    await makeCourse({ instituteId: (await makeInstitute()).id, totalSeats: 100, durationYears: 1 }),
  ];
  const seats = 20;
  const { id } = await adopt([stated, waiting, differs, outside].map((course) => ({ course, seats })));
  await fill(id, stated, { enrolled: 20, attending: 20, completed: 12 });
  await enrol(id, waiting, 20);
  await fill(id, differs, { enrolled: 20, attending: 20, completed: 20 });
  await sql()`
    insert into report_checks (report_id, version, seed, verdict, recorded_at)
    select id, 1, 'seed', 'differs', now() from reports where course_id = ${differs.id} and kind = 'result'`;
  const issue = async () => {
    const issued = await issueCertificate(sponsor.scope, id, stated.session);
    if (!issued.ok) throw new Error(issued.code);
    return issued.paper;
  };
  const first = await issue();
  const { courses: said } = await certificateOf(first.id);
  expect(said.map(({ result }) => result)).toEqual([expect.objectContaining({ count: 12, of: 20 }), null, null, null]);
  expect(said.map(({ known }) => known)).toEqual(['reported', 'reported', 'reported', 'outside']);
  expect(await issueCertificate(sponsor.scope, id, '1999-00')).toEqual({ ok: false, code: 'own_adoption.not_found' });
  // Another institute's results make a new paper, which replaces the first; it was not wrong.
  expect((await readProgress(sponsor.scope, id))!.certifiable).toEqual([]);
  await state(id, waiting, 'result', 10);
  expect((await readProgress(sponsor.scope, id))!.certifiable).toEqual([stated.session]);
  const second = await issue();
  const { rows } = await papersNow(id);
  expect(rows).toEqual([
    { serial: first.serial, replacedBy: second.serial, isVoid: false },
    { serial: second.serial, replacedBy: null, isVoid: false },
  ]);
  // Seats that are given back make it untrue, and it is not issued again by itself.
  await sql()`update billing_items set seats = 15 where billing_id = ${id} and course_id = ${waiting.id}`;
  expect((await papersNow(id)).rows.at(-1)).toMatchObject({ serial: second.serial, isVoid: true });
  expect(await reissuePapers(db(), id)).toEqual([]);
  expect((await issue()).serial).not.toBe(second.serial);
});

test('the register of papers has a certificate of a session with its number and state, as do its filters', async () => {
  const { scope } = await makeAdmin();
  const [course, other] = [await makeOwnCourse(), await makeOwnCourse()];
  const { id, reference } = await adopt([course, other].map((each) => ({ course: each, seats: 20 })));
  await fill(id, course, { enrolled: 20, attending: 20, completed: 12 });
  await enrol(id, other, 20);
  const issue = async () => {
    const issued = await issueCertificate(sponsor.scope, id, course.session);
    if (!issued.ok) throw new Error(issued.code);
    return issued.paper.serial;
  };
  const register = async () => {
    const { rows } = await listPapers(scope, { series: 'CT' }, {});
    for (const { state } of rows) {
      const found = (await listPapers(scope, { series: 'CT', state }, {})).rows;
      expect(found.map(({ serial }) => serial)).toEqual(
        rows.filter((row) => row.state === state).map(({ serial }) => serial),
      );
      expect(await countPapers(scope, { series: 'CT', state })).toBe(found.length);
    }
    return rows
      .filter((row) => row.reference === reference)
      .map(({ kind, serial, company, amountPaise, state }) => ({ kind, serial, company, amountPaise, state }));
  };
  const [billing] = await sql()<
    { company: string }[]
  >`select sponsor->>'company' as company from billings where id = ${id}`;
  const row = { kind: 'certificate', ...billing!, amountPaise: null };
  const first = await issue();
  expect(await register()).toEqual([{ ...row, serial: first, state: 'valid' }]);
  await state(id, other, 'result', 10);
  const second = await issue();
  const replaced = { ...row, serial: first, state: 'replaced' };
  expect(await register()).toEqual([{ ...row, serial: second, state: 'valid' }, replaced]);
  const untrue = [{ ...row, serial: second, state: 'void' }, replaced];
  await sql()`update billing_items set seats = 15 where billing_id = ${id} and course_id = ${other.id}`;
  expect(await register()).toEqual(untrue);
  // Nor is it true of an adoption without seats in the session.
  await sql()`delete from billing_items where billing_id = ${id}`;
  expect(await register()).toEqual(untrue);
});

test('a certificate of one course that was issued before stays as it is, also when it is issued again and beside that of the session', async () => {
  const course = await makeOwnCourse();
  const { id, reference } = await adopt([{ course, seats: 20 }]);
  await fill(id, course, { enrolled: 20, attending: 20, completed: 12 });
  const made = await issueCertificate(sponsor.scope, id, course.session);
  if (!made.ok) throw new Error(made.code);
  // As the form of before stored it.
  const [before] = await sql()<{ id: string; serial: string }[]>`
    insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
    select kind, billing_id, ${`${id}/${course.id}`}, series, financial_year, 900, series || '/' || financial_year || '/000900',
           (data - '{courses,students,session}'::text[])
           || jsonb_build_object('line', data#>'{courses,0,line}', 'report', data#>'{courses,0,report}',
                                 'result', (data#>'{courses,0,result}') - '{of,lines}'::text[],
                                 'students', jsonb_build_object('enrolled', null, 'of', 20))
      from papers where id = ${made.paper.id} returning id, serial`;
  const text = async (paper: string) => (await pdfPages((await paperPdf(paper, 'en')).pdf)).join(' ');
  expect(await text(before!.id)).toContain('12 of 20 students on these seats completed the course');
  expect((await confirmReference(reference, before!.serial))!.paper).toMatchObject({
    ...{ voidReason: null, certified: { session: course.session, courses: [{ result: { count: 12, of: 20 } }] } },
  });
  await sql()`insert into companies (owner_id, legal_name) values (${sponsor.userId}, 'Narmada Motors Limited')`;
  await sql()`update paper_series set last_number = 900 where series = 'CT'`;
  const again = (await reissuePapers(db(), id)).filter(({ kind }) => kind === 'certificate');
  expect(again).toHaveLength(2);
  for (const { id: paper } of again)
    expect(await text(paper)).toMatch(/Narmada Motors Limited[^]*12 of 20 students on these seats completed/);
  await sql()`update reports set version = 2 where course_id = ${course.id}`;
  expect((await papersNow(id)).rows.filter(({ replacedBy }) => !replacedBy).map(({ isVoid }) => isVoid)).toEqual([
    true,
    true,
  ]);
});

/** The certificates of an adoption by number. */
async function papersNow(billingId: string) {
  const papers = (await papersOf(billingId)).filter(({ kind }) => kind === 'certificate');
  const serialOf = new Map(papers.map(({ id, serial }) => [id, serial]));
  const rows = papers.map(({ serial, replacedById, isVoid }) => ({
    ...{ serial, isVoid, replacedBy: replacedById ? serialOf.get(replacedById)! : null },
  }));
  return { rows: rows.toSorted((a, b) => a.serial.localeCompare(b.serial)) };
}

test('security 162: none while the seats are not paid', async () => {
  const course = await makeOwnCourse();
  const { id } = await adopt([{ course, seats: 20 }]);
  await fill(id, course, { enrolled: 20, attending: 20, completed: 18 });
  await sql()`update billings set state = 'pledged' where id = ${id}`;
  expect(await issueCertificate(sponsor.scope, id, course.session)).toEqual({ ok: false, code: 'certificate.not_yet' });
});

/** What is reported of a line of one of two sponsors. */
type Reported = { sponsor: 0 | 1; seats: number; enrolled: number; attending: number; completed: number };
const reported = fc
  .record({
    sponsor: fc.constantFrom(0 as const, 1 as const),
    seats: fc.integer({ min: 1, max: 14 }),
    enrolled: fc.nat(14),
    attending: fc.nat(14),
    completed: fc.nat(14),
  })
  .map(({ seats, sponsor, ...given }): Reported => {
    const enrolled = Math.min(seats, given.enrolled);
    const [attending, completed] = [Math.min(enrolled, given.attending), Math.min(enrolled, given.completed)];
    return { sponsor, seats, enrolled, attending, completed };
  });

const range = (to: number) => Array.from({ length: to + 1 }, (_, index) => index);
/** What is published of a line, as text. */
const look = ({ seats, enrolled, attending, completed }: Reported) =>
  JSON.stringify(
    publish([
      {
        ...{ seats, enrolled, state: 'reported', placed: null },
        attending: { count: attending, total: enrolled },
        result: { is: 'completed', count: completed, total: enrolled },
      },
    ]),
  );

/** Registers with the same published lines but other numbers, each in all lines in which one is hidden; undefined if there is none. */
function neighbour(lines: Reported[]): Reported[] | undefined {
  const others = lines.map((line) => {
    const same = range(line.seats).flatMap((enrolled) =>
      range(enrolled).flatMap((attending) =>
        range(enrolled).map((completed): Reported => ({ ...line, enrolled, attending, completed })),
      ),
    );
    const change = (other: Reported) =>
      Math.abs(other.enrolled - line.enrolled) +
      Math.abs(other.attending - line.attending) +
      Math.abs(other.completed - line.completed);
    const alike = same.filter((other) => change(other) > 0 && look(other) === look(line));
    return alike.toSorted((a, b) => change(b) - change(a))[0];
  });
  return others.some(Boolean) ? lines.map((line, index) => others[index] ?? line) : undefined;
}

/** Everything about students that two sponsors, the public and administrators can see, without ids, references, serials and times. */
async function everything(lines: Reported[]) {
  await sql()`delete from outbound_messages`;
  await sql()`delete from report_marks`;
  await sql()`delete from report_checks`;
  await sql()`delete from reports`;
  await sql()`delete from enrolments`;
  // E-mails of others would fill the batch.
  await sql()`update users set student_mails = false`;
  instituteId = (await makeInstitute()).id;
  const offers = await Promise.all(lines.map(() => makeOwnCourse()));
  const sponsors: { scope: SponsorAccount['scope']; id: string; own: { line: Reported; course: CourseRow }[] }[] = [];
  for (const index of [0, 1]) {
    const own = lines.flatMap((line, position) =>
      line.sponsor === index ? [{ line, course: offers[position]! }] : [],
    );
    if (own.length === 0) continue;
    sponsor = await makeSponsorAccount();
    const { id } = await adopt(own.map(({ line, course }) => ({ course, seats: line.seats })));
    sponsors.push({ scope: sponsor.scope, id, own });
  }
  await queueNews();
  const seen: unknown[] = [];
  // First the students, then two reports.
  for (const step of ['enter', 'term_1', 'result'] as const) {
    for (const { id, own } of sponsors)
      for (const { line, course } of own)
        if (step === 'enter') await enrol(id, course, line.enrolled);
        else await state(id, course, step, step === 'term_1' ? line.attending : line.completed);
    // What was done yesterday is told again.
    await sql()`update news_parts set told_until = told_until - 1`;
    await queueNews();
    const { reports: _, ...institute } = await readInstituteProgress(instituteId);
    const views = await Promise.all(sponsors.map((one) => viewOf(one)));
    const total = totalOf(await readUnnamedLines(eq(courses.instituteId, instituteId)));
    seen.push({ step, institute, views, total });
  }
  return JSON.stringify(seen);
}

/** E-mails that were compared. */
let mailsSeen = 0;

/** What a certificate says of students, without ids of reports. */
async function certificateOf(paper: string) {
  const [row] = await sql()<
    { courses: { line: { seats: number }; state: string; result: unknown }[]; students: unknown }[]
  >`
    select data->'courses' as courses, data->'students' as students from papers where id = ${paper}`;
  const courses = row!.courses.map(({ line: { seats }, state: known, result }) => ({ seats, known, result }));
  return { courses, students: row!.students };
}

/** What a sponsor can see and download of its students. */
async function viewOf({
  scope,
  id,
  own,
}: {
  scope: SponsorAccount['scope'];
  id: string;
  own: { course: CourseRow }[];
}) {
  const issued = await issueCertificate(scope, id, own[0]!.course.session);
  const certificate = issued.ok ? await certificateOf(issued.paper.id) : issued.code;
  const progress = (await readProgress(scope, id))!;
  const numbers = progress.lines.map(({ seats, state: known, enrolled, attending, result, placed }) => ({
    ...{ seats, known, enrolled, attending, result, placed },
  }));
  const all = totalOf(await readOwnProgress(scope));
  const t = getTranslator('en', 'adoptionPage.progress.csv');
  const file = progressCsv(progress.lines, 'en')
    .split('\r\n')
    .map((row) => row.split(',').slice(6, 12).join());
  expect(file[0]).toContain(t('enrolled'));
  const mails = await sql()<{ kind: string; said: unknown }[]>`
    select kind, (select jsonb_agg(line - '{branch,city,institute,reports,courseType,session}'::text[] || jsonb_build_object('reports', jsonb_path_query_array(line, '$.reports[*].kind')))
                    from jsonb_array_elements(news->'lines') line) as said
      from outbound_messages, jsonb_array_elements(detail->'news') news where kind = 'student_news' and news->>'billing' = ${id} order by created_at`;
  mailsSeen += mails.length;
  return { numbers, all, file, mails, certificate };
}

test('security 162: no hidden number can be computed from everything that sponsors and the public see, over two reports', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(reported, { minLength: 1, maxLength: 3 }), async (lines) => {
      const other = neighbour(lines);
      if (!other) return;
      compared++;
      // Who sees the same of both cannot tell which number it is.
      expect(await everything(other)).toBe(await everything(lines));
    }),
    { numRuns: 15 },
  );
  expect(compared).toBeGreaterThan(5);
  expect(mailsSeen).toBeGreaterThan(0);
});

test('both readers of published lines agree, whatever was stated and corrected, and whoever left', async () => {
  const kinds = REPORT_KINDS.filter((kind) => kind !== 'outcome');
  await fc.assert(
    fc.asyncProperty(
      fc.array(reported, { minLength: 1, maxLength: 3 }),
      fc.array(
        fc.record({ line: fc.nat(2), kind: fc.constantFrom(...kinds), daysAgo: fc.nat(9), isStated: fc.boolean() }),
        { minLength: 3, maxLength: 8 },
      ),
      fc.integer({ min: 1, max: 8 }),
      async (lines, stated, leavers) => {
        instituteId = (await makeInstitute()).id;
        sponsor = await makeSponsorAccount();
        const offers = await Promise.all(lines.map(() => makeOwnCourse()));
        const { id } = await adopt(lines.map(({ seats }, index) => ({ course: offers[index]!, seats })));
        for (const [index, { enrolled }] of lines.entries()) await enrol(id, offers[index]!, enrolled);
        for (const { line, kind, daysAgo, isStated } of stated) {
          const course = offers[line % offers.length]!;
          const marks = kind === 'result' ? ['completed', 'failed', 'passed'] : ['attends', 'absent'];
          await sql()`
            with report as (
              insert into reports (course_id, kind, version, stated_at)
              values (${course.id}, ${kind}, 1, case when ${isStated} then now() - ${daysAgo} * interval '1 day' end)
              on conflict do nothing returning id)
            insert into report_marks (report_id, enrolment_id, mark, version)
            select report.id, e.id, (${marks}::text[])[1 + (place + ${daysAgo}::int) % ${marks.length}::int], 1
              from report, enrolments e where course_id = ${course.id} and until_day is null`;
        }
        await sql()`
          update enrolments set until_day = from_day, reason = 'left', ended_at = now() - interval '5 days'
           where billing_id = ${id} and place <= ${leavers} and until_day is null`;
        const { reports: _, ...institute } = await readInstituteProgress(instituteId);
        expect(institute).toEqual(totalOf(await readOwnProgress(sponsor.scope)));
      },
    ),
    { numRuns: 40 },
  );
});
