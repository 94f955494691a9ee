import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { holdSeats } from '@/lib/adoption/take/mutations';
import { newSessionSchema, sessionEditSchema, type SessionAction } from '@/lib/sessions/schema';
import { listCourses } from '@/lib/catalogue/queries';
import { nameOfSession } from '@/lib/catalogue/session';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeHold, prepareHold } from '@/testing/db/adoption';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { actOnSession, changeSession, planSession } from './mutations';
import { dryRunOpening, listSessions } from './queries';

useTestDatabase();
const here = useClient(20).db;
const there = useClient(20).db;
const holder = usePool(1);
let admin: AdminAccount;
/** The session of new courses, and a later one. */
let current: string;
let next: string;
const daysOf = (year: number) => ({
  first_day: `${year}-07-01`,
  last_day: `${year + 1}-06-30`,
  adopting_from: null,
  adopting_until: null,
});
let year: number;

beforeAll(async () => {
  admin = await makeAdmin({ role: 'catalogue' });
  const [row] = await sql()<{ name: string }[]>`select name from academic_sessions`;
  current = row!.name;
  year = Number(current.slice(0, 4)) + 1;
  next = nameOfSession(year);
});
afterEach(async () => {
  await sql()`truncate billings, courses, institutes cascade`;
  await sql()`delete from academic_sessions where name <> ${current}`;
  await sql()`update academic_sessions set state = 'open', version = 0`;
});

const plan = () => planSession(admin.scope, { name: next, ...daysOf(year) });
const act = (action: SessionAction, name = next) => actOnSession(admin.scope, name, action);
const opening = { percent: 0, continuing: 'yes', unpaid: 'no' } as const;
const open = (changes: Partial<Extract<SessionAction, { action: 'open' }>> = {}): SessionAction => ({
  ...{ action: 'open', version: 0, ...opening, from: current, offers: 1, seats: 60 },
  ...changes,
});
const entries = async () =>
  (
    await sql()<{ action: string; after: object }[]>`
      select action, after from audit_log where action like 'session.%' order by id desc`
  ).map(({ action, after }) => [action, after]);

describe('planning', () => {
  test('adds a session of which nothing is public, with an entry in the audit log', async () => {
    expect(await plan()).toEqual({ ok: true, name: next });
    const [first] = await listSessions(admin.scope);
    expect(first).toMatchObject({ name: next, state: 'planned', firstDay: `${year}-07-01`, offers: 0, version: 0 });
    await makeCourse({ session: next });
    expect(await listCourses()).toEqual([]);
    expect((await entries())[0]).toEqual(['session.planned', { session: next, ...daysOf(year) }]);
  });

  test.each([
    ['an overlapping session', () => ({ name: next, ...daysOf(year), first_day: `${year}-06-30` }), 'session.overlaps'],
    ['the name of another year', () => ({ name: nameOfSession(year + 1), ...daysOf(year) }), 'session.name_of_year'],
    ['a session that exists', () => ({ name: current, ...daysOf(year - 1) }), 'session.exists'],
  ])('refuses %s', async (_, given, code) => {
    expect(await planSession(admin.scope, given())).toMatchObject({ ok: false, code });
  });

  test('the constraint refuses an overlap as well', async () => {
    await expect(
      sql()`insert into academic_sessions (name, first_day, last_day)
            values (${next}, ${`${year}-06-30`}, ${`${year + 1}-06-30`})`,
    ).rejects.toThrow('academic_sessions_overlap');
  });

  test.each([
    [{ name: '2027-29' }, 'session.name_form'],
    [{ name: 'next' }, 'session.name_form'],
    [{ last_day: '2026-07-01' }, 'session.days_order'],
    [{ first_day: '' }, 'session.day'],
    [{ adopting_from: '2027-08-02', adopting_until: '2027-08-01' }, 'session.adopting_order'],
  ])('refuses the input %o', (given, code) => {
    const parsed = newSessionSchema.safeParse({ name: '2027-28', ...daysOf(2027), ...given });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([code]);
    const { name, ...days } = { name: '2027-28', ...daysOf(2027), ...given };
    if (name === '2027-28') expect(sessionEditSchema.safeParse({ ...days, version: 0 }).success).toBe(false);
  });
});

