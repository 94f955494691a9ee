import { sql as template, type SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql, type Database } from '@/db/client';
import type { BillingPaymentStatus } from '@/db/schema/billing-states';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { insertBulk } from '@/testing/db/bulk';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeSession } from '@/testing/db/sessions';
import {
  billingBatches,
  countLines,
  latestUsers,
  lineBatches,
  listBillingRows,
  listUserRows,
  readBilling,
  readUser,
  userBatches,
  type BillingRow,
  type LineRecord,
} from './queries';
import { phoneDigits } from './rules';
import { BILLING_LIST, USER_LIST, type BillingFilter, type UserFilter } from './schema';
import { billingCount, billingSlice, userCount, userSlice } from './statements';

useTestDatabase();

let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin();
  await insertBulk(sql(), { users: 1500, billings: 3000 });
  const course = await makeCourse({ city: 'Bhopal', courseType: 'ITI' });
  await makeSession('2031-32');
  const next = await makeCourse({ city: 'Sehore', courseType: 'ITI', session: '2031-32' });
  const other = await makeCourse({ city: 'Agar Malwa', courseType: 'B.Tech', pricePaise: 99_99_999_99 });
  for (const company_name of ['50% Off_Ltd \\ Sons', '5000 Off Ltd', 'टाटा मोटर्स', 'ÉCLAT Traders', 'éclat Mills']) {
    const { userId } = await makeSponsorAccount({ company_name, phone_number: '+91 (98765) 43-210' });
    const lines = [
      { course, seats: 1 },
      { course: other, seats: 2 },
      { course: next, seats: 1 },
    ];
    await insertAdoption(sql(), { userId, state: 'completed', lines });
  }
  // Every third course is of an institute.
  const institute = await makeInstitute({ name: 'Shri Govindram Institute, ÉCOLE', city: 'Bhopal' });
  await sql()`
    update courses set institute_id = ${institute.id}
     where id in (select id from (select id, row_number() over (order by id) as n from courses) c where n % 3 = 0)`;
  const [some] = await sql()<{ id: string }[]>`select course_id as id from billing_items order by course_id limit 1`;
  courseId = some!.id;
  await sql()`analyze`;
});
/** A course that is in billings. */
let courseId: string;

type Reference = {
  id: string;
  reference: string;
  userId: string;
  company: string;
  email: string;
  state: string;
  verifiedAt: Date | null;
  holdExpiresAt: Date | null;
  createdAt: string;
  day: string;
  totalPaise: number;
  lines: {
    type: string;
    session: string;
    city: string;
    seats: number;
    course: string;
    branch: string;
    institute: string;
  }[];
};

/** All billings, as the reference that is filtered and sorted in JavaScript. */
const everyBilling = async () => sql()<Reference[]>`
  select b.id, b.reference, b.user_id as "userId", b.sponsor->>'company' as company, b.sponsor->>'email' as email, b.state,
         b.verified_at as "verifiedAt", b.hold_expires_at as "holdExpiresAt",
         to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as "createdAt",
         to_char(b.created_at at time zone 'UTC' + interval '5 hours 30 minutes', 'YYYY-MM-DD') as day,
         b.total_paise::float8 as "totalPaise",
         (select json_agg(json_build_object('type', i.course_name, 'session', i.session, 'city', i.city, 'seats', i.seats, 'course', i.course_id,
                                            'branch', c.branch, 'institute', coalesce(n.name, '')) order by i.position)
            from billing_items i join courses c on c.id = i.course_id left join institutes n on n.id = c.institute_id where i.billing_id = b.id) as lines
    from billings b`;

const statusOf = ({ state, holdExpiresAt }: Reference): BillingPaymentStatus => {
  if (state === 'held') return new Date(holdExpiresAt!) > new Date() ? 'pending' : 'expired';
  return state === 'draft' || state === 'pledged' ? 'pending' : (state as BillingPaymentStatus);
};
const seatsOf = ({ lines }: Reference) => lines.reduce((sum, { seats }) => sum + seats, 0);
const normalized = (text: string) => text.normalize('NFC').toLowerCase();
/** By code points, as Postgres compares in the collation "C". */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b);

const hasWords = (text: string, words = '') =>
  normalized(words)
    .split(/\s+/)
    .every((word) => normalized(text).includes(word));

