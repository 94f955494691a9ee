import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { makeAdmin } from '@/testing/db/admin';
import { emptyAuditLog } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { dryRunImport } from './dry-run';
import { warningsOf } from './problem-texts';
import { applyImport } from './mutations';
import { planImport } from './queries';
import { readCatalogueFile, type CatalogueFile } from './read';

useTestDatabase();

beforeEach(async () => {
  await sql()`truncate institutes, courses, users cascade`;
  await emptyAuditLog();
});

const HEADER = 'City,Institute,Course Type,Branch,Total Seats,Price';
async function fileOf(rows: readonly string[], header = HEADER): Promise<CatalogueFile> {
  const read = await readCatalogueFile(new TextEncoder().encode([header, ...rows].join('\n')), 'courses.csv');
  if (!read.ok) throw new Error(read.problem.code);
  return read;
}
const planOf = async (...rows: string[]) => planImport(await fileOf(rows));
async function importRows(rows: readonly string[], header = HEADER) {
  const file = await fileOf(rows, header);
  return applyImport(await planImport(file), 'command', file.source);
}
const cities = async () =>
  (await sql()`select distinct city from courses order by city`).map(({ city }) => city as string);

describe('the spelling of a city', () => {
  test('that is stored wins over that of the file, for courses and institutes', async () => {
    await makeCourse({ city: 'Indore' });
    const rows = ['INDORE,New College,ITI,Fitter,20,12500', 'indore,,ITI,Welder,20,12500'];
    expect((await planOf(...rows)).rows.map(({ city }) => city)).toEqual(['Indore', 'Indore']);
    expect(await importRows(rows)).toMatchObject({ ok: true, added: 2 });
    expect(await cities()).toEqual(['Indore']);
    expect((await sql()`select distinct city from institutes`).map(({ city }) => city as string)).toEqual(['Indore']);
  });

  test('that most courses have wins over another stored one', async () => {
    for (const city of ['INDORE', 'Indore', 'Indore']) await makeCourse({ city });
    expect((await planOf('indore,New,ITI,Fitter,20,12500')).rows[0]!.city).toBe('Indore');
  });
});

describe('the new institutes of a file', () => {
  test('are named once, with a stored one of nearly the same name in their city', async () => {
    await importRows([
      'Rewa,Government Polytechnic College,Diploma,Civil,60,42000',
      'Rewa,Government ITI,ITI,Fitter,20,1',
    ]);
    const { newInstitutes } = await planOf(
      'Rewa,Govt. Polytechnic College,Diploma,Civil,60,42000',
      'Rewa,Govt. Polytechnic College,Diploma,Electrical,60,42000',
      'REWA,Goverment ITI,ITI,Fitter,20,12500',
      'Rewa,Government ITI 2,ITI,Fitter,20,12500',
      'Satna,Government ITI,ITI,Fitter,20,12500',
      'Rewa,Government ITI,ITI,Welder,20,12500',
    );
    expect(newInstitutes).toEqual([
      { line: 2, name: 'Govt. Polytechnic College', city: 'Rewa', similar: 'Government Polytechnic College' },
      { line: 4, name: 'Goverment ITI', city: 'Rewa', similar: 'Government ITI' },
      { line: 5, name: 'Government ITI 2', city: 'Rewa', similar: null },
      { line: 6, name: 'Government ITI', city: 'Satna', similar: null },
    ]);
  });

  test('are compared with those of earlier rows', async () => {
    const { newInstitutes } = await planOf(
      'Rewa,Govt. Engg. College,B.Tech,Civil,60,42000',
      'Rewa,Government College of Engineering,B.Tech,Civil,60,42000',
      'Rewa,Government Engineering College,B.Tech,Civil,60,42000',
    );
    expect(newInstitutes.map(({ similar }) => similar)).toEqual([null, null, 'Govt. Engg. College']);
  });

  test('are counted in the dry run, those like another one first', async () => {
    await importRows(['Rewa,Government ITI,ITI,Fitter,20,12500']);
    const { scope } = await makeAdmin();
    const file = await fileOf(['Rewa,Other,ITI,Fitter,20,1', 'Rewa,Govt. ITI,ITI,Fitter,20,1']);
    expect(await dryRunImport(scope, file)).toMatchObject({
      institutesAdded: 2,
      institutesSimilar: 1,
      newInstitutes: [{ institute_name: 'Govt. ITI', similar: 'Government ITI' }, { institute_name: 'Other' }],
    });
  });
});

describe('courses without an institute', () => {
  const rows = [
    'Rewa,Government Polytechnic,Diploma,Civil,60,42000',
    'Rewa,,Diploma,Mechanical,60,42000',
    'Rewa,,Diploma,Electrical,60,42000',
    'Dhar,,ITI,Fitter,20,12500',
  ];

  test('below one of the same city that has one are a warning, since merged cells look so', async () => {
    const plan = await planOf(...rows);
    expect(plan.emptyInstitutes).toEqual({ count: 2, line: 3 });
    expect(warningsOf(plan)[0]).toMatchObject({ line: 3, text: expect.stringContaining('empty in 2 rows') as string });
  });

  test('that exist already are none', async () => {
    await importRows(rows);
    expect((await planOf(...rows)).emptyInstitutes).toBeNull();
  });
});

