import { beforeEach, describe, expect, test } from 'vitest';
import { connect, sql } from '@/db/client';
import { changeCourse } from '@/lib/admin/courses/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { endWindow, makeHold } from '@/testing/db/adoption';
import { emptyAuditLog } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { dryRunImport } from './dry-run';
import { exportCatalogue } from './export';
import { problemTexts } from './problem-texts';
import { applyImport } from './mutations';
import { planImport } from './queries';
import { readCatalogueFile } from './read';
import type { ImportRow, PlannedRow } from './schema';

const { url } = useTestDatabase();

beforeEach(async () => {
  await sql()`truncate institutes, courses, users cascade`;
  await emptyAuditLog();
});

const FITTER: ImportRow = {
  line: 2,
  city: 'Rewa',
  institute: 'शासकीय आईटीआई, रीवा',
  courseType: 'ITI',
  branch: 'Fitter',
  totalSeats: 20,
  pricePaise: 12_500_00,
};
const WELDER: ImportRow = { ...FITTER, line: 3, branch: 'Welder' };
const ALONE: ImportRow = { ...FITTER, line: 4, institute: null };
const FILE = [FITTER, WELDER, ALONE];

type Stored = { branch: string; institute: string | null; total: number; adopted: number; held: number; price: number };
const stored = () => sql()<Stored[]>`
  select c.branch, i.name as institute, c.total_seats as total, c.adopted_seats as adopted, c.held_seats as held, c.price_paise::int as price
    from courses c left join institutes i on i.id = c.institute_id order by c.branch, i.name`;
const SOURCE = { fileName: 'courses.csv', sha256: 'ab'.repeat(32) };
/** The content of a file without optional columns. */
const contentOf = <R extends ImportRow>(rows: readonly R[]) => ({
  rows: [...rows],
  institutes: [],
  optional: [],
  places: [],
});
const apply = (rows: readonly (ImportRow | PlannedRow)[]) => applyImport(contentOf(rows), 'command', SOURCE);
const plan = (rows: ImportRow[]) => planImport({ ...contentOf(rows), bad: [] });
const take = (branch: string, adopted: number, held: number) =>
  sql()`update courses set adopted_seats = ${adopted}, held_seats = ${held} where branch = ${branch} and institute_id is not null`;

