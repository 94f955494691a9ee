import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { createDraft, pledgeSeats } from '@/lib/adoption/take/mutations';
import { changeMany, checkMany } from '@/lib/admin/courses/many';
import { changeCourse, describeInstitute } from '@/lib/admin/courses/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { emptyAuditLog } from '@/testing/db/audit';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { waitForLocks } from '@/testing/db/locks';
import { limitKey } from '@/lib/adoption/core/limit-keys';
import { applyImport } from './mutations';
import { checkUndo, undoImport } from './undo';
import type { ImportContent, ImportPlan, ImportRow } from './schema';

useTestDatabase();
const other = usePool(1);
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin({ role: 'catalogue' });
});
beforeEach(async () => {
  await sql()`truncate institutes, courses, places, users cascade`;
  await emptyAuditLog();
});

const ROW: ImportRow = {
  line: 2,
  city: 'Rewa',
  institute: 'Government ITI',
  courseType: 'ITI',
  branch: 'Fitter',
  totalSeats: 20,
  pricePaise: 12_500_00,
};
const SOURCE = { fileName: 'courses.csv', sha256: 'ab'.repeat(32) };
const REASON = 'The wrong file';

/** Imports rows and returns the id of its entry. */
async function importRows(
  rows: ImportRow[],
  more: Partial<ImportContent & Pick<ImportPlan, 'renames'>> = {},
): Promise<number> {
  const content = { rows, institutes: [], optional: [], places: [], ...more };
  const done = await applyImport(content, 'command', SOURCE);
  if (!done.ok) throw new Error('refused');
  return done.entry;
}

async function check(entry: number) {
  const checked = await checkUndo(admin.scope, entry);
  if (!checked.ok) throw new Error(checked.code);
  return checked.dryRun;
}
const undo = async (entry: number) =>
  undoImport(admin.scope, entry, { digest: (await check(entry)).digest, reason: REASON });

/** All that imports write, without versions. */
const catalogue = async () => ({
  courses: await sql()`
    select id, institute_id, city, course_type, branch, branch_hindi, total_seats, adopted_seats, held_seats, price_paise,
           duration_years, is_open, session, study_year from courses order by id`,
  institutes:
    await sql()`select id, name, city, number, hindi, address, website, kind, contact, phone, texts from institutes order by id`,
  places: await sql()`select id, name, district, latitude, longitude from places order by id`,
});

const formerNames = async () =>
  (await sql()<{ name: string }[]>`select name from former_institutes order by name`).map(({ name }) => name);

