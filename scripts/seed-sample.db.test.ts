import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { COURSE_TYPES } from '@/db/schema/enums';
import { listReportsOfInstitutes } from '@/lib/register/checks/queries';
import { renewalSums } from '@/lib/sessions/queries';
import { logIn } from '@/lib/accounts/mutations';
import { sumUse } from '@/lib/documents/paper-rules';
import { readYear } from '@/lib/year-end/queries';
import { readStats } from '@/lib/admin/stats/queries';
import { listCourses } from '@/lib/catalogue/queries';
import type { Course } from '@/lib/catalogue/schema';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { findBookProblems } from './lib/books';
import { withoutAlarms } from './lib/without-alarms';
import { administerSample } from './sample-administration';
import { openSampleOffices } from './sample-offices';
import { seedSample } from './seed-sample';

useTestDatabase();

describe('the sample catalogue (A-84)', () => {
  let seeded: Awaited<ReturnType<typeof seedSample>>;
  let courses: Course[];
  let said: { mock: { calls: unknown[][] } }[];
  /** Alone, so that the administration of the sample needs no second one. */
  let admin: AdminAccount;
  const distinct = (name: (course: Course) => string) => new Set(courses.map(name)).size;
  const left = (some: Course[]) => some.reduce((seats, course) => seats + course.left_seats, 0);

  beforeAll(async () => {
    admin = await makeAdmin();
    said = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
    seeded = await withoutAlarms(seedSample);
    courses = await listCourses();
  });

  test('holds at least 320 courses of 64 institutes in 24 cities, of all types, some without an institute', () => {
    expect(seeded?.imported).toBe(courses.length);
    expect(courses.length).toBeGreaterThanOrEqual(320);
    expect(distinct(({ institute_name, city }) => `${institute_name}|${city}`)).toBeGreaterThanOrEqual(64);
    expect(distinct(({ city }) => city)).toBeGreaterThanOrEqual(24);
    expect(new Set(courses.map(({ course_name }) => course_name))).toEqual(new Set(COURSE_TYPES));
    expect(courses.some(({ institute_name }) => institute_name === '')).toBe(true);
    expect(courses.some(({ institute_name }) => /\p{Script=Devanagari}/u.test(institute_name))).toBe(true);
  });

  test('has about 30 % of its seats adopted, each by an adoption of an illustrative sponsor: guests pledged or, in the session before, paid; registered ones paid', async () => {
    const total = courses.reduce((seats, course) => seats + course.total_seats, 0);
    expect(total - left(courses)).toBe(seeded!.adopted);
    expect((total - left(courses)) / total).toBeGreaterThan(0.25);
    expect((total - left(courses)) / total).toBeLessThan(0.4);

    const differing = await sql()`
      select c.id from courses c
        left join (select i.course_id, sum(i.seats) as seats from billing_items i join billings b on b.id = i.billing_id
                    where b.state in ('pledged', 'completed') group by i.course_id) p on p.course_id = c.id
       where c.adopted_seats <> coalesce(p.seats, 0)`;
    expect(differing).toHaveLength(0);
    const named =
      await sql()`select 1 from billings where sponsor->>'company' not like '%(illustrative)' or sponsor->>'fullName' not like '%(illustrative)'`;
    expect(named).toHaveLength(0);
    const kinds = await sql()`
      select u.kind, b.channel, b.state, p.status, count(*) > 20 as dozens from billings b join users u on u.id = b.user_id
        left join payments p on p.billing_id = b.id group by 1, 2, 3, 4 order by 1, 3 desc`;
    expect(kinds).toEqual([
      { kind: 'guest', channel: 'public', state: 'pledged', status: null, dozens: true },
      { kind: 'guest', channel: 'public', state: 'completed', status: 'captured', dozens: false },
      { kind: 'registered', channel: 'dashboard', state: 'completed', status: 'captured', dozens: true },
    ]);
    expect(await sql()`select 1 from sessions`).toHaveLength(0);
  });

  test('has adopted them over the past year, more towards the end, with timestamps in the right order', async () => {
    const { seatsAdopted, byMonth } = await readStats(admin.scope);
    expect(seatsAdopted).toBe(seeded!.adopted + seeded!.before);
    const seats = byMonth.map((month) => month.seats);
    // The current month may have just begun.
    expect(seats.slice(0, -1).every((count) => count > 0)).toBe(true);
    const sum = (some: number[]) => some.reduce((all, count) => all + count, 0);
    expect(sum(seats.slice(-6))).toBeGreaterThan(sum(seats.slice(0, 6)));
    const astray = await sql()`
      select b.id from billings b join users u on u.id = b.user_id left join payments p on p.billing_id = b.id
       where b.verified_at >= now() or b.created_at > b.verified_at or u.created_at > b.created_at
          or p.created_at < b.verified_at or p.settled_at > b.hold_expires_at
          or exists (select from billing_events e where e.billing_id = b.id and e.event <> 'renewal_opened' and (e.at < b.created_at or e.at > b.verified_at + interval '1 minute'))`;
    expect(astray).toHaveLength(0);
    const [reused] = await sql()`select 1 from billings group by user_id, verified_at having count(*) > 1`;
    expect(reused).toBeUndefined();
  });

  test('has a closed session before the open one, of which adopted places continue in the second year', async () => {
    const [current] = courses;
    const rows = await sql()`
      select s.state, c.study_year as year, count(*)::int as offers, sum(c.total_seats)::int as seats, sum(c.adopted_seats)::int as adopted
        from courses c join academic_sessions s on s.name = c.session group by 1, 2 order by 1, 2`;
    expect(rows.map(({ state, year }) => [state, year])).toEqual([
      ['closed', 1],
      ['open', 1],
      ['open', 2],
    ]);
    const [closed, , second] = rows;
    expect(closed!.adopted).toBe(seeded?.before);
    expect(seeded!.before).toBeGreaterThan(100);
    expect(second).toMatchObject({ seats: seeded?.before, adopted: 0 });
    // The second years are reserved for those who can renew them, so that no list has them.
    expect(second!.offers).toBeGreaterThan(10);
    expect(courses.filter(({ study_year }) => study_year === 2)).toEqual([]);
    expect(new Set(courses.map(({ session }) => session))).toEqual(new Set([current!.session]));
  });

  test('has renewals that are due, for guests and accounts, and sends no messages about them', async () => {
    const { invited, open } = await renewalSums(admin.scope, courses[0]!.session!);
    expect(open).toEqual(invited);
    expect(invited.seats).toBe(seeded!.before);
    expect(invited.sponsors).toBeGreaterThan(3);
    expect(await findBookProblems()).toEqual([]);
    expect(await sql()`select from outbound_messages where sent_at is null`).toHaveLength(0);
  });

  test('has a district without free B.Tech seats, and a full course among others', () => {
    const singrauli = courses.filter(({ city, course_name }) => city === 'Singrauli' && course_name === 'B.Tech');
    expect(singrauli.length).toBeGreaterThan(0);
    expect(left(singrauli)).toBe(0);
    const indore = courses.filter(
      ({ institute_name: institute, study_year: year }) =>
        institute === 'Government Engineering College, Indore' && year === 1,
    );
    expect(indore.filter(({ left_seats }) => left_seats === 0)).toHaveLength(1);
    expect(left(indore)).toBeGreaterThan(0);
  });

  test('has an agreement, an adoption on paper that waits, and a pledge in parts of which one is paid', async () => {
    await withoutAlarms(administerSample);
    const [kept] = await sql()`
      select count(*) filter (where kind = 'agreement' and not is_proposed)::int as agreements,
             count(*) filter (where kind = 'entry')::int as entries from reservations where ended_at is null`;
    expect(kept).toEqual({ agreements: 1, entries: 1 });
    const [inParts] = await sql()<{ parts: number; paid: boolean }[]>`
      select cardinality(instalments) as parts, received_paise > 0 and received_paise < total_paise and due_at > now() as paid
        from billings where instalments is not null`;
    expect(inParts).toEqual({ parts: 3, paid: true });
    expect(await sql()`select 1 from outbound_messages where sent_at is null`).toHaveLength(0);
    expect(await findBookProblems()).toEqual([]);
  });

  test('says whom to pay, where to ask and until when, so that the dashboard of administrators misses nothing', async () => {
    vi.stubEnv('OUTBOX_PRINT', 'on');
    vi.stubEnv('PAYMENT_PROVIDER', 'sandbox');
    vi.resetModules();
    const { readMissing } = await import('@/lib/settings/missing');
    expect(await readMissing()).toEqual([]);
    await sql()`delete from settings`;
    vi.stubEnv('OUTBOX_PRINT', undefined);
    vi.resetModules();
    const other = await import('@/lib/settings/missing');
    expect((await other.readMissing()).map(({ what }) => what)).toEqual([
      'receiver',
      'account',
      'contact',
      'terms',
      'email',
      'sandbox',
    ]);
    vi.unstubAllEnvs();
  });

  test('has two offices with registers: one has stated a report and a student left, one is late', async () => {
    const { sponsor } = await withoutAlarms(() => openSampleOffices('forty-two grey herons'));
    expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect(await sql()`select from alerts`).toHaveLength(0);
    const offices = await sql()<{ username: string; offers: number; stated: number; students: number; left: number }[]>`
      select a.username, count(distinct c.id)::int as offers, count(distinct r.id)::int as stated,
             count(*) filter (where e.until_day is null)::int as students, count(e.until_day)::int as left
        from admins a join office_institutes o on o.admin_id = a.id join courses c on c.institute_id = o.institute_id
        join enrolments e on e.course_id = c.id left join reports r on r.course_id = c.id and r.stated_at is not null
       group by 1 order by 1`;
    const [first, second] = offices;
    expect(offices.length).toBe(2);
    expect(first).toMatchObject({ stated: first!.offers, left: 1 });
    expect(second).toMatchObject({ stated: 0, left: 0 });
    expect(Math.min(first!.students, second!.students)).toBeGreaterThan(10);
    const late = await listReportsOfInstitutes(admin.scope, { state: 'late' }, { page: 1, size: 50 });
    expect(late.total).toBe(second!.offers);
    expect(late.rows.every(({ remindedOn }) => remindedOn !== null)).toBe(true);
    expect(await sql()`select 1 from outbound_messages where sent_at is null`).toHaveLength(0);
    // Their sponsor can log in, and sees each kind of what holds money back.
    expect(await logIn(sponsor, 'forty-two grey herons', 'sample')).toMatchObject({ ok: true });
    const [{ id, year }] = (await sql()`
      select u.id, f.financial_year as year from users u cross join uses f where u.email = ${sponsor} limit 1`) as unknown as [
      { id: string; year: string },
    ];
    const sums = sumUse((await readYear({ userId: id }, year)).lines);
    for (const paise of [sums.notPassedPaise, sums.usedPaise, sums.unusedPaise, sums.unstatedPaise])
      expect(paise).toBeGreaterThan(0);
  });

  test('does not change a catalogue that is not empty', async () => {
    expect(await seedSample()).toBeNull();
    expect(await listCourses()).toHaveLength(courses.length);
  });
});