describe('an import', () => {
  test('into an empty catalogue adds courses and institutes; planning it wrote nothing', async () => {
    const planned = await plan(FILE);
    expect(planned.rows.map(({ change, before }) => [change, before])).toEqual(FILE.map(() => ['added', null]));
    expect(await stored()).toEqual([]);

    expect(await apply(FILE)).toMatchObject({ ok: true, added: 3, changed: 0 });
    expect([...(await stored())]).toEqual([
      { branch: 'Fitter', institute: 'शासकीय आईटीआई, रीवा', total: 20, adopted: 0, held: 0, price: 12_500_00 },
      { branch: 'Fitter', institute: null, total: 20, adopted: 0, held: 0, price: 12_500_00 },
      { branch: 'Welder', institute: 'शासकीय आईटीआई, रीवा', total: 20, adopted: 0, held: 0, price: 12_500_00 },
    ]);
    expect(await sql()`select id from institutes`).toHaveLength(1);
  });

  test('of the same file again changes nothing, ignoring the case of names', async () => {
    await apply(FILE);
    const before = await sql()`select * from courses order by id`;
    const again = FILE.map((row) => ({ ...row, city: 'REWA', branch: row.branch.toUpperCase() }));
    expect((await plan(again)).rows.every(({ change }) => change === 'left')).toBe(true);
    expect(await apply(again)).toMatchObject({ ok: true, added: 0, changed: 0 });
    expect([...(await sql()`select * from courses order by id`)]).toEqual([...before]);
  });

  test('of a changed file updates in place: ids, adopted and held seats stay, courses not in the file stay', async () => {
    await apply(FILE);
    await take('Fitter', 7, 3);
    const ids = await sql()`select id from courses order by id`;
    const changed = [{ ...FITTER, totalSeats: 10, pricePaise: 13_000_00 }, WELDER];

    const planned = await plan(changed);
    expect(planned.notInFile).toBe(1);
    expect(planned.rows).toMatchObject([
      { change: 'changed', before: { totalSeats: 20, pricePaise: 12_500_00 } },
      { change: 'left' },
    ]);
    expect(await apply(changed)).toMatchObject({ ok: true, added: 0, changed: 1 });
    expect((await stored())[0]).toMatchObject({ branch: 'Fitter', total: 10, adopted: 7, held: 3, price: 13_000_00 });
    expect([...(await sql()`select id from courses order by id`)]).toEqual([...ids]);
  });

  test('refuses a total below the adopted and held seats without writing anything', async () => {
    await apply([FITTER]);
    await take('Fitter', 7, 3);
    const rows = [
      { ...FITTER, totalSeats: 9 },
      { ...WELDER, institute: 'New ITI' },
      { ...ALONE, line: 5 },
    ];
    const refusal = { line: 2, problems: [{ code: 'below_taken', params: { total: 9, taken: 10 } }] };

    const planned = await planImport({ ...contentOf(rows), bad: [{ line: 4, problems: [] }] });
    const values = ['Rewa', 'शासकीय आईटीआई, रीवा', 'ITI', 'Fitter', '9', '12500.00'];
    expect(planned.bad).toEqual([
      { ...refusal, values },
      { line: 4, problems: [] },
    ]);
    expect(planned.rows.map(({ line }) => line)).toEqual([3, 5]);
    expect(await apply(rows)).toEqual({ ok: false, bad: [refusal] });
    expect(await stored()).toHaveLength(1);
    expect((await stored())[0]).toMatchObject({ total: 20, adopted: 7, held: 3 });
    expect(await sql()`select id from institutes`).toHaveLength(1);
  });

  test('may go below the seats of an ended hold: the plan allows it, and they are released first', async () => {
    await apply([ALONE]);
    const [course] = await sql()<{ id: string }[]>`select id from courses`;
    const lines = [{ course: { id: course!.id, pricePaise: ALONE.pricePaise }, seats: 5 }];
    await makeHold(lines, await makeSponsorAccount());
    const over = await makeHold(lines, await makeSponsorAccount());
    const smaller = (totalSeats: number) => [{ ...ALONE, totalSeats }];
    expect((await plan(smaller(9))).bad).toMatchObject([{ problems: [{ params: { total: 9, taken: 10 } }] }]);
    await endWindow(over.billingId);
    expect((await plan(smaller(4))).bad).toMatchObject([{ problems: [{ params: { total: 4, taken: 5 } }] }]);
    expect((await plan(smaller(5))).bad).toEqual([]);
    expect(await apply(smaller(5))).toMatchObject({ ok: true, added: 0, changed: 1 });
    expect((await stored())[0]).toMatchObject({ total: 5, held: 5 });
  });

  test('adds a course to an existing institute, and a new institute for the same name in another city', async () => {
    await apply([FITTER]);
    await apply([WELDER, { ...FITTER, line: 9, city: 'Sidhi' }]);
    const institutes = await sql()`
      select i.city, count(c.id)::int as courses from institutes i join courses c on c.institute_id = i.id group by i.id order by i.city`;
    expect([...institutes]).toEqual([
      { city: 'Rewa', courses: 2 },
      { city: 'Sidhi', courses: 1 },
    ]);
  });
});

type Entry = {
  id: number;
  action: string;
  actor: string;
  admin_id: string | null;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  cause_id: number | null;
};
const entries = () => sql()<Entry[]>`
  select id::int, action, actor, admin_id, subject, before, after, cause_id::int from audit_log
   where action not like 'admin.%' order by id`;

