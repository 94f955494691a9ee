import { beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { sql } from '@/db/client';
import { billings } from '@/db/schema';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { dueIn } from '@/testing/db/reports';
import type { GroupCounts } from '@/lib/published/composition';
import { readAllCompositions, readCompositionForm, stateComposition } from './composition';
import { enterStudents } from './mutations';
import { readLines } from './progress-queries';
import { markStudents } from './report-mutations';

useTestDatabase();

let office: OfficeAccount;
let course: CourseRow;
beforeEach(async () => {
  office = await makeOffice();
  const instituteId = office.scope.institutes[0]!.id;
  await sql()`update office_institutes set created_at = now() - interval '200 days' where institute_id = ${instituteId}`;
  course = await makeCourse({ instituteId, totalSeats: 100, durationYears: 2 });
  await dueIn(course.session, 'term_1', 3);
});

async function adopt(seats: number, students: number) {
  const { userId } = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'completed',
    lines: [{ course, seats }],
    daysAgo: 20,
  });
  const [{ day }] = await sql()<[{ day: string }]>`
    select first_day::text as day from academic_sessions where name = ${course.session}`;
  const rows = Array.from({ length: students }, (_, index) => ({
    line: index + 1,
    roll: `${id.slice(0, 6)}${index}X`,
  }));
  const entered = { rows, from_day: day, enter: students };
  expect(await enterStudents(office.scope, course.id, entered)).toMatchObject({ ok: true });
  return id;
}
async function report() {
  const students = await sql()<{ id: string }[]>`select id from enrolments where course_id = ${course.id}`;
  const marks = students.map(({ id }) => ({ student: id, mark: 'attends' as const }));
  const given = { version: 0, marks, state: true };
  expect(await markStudents(office.scope, course.id, 'term_1', given)).toMatchObject({ ok: true, stated: true });
}
const state = (counts: Partial<GroupCounts>, version = 0, by = office) =>
  stateComposition(by.scope, course.id, 'term_1', { women: null, sc: null, st: null, obc: null, ...counts, version });
const published = async (billingId: string) => (await readLines(eq(billings.id, billingId)))[0]!.composition;

test('totals are stated with a stated report, within its students, and sponsors see what is not small', async () => {
  const billingId = await adopt(20, 20);
  expect(await state({ women: 12 })).toEqual({ ok: false, code: 'report.state_first' });
  await report();
  expect(await state({ women: 21 })).toEqual({ ok: false, code: 'report.above', params: { count: 20 } });
  expect(await state({ sc: 10, st: 6, obc: 5 })).toEqual({ ok: false, code: 'report.above', params: { count: 20 } });
  expect(await state({ women: 12 }, 0, await makeOffice())).toEqual({ ok: false, code: 'admin.not_found' });
  expect(await published(billingId)).toBeNull();
  expect(await state({ women: 12, sc: 5 })).toEqual({ ok: true });
  expect(await published(billingId)).toEqual({
    women: { says: 'exactly', count: 12, of: 20, lines: 1 },
    sc: { says: 'exactly', count: 5, of: 20, lines: 1 },
    st: null,
    obc: null,
  });
  expect(await readCompositionForm(course.id, 'term_1')).toMatchObject({ students: 20, stated: { version: 1 } });
  const [entry] = await sql()`select action, before, after from audit_log order by id desc limit 1`;
  expect(entry).toMatchObject({
    action: 'report.composition',
    before: null,
    after: { women: 12, sc: 5, students: 20 },
  });
  expect(entry!.after).not.toHaveProperty('obc');
});

test('a correction takes them off for good, an older page is refused, and the same numbers change nothing', async () => {
  const billingId = await adopt(20, 20);
  await report();
  expect(await state({ women: 12 })).toEqual({ ok: true });
  expect(await state({ women: 12 }, 0)).toEqual({ ok: true });
  expect(await state({ women: 11 }, 0)).toEqual({ ok: false, code: 'report.changed' });
  expect((await published(billingId))!.women).toMatchObject({ says: 'exactly' });
  for (const [version, women] of [11, 7].entries()) {
    expect(await state({ women }, version + 1)).toEqual({ ok: true });
    expect((await published(billingId))!.women).toEqual({ says: 'entered', count: 0, of: 0, lines: 1 });
  }
});

test('where the students of one line are hidden, no line has totals; nor is another year of the same students asked', async () => {
  const [own, other] = [await adopt(20, 20), await adopt(10, 9)];
  await report();
  expect(await state({ women: 15 })).toEqual({ ok: true });
  for (const id of [own, other]) expect((await published(id))!.women).toMatchObject({ says: 'entered', of: 0 });
  const all = (await readAllCompositions()).filter(({ composition }) => composition.women?.says === 'entered');
  expect(all.length).toBeGreaterThan(0);
  const start = Number(course.session.slice(0, 4)) + 1;
  const session = `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
  await sql()`
    insert into academic_sessions (name, state, first_day, last_day)
    values (${session}, 'planned', ${`${start}-07-01`}, ${`${start + 1}-06-30`}) on conflict do nothing`;
  const [next] = await sql()<{ id: string }[]>`
    insert into courses (course_type, branch, city, institute_id, total_seats, price_paise, session, study_year, duration_years)
    select course_type, branch, city, institute_id, 100, price_paise, ${session}, study_year + 1, duration_years from courses where id = ${course.id}
    returning id`;
  course = { ...course, id: next!.id, session };
  await sql()`
    insert into report_dates (session, kind, due_on) values (${session}, 'term_1', (now() at time zone 'Asia/Kolkata')::date)
    on conflict (session, kind) do update set due_on = excluded.due_on`;
  await adopt(10, 10);
  await report();
  expect(await state({ women: 6 })).toEqual({ ok: false, code: 'report.stated_elsewhere' });
  expect(await readCompositionForm(course.id, 'term_1')).toBeNull();
});
