import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '@/db/client';
import type { GuestScope } from '@/lib/adoption/access';
import { paperPdf } from '@/lib/documents/papers/queries';
import { confirmReference } from '@/lib/documents/queries';
import { getTranslator } from '@/lib/platform/i18n/server';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';
import { issueCertificate } from './certificate';
import { progressCsv } from './progress-csv';
import { readOwnProgress, readProgress } from './progress-queries';
import { readInstituteProgress } from './total-queries';
import { queueReportMails } from './report-mails';
import { queueStudentMails } from './student-mails';

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
/** Puts students on the first places of a line, with the marks of a term and of the result for the first of them. */
async function fill(
  billingId: string,
  course: CourseRow,
  { enrolled, attending, completed }: { enrolled: number; attending: number; completed: number },
) {
  // Somebody was there once, so that the register of the offer has begun.
  await sql()`
    insert into enrolments (billing_id, course_id, place, session, from_day, until_day, reason, created_at, ended_at)
    values (${billingId}, ${course.id}, 1, ${course.session}, '2020-01-01', '2020-01-02', 'left',
            now() - interval '30 days', now() - interval '20 days')`;
  await sql()`
    insert into enrolments (billing_id, course_id, place, session, roll_hash, from_day, created_at)
    select ${billingId}, ${course.id}, place, ${course.session}, gen_random_uuid()::text, '2020-01-01', now() - interval '1 day'
      from generate_series(1, ${enrolled}::int) place`;
  for (const [kind, mark, count] of [
    ['term_1', 'attends', attending],
    ['result', 'completed', completed],
  ] as const)
    await sql()`
      with report as (
        insert into reports (course_id, kind, version, stated_at) values (${course.id}, ${kind}, 1, now() - interval '1 day')
        on conflict (course_id, kind) do update set version = 1 returning id)
      insert into report_marks (report_id, enrolment_id, mark, version)
      select report.id, enrolments.id, ${mark}, 1 from report, enrolments
       where billing_id = ${billingId} and course_id = ${course.id} and place <= ${count}`;
}

test('a certificate says what is published of the result, and /verify knows when that is not true any more', async () => {
  const course = await makeOwnCourse();
  const { id, reference } = await adopt([{ course, seats: 20 }]);
  expect(await issueCertificate(sponsor.scope, id, course.id)).toEqual({ ok: false, code: 'certificate.not_yet' });
  await fill(id, course, { enrolled: 20, attending: 20, completed: 18 });
  const stranger = await makeSponsorAccount();
  expect(await issueCertificate(stranger.scope, id, course.id)).toEqual({ ok: false, code: 'own_adoption.not_found' });
  const issue = async () => {
    const issued = await issueCertificate({ billingId: id } as GuestScope, id, course.id);
    if (!issued.ok) throw new Error(issued.code);
    return issued.paper;
  };
  const first = await issue();
  expect(first.serial).toMatch(/^CT\/20\d\d-\d\d\/0+\d+$/);
  expect(await issue()).toEqual(first);
  const text = async (locale: 'en' | 'hi') => (await pdfPages((await paperPdf(first.id, locale)).pdf)).join(' ');
  expect(await text('en')).toMatch(
    /Certificate[^]*20 seats[^]*At least 16 students on these seats completed the course/,
  );
  expect(await text('hi')).toMatch(/16/);
  const confirmed = async (serial: string) => (await confirmReference(reference, serial))!.paper!;
  expect(await confirmed(first.serial)).toMatchObject({
    ...{ kind: 'certificate', amountPaise: null, isVoid: false },
    certified: { line: { seats: 20 }, result: { is: 'completed', says: 'atLeast', count: 16 } },
  });
  await sql()`update reports set version = 2 where course_id = ${course.id} and kind = 'result'`;
  expect(await confirmed(first.serial)).toMatchObject({ isVoid: true });
  const second = await issue();
  expect(await confirmed(second.serial)).toMatchObject({ isVoid: false, replacedBy: null });
  expect((await confirmed(first.serial)).replacedBy).toMatchObject({ serial: second.serial });
  await sql()`
    insert into report_checks (report_id, version, seed, verdict, recorded_at)
    select id, 2, 'seed', 'differs', now() from reports where course_id = ${course.id} and kind = 'result'`;
  expect(await issueCertificate(sponsor.scope, id, course.id)).toEqual({ ok: false, code: 'certificate.not_yet' });
  await sql()`update billings set state = 'cancelled' where id = ${id}`;
  expect(await confirmed(second.serial)).toMatchObject({ isVoid: true });
});