describe('the audit log of an import', () => {
  test('has one entry for the import, and one with before and after for each course added or changed', async () => {
    const admin = await makeAdmin();
    await applyImport(contentOf([FITTER, WELDER]), admin.scope, SOURCE);
    const changed = { ...FITTER, totalSeats: 30 };
    const result = await apply([changed, WELDER, ALONE]);
    const log = await entries();
    const [first, second] = log.filter(({ action }) => action === 'catalogue.imported');
    expect(result).toMatchObject({ ok: true, entry: second!.id });
    expect(first).toMatchObject({ actor: admin.username, admin_id: admin.adminId, subject: null, before: null });
    expect(first!.after).toEqual({ file_name: 'courses.csv', sha256: SOURCE.sha256, added: 2, changed: 0 });
    expect(second).toMatchObject({ actor: 'command', admin_id: null, after: { added: 1, changed: 1 } });

    const courses = await sql()<{ id: string; name: string }[]>`
      select c.id, concat_ws('|', c.branch, i.name) as name from courses c left join institutes i on i.id = c.institute_id`;
    const id = (name: string) => courses.find((course) => course.name === name)!.id;
    const institute = FITTER.institute!;
    expect(log.filter(({ cause_id }) => cause_id === first!.id)).toEqual([
      expect.objectContaining({
        action: 'course.added',
        actor: admin.username,
        subject: id(`Fitter|${institute}`),
        before: null,
        after: {
          city: 'Rewa',
          institute,
          course_type: 'ITI',
          branch: 'Fitter',
          session: expect.any(String),
          study_year: 1,
          total_seats: 20,
          price_paise: 12_500_00,
        },
      }),
      expect.objectContaining({ action: 'course.added', subject: id(`Welder|${institute}`) }),
    ]);
    expect(log.filter(({ cause_id }) => cause_id === second!.id)).toEqual([
      expect.objectContaining({
        action: 'course.added',
        actor: 'command',
        subject: id('Fitter'),
        after: expect.objectContaining({ institute: null }),
      }),
      expect.objectContaining({
        action: 'course.changed',
        subject: id(`Fitter|${institute}`),
        before: { total_seats: 20, price_paise: 12_500_00 },
        after: { total_seats: 30, price_paise: 12_500_00 },
      }),
    ]);
    for (const { id: entry, cause_id } of log) if (cause_id !== null) expect(entry).toBeGreaterThan(cause_id);
    expect(log).toHaveLength(6);
  });

  test('has no entry of a refused import; if the log cannot be written, nothing is imported', async () => {
    await apply([FITTER]);
    await take('Fitter', 7, 3);
    const before = await entries();
    expect(await apply([{ ...FITTER, totalSeats: 9 }, WELDER])).toMatchObject({ ok: false });
    expect([...(await entries())]).toEqual([...before]);

    await sql()`alter table audit_log add constraint full_disk check (action <> 'course.added') not valid`;
    await expect(apply([{ ...FITTER, totalSeats: 40 }, WELDER])).rejects.toMatchObject({
      cause: { constraint_name: 'full_disk' },
    });
    await sql()`alter table audit_log drop constraint full_disk`;
    expect(await stored()).toMatchObject([{ branch: 'Fitter', total: 20 }]);
    expect([...(await entries())]).toEqual([...before]);
  });
});

describe('planned rows', () => {
  test('are not written if a course was changed meanwhile, nor is the rest of the file', async () => {
    await apply([FITTER, ALONE]);
    const { rows } = await plan([{ ...FITTER, totalSeats: 30 }, WELDER, ALONE]);
    // A course that the plan leaves unchanged counts as well: the file has 20 seats, and now there are 21.
    await sql()`update courses set total_seats = 21 where institute_id is null`;
    expect(await apply(rows)).toEqual({ ok: false, conflict: true });
    expect((await stored()).map(({ total }) => total)).toEqual([20, 21]);
    expect((await entries()).filter(({ action }) => action === 'catalogue.imported')).toHaveLength(1);
    expect(await apply((await plan([{ ...FITTER, totalSeats: 30 }, WELDER, ALONE])).rows)).toMatchObject({
      changed: 2,
    });
  });

  test('are written once: applying the same plan again is refused, although the catalogue equals it by then', async () => {
    await apply([FITTER]);
    const planned = await plan([{ ...FITTER, totalSeats: 30 }, WELDER]);
    expect(await apply(planned.rows)).toMatchObject({ ok: true, added: 1, changed: 1 });
    for (const rows of [planned.rows, planned.rows.slice(0, 1), planned.rows.slice(1)])
      expect(await apply(rows)).toEqual({ ok: false, conflict: true });
    expect(await sql()`select id from audit_log where action = 'catalogue.imported'`).toHaveLength(2);
  });

  test('are not written over a concurrent change', async () => {
    await apply([FITTER]);
    const { rows } = await plan([{ ...FITTER, totalSeats: 30 }]);
    const keeper = connect(url, { max: 1 }).sql;
    try {
      let result: Promise<unknown> | undefined;
      await keeper.begin(async (transaction) => {
        await transaction`update courses set price_paise = 700`;
        result = apply(rows);
        await waitForLocks(sql(), 1, 'json_to_recordset');
      });
      expect(await result).toEqual({ ok: false, conflict: true });
      expect(await stored()).toMatchObject([{ total: 20, price: 700 }]);
    } finally {
      await keeper.end();
    }
  });
});