function select(all: readonly Reference[], filter: BillingFilter): string[] {
  const { q = '', status, verified, type, session, city, institute, branch, course, from, to, sort, dir } = filter;
  const key = { created: 'createdAt', company: 'company', total: 'totalPaise', seats: 'seats' }[sort];
  const keyOf = (row: Reference) => {
    if (key === 'seats') return seatsOf(row);
    return key === 'company' ? normalized(row.company) : row[key as 'createdAt' | 'totalPaise'];
  };
  return all
    .filter(
      (row) =>
        normalized(q)
          .split(/\s+/)
          .every((word) => [row.company, row.email, row.reference].some((text) => normalized(text).includes(word))) &&
        (!status || statusOf(row) === status) &&
        (!verified || (row.verifiedAt !== null) === (verified === 'yes')) &&
        row.lines.some(
          (line) =>
            (!type || line.type === type) &&
            (!session || line.session === session) &&
            (!city || line.city.toLowerCase() === city.toLowerCase()) &&
            (!course || line.course === course) &&
            hasWords(line.institute, institute) &&
            hasWords(line.branch, branch),
        ) &&
        (!from || row.day >= from) &&
        (!to || row.day <= to),
    )
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
    .map(({ id }) => id)
    [dir === 'desc' ? 'reverse' : 'slice']();
}

/** Returns a day relative to today in India. Records have relative ages, so fixed dates would soon match none. */
const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000 + 19_800_000).toISOString().slice(0, 10);

/** Parses a filter from URL parameters; 'from=-30' is thirty days ago. */
const filterOf = (parameters: string) => {
  const clientAddress = parameters.replace(/=(-\d+)/g, (_, days) => `=${dayOf(Number(days))}`);
  const { filter, problems } = BILLING_LIST.parse(new URLSearchParams(clientAddress));
  expect(problems).toEqual([]);
  return filter;
};

/** Returns all rows, read page by page. */
async function allRows(filter: BillingFilter, size = 700): Promise<BillingRow[]> {
  const rows: BillingRow[] = [];
  for (let page = 1; ; page++) {
    const found = await listBillingRows(admin.scope, filter, { page, size });
    rows.push(...found.rows);
    if (rows.length >= found.total) return rows;
  }
}

describe('listBillingRows returns the same rows in the same order as a filter in JavaScript', () => {
  let all: Reference[];
  beforeAll(async () => {
    all = await everyBilling();
  });

  test.each([
    '',
    'dir=asc',
    ...['company', 'total', 'seats'].flatMap((sort) => [`sort=${sort}`, `sort=${sort}&dir=asc`]),
    ...['completed', 'pending', 'expired', 'refund_due', 'replaced', 'cancelled'].map((status) => `status=${status}`),
    'verified=yes&sort=company',
    'verified=no',
    'type=ITI',
    'city=BHOPAL',
    'session=2031-32',
    'session=2031-32&type=ITI',
    'type=B.Tech&city=bhopal',
    'type=B.Tech&city=agar malwa',
    'course=',
    'course=&status=completed&sort=company',
    'institute=govindram+%C3%A9cole',
    'branch=CIVIL&institute=shri',
    'branch=mechanical&type=ITI&city=rewa&verified=yes&q=ma',
    'from=-310&to=-250',
    'from=-200&to=-200',
    'to=-440&sort=total',
    'q=steel',
    'q=STEEL%20narmada',
    'q=motors+sa-',
    'q=%E0%A4%A8%E0%A4%B0%E0%A5%8D%E0%A4%AE%E0%A4%A6%E0%A4%BE',
    'q=%E0%A4%9F%E0%A4%BE%E0%A4%9F%E0%A4%BE',
    'q=%C3%A9CLAT&sort=company&dir=asc',
    'q=e%CC%81clat',
    'q=50%25',
    'q=off_',
    'q=%5C',
    'q=.1@',
    'q=ma&status=completed&verified=yes&type=Diploma&city=indore&from=-530&to=-5&sort=seats',
  ])('%s', async (parameters) => {
    const filter = filterOf(parameters.replace('course=', `course=${courseId}`));
    const wanted = select(all, filter);
    expect(wanted).not.toEqual([]);
    const rows = await allRows(filter);
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });

  test('a row has its seats by type in the order of the lines, its amount in paise and its status', async () => {
    const expected = new Map(all.map((row) => [row.id, row]));
    for (const row of await allRows(filterOf(''))) {
      const same = expected.get(row.id)!;
      const byType = new Map<string, number>();
      for (const { type, seats } of same.lines) byType.set(type, (byType.get(type) ?? 0) + seats);
      expect(row).toEqual({
        id: same.id,
        reference: same.reference,
        company: same.company,
        types: [...byType],
        hasEnded: false,
        paperReference: null,
        orderNumber: null,
        sessions: [...new Set(same.lines.map(({ session }) => session))].toSorted(),
        totalPaise: same.totalPaise,
        status: statusOf(same),
        isVerified: same.verifiedAt !== null,
        createdAt: new Date(`${same.createdAt.slice(0, 23).replace(' ', 'T')}Z`),
      });
    }
  });

  test('a day is a whole day in India', async () => {
    const { userId } = await makeSponsorAccount({ company_name: 'Midnight Works' });
    const course = await makeCourse();
    const { id } = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
    const listed = async (day: string) =>
      (await listBillingRows(admin.scope, filterOf(`q=midnight&from=${day}&to=${day}`), { page: 1, size: 5 })).total;
    for (const [moment, day, neighbour] of [
      ['2026-03-09T18:30:00Z', '2026-03-10', '2026-03-09'],
      ['2026-03-10T18:29:59.999999Z', '2026-03-10', '2026-03-11'],
    ] as const) {
      await sql()`update billings set created_at = ${moment}::text::timestamptz where id = ${id}`;
      expect([await listed(day), await listed(neighbour)]).toEqual([1, 0]);
    }
    await sql()`delete from billings where id = ${id}`;
  });
});

