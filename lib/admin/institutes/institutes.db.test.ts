import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { planImport } from '@/lib/catalogue-import/queries';
import { parseTable } from '@/lib/catalogue-import/rules';
import { applyImport } from '@/lib/catalogue-import/mutations';
import { institutePartOf, readInstitute } from '@/lib/catalogue/institute-queries';
import { decideAccount, stateToldAccount } from '@/lib/payees/mutations';
import { enterStudents } from '@/lib/register/mutations';
import { findBookProblems } from '@/scripts/lib/books';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice } from '@/testing/db/offices';
import { makeFullCourse, makeWaitingRequest } from '@/testing/db/waiting';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { mergeInstitutes } from './merge';
import { renameInstitute } from './mutations';
import { readInstituteRecord } from './queries';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';

useTestDatabase();
const clients = useClient(8).db;
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
});

const SOURCE = { fileName: 'list.csv', sha256: 'a'.repeat(64) };
const HEAD = ['City', 'Institute', 'Institute Number', 'Course Type', 'Branch', 'Total Seats', 'Price'];

/** Reads rows of a file and plans their import. */
async function planOf(rows: readonly string[][]) {
  const parsed = parseTable([HEAD, ...rows].map((cells, index) => ({ line: index + 1, cells })));
  if (!parsed.ok) throw new Error(parsed.problem.code);
  return planImport(parsed);
}

const row = (name: string, number: string, { city = 'Katni', branch = 'Fitter' } = {}) => [
  city,
  name,
  number,
  'ITI',
  branch,
  '20',
  '5000',
];
const namesIn = async (city: string) =>
  (await sql()<{ name: string }[]>`select name from institutes where city = ${city} order by name`).map(
    ({ name }) => name,
  );