describe('everything is as before', () => {
  test('what a file added, changed, closed, described and placed', async () => {
    const institute = await makeInstitute({ name: 'Old ITI', city: 'Rewa', contact: '0755 555 123' });
    const course = {
      city: 'Rewa',
      courseType: 'ITI',
      branch: 'Welder',
      instituteId: institute.id,
      durationYears: 2,
    } as const;
    await makeCourse({ ...course, totalSeats: 30, pricePaise: 900_00 });
    await sql()`insert into places (name, district, latitude, longitude) values ('Semaria', 'Rewa', 24.1, 81.123456789)`;
    const before = await catalogue();
    const entry = await importRows(
      [
        ROW,
        { ...ROW, line: 3, institute: null, durationYears: 1 },
        { ...ROW, line: 4, institute: 'Old ITI', branch: 'Welder', totalSeats: 40, durationYears: null, isOpen: false },
        { ...ROW, line: 5, institute: 'Bare ITI', city: 'Semaria' },
      ],
      {
        optional: ['duration', 'open', 'contact'],
        institutes: [
          { line: 2, name: 'Government ITI', city: 'Rewa', details: { contact: 'office@iti.example' } },
          { line: 4, name: 'Old ITI', city: 'Rewa', details: { contact: null } },
        ],
        places: [
          { line: 5, name: 'Semaria', district: 'Satna', lat: 24.5, lon: 81.5 },
          { line: 5, name: 'Nagod', district: 'Satna', lat: 24.56, lon: 80.58 },
        ],
      },
    );
    expect(await check(entry)).toMatchObject({
      name: 'courses.csv',
      removed: { courses: 3, institutes: 2 },
      changed: { courses: 1, institutes: 1, places: 2 },
      places_left: 0,
      obstacles: [],
    });
    const done = await undo(entry);
    expect(done).toMatchObject({ ok: true, removed: 3, changed: 1 });
    expect(await catalogue()).toEqual(before);

    const undone = done.ok ? done.entry : 0;
    const entries = await sql()`select action, before, after from audit_log where cause_id = ${undone} order by id`;
    expect(entries.map(({ action }) => action as string).sort()).toEqual([
      ...['course.changed', 'course.removed', 'course.removed', 'course.removed', 'institute.changed'],
      ...['institute.removed', 'institute.removed', 'place.changed', 'place.removed'],
    ]);
    expect(entries.find(({ action }) => action === 'course.changed')).toMatchObject({
      before: { total_seats: 40, price_paise: 12_500_00, is_open: false },
      after: { total_seats: 30, price_paise: 900_00, is_open: true, duration_years: 2 },
    });
    expect(
      await sql()`select cause_id::int as cause, actor, after from audit_log where action = 'import.undone'`,
    ).toMatchObject([
      {
        cause: entry,
        actor: admin.username,
        after: { file_name: 'courses.csv', removed: 3, changed: 1, institutes: 3, reason: REASON },
      },
    ]);
    expect(await checkUndo(admin.scope, entry)).toEqual({ ok: false, code: 'import.undone' });
    expect(await checkUndo(admin.scope, undone)).toEqual({ ok: false, code: 'import.not_found' });
  });

  test('the name of an institute, with the names that it had before', async () => {
    const { id } = await makeInstitute({ name: 'A', city: 'Rewa' });
    const rename = (from: string, to: string) =>
      importRows([{ ...ROW, institute: to, branch: to }], { renames: [{ line: 2, id, from, to, city: 'Rewa' }] });
    await rename('A', 'B');
    const before = { ...(await catalogue()), former: await formerNames() };
    expect(before.former).toEqual(['A']);
    const entry = await rename('B', 'A');
    expect([(await catalogue()).institutes[0]!.name, await formerNames()]).toEqual(['A', ['B']]);
    expect(await undo(entry)).toMatchObject({ ok: true, removed: 1 });
    expect({ ...(await catalogue()), former: await formerNames() }).toEqual(before);
  });

  test('prices of many courses, and imports one after the other from the last to the first', async () => {
    await makeCourse({ branch: 'A', pricePaise: 1_000_00 });
    const first = await catalogue();
    const chosen = { choice: { by: 'filter', filter: '' }, change: { act: 'percent', by: 10 } } as const;
    const raise = async () => {
      const checked = await checkMany(admin.scope, chosen);
      if (!checked.ok) throw new Error(checked.code);
      const done = await changeMany(admin.scope, chosen, { digest: checked.dryRun.digest, reason: REASON });
      if (!done.ok) throw new Error(done.code);
      return done.entry;
    };
    const entries = [await raise(), await raise(), await raise()];
    expect((await check(entries[0]!)).obstacles).toMatchObject([{ why: 'changed' }]);
    for (const entry of entries.reverse())
      expect(await undo(entry)).toMatchObject({ ok: true, removed: 0, changed: 1 });
    expect(await catalogue()).toEqual(first);
  });

  test('a selection that nobody can confirm any more goes with its course', async () => {
    const entry = await importRows([ROW]);
    const [course] = await sql()<{ id: string }[]>`select id from courses`;
    const { billingId } = await prepareAdoption([{ course: { id: course!.id, pricePaise: ROW.pricePaise }, seats: 1 }]);
    expect((await check(entry)).obstacles).toMatchObject([
      { name: 'ITI Fitter, Government ITI, Rewa', why: 'choosing' },
    ]);
    await sql()`update otp_challenges set expires_at = now()`;
    expect(await check(entry)).toMatchObject({ obstacles: [], drafts: 1 });
    expect(await undo(entry)).toMatchObject({ ok: true, removed: 1 });
    expect(await sql()`select id from billings where id = ${billingId}`).toEqual([]);
  });

  test('an import that did nothing, an entry that is none, and an outdated check', async () => {
    expect(await checkUndo(admin.scope, 999)).toEqual({ ok: false, code: 'import.not_found' });
    const entry = await importRows([ROW]);
    const nothing = await importRows([ROW]);
    expect(await checkUndo(admin.scope, nothing)).toEqual({ ok: false, code: 'import.unclear' });
    const apply = { digest: '0'.repeat(64), reason: REASON };
    expect(await undoImport(admin.scope, entry, apply)).toMatchObject({
      ok: false,
      code: 'import.changed',
      dryRun: { removed: { courses: 1 } },
    });
  });
});