describe('imports concurrent with adoptions', () => {
  test('an import that waits for a pledge sees the taken seats and is refused', async () => {
    await apply([FITTER]);
    const buyer = connect(url, { max: 1 }).sql;
    try {
      let result: Promise<unknown> | undefined;
      await buyer.begin(async (transaction) => {
        await transaction`update courses set adopted_seats = 15`;
        result = apply([{ ...FITTER, totalSeats: 12 }]);
        await waitForLocks(sql(), 1, 'json_to_recordset');
      });
      expect(await result).toMatchObject({
        ok: false,
        bad: [{ line: 2, problems: [{ params: { total: 12, taken: 15 } }] }],
      });
      expect((await stored())[0]).toMatchObject({ total: 20, adopted: 15 });
    } finally {
      await buyer.end();
    }
  });

  test('an import that waits for seats to be released may go below them', async () => {
    await apply([FITTER]);
    await take('Fitter', 2, 10);
    const sweeper = connect(url, { max: 1 }).sql;
    try {
      let result: Promise<unknown> | undefined;
      await sweeper.begin(async (transaction) => {
        await transaction`update courses set held_seats = 0`;
        result = apply([{ ...FITTER, totalSeats: 5 }]);
        await waitForLocks(sql(), 1, 'json_to_recordset');
      });
      expect(await result).toMatchObject({ ok: true, added: 0, changed: 1 });
      expect((await stored())[0]).toMatchObject({ total: 5, adopted: 2, held: 0 });
    } finally {
      await sweeper.end();
    }
  });

  test('an import does not wait for the foreign key check of a draft', async () => {
    await apply([FITTER]);
    const drafter = connect(url, { max: 1 }).sql;
    try {
      await drafter.begin(async (transaction) => {
        await transaction`select id from courses for key share`;
        expect(await apply([{ ...FITTER, totalSeats: 30 }])).toMatchObject({ ok: true, changed: 1 });
      });
    } finally {
      await drafter.end();
    }
  });

  test('an import locks courses in the order of their ids, as adoptions do', async () => {
    const [high, low] = ['ffffffff-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'];
    for (const [id, branch] of [
      [high, 'Fitter'],
      [low, 'Welder'],
    ])
      await makeCourse({ id, branch, city: 'Rewa', courseType: 'ITI', totalSeats: 20 });
    const buyer = connect(url, { max: 1 }).sql;
    try {
      let result: Promise<unknown> | undefined;
      await buyer.begin(async (transaction) => {
        await transaction`select id from courses where id = ${low} for no key update`;
        result = apply([FITTER, WELDER].map((row) => ({ ...row, institute: null, totalSeats: 30 })));
        await waitForLocks(sql(), 1, 'json_to_recordset');
        expect(await transaction`select id from courses where id = ${high} for no key update nowait`).toHaveLength(1);
      });
      expect(await result).toMatchObject({ ok: true, added: 0, changed: 2 });
    } finally {
      await buyer.end();
    }
  });

  test('ten imports and forty buyers concurrently: no deadlock, no oversold course, and every import complete', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ ...FITTER, line: index + 2, branch: `Trade ${index}` }));
    await apply(rows);
    const buy = () => sql()`
      with locked as (select id from courses where total_seats - adopted_seats - held_seats >= 1 order by id for no key update)
      update courses c set adopted_seats = adopted_seats + 1 from locked l where c.id = l.id`;
    const totals = Array.from({ length: 10 }, (_, index) => 60 + index);
    const results = await Promise.all([
      ...totals.map((totalSeats) => apply(rows.toReversed().map((row) => ({ ...row, totalSeats })))),
      ...Array.from({ length: 40 }, buy),
    ]);
    expect(results.slice(0, 10)).toMatchObject(totals.map(() => ({ ok: true, added: 0, changed: 30 })));
    const after = await stored();
    expect(new Set(after.map(({ total }) => total)).size).toBe(1);
    expect(after.every(({ total, adopted }) => adopted > 0 && adopted <= total)).toBe(true);
  });

  test('concurrent imports and edits of the same courses: no deadlock surfaces, and the log of each course is one chain', async () => {
    const { scope } = await makeAdmin();
    const rows = Array.from({ length: 12 }, (_, index) => ({ ...FITTER, line: index + 2, branch: `Trade ${index}` }));
    await apply(rows);
    const ids = (await sql()<{ id: string }[]>`select id from courses`).map(({ id }) => id);
    const edit = async (id: string, total_seats: number) => {
      for (;;) {
        const [course] = await sql()<
          { version: string }[]
        >`select updated_at::text as version from courses where id = ${id}`;
        const edited = await changeCourse(scope, id, { total_seats, version: course!.version });
        if (edited.ok || edited.code !== 'course.changed_meanwhile') return edited;
      }
    };
    const results = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => apply(rows.map((row) => ({ ...row, totalSeats: 100 + index })))),
      ...ids.flatMap((id) => [edit(id, 50), edit(id, 51)]),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual(results.map(() => true));
    const log = await entries();
    for (const id of ids) {
      const [added, ...changes] = log.filter(({ subject }) => subject === id);
      const [course] = await sql()<{ total: number }[]>`select total_seats as total from courses where id = ${id}`;
      const after = [added!, ...changes].map((entry) => entry.after?.total_seats);
      expect([...changes.map(({ before }) => before?.total_seats), course!.total]).toEqual(after);
    }
  });

  test('two concurrent imports that add the same courses: both finish, and the courses exist once', async () => {
    const results = await Promise.all([apply(FILE), apply(FILE), apply(FILE.toReversed())]);
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    for (const result of results) expect(result.ok || 'conflict' in result).toBe(true);
    expect(await stored()).toHaveLength(3);
    expect(await sql()`select id from institutes`).toHaveLength(1);
  });
});