describe('listUserRows', () => {
  const usersOf = (parameters: string): UserFilter => USER_LIST.parse(new URLSearchParams(parameters)).filter;

  test.each([
    '',
    'dir=asc',
    'sort=name',
    'sort=company&dir=asc',
    'kind=guest',
    'kind=registered&sort=name&dir=asc',
    'q=verma+steel',
    'q=%E0%A4%B8%E0%A5%81%E0%A4%A8%E0%A5%80%E0%A4%A4%E0%A4%BE',
    'q=9876543210',
    'q=%2B919876543210',
    'q=98765-43210',
    'q=%2B91',
    'q=70007919',
    'q=hr.12@',
  ])('gives what a filter in JavaScript gives, in its order: %s', async (parameters) => {
    const filter = usersOf(parameters);
    const all = await sql()<
      Record<'id' | 'kind' | 'full_name' | 'company_name' | 'email' | 'phone_number' | 'at', string>[]
    >`
      select id, kind, full_name, company_name, email, phone_number, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS.US') as at from users`;
    const wanted = all
      .filter(
        (user) =>
          (!filter.kind || user.kind === filter.kind) &&
          (filter.q ?? '').split(/\s+/).every((word) => {
            const texts = [user.full_name, user.company_name, user.email, user.phone_number].map(normalized);
            const digits = phoneDigits(word);
            return (
              texts.some((text) => text.includes(normalized(word))) ||
              (digits !== '' && user.phone_number.replace(/\D/g, '').includes(digits))
            );
          }),
      )
      .toSorted((a, b) => {
        const key = { created: 'at', name: 'full_name', company: 'company_name' }[filter.sort] as 'at';
        return compare(normalized(a[key]), normalized(b[key])) || compare(a.id, b.id);
      });
    if (filter.dir === 'desc') wanted.reverse();
    const ids: string[] = [];
    for (let page = 1; page <= 1 + Math.floor(wanted.length / 400); page++) {
      const { rows, total } = await listUserRows(admin.scope, filter, { page, size: 400 });
      expect(total).toBe(wanted.length);
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids).toEqual(wanted.map(({ id }) => id));
  });

  test('R-ADMIN-09 the first five are the newest, guests and registered', async () => {
    const rows = await latestUsers(admin.scope, 5);
    expect(rows).toEqual((await listUserRows(admin.scope, usersOf(''), { page: 1, size: 5 })).rows);
    expect(rows).toHaveLength(5);
  });
});