describe('an import of institutes with numbers', () => {
  test('a new name renames the institute, whose offers stay; the old name still finds it, and so does the former address', async () => {
    const first = await planOf([row('Govt ITI Katni', ' gr 23-17 '), row('Govt ITI Katni', '', { branch: 'Welder' })]);
    expect(first.bad).toEqual([]);
    expect(await applyImport(first, 'command', SOURCE)).toMatchObject({ ok: true, added: 2 });
    const renaming = await planOf([row('Sardar Patel ITI', 'GR23-17')]);
    expect(renaming).toMatchObject({
      bad: [],
      newInstitutes: [],
      rows: [{ change: 'left', institute: 'Govt ITI Katni' }],
      renames: [{ line: 2, from: 'Govt ITI Katni', to: 'Sardar Patel ITI', city: 'Katni' }],
    });
    expect(await applyImport(renaming, 'command', SOURCE)).toMatchObject({ ok: true, added: 0, changed: 0 });
    expect(await namesIn('Katni')).toEqual(['Sardar Patel ITI']);

    const old = await planOf([row('govt iti katni', '', { branch: 'WELDER' })]);
    expect(old).toMatchObject({
      rows: [{ change: 'left', institute: 'Sardar Patel ITI' }],
      renames: [],
      formerNames: [{ line: 2, name: 'govt iti katni', now: 'Sardar Patel ITI' }],
    });
    // A file of before with the number does not rename it back.
    expect(await planOf([row('Govt ITI Katni', 'GR23-17')])).toMatchObject({ renames: [], formerNames: [{ line: 2 }] });
    const log = await sql()`
      select before, after, cause_id is not null as caused from audit_log where action = 'institute.renamed'`;
    expect(log).toEqual([
      {
        before: { institute: 'Govt ITI Katni', city: 'Katni' },
        after: { institute: 'Sardar Patel ITI', city: 'Katni' },
        caused: true,
      },
    ]);
  });

  test('of several numbers the one of AISHE counts, then that of NCVT; one of letters alone is a number', () => {
    const numbersOf = (titles: string[], values: string[]) => {
      const head = ['City', 'Institute', 'Course Type', 'Branch', 'Total Seats', 'Price', ...titles];
      const cells = ['Rewa', 'Ex', 'ITI', 'Fitter', '20', '5000', ...values];
      const read = parseTable([head, cells].map((row, index) => ({ line: index + 1, cells: row })));
      return read.ok && read.institutes.map(({ details }) => details.number);
    };
    expect(numbersOf(['College Code', 'NCVT MIS Code', 'AISHE Code'], ['EX', 'GR1', 'c-41234'])).toEqual(['C-41234']);
    expect(numbersOf(['Institute Code', 'MIS Code'], ['EX', 'GR1'])).toEqual(['GR1']);
    expect(numbersOf(['College Code'], ['sati'])).toEqual(['SATI']);
  });

  test('numbers of others, elsewhere and given twice are problems of their rows; nothing is lost', async () => {
    const city = 'Seoni';
    await applyImport(await planOf([row('ITI A', 'N1', { city }), row('ITI B', 'N2', { city })]), 'command', SOURCE);
    const plan = await planOf([
      row('ITI A', 'N2', { city }),
      row('ITI C', 'N1', { city: 'Mandla' }),
      row('ITI D', 'N9', { city }),
      row('ITI E', 'N9', { city }),
      row('ITI B', 'N2', { city, branch: 'Turner' }),
      row('ITI F', '?', { city }),
    ]);
    expect(plan.bad.map(({ line, problems: [problem] }) => [line, problem!.code])).toEqual([
      [2, 'number_of_other'],
      [3, 'number_elsewhere'],
      [5, 'number_twice'],
      [7, 'bad_number'],
    ]);
  });

  test('two imports that rename the same institute at once: one of them is told to look again', async () => {
    const city = 'Umaria';
    await applyImport(await planOf([row('ITI Old', 'U1', { city })]), 'command', SOURCE);
    const [one, other] = [
      await planOf([row('ITI One', 'U1', { city })]),
      await planOf([row('ITI Two', 'U1', { city })]),
    ];
    const results = await Promise.all([one, other].map((plan) => applyImport(plan, 'command', SOURCE)));
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await namesIn(city)).toEqual([results[0]!.ok ? 'ITI One' : 'ITI Two']);
  });
});

describe('a renamed institute', () => {
  test('has its old name as a former one, also for files; a taken name, an old version and an unknown id are refused', async () => {
    const city = 'Panna';
    const { id } = await makeInstitute({ name: 'Govt ITI', city });
    await makeInstitute({ name: 'Other ITI', city });
    const version = async () => (await readInstituteRecord(admin.scope, id))!.details.version;
    const naming = { reason: 'Order 12', version: await version() };
    expect(await renameInstitute(admin.scope, id, { ...naming, name: 'other iti' })).toEqual({
      ok: false,
      code: 'institute.name_taken',
      params: { institute: 'Other ITI, Panna' },
    });
    expect(await renameInstitute(admin.scope, id, { ...naming, name: 'Maharaja ITI' })).toEqual({ ok: true });
    expect(await renameInstitute(admin.scope, id, { ...naming, name: 'Another' })).toMatchObject({
      code: 'institute.changed_meanwhile',
    });
    expect(await renameInstitute(admin.scope, crypto.randomUUID(), { ...naming, name: 'X' })).toMatchObject({
      code: 'institute.not_found',
    });
    expect(await readInstitute(id)).toMatchObject({ name: 'Maharaja ITI', former: ['Govt ITI'] });
    expect(await planOf([row('GOVT ITI', '', { city })])).toMatchObject({ rows: [{ institute: 'Maharaja ITI' }] });
    // With its first name again there is no former one of that name.
    await renameInstitute(admin.scope, id, { name: 'Govt ITI', reason: 'Mistake', version: await version() });
    expect((await readInstitute(id))!.former).toEqual(['Maharaja ITI']);
  });
});