describe('optional columns', () => {
  const HEAD = 'City,Institute,Course Type,Branch,Total Seats,Price';
  const BASE = 'Rewa,"Government ITI, Rewa",ITI,Fitter,20,12500';
  const read = async (text: string) => {
    const file = await readCatalogueFile(new TextEncoder().encode(text), 'courses.csv');
    if (!file.ok) throw new Error(JSON.stringify(file.problem));
    return file;
  };
  const importText = async (text: string) => {
    const file = await read(text);
    expect(file.bad).toEqual([]);
    const planned = await planImport(file);
    return { planned, applied: await applyImport(planned, 'command', SOURCE) };
  };
  const DESCRIBED = `${HEAD},Duration,Website,Kind,Address,Contact\n${BASE},2,iti.example,Govt.,AB Road,07662 230101\n`;
  const details = () => sql()`
    select i.address, i.website, i.kind, i.contact, c.duration_years as years from institutes i join courses c on c.institute_id = i.id`;
  const GIVEN = { address: 'AB Road', website: 'https://iti.example/', kind: 'government', contact: '07662 230101' };

  test('are stored with new courses; a file without them leaves them, an empty cell clears them', async () => {
    expect((await importText(DESCRIBED)).applied).toMatchObject({ ok: true, added: 1, changed: 0, institutes: 1 });
    expect(await details()).toEqual([{ ...GIVEN, years: 2 }]);

    const without = await importText(`${HEAD}\n${BASE}\n`);
    expect(without.planned.rows).toMatchObject([{ change: 'left' }]);
    expect(without.applied).toMatchObject({ added: 0, changed: 0, institutes: 0 });
    expect(await details()).toEqual([{ ...GIVEN, years: 2 }]);

    const cleared = await importText(`${HEAD},Duration,Website\n${BASE},,\n`);
    expect(cleared.planned.rows).toMatchObject([{ change: 'changed', before: { durationYears: 2 } }]);
    expect(cleared.planned.institutes).toMatchObject([{ changes: true, before: GIVEN }]);
    expect(cleared.applied).toMatchObject({ added: 0, changed: 1, institutes: 1 });
    expect(await details()).toEqual([{ ...GIVEN, website: null, years: null }]);
  });

  test('names in Hindi are stored, kept, changed, cleared and exported', async () => {
    const names = () => sql()`
      select i.hindi, c.branch_hindi as branch from institutes i join courses c on c.institute_id = i.id order by c.branch`;
    const NAMED = `${HEAD},Institute Name in Hindi,Branch in Hindi`;
    const WELDER = BASE.replace('Fitter', 'Welder (GMAW)');
    const added = await importText(`${NAMED}\n${BASE},शासकीय आईटीआई,फिटर\n${WELDER},,वेल्डर (गैस)\n`);
    expect(added.applied).toMatchObject({ added: 2, institutes: 1 });
    const stored = [
      { hindi: 'शासकीय आईटीआई', branch: 'फिटर' },
      { hindi: 'शासकीय आईटीआई', branch: 'वेल्डर (गैस)' },
    ];
    expect(await names()).toEqual(stored);

    expect((await importText(`${HEAD}\n${BASE}\n`)).applied).toMatchObject({ changed: 0, institutes: 0 });
    const same = await read(`${NAMED}\n${BASE},शासकीय आईटीआई,फिटर\n`);
    expect((await planImport(same)).rows).toMatchObject([{ change: 'left' }]);
    expect(await names()).toEqual(stored);

    const scope = (await makeAdmin()).scope;
    const exported = await readCatalogueFile(new Uint8Array(await exportCatalogue(scope)), 'catalogue.xlsx');
    if (!exported.ok) throw new Error(JSON.stringify(exported.problem));
    expect(exported.rows.map(({ branchHindi }) => branchHindi)).toEqual(['फिटर', 'वेल्डर (गैस)']);
    const again = await planImport(exported);
    expect(again.rows.map(({ change }) => change)).toEqual(['left', 'left']);
    expect(again.institutes.map(({ changes }) => changes)).toEqual([false]);

    const file = await read(`${NAMED}\n${BASE},आईटीआई रीवा,\n`);
    const shown = await dryRunImport(scope, file);
    expect(shown.changes).toMatchObject([{ branch: 'Fitter', branch_hindi: null, before: { branch_hindi: 'फिटर' } }]);
    expect(shown.institutes).toMatchObject([
      { details: [{ name: 'hindi', old: 'शासकीय आईटीआई', now: 'आईटीआई रीवा' }] },
    ]);
    const planned = await planImport(file);
    expect(await applyImport(planned, 'command', SOURCE)).toMatchObject({ changed: 1, institutes: 1 });
    expect(await names()).toEqual([
      { hindi: 'आईटीआई रीवा', branch: null },
      { hindi: 'आईटीआई रीवा', branch: 'वेल्डर (गैस)' },
    ]);
    await sql()`update courses set branch_hindi = 'फ़िटर' where branch = 'Fitter'`;
    const stale = await planImport(await read(`${NAMED}\n${BASE},,फिटर\n`));
    await sql()`update courses set branch_hindi = 'मिस्त्री' where branch = 'Fitter'`;
    expect(await applyImport(stale, 'command', SOURCE)).toEqual({ ok: false, conflict: true });
    const log = (await entries()).filter(({ action }) => action === 'course.changed');
    expect(log).toMatchObject([{ before: { branch_hindi: 'फिटर' } }]);
    expect(log[0]!.after).not.toHaveProperty('branch_hindi');
  });

  test('two Hindi names of one institute, and a name that is not Hindi, are bad rows', async () => {
    const row = (branch: string, names: string) => `${BASE.replace('Fitter', branch)},${names}\n`;
    const file = await read(
      `${HEAD},Institute in Hindi,Branch in Hindi\n` +
        row('Fitter', 'शासकीय आईटीआई,') +
        row('Welder', 'सरकारी आईटीआई,वेल्डर') +
        row('Turner', 'Government ITI,Turner') +
        row('Plumber', `,${'क'.repeat(201)}`),
    );
    expect(file.bad.map((bad) => [bad.line, ...problemTexts(bad)])).toEqual([
      [3, 'Institute in Hindi differs from that of the same institute in line 2'],
      [
        4,
        'Institute in Hindi "Government ITI" is not written in Hindi, or has more than 200 characters',
        'Branch in Hindi "Turner" is not written in Hindi, or has more than 200 characters',
      ],
      [5, expect.stringContaining('has more than 200 characters')],
    ]);
  });

  test('change an institute that gets a new course in the same file, and are audited', async () => {
    await importText(DESCRIBED);
    const text = `${HEAD},Kind\n${BASE},Private\nRewa,"Government ITI, Rewa",ITI,Welder,20,12500,\n`;
    expect((await importText(text)).applied).toMatchObject({ added: 1, changed: 0, institutes: 1 });
    const [row] = await sql()`select count(*)::int as institutes, min(kind) as kind from institutes`;
    expect(row).toEqual({ institutes: 1, kind: 'private' });
    const log = (await entries()).filter(({ action }) => action.startsWith('institute.'));
    expect(log).toMatchObject([
      { action: 'institute.added', before: null, after: { ...GIVEN, institute: 'Government ITI, Rewa', city: 'Rewa' } },
      { action: 'institute.changed', before: GIVEN, after: { ...GIVEN, kind: 'private' } },
    ]);
  });

  test('are not written over values that the plan did not show', async () => {
    await importText(DESCRIBED);
    const planned = await planImport(await read(`${HEAD},Kind,Duration\n${BASE},Private,2\n`));
    await sql()`update institutes set address = 'Elsewhere'`;
    expect(await applyImport(planned, 'command', SOURCE)).toEqual({ ok: false, conflict: true });
    expect(await details()).toEqual([{ ...GIVEN, address: 'Elsewhere', years: 2 }]);
  });

  test('are given once per institute; contradicting and odd values are bad', async () => {
    const other = BASE.replace('Fitter', 'Welder');
    const third = BASE.replace('Fitter', 'Turner');
    const file = await read(
      `${HEAD},Website,Duration\n${BASE},,2\n${other},iti.example,2\n${third},other.example,2\nRewa,,ITI,Fitter,20,1,iti.example,2\n${BASE.replace('Fitter', 'Plumber')},javascript:alert(1),7\n`,
    );
    expect(file.institutes).toEqual([
      { line: 2, name: 'Government ITI, Rewa', city: 'Rewa', details: { website: 'https://iti.example/' } },
    ]);
    expect(file.bad.map(({ line, problems }) => [line, ...problems.map(({ code }) => code)])).toEqual([
      [4, 'detail_differs'],
      [5, 'detail_without_institute'],
      [6, 'bad_website', 'bad_duration'],
    ]);
  });
});