describe('what is used since keeps the whole import', () => {
  type Case = [why: string, use: (course: { id: string; pricePaise: number }, institute: string) => Promise<unknown>];
  const take = async (course: { id: string; pricePaise: number }) => {
    const { subject, code } = await prepareAdoption([{ course, seats: 1 }]);
    expect(await pledgeSeats(subject, code)).toMatchObject({ ok: true });
  };
  const reserve = (kind: string) => async (course: { id: string }) =>
    sql()`
      with made as (
        insert into reservations (kind, holder, company, email, until, reason, created_by)
        values (${kind}, 'email:a@b.in', 'A', 'a@b.in', now() + interval '1 day', 'r', ${admin.adminId}) returning id)
      insert into reservation_items (reservation_id, course_id, seats, price_paise) select id, ${course.id}, 1, 100 from made`;
  const version = async (table: 'courses' | 'institutes') =>
    (
      await sql()<
        { version: string }[]
      >`select updated_at::text as version from ${sql()(table)} order by updated_at desc limit 1`
    )[0]!.version;
  const BOTH: Case[] = [
    ['adopted', take],
    ['reserved', reserve('agreement')],
    ['renewed', reserve('renewal')],
    [
      'waited',
      ({ id }) => sql()`
        insert into waiting_requests (holder, email, company, course_id, course_type, branch, city, session, study_year, seats, min_seats)
        values ('email:a@b.in', 'a@b.in', 'b.in', ${id}, 'ITI', 'Fitter', 'Rewa', (select session from courses where id = ${id}), 1, 1, 1)`,
    ],
    [
      'entered',
      ({ id }) => sql()`
        insert into adoption_entries (sponsor, locale, lines, paper_reference, note, entered_by)
        values ('{}', 'en', jsonb_build_array(jsonb_build_object('id', ${id}::text, 'seats', 1, 'pricePaise', 100)), 'P 1', '', ${admin.adminId})`,
    ],
    [
      'proposed',
      ({ id }, institute) => sql()`
        insert into proposals (institute_id, course_id, kind, price_paise, old_paise) values (${institute}, ${id}, 'price', 200, 100)`,
    ],
    [
      'changed',
      async ({ id }) => changeCourse(admin.scope, id, { total_seats: 25, version: await version('courses') }),
    ],
    [
      'edited',
      async ({ id }) => {
        await changeCourse(admin.scope, id, { total_seats: 25, version: await version('courses') });
        await changeCourse(admin.scope, id, { total_seats: 20, version: await version('courses') });
      },
    ],
  ];
  const ADDED: Case[] = [
    ...BOTH,
    [
      'office',
      async (_, institute) =>
        sql()`insert into office_institutes (admin_id, institute_id) values (${admin.adminId}, ${institute})`,
    ],
    ['offered', (_, instituteId) => makeCourse({ instituteId, city: 'Rewa', courseType: 'ITI' })],
    [
      'described',
      (_, institute) => sql()`update institutes set texts = '{"about": "Since 1950"}' where id = ${institute}`,
    ],
    [
      'changed',
      async (_, institute) => {
        const details = { number: null, hindi: null, address: 'AB Road', website: null, kind: null, contact: null };
        return describeInstitute(admin.scope, institute, { ...details, version: await version('institutes') });
      },
    ],
  ];

  async function use([why, act]: Case, entry: number) {
    const [course] = await sql()<{ id: string; pricePaise: number; institute: string }[]>`
      select id, price_paise::int as "pricePaise", institute_id as institute from courses`;
    const { digest } = await check(entry);
    await act(course!, course!.institute);
    const before = await catalogue();
    const refused = await undoImport(admin.scope, entry, { digest, reason: REASON });
    expect(refused).toMatchObject({
      ok: false,
      code: 'import.changed',
      dryRun: { obstacles: expect.arrayContaining([expect.objectContaining({ why })]) },
    });
    const now = refused.ok || !('dryRun' in refused) ? '' : refused.dryRun.digest;
    expect(await undoImport(admin.scope, entry, { digest: now, reason: REASON })).toMatchObject({
      code: 'import.in_use',
    });
    expect(await catalogue()).toEqual(before);
  }

  test.for(ADDED.map((each, n) => [`${each[0]} ${n}`, each] as const))('of what it added: %s', async ([, each]) => {
    await use(each, await importRows([ROW]));
  });

  test.for(BOTH.map((each) => [each[0], each] as const))('of what it changed: %s', async ([, each]) => {
    await importRows([ROW]);
    await use(each, await importRows([{ ...ROW, pricePaise: 13_000_00 }]));
  });

  test('an adoption of before does not: its seats bound the old total alone', async () => {
    await importRows([ROW]);
    const [course] = await sql()<{ id: string }[]>`select id from courses`;
    await take({ id: course!.id, pricePaise: ROW.pricePaise });
    const entry = await importRows([{ ...ROW, totalSeats: 30 }]);
    await sql()`update courses set adopted_seats = 21`;
    expect((await check(entry)).obstacles).toMatchObject([{ why: 'taken' }]);
    await sql()`update courses set adopted_seats = 20`;
    expect(await undo(entry)).toMatchObject({ ok: true });
    expect(await sql()`select total_seats as total, adopted_seats as adopted from courses`).toEqual([
      { total: 20, adopted: 20 },
    ]);
  });

  test('every table that names a course or an institute is looked at, or has rows only beside one that is', async () => {
    const rows = await sql()<{ name: string }[]>`
      select conrelid::regclass::text || ' ' || confrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confrelid in ('courses'::regclass, 'institutes'::regclass)`;
    const lookedAt = ['billing_items', 'proposals', 'reservation_items', 'waiting_requests'].map(
      (name) => `${name} courses`,
    );
    const ofInstitutes = [
      'admin_areas',
      'conversation_messages',
      'courses',
      'former_institutes',
      'office_institutes',
      'payee_accounts',
      'proposals',
      'releases',
      'report_reminders',
    ];
    const besideLines = [
      'compositions',
      'enrolments',
      'line_months',
      'reports',
      'seat_moves',
      'seat_moves',
      'uses',
    ].map((name) => `${name} courses`);
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...lookedAt, ...besideLines, ...ofInstitutes.map((name) => `${name} institutes`)].sort(),
    );
  });
});