/** All that must stay as it is: lines, places, money and the sums of seats. */
const content = async () => ({
  lines: await sql()`select * from billing_items order by billing_id, course_id`,
  students: await sql()`select id, billing_id, course_id, place, roll_hash from enrolments order by id`,
  money: await sql()`select id, total_paise, received_paise, refunded_paise from billings order by id`,
  seats:
    await sql()`select sum(total_seats) as total, sum(adopted_seats) as adopted, sum(held_seats) as held from courses`,
  books: await findBookProblems(),
});

const merging = (into: string, duplicates: 'add' | 'apart') => ({ into, duplicates, apply: null });
const apply = async (from: string, into: string, duplicates: 'add' | 'apart') => {
  const checked = await mergeInstitutes(admin.scope, from, merging(into, duplicates));
  if (!checked.ok) return checked;
  const { digest } = checked.dryRun;
  return mergeInstitutes(admin.scope, from, { into, duplicates, apply: { digest, reason: 'Order of the government' } });
};

/** Gives an institute a bank account that a second administrator confirmed. */
async function confirmAccountOf(institute: string) {
  const account = { holder: 'Principal', account_number: '00123456789', ifsc: 'SBIN0001234', institute_id: institute };
  await stateToldAccount(admin.scope, account);
  const [stated] = await sql()<{ id: string }[]>`select id from payee_accounts where institute_id = ${institute}`;
  const decision = { action: 'confirm', reason: 'Cancelled cheque' } as const;
  expect(await decideAccount((await makeAdmin()).scope, stated!.id, decision)).toMatchObject({ ok: true });
}

/** Two institutes of a city with an offer that both have, one that only the first has, and adoptions with students. */
async function makePair(city: string) {
  const [office, other] = [await makeOffice(), await makeOffice()];
  const [from, into] = [office.scope.institutes[0]!.id, other.scope.institutes[0]!.id];
  await sql()`update institutes set city = ${city}, number = ${`${city.toUpperCase()}-1`} where id = ${from}`;
  await sql()`update institutes set city = ${city}, number = ${`${city.toUpperCase()}-2`} where id = ${into}`;
  const offer = (instituteId: string, branch: string, totalSeats: number, pricePaise = 5000_00) =>
    makeCourse({ instituteId, city, courseType: 'ITI', branch, totalSeats, pricePaise });
  const courses = {
    fitter: await offer(from, 'Fitter', 20),
    turner: await offer(from, 'Turner', 10),
    same: await offer(into, 'fitter', 30, 7000_00),
  };
  const sponsor = await makeSponsorAccount();
  const lines = [
    { course: courses.fitter, seats: 4 },
    { course: courses.same, seats: 2 },
    { course: courses.turner, seats: 1 },
  ];
  await insertAdoption(sql(), { userId: sponsor.userId, state: 'pledged', lines });
  const [{ day }] = await sql()<[{ day: string }]>`
    select first_day::text as day from academic_sessions where name = ${courses.fitter.session}`;
  const enter = (by: typeof office, course: { id: string }, roll: string, enter: number | null) =>
    enterStudents(by.scope, course.id, { rows: [{ line: 1, roll }], from_day: day, enter });
  expect(await enter(office, courses.fitter, 'KT0042', 1)).toMatchObject({ ok: true });
  return { office, other, from, into, courses, enter };
}