test('security 162: none while the seats are not paid', async () => {
  const course = await makeOwnCourse();
  const { id } = await adopt([{ course, seats: 20 }]);
  await fill(id, course, { enrolled: 20, attending: 20, completed: 18 });
  await sql()`update billings set state = 'pledged' where id = ${id}`;
  expect(await issueCertificate(sponsor.scope, id, course.id)).toEqual({ ok: false, code: 'certificate.not_yet' });
});

const counts = fc
  .record({
    seats: fc.integer({ min: 1, max: 14 }),
    enrolled: fc.nat(14),
    attending: fc.nat(14),
    completed: fc.nat(14),
  })
  .map(({ seats, ...given }) => {
    const enrolled = Math.min(seats, given.enrolled);
    return {
      seats,
      enrolled,
      attending: Math.min(enrolled, given.attending),
      completed: Math.min(enrolled, given.completed),
    };
  });

/** A register of the same sponsor in which one small number is another small one; undefined if there is none. */
function neighbour(lines: { enrolled: number; attending: number; completed: number; seats: number }[]) {
  for (const [index, line] of lines.entries()) {
    const { enrolled, seats } = line;
    if (enrolled < 5) {
      const other = enrolled === 0 ? 1 : enrolled - 1;
      const capped = { attending: Math.min(line.attending, other), completed: Math.min(line.completed, other) };
      if (other <= seats) return lines.with(index, { ...line, enrolled: other, ...capped });
    }
    for (const of of ['attending', 'completed'] as const) {
      const [count, rest] = [line[of], enrolled - line[of]];
      if (rest === 0) continue;
      if (count > 0 && count < 5 && enrolled >= 5) return lines.with(index, { ...line, [of]: count - 1 });
      if (rest > 1 && rest < 5) return lines.with(index, { ...line, [of]: count + 1 });
    }
  }
  return undefined;
}

/** Everything about students that a sponsor can see and download, without ids, references, serials and times. */
async function everything(lines: { seats: number; enrolled: number; attending: number; completed: number }[]) {
  await sql()`delete from outbound_messages`;
  // E-mails of others would fill the batch.
  await sql()`update users set student_mails = false`;
  sponsor = await makeSponsorAccount();
  instituteId = (await makeInstitute()).id;
  const courses = await Promise.all(lines.map(() => makeOwnCourse()));
  const { id } = await adopt(courses.map((course, index) => ({ course, seats: lines[index]!.seats })));
  for (const [index, course] of courses.entries()) await fill(id, course, lines[index]!);
  await queueStudentMails();
  await queueReportMails();
  const certificates = await Promise.all(
    courses.map(async (course) => {
      const issued = await issueCertificate(sponsor.scope, id, course.id);
      if (!issued.ok) return issued.code;
      const [row] = await sql()<{ data: { result: unknown } }[]>`select data from papers where id = ${issued.paper.id}`;
      return row!.data.result;
    }),
  );
  const progress = (await readProgress(sponsor.scope, id))!;
  const numbers = progress.lines.map(({ seats, begun, enrolled, attending, result, placed }) => ({
    ...{ seats, begun, enrolled, attending, result, placed },
  }));
  const own = (await readOwnProgress(sponsor.scope)).map(({ enrolled, attending, result }) => [
    enrolled,
    attending,
    result,
  ]);
  const { statedAt: _, ...institute } = await readInstituteProgress(instituteId);
  const t = getTranslator('en', 'adoptionPage.progress.csv');
  const file = progressCsv(progress.lines, 'en')
    .split('\r\n')
    .map((row) => row.split(',').slice(6, 11).join());
  const mails = await sql()<{ kind: string; said: unknown }[]>`
    select kind, (select jsonb_agg(line - '{branch,city,institute,stated,courseType,session}'::text[]) from jsonb_array_elements(detail->'lines') line) as said
      from outbound_messages where billing_id = ${id} order by kind, dedupe_key`;
  expect(file[0]).toContain(t('enrolled'));
  return JSON.stringify({ numbers, own, institute, file, mails, certificates });
}

test('security 162: no small number can be computed from everything that a sponsor can download', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(counts, { minLength: 1, maxLength: 3 }), async (lines) => {
      const other = neighbour(lines);
      if (!other) return;
      compared++;
      // Who sees the same of both cannot tell which number it is.
      expect(await everything(other)).toBe(await everything(lines));
    }),
    { numRuns: 15 },
  );
  expect(compared).toBeGreaterThan(5);
});