describe('the places of a file', () => {
  const places = [{ line: 2, name: 'Navi Basti', district: 'Dewas', lat: 22.9, lon: 76 }];
  const ROW: ImportRow = { ...FITTER, city: 'Navi Basti', institute: null };
  const CONTENT = { rows: [ROW], institutes: [], optional: [], bad: [], places: [] };
  const known = () => sql()`select name, district, latitude, longitude from places`;

  test('are planned, written with the courses, and then known', async () => {
    await sql()`truncate places`;
    expect(await planImport({ ...CONTENT, places: [] })).toMatchObject({
      places: [],
      unknown: [{ city: 'Navi Basti' }],
    });
    const planned = await planImport({ ...CONTENT, places });
    expect(planned).toMatchObject({ places, unknown: [] });
    expect([...(await known())]).toEqual([]);
    expect(await applyImport(planned, 'command', SOURCE)).toMatchObject({ ok: true, added: 1 });
    expect([...(await known())]).toEqual([{ name: 'Navi Basti', district: 'Dewas', latitude: 22.9, longitude: 76 }]);
    expect(await planImport({ ...CONTENT, places })).toMatchObject({ places: [], unknown: [] });
  });

  test('are not written by an import that is refused', async () => {
    await sql()`truncate places`;
    await apply([FITTER]);
    await take('Fitter', 5, 0);
    expect(
      await applyImport({ ...CONTENT, rows: [{ ...FITTER, totalSeats: 1 }], places }, 'command', SOURCE),
    ).toMatchObject({ ok: false });
    expect([...(await known())]).toEqual([]);
  });
});