describe('beside an adoption at the same time', () => {
  /** An import of another price and more seats, and a draft with its code at that price. */
  async function prepare(seats: number) {
    await importRows([ROW]);
    const entry = await importRows([{ ...ROW, totalSeats: 30, pricePaise: 13_000_00 }]);
    const [course] = await sql()<{ id: string }[]>`select id from courses`;
    const prepared = await prepareAdoption([{ course: { id: course!.id, pricePaise: 13_000_00 }, seats }]);
    return { entry, ...prepared, digest: (await check(entry)).digest };
  }
  const stored = async () => (await sql()`select price_paise::int as price, adopted_seats as adopted from courses`)[0];

  /** The adoption has the course and waits for a counter of unpaid seats when the undo begins. */
  async function adoptFirst() {
    const { entry, subject, code, digest } = await prepare(2);
    let [adopting, undoing]: [ReturnType<typeof pledgeSeats>?, ReturnType<typeof undoImport>?] = [];
    await other.begin(async (busy) => {
      await busy`insert into unpaid_seats (key, seats) values (${limitKey(subject.email)}, 0)`;
      adopting = pledgeSeats(subject, code);
      await waitForLocks(sql(), 1);
      undoing = undoImport(admin.scope, entry, { digest, reason: REASON });
      await waitForLocks(sql(), 1, 'audit_log');
    });
    return { adopted: await adopting!, undone: await undoing!, course: await stored() };
  }

  test('security 180: the adoption that has the course wins: nothing is undone, and the answer says why', async () => {
    const { adopted, undone, course } = await adoptFirst();
    expect(adopted).toMatchObject({ ok: true });
    expect(undone).toMatchObject({ ok: false, code: 'import.changed', dryRun: { obstacles: [{ why: 'adopted' }] } });
    expect(course).toEqual({ price: 13_000_00, adopted: 2 });
  });

  test('control: without the lock the price goes back below the adoption', async () => {
    const raced = await withoutGuards([[/order by "courses"\."id" for no key update(?=\s*$)/]], adoptFirst);
    expect(raced).toMatchObject({
      adopted: { ok: true },
      undone: { ok: true },
      course: { price: 12_500_00, adopted: 2 },
    });
  });

  test('the undo that has the course wins: seats that the import brought cannot be adopted', async () => {
    const { entry, subject, code, digest } = await prepare(25);
    let [adopting, undoing]: [ReturnType<typeof pledgeSeats>?, ReturnType<typeof undoImport>?] = [];
    await other.begin(async (busy) => {
      await busy`lock table audit_chain in exclusive mode`;
      undoing = undoImport(admin.scope, entry, { digest, reason: REASON });
      await waitForLocks(sql(), 1, 'audit_log');
      adopting = pledgeSeats(subject, code);
      await waitForLocks(sql(), 1);
    });
    expect(await undoing!).toMatchObject({ ok: true });
    expect(await adopting!).toMatchObject({ ok: false });
    expect(await stored()).toEqual({ price: 12_500_00, adopted: 0 });
  });

  test('a selection of a course that goes meanwhile finds no such course', async () => {
    const entry = await importRows([ROW]);
    const { digest } = await check(entry);
    const [course] = await sql()<{ id: string }[]>`select id from courses`;
    let [choosing, undoing]: [ReturnType<typeof createDraft>?, ReturnType<typeof undoImport>?] = [];
    await other.begin(async (busy) => {
      await busy`lock table audit_chain in exclusive mode`;
      undoing = undoImport(admin.scope, entry, { digest, reason: REASON });
      await waitForLocks(sql(), 1, 'audit_log');
      const lines = [{ id: course!.id, selectedSeats: 1 }];
      choosing = createDraft({ lines, totalPaise: ROW.pricePaise, sponsor: makeSponsor(), holder: [] });
      await waitForLocks(sql(), 2, '');
    });
    expect(await undoing!).toMatchObject({ ok: true });
    expect(await choosing!).toMatchObject({ ok: false });
    expect(await sql()`select id from courses`).toEqual([]);
  });

  test('two undos of one import at the same time: one does it', async () => {
    const entry = await importRows([ROW]);
    const apply = { digest: (await check(entry)).digest, reason: REASON };
    const results = await Promise.all([undoImport(admin.scope, entry, apply), undoImport(admin.scope, entry, apply)]);
    expect(results.map((result) => (result.ok ? 'ok' : result.code)).sort()).toEqual(['import.undone', 'ok']);
  });
});