test('the search index is updated when a billing is rewritten and when lines are added', async () => {
  const [course, { userId }] = [await makeCourse(), await makeSponsorAccount({ company_name: 'Before Ltd' })];
  const { id } = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 7 }] });
  const search = async (q: string) =>
    (await listBillingRows(admin.scope, filterOf(`q=${q}`), { page: 1, size: 5 })).rows.map((row) => row.id);
  expect(await sql()`select seats from billing_search_index where billing_id = ${id}`).toEqual([{ seats: 7 }]);
  await sql()`update billings set sponsor = sponsor || '{"company": "Afterwards Ltd"}' where id = ${id}`;
  expect([await search('before'), await search('afterwards')]).toEqual([[], [id]]);
  await sql()`delete from billings where id = ${id}`;
  expect(await search('afterwards')).toEqual([]);
});

test('the lines of billings: one record per matching line, with its part of the money and the end of the term', async () => {
  const { userId } = await makeSponsorAccount({ company_name: 'Lines Ltd' });
  const [one, other, removed] = [await makeCourse({ pricePaise: 1_000_50 }), await makeCourse(), await makeCourse()];
  const lines = [
    { course: one, seats: 3, institute: 'MANIT' },
    { course: other, seats: 1 },
    { course: removed, seats: 1 },
  ];
  const { id, reference } = await insertAdoption(sql(), { userId, state: 'pledged', lines });
  await sql()`update billing_items set seats = 0 where course_id = ${removed.id}`;
  await sql()`
    update billings set total_paise = 128000150, received_paise = 5000, refunded_paise = 1000, due_at = '2026-12-31T18:30:00Z'
     where id = ${id}`;
  await sql()`
    insert into bank_receipts (billing_id, mode, credited_on, amount_paise, tds_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
    values (${id}, 'NEFT', '2026-04-01', 4500, 500, 'UTRLINES1', 'Lines', 'confirmed', gen_random_uuid(), gen_random_uuid(), now())`;
  const filter = filterOf('q=lines');
  const records: LineRecord[] = [];
  for await (const batch of lineBatches(admin.scope, filter, 500)) records.push(...batch);
  const same = {
    ...{ reference, company: 'Lines Ltd', status: 'pending', isVerified: true, city: 'Bhopal', courseType: 'B.Tech' },
    dueAt: new Date('2026-12-31T18:30:00Z'),
    paperReference: null,
    orderNumber: null,
  };
  expect(records).toEqual([
    {
      ...same,
      branch: one.branch,
      institute: 'MANIT',
      session: one.session,
      studyYear: 1,
      seats: 3,
      pricePaise: 1_000_50,
      // By value, 3,00,150 of 1,28,00,150 paise; of tax that the payer withheld nothing arrived.
      ...{ receivedPaise: 82, withheldPaise: 11, outstandingPaise: 3001374 },
    },
    {
      ...same,
      branch: other.branch,
      institute: '',
      session: other.session,
      studyYear: 1,
      seats: 1,
      pricePaise: 1_25_000_00,
      ...{ receivedPaise: 3500 - 82, withheldPaise: 500 - 11, outstandingPaise: 127996150 - 3001374 },
    },
  ]);
  expect(await countLines(admin.scope, filter)).toBe(2);
  const ofOne = filterOf(`q=lines&course=${one.id}`);
  expect((await lineBatches(admin.scope, ofOne, 500).next()).value).toEqual([records[0]]);
  expect(await countLines(admin.scope, ofOne)).toBe(1);
  for (const parameters of ['', 'status=completed', 'type=ITI&q=ma']) {
    const selection = filterOf(parameters);
    let count = 0;
    for await (const batch of lineBatches(admin.scope, selection, 500)) count += batch.length;
    expect(await countLines(admin.scope, selection)).toBe(count);
  }
  await sql()`delete from bank_receipts where billing_id = ${id}`;
  await sql()`delete from billings where id = ${id}`;
});