describe('the column Open', () => {
  const header = `${HEADER},Open`;
  const FITTER = 'Rewa,Government ITI,ITI,Fitter,20,12500';
  const states = async () =>
    Object.fromEntries(
      (await sql()`select branch, is_open from courses`).map(({ branch, is_open }) => [branch, is_open]),
    );

  test('closes and opens courses, with an entry in the audit log; an empty cell leaves them', async () => {
    await importRows([`${FITTER},`, 'Rewa,Government ITI,ITI,Welder,20,12500,no'], header);
    expect(await states()).toEqual({ Fitter: true, Welder: false });
    const file = await fileOf([`${FITTER},बंद`, 'Rewa,Government ITI,ITI,Welder,20,12500,'], header);
    const plan = await planImport(file);
    expect(plan.rows.map(({ change }) => change)).toEqual(['changed', 'left']);
    expect(await applyImport(plan, 'command', file.source)).toMatchObject({ ok: true, changed: 1 });
    expect(await states()).toEqual({ Fitter: false, Welder: false });
    const [entry] = await sql()`select before, after from audit_log where action = 'course.changed'`;
    expect(entry).toMatchObject({ before: { is_open: true }, after: { is_open: false } });
    expect(await importRows([`${FITTER},Open`], header)).toMatchObject({ changed: 1 });
    expect(await states()).toMatchObject({ Fitter: true });
  });

  test('is not needed: a closed course stays closed', async () => {
    await importRows([`${FITTER},no`], header);
    await importRows(['Rewa,Government ITI,ITI,Fitter,30,12500']);
    expect(await states()).toEqual({ Fitter: false });
  });

  test('is not written if the course was opened or closed since the plan', async () => {
    await importRows([FITTER]);
    const file = await fileOf([`${FITTER},no`], header);
    const plan = await planImport(file);
    await sql()`update courses set is_open = false`;
    expect(await applyImport(plan, 'command', file.source)).toEqual({ ok: false, conflict: true });
  });
});

test('a dry run counts kinds of mistakes and changes of prices, and lists changed courses first', async () => {
  await importRows(['Rewa,A,ITI,Fitter,20,100', 'Rewa,A,ITI,Welder,20,200', 'Rewa,A,ITI,Turner,20,300']);
  const { scope } = await makeAdmin();
  const file = await fileOf([
    'Rewa,A,ITI,New,20,100',
    'Rewa,A,ITI,Fitter,20,112.50',
    'Rewa,A,ITI,Welder,20,100',
    ',A,ITI,X,20,100',
    ',A,ITI,Y,20,100',
    'Rewa,A,ITI,Z,many,100',
  ]);
  expect(await dryRunImport(scope, file)).toMatchObject({
    badKinds: [
      { count: 2, line: 5, example: 'City is missing' },
      { count: 1, line: 7, example: 'Total Seats "many" is not a whole number' },
    ],
    bad: [{ values: ['', 'A', 'ITI', 'X', '20', '100'] }, {}, {}],
    prices: { rises: 1, falls: 1, largestRise: 12.5, largestFall: 50 },
    changes: [{ branch: 'Fitter' }, { branch: 'Welder' }, { branch: 'New' }],
  });
});

describe('session and year of study', () => {
  const WITH = `${HEADER},Session,Year of Study`;
  const row = (more: string) => `Rewa,,ITI,Fitter,20,12500,${more}`;
  const offers = async () =>
    (await sql()`select session, study_year as year, total_seats as seats from courses order by 1, 2`).map(
      ({ session, year, seats }) => [session, year, seats],
    );
  let current: string;
  beforeEach(async () => {
    await sql()`delete from academic_sessions where name = '2090-91'`;
    const [open] = await sql()<{ name: string }[]>`select name from academic_sessions`;
    current = open!.name;
    await sql()`
      insert into academic_sessions (name, first_day, last_day) values ('2090-91', '2090-07-01', '2091-06-30')`;
  });

  test('are those of the open session and the first year in a file without them, and part of what a row updates', async () => {
    await importRows(['Rewa,,ITI,Fitter,10,12500']);
    const rows = [row(','), row('2090/91,'), row('2090-2091,2')];
    expect((await planImport(await fileOf(rows, WITH))).rows.map(({ change }) => change)).toEqual([
      'changed',
      'added',
      'added',
    ]);
    expect(await importRows(rows, WITH)).toMatchObject({ ok: true, added: 2, changed: 1 });
    const expected = [
      [current, 1, 20],
      ['2090-91', 1, 20],
      ['2090-91', 2, 20],
    ];
    expect(await offers()).toEqual(expected);
    expect(await importRows(rows, WITH)).toMatchObject({ ok: true, added: 0, changed: 0 });
    expect(await offers()).toEqual(expected);
    // Courses of other sessions are not missing in a file of one.
    expect((await planOf('Rewa,,ITI,Welder,20,12500')).notInFile).toBe(1);
  });

  test('that cannot be are refused, also a session that is left out while two are open', async () => {
    const problems = async (...rows: string[]) =>
      (await planImport(await fileOf(rows, `${WITH},Duration`))).bad.map((bad) => bad.problems[0]?.code);
    expect(await problems(row('2026-28,1,2'), row('2077-78,1,2'), row('2090-91,3,2'), row('2090-91,7,2'))).toEqual([
      'bad_session',
      'session_unknown',
      'year_after_duration',
      'bad_duration',
    ]);
    expect(await problems(row(',1,2'), row(`${current},1,2`))).toEqual(['duplicate']);
    await sql()`update academic_sessions set state = 'open'`;
    expect(await problems(row(',1,2'), row(`${current},1,2`))).toEqual(['session_missing']);
    await sql()`update academic_sessions set state = 'planned' where name = '2090-91'`;
  });
});