test('random imports on random catalogues are undone without a trace', async () => {
  let seed = 48;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
  const row = (line: number): ImportRow => ({
    line,
    city: pick(['Rewa', 'Sidhi', 'Satna']),
    institute: pick(['A', 'B', 'C', 'D', null]),
    courseType: pick(['ITI', 'Diploma']),
    branch: pick(['Fitter', 'Welder', 'Civil']),
    totalSeats: random(50),
    pricePaise: random(9_000) * 100,
    durationYears: pick([null, 1, 2]),
    branchHindi: pick([null, 'फिटर']),
    ...(random(2) && { isOpen: random(2) === 1 }),
  });
  const key = (item: ImportRow) => [item.city, item.institute, item.courseType, item.branch].join('|');
  const content = (count: number) => {
    const rows = [
      ...new Map(Array.from({ length: count }, (_, n) => row(n)).map((item) => [key(item), item])).values(),
    ];
    const named = new Map(rows.flatMap((item) => (item.institute ? [[`${item.institute}|${item.city}`, item]] : [])));
    const institutes = [...named.values()].map(({ line, institute, city }) => ({
      line,
      name: institute!,
      city,
      details: { hindi: pick([null, 'संस्था']), contact: pick([null, 'a@b.example']) },
    }));
    const places = [...new Set(rows.map(({ city }) => city))]
      .filter(() => random(2))
      .map((name, line) => ({
        line,
        name,
        district: pick(['Rewa', 'Sidhi']),
        lat: random(90) / 7,
        lon: random(90) / 7,
      }));
    const optional: ImportContent['optional'] = random(3)
      ? ['duration', 'branchHindi', 'open', 'hindi', 'contact']
      : [];
    return [rows, { institutes: optional.length > 0 ? institutes : [], places, optional }] as const;
  };
  for (let round = 0; round < 25; round++) {
    await sql()`truncate institutes, courses, places cascade`;
    await importRows(...content(random(30)));
    const before = await catalogue();
    const entry = await importRows(...content(1 + random(40)));
    const done = await checkUndo(admin.scope, entry);
    if (!done.ok) {
      expect([done.code, await catalogue()]).toEqual(['import.unclear', before]);
      continue;
    }
    expect(await undo(entry)).toMatchObject({ ok: true });
    expect(await catalogue()).toEqual(before);
  }
});