describe('batches', () => {
  test('are complete and without duplicates while records are added and removed', async () => {
    const { userId } = await makeSponsorAccount();
    const course = await makeCourse();
    const before = select(await everyBilling(), filterOf(''));
    const gone = before[2_000]!;
    const ids: string[] = [];
    for await (const batch of billingBatches(admin.scope, {}, 100)) {
      expect(batch.length).toBeLessThanOrEqual(100);
      ids.push(...batch.map(({ id }) => id));
      if (ids.length === 100) await sql()`delete from billings where id = ${gone}`;
      await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
    }
    expect(ids).toEqual(before.filter((id) => id !== gone));
  });

  test('records with the same timestamp are returned once each, for any batch size', async () => {
    const made = await sql()<{ id: string }[]>`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      select 'guest', 'Same Moment', 'HR', 'same' || n || '@example.in', '9', 'Same Moment' from generate_series(1, 25) n
      returning id`;
    for (const size of [1, 7, 25]) {
      const ids: string[] = [];
      for await (const batch of userBatches(admin.scope, { q: 'same moment' }, size))
        ids.push(...batch.map(({ id }) => id));
      expect(ids).toEqual(
        made
          .map(({ id }) => id)
          .toSorted()
          .reverse(),
      );
    }
  });

  test('follow the filter, newest first', async () => {
    const filter = filterOf('status=completed&type=ITI&q=steel&sort=company');
    const ids: string[] = [];
    for await (const batch of billingBatches(admin.scope, filter, 10)) ids.push(...batch.map(({ id }) => id));
    expect(ids).toEqual(select(await everyBilling(), { ...filter, sort: 'created' }));
    expect(ids.length).toBeGreaterThan(10);
  });
});

test('R-ENT-15 A-74 a user’s locked courses are those of pledges, payments and running holds, added up by course', async () => {
  const [course, other] = [
    await makeCourse({ branch: 'Civil' }),
    await makeCourse({ branch: 'Power', courseType: 'ITI' }),
  ];
  const { userId } = await makeSponsorAccount();
  const adopt = (state: 'completed' | 'pledged' | 'held' | 'expired' | 'draft', chosen: typeof course, seats: number) =>
    insertAdoption(sql(), { userId, state, lines: [{ course: chosen, seats, institute: 'MANIT' }] });
  await adopt('completed', course, 2);
  await adopt('pledged', course, 3);
  await adopt('held', other, 4);
  await adopt('expired', other, 5);
  await adopt('draft', other, 6);
  const user = await readUser(admin.scope, userId);
  expect(user!.locked_courses).toEqual(['B.Tech Civil, MANIT, Bhopal: 5 seats', 'ITI Power, MANIT, Bhopal: 4 seats']);
  expect(Object.keys(user!)).not.toContain('password_hash');
  await sql()`update billings set hold_expires_at = now() - interval '1 second' where user_id = ${userId} and state = 'held'`;
  expect((await readUser(admin.scope, userId))!.locked_courses).toEqual(['B.Tech Civil, MANIT, Bhopal: 5 seats']);
});

test('a colleague stands with the owner in the list, and the details of both have the people of the company', async () => {
  const owner = await makeSponsorAccount({ full_name: 'Radhika Deshmukh' });
  const colleague = await makeSponsorAccount({ full_name: 'Meera Joshi' }, { of: owner, role: 'pay' });
  const people = [
    { id: owner.userId, full_name: 'Radhika Deshmukh', role: 'owner' },
    { id: colleague.userId, full_name: 'Meera Joshi', role: 'pay' },
  ];
  for (const { userId } of [owner, colleague])
    expect((await readUser(admin.scope, userId))!.company_people).toEqual(people);
  const [newest, before] = await latestUsers(admin.scope, 2);
  expect([newest, before]).toMatchObject([
    { id: colleague.userId, owner: 'Radhika Deshmukh' },
    { id: owner.userId, owner: null },
  ]);
  const alone = await makeSponsorAccount();
  expect((await readUser(admin.scope, alone.userId))!.company_people).toEqual([]);
});

test('a user with a confirmed e-mail address has what was adopted with it as a guest, in the details only', async () => {
  const course = await makeCourse({ branch: 'Mining' });
  const { userId } = await makeSponsorAccount();
  const [{ email }] = (await sql()`select email from users where id = ${userId}`) as unknown as [{ email: string }];
  const [guest] = await sql()<{ id: string }[]>`
    insert into users (kind, full_name, designation, company_name, email, phone_number, industry)
    select 'guest', full_name, designation, company_name, email, '9000000001', 'Mining' from users where id = ${userId}
    returning id`;
  const { id } = await insertAdoption(sql(), { userId: guest!.id, state: 'pledged', lines: [{ course, seats: 2 }] });
  await sql()`update billings set verified_channel = 'email', sponsor = sponsor || ${JSON.stringify({ email })}::jsonb where id = ${id}`;
  const details = async () => {
    const billings: string[] = [];
    for await (const batch of billingBatches(admin.scope, { userId }, 10)) billings.push(...batch.map((own) => own.id));
    return [(await readUser(admin.scope, userId))!.locked_courses.length, billings];
  };
  expect(await details()).toEqual([0, []]);
  await sql()`update users set email_verified_at = now() where id = ${userId}`;
  expect(await details()).toEqual([1, [id]]);
  for await (const batch of userBatches(admin.scope, {}, 1000)) {
    expect(batch.find((user) => user.id === userId)?.locked_courses ?? []).toEqual([]);
  }
});