describe('opening', () => {
  let instituteId: string;
  beforeEach(async () => {
    await plan();
    instituteId = (await makeInstitute({ city: 'Sagar' })).id;
    const base = { city: 'Sagar', instituteId, durationYears: 3 };
    await makeCourse({ ...base, branch: 'Civil', adoptedSeats: 13, pricePaise: 1_00_333_00 });
    await makeCourse({ ...base, branch: 'Closed', adoptedSeats: 4, isOpen: false, durationYears: 2 });
    await makeCourse({ ...base, branch: 'Last year', adoptedSeats: 5, studyYear: 3 });
    await makeCourse({ ...base, branch: 'Unknown', adoptedSeats: 7, durationYears: null, courseType: 'ITI' });
  });

  test('the dry run shows offers, seats, prices and the last session, and changes nothing', async () => {
    // An import gave the session one of the offers already, with other seats.
    await makeCourse({
      city: 'SAGAR',
      branch: 'civil',
      instituteId,
      session: next,
      totalSeats: 30,
      pricePaise: 90_000_00,
    });
    const run = await dryRunOpening(admin.scope, next, { ...opening, from: current, percent: 7.5 });
    expect(run).toMatchObject({ last: current, intake: 1, continuing: 2, unknownDuration: 1, tooDear: 0 });
    // Civil of the import, Unknown again, and the second years of Civil and Closed.
    expect(run.total.now).toMatchObject({ offers: 4, seats: 30 + 60 + 13 + 4, minPaise: 90_000_00 });
    expect(run.total.before).toMatchObject({ offers: 3, seats: 180 });
    expect(run.types.map(({ name, now }) => [name, now?.offers])).toEqual([
      ['B.Tech', 3],
      ['ITI', 1],
    ]);
    expect(run.districts.map(({ name }) => name)).toEqual(['Sagar']);
    expect(await sql()`select from courses where session = ${next}`).toHaveLength(1);
  });

  test('adds the offers of the dry run with their prices in whole rupees, and makes them public', async () => {
    expect(await act(open({ percent: 7.5, offers: 4, seats: 137 }))).toEqual({ ok: true });
    const added = await sql()`
      select branch, study_year as year, total_seats as seats, adopted_seats as adopted, price_paise::int as paise
        from courses where session = ${next} order by branch, study_year`;
    expect(added).toEqual([
      { branch: 'Civil', year: 1, seats: 60, adopted: 0, paise: 1_07_858_00 },
      { branch: 'Civil', year: 2, seats: 13, adopted: 0, paise: 1_07_858_00 },
      { branch: 'Closed', year: 2, seats: 4, adopted: 0, paise: 1_34_375_00 },
      { branch: 'Unknown', year: 1, seats: 60, adopted: 0, paise: 1_34_375_00 },
    ]);
    expect(await listCourses({ city: 'Sagar' })).toHaveLength(3 + 4);
    const after = { session: next, offers: 4, seats: 137, from: current, percent: 7.5, continuing: true };
    expect((await entries())[0]).toEqual(['session.opened', after]);
  });

  test.each([
    ['what the dry run no longer shows', () => open({ offers: 3, seats: 137 }), 'session.plan_changed'],
    ['another version', () => open({ version: 1, offers: 4, seats: 137 }), 'session.changed_meanwhile'],
    ['offers of an unknown session', () => open({ from: '2090-91' }), 'session.unknown_source'],
    ['a session without offers', () => open({ from: undefined }), 'session.no_offers'],
    ['closing a session that is not open', (): SessionAction => ({ action: 'close', version: 0 }), 'session.already'],
  ] as const)('refuses %s', async (_, action, code) => {
    expect(await act(action())).toMatchObject({ ok: false, code });
    expect(await sql()`select from courses where session = ${next}`).toHaveLength(0);
  });

  test('refuses prices above the maximum, and opening twice', async () => {
    await sql()`update courses set price_paise = 900000000 where branch = 'Civil'`;
    const tooDear = await act(open({ percent: 20, offers: 4, seats: 137 }));
    expect(tooDear).toEqual({ ok: false, code: 'session.price_range', params: { count: 2 } });
    expect(await act(open({ offers: 4, seats: 137 }))).toEqual({ ok: true });
    expect(await act(open({ version: 1, offers: 4, seats: 137 }))).toMatchObject({ code: 'session.already' });
    const { version: _, ...days } = { version: 0, ...daysOf(year), adopting_from: `${year}-05-01` };
    expect(await changeSession(admin.scope, next, { ...days, version: 1 })).toEqual({ ok: true });
    expect(await changeSession(admin.scope, next, { ...days, version: 1 })).toMatchObject({
      code: 'session.changed_meanwhile',
    });
  });
});