describe('an institute that becomes a part of another one', () => {
  test('leaves nothing behind: each column that names an institute is known here', async () => {
    const columns = await sql()<{ column: string }[]>`
      select conrelid::regclass::text || '.' || attname as column
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and confrelid = 'institutes'::regclass order by 1`;
    // A new one is moved by mergeInstitutes, and then belongs here.
    expect(columns.map(({ column }) => column)).toEqual([
      'admin_areas.institute_id',
      'conversation_messages.institute_id',
      'courses.institute_id',
      'former_institutes.institute_id',
      'office_institutes.institute_id',
      'payee_accounts.institute_id',
      'proposals.institute_id',
      'releases.institute_id',
      'report_reminders.institute_id',
    ]);
  });

  test('brings offers, adoptions, places, people and requests; free seats of the same offer are added', async () => {
    const { other, from, into, courses, enter, office } = await makePair('Rewa');
    const full = await makeFullCourse({
      instituteId: from,
      city: 'Rewa',
      courseType: 'ITI',
      branch: 'Turner',
      studyYear: 2,
      durationYears: 2,
    });
    const waiting = await makeWaitingRequest({ course: courses.fitter });
    await sql()`
      insert into conversation_messages (institute_id, side, text, answered_at) values (${from}, 'office', 'When does it open?', now())`;
    await sql()`
      with many as (
        insert into mailings (id, target, texts, run_by) values (gen_random_uuid(), 'offices', '{}', ${admin.adminId}) returning id),
      waiting as (insert into mailing_recipients (mailing_id, subjects) select id, array[${from}::uuid] from many)
      insert into conversation_messages (institute_id, side, text, mailing_id)
      select institute, 'department', 'To many', id from many, unnest(array[${from}::uuid, ${into}::uuid]) as institute`;
    const before = await content();
    const checked = await mergeInstitutes(admin.scope, from, merging(into, 'add'));
    expect(checked).toMatchObject({
      isDone: false,
      dryRun: {
        duplicates: [{ total_seats: 20, taken: 4, added: { seats: 16, price_per_seat: '7000.00' } }],
        ...{ moved: 2, adoptions: 1, students: 1, people: 1, transfers: 0, waiting: 1 },
      },
    });
    expect(await content()).toEqual(before);
    expect(await apply(from, into, 'add')).toMatchObject({ ok: true, isDone: true });
    expect(await content()).toEqual(before);

    const [old] = await sql()`select name from former_institutes where id = ${from}`;
    const offers = await sql()`
      select branch, total_seats as total, is_open as open from courses where institute_id = ${into} order by total_seats`;
    expect(offers).toEqual([
      { branch: `Fitter (${old!.name})`, total: 4, open: false },
      { branch: 'Turner', total: 10, open: true },
      { branch: 'Turner', total: full.totalSeats, open: true },
      { branch: 'fitter', total: 46, open: true },
    ]);
    expect(await sql()`select course_id from waiting_requests where id = ${waiting}`).toEqual([
      { course_id: courses.same.id },
    ]);
    const messages = await sql()`select text from conversation_messages where institute_id = ${into} order by text`;
    expect(messages.map(({ text }) => text as string)).toEqual(['To many', 'To many', 'When does it open?']);
    expect(await sql()`select subjects from mailing_recipients`).toEqual([{ subjects: [into] }]);
    expect(await institutePartOf(from)).toBe(into);
    expect(await readInstituteRecord(admin.scope, from)).toBeNull();
    expect(await readInstitute(into)).toMatchObject({ former: [old!.name] });
    // The people of the old office act for the other institute, and the student of before is known there.
    const moved = { ...office, scope: { ...office.scope, institutes: other.scope.institutes } };
    expect(await enter(moved, courses.same, 'KT0042', null)).toMatchObject({
      ok: true,
      plan: { entered: 0, problems: [{ line: 1 }] },
    });
    // A list with the number and the name of before finds it, and its number does not replace the other one.
    const list = await planOf([row(old!.name as string, 'REWA-1', { city: 'Rewa', branch: 'Turner' })]);
    expect(list).toMatchObject({ bad: [], newInstitutes: [], renames: [], institutes: [{ changes: false }] });
  });

  test('security 181: may keep the same offer apart, under a name that has its institute', async () => {
    const { from, into } = await makePair('Datia');
    await confirmAccountOf(from);
    await sql()`update institutes set number = null where id = ${into}`;
    const before = await content();
    const merged = await apply(from, into, 'apart');
    expect(merged).toMatchObject({ ok: true, isDone: true });
    expect(await content()).toEqual(before);
    expect((await readInstituteRecord(admin.scope, into))!.details.number).toBe('DATIA-1');
    // Its money would go where nobody compared the account of this institute.
    expect(await sql()`select state from payee_accounts where institute_id = ${into}`).toEqual([{ state: 'ended' }]);
    const [old] = await sql()`select name from former_institutes where id = ${from}`;
    expect(
      await sql()`select branch, total_seats as total, is_open as open from courses where institute_id = ${into} order by total_seats`,
    ).toEqual([
      { branch: 'Turner', total: 10, open: true },
      { branch: `Fitter (${old!.name})`, total: 20, open: true },
      { branch: 'fitter', total: 30, open: true },
    ]);
  });

  test('is refused for itself, another city, an office that waits for a decision, and a dry run of before', async () => {
    const { from, into, courses } = await makePair('Sidhi');
    const elsewhere = await makeInstitute({ city: 'Dhar' });
    expect(await apply(from, from, 'add')).toMatchObject({ code: 'institute.merge_same' });
    expect(await apply(from, elsewhere.id, 'add')).toMatchObject({ code: 'institute.merge_city' });
    expect(await apply(from, crypto.randomUUID(), 'add')).toMatchObject({ code: 'institute.not_found' });
    await sql()`
      insert into proposals (institute_id, course_id, kind, total_seats, old_seats) values (${from}, ${courses.turner.id}, 'seats', 12, 10)`;
    expect(await apply(from, into, 'add')).toMatchObject({ code: 'institute.merge_busy' });
    await sql()`update proposals set state = 'withdrawn', answered_at = now() where institute_id = ${from}`;
    const checked = await mergeInstitutes(admin.scope, from, merging(into, 'add'));
    await sql()`update courses set total_seats = 21 where id = ${courses.fitter.id}`;
    const before = await content();
    const { digest } = checked.ok ? checked.dryRun : { digest: '' };
    const late = { into, duplicates: 'add', apply: { digest, reason: 'Order' } } as const;
    expect(await mergeInstitutes(admin.scope, from, late)).toMatchObject({
      code: 'institute.merge_changed',
      dryRun: { duplicates: [{ total_seats: 21, added: { seats: 17 } }] },
    });
    expect(await content()).toEqual(before);
  });

  test('security 181: under pledges at the same time no seat is lost or sold twice, and of two merges of the same pair one is done', async () => {
    const known = await findBookProblems();
    for (const [round, city] of ['Guna', 'Bhind', 'Morena'].entries()) {
      const { from, into, courses } = await makePair(city);
      const prepared = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          prepareAdoption(
            [{ course: courses.fitter, seats: 5 }],
            makeSponsor({ email: `csr@works${round}-${index}.example` }),
          ),
        ),
      );
      const pledges = prepared.map(({ subject, code, billingId }) =>
        pledgeSeats({ ...subject, draftId: billingId }, code, clients),
      );
      const [one, other, ...pledged] = await Promise.all([
        apply(from, into, 'add'),
        apply(into, from, 'add'),
        ...pledges,
      ]);
      // Whoever was overtaken looks again.
      if (!one.ok && !other.ok) expect(await apply(from, into, 'add')).toMatchObject({ ok: true });
      expect([one.ok, other.ok]).not.toEqual([true, true]);
      const adopted = pledged.filter(({ ok }) => ok).length * 5;
      const [sums] = await sql()`
        select sum(total_seats)::int as total, sum(adopted_seats)::int as adopted from courses where city = ${city}`;
      expect(sums).toEqual({ total: 60, adopted: 7 + adopted });
      expect(await findBookProblems()).toEqual(known);
      expect(await sql()`select id from institutes where city = ${city}`).toHaveLength(1);
    }
  });
});