test('a missing record is null', async () => {
  const nobody = '5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001';
  expect([await readUser(admin.scope, nobody), await readBilling(admin.scope, nobody)]).toEqual([null, null]);
});

test('searches are planned for their values each time: none of their statements is prepared', async () => {
  await listBillingRows(admin.scope, filterOf('q=narmada&type=ITI&city=Bhopal&from=-300'), { page: 1, size: 5 });
  await listUserRows(admin.scope, USER_LIST.parse(new URLSearchParams('q=narmada')).filter, { page: 1, size: 5 });
  for await (const _ of billingBatches(admin.scope, { q: 'narmada' }, 500));
  // Sleeps briefly, so that every connection of the pool is used.
  const connections = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const [row] = await sql()<{ statements: string[] }[]>`
        select array(select statement from pg_prepared_statements) as statements, pg_sleep(0.05)`;
      return row!.statements;
    }),
  );
  expect(connections.flat().length).toBeGreaterThan(0);
  expect(connections.flat().filter((statement) => statement.includes("like '%' || search_key("))).toEqual([]);
});

describe('the plan of', () => {
  const slice = { offset: 0, limit: 50, backwards: false };
  const billings = (parameters: string) => billingSlice(filterOf(parameters), slice);
  const users = (parameters: string) => userSlice(USER_LIST.parse(new URLSearchParams(parameters)).filter, slice);

  test.each<[string, () => { getSQL: () => SQL }, string]>([
    ['the billings in the default order', () => billings(''), 'billing_search_index_created'],
    ['the billings by company', () => billings('sort=company&dir=asc'), 'billing_search_index_company'],
    ['the billings by amount', () => billings('sort=total'), 'billing_search_index_total'],
    ['the billings by seats', () => billings('sort=seats'), 'billing_search_index_seats'],
    ['the billings of a day', () => billings('from=-200&to=-200'), 'billing_search_index_created'],
    ['the number of billings of a course', () => billingCount({ course: courseId }), 'billing_items_course'],
    ['the number of billings of a named course', () => billingCount({ courseIds: [courseId] }), 'billing_items_course'],
    ['the number of billings of a rare status', () => billingCount({ status: 'refund_due' }), 'billings_state'],
    ['the first users', () => users(''), 'users_created'],
    ['the users by name', () => users('sort=name&dir=asc'), 'users_name'],
    ['the users by company', () => users('sort=company'), 'users_company'],
  ])('%s uses an index', async (_what, statement, index) => {
    expect(await planOf(db(), statement())).toContain(index);
  });

  test.each<[string, () => { getSQL: () => SQL }, string]>([
    ['billings by a rare word', () => billings('q=hr.1234@'), 'billing_search_index_search'],
    [
      'billings by a word in Hindi',
      () => billings('q=%E0%A4%9F%E0%A4%BE%E0%A4%9F%E0%A4%BE'),
      'billing_search_index_search',
    ],
    ['users by a rare word', () => users('q=hr.1234@'), 'users_search'],
    ['the number of users with a rare word', () => userCount({ q: 'hr.1234@' }), 'users_search'],
  ])('%s uses an index where reading the whole table is not cheaper', async (_what, statement, index) => {
    const plan = await db().transaction(async (own) => {
      await own.execute(template`set local enable_seqscan = off`);
      return planOf(own, statement());
    });
    expect(plan).toContain(index);
  });

  async function planOf(own: Database, statement: { getSQL: () => SQL }): Promise<string> {
    const plan = await own.execute(template`explain ${statement.getSQL()}`);
    return plan.map((line) => String(line['QUERY PLAN'])).join('\n');
  }
});