describe('closing', () => {
  test('is refused while seats are held, with the number; afterwards nothing is offered, until it opens again', async () => {
    const course = await makeCourse();
    const held = await makeHold([{ course, seats: 3 }], await makeSponsorAccount());
    const refused = await act({ action: 'close', version: 0 }, current);
    expect(refused).toEqual({ ok: false, code: 'session.live_holds', params: { count: 1, minutes: 15 } });
    await endWindow(held.billingId);
    expect(await act({ action: 'close', version: 0 }, current)).toEqual({ ok: true });
    expect(await listCourses()).toEqual([]);
    expect(await changeSession(admin.scope, current, { ...daysOf(year - 1), version: 1 })).toMatchObject({
      code: 'session.closed',
    });
    expect(await act({ ...open({ version: 1 }), from: undefined } as SessionAction, current)).toEqual({ ok: true });
    expect(await listCourses()).toHaveLength(1);
    expect((await entries()).map(([action]) => action).slice(0, 2)).toEqual(['session.opened', 'session.closed']);
  });
});

describe('two administrators at once', () => {
  const openTwice = async () => {
    await plan();
    await makeCourse();
    const other = await makeAdmin();
    const results: ReturnType<typeof actOnSession>[] = [];
    await holder.begin(async (held) => {
      await held`lock table courses in exclusive mode`;
      for (const { scope } of [admin, other]) results.push(actOnSession(scope, next, open({ continuing: 'no' })));
      await waitForLocks(sql(), 2, '');
    });
    const outcomes = await Promise.allSettled(results);
    return outcomes.map((outcome) =>
      outcome.status === 'rejected' ? 'failed' : outcome.value.ok ? 'opened' : outcome.value.code,
    );
  };

  test('one opens a session, the other is told so', async () => {
    expect((await openTwice()).toSorted()).toEqual(['opened', 'session.changed_meanwhile']);
  });

  test('control: without the locks, in a database without the natural key, both open it', async () => {
    await sql()`drop index courses_natural_key`;
    const both = await withoutGuards(
      [
        ['lock table "academic_sessions" in share row exclusive mode', 'select 1'],
        [/ for no key update$/, ''],
      ],
      openTwice,
    );
    expect(both).toEqual(['opened', 'opened']);
  });
});

describe('forty sponsors who hold seats while the session closes', () => {
  /** All read the session while it is open, then it closes, then they get the row of the course. */
  const race = async () => {
    const course = await makeCourse({ totalSeats: 60 });
    const holds = await Promise.all(
      Array.from({ length: 40 }, async () => prepareHold([{ course, seats: 1 }], await makeSponsorAccount())),
    );
    let taking: ReturnType<typeof holdSeats>[] = [];
    let closing!: ReturnType<typeof actOnSession>;
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${course.id} for update`;
      taking = holds.map(({ scope, code }, n) => holdSeats(scope, code, n % 2 ? here : there));
      await waitForLocks(sql(), 40, 'with ');
      closing = act({ action: 'close', version: 0 }, current);
      await Promise.race([closing, waitForLocks(sql(), 1, '"academic_sessions"."name" = $1 for')]);
    });
    const [closed, ...taken] = await Promise.all([closing, ...taking]);
    const [{ live }] = (await sql()`select count(*)::int as live from billings where state = 'held'`) as unknown as [
      { live: number },
    ];
    return { closed, held: taken.filter(({ ok }) => ok).length, live };
  };

  test('either they hold them and it stays open, or it is closed and they are refused', async () => {
    const { closed, held, live } = await race();
    expect(live).toBe(held);
    if (closed.ok) expect(held).toBe(0);
    else
      expect([closed, held]).toEqual([
        { ok: false, code: 'session.live_holds', params: { count: 40, minutes: 15 } },
        40,
      ]);
  });

  test('control: without the lock on the session they hold seats of a closed one', async () => {
    const { closed, held } = await withoutGuards(
      [['(select session from wanted)) for share', '(select session from wanted))']],
      race,
    );
    expect([closed.ok, held]).toEqual([true, 40]);
  });
});
