import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, sql } from '@/db/client';
import { dashboardDataSchema, type DashboardData } from '@/lib/admin/users-and-billings/schema';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { emptyAuditLog } from '@/testing/db/audit';
import { insertBulk } from '@/testing/db/bulk';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { GET } from './route';

const { url } = useTestDatabase();

let admin: AdminAccount;
let course: CourseRow;
beforeAll(async () => {
  admin = await makeAdmin();
  course = await makeCourse({ totalSeats: 10_000, pricePaise: 1_25_000_50, branch: 'Civil' });
});

const ask = (parameters = '') => GET(asAdmin(admin, { url: `http://localhost/api?${parameters}` }));

async function read(parameters = ''): Promise<DashboardData> {
  const response = await ask(parameters);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toMatch(/^no-store\b/);
  return dashboardDataSchema.parse(await response.json());
}

const sponsorWith = async (state: 'pledged' | 'held' | 'completed' | 'draft', minutesLeft = 15) => {
  const account = await makeSponsorAccount();
  const lines = [{ course, seats: 3, institute: 'शासकीय महाविद्यालय' }];
  return { ...account, ...(await insertAdoption(sql(), { userId: account.userId, state, lines, minutesLeft })) };
};

describe('GET /api/user/get_admin_dashboard_data', () => {
  test('R-API-28 both arrays are present and empty without records', async () => {
    expect(await read()).toEqual({ users: [], billings: [], counts: { users: 0, billings: 0 } });
  });

  test('R-API-28 R-ENT-15 R-ENT-16 R-ENT-17 returns users and billings with their fields, newest first, without any hash', async () => {
    const [older, newer] = [await sponsorWith('completed'), await sponsorWith('draft')];
    const response = await ask();
    const text = await response.text();
    expect(text).not.toContain('$argon2');
    expect(text).not.toContain('password');
    const { users, billings, counts } = JSON.parse(text) as DashboardData;
    expect(counts).toEqual({ users: users.length, billings: billings.length });
    expect(users.slice(0, 2).map(({ id }) => id)).toEqual([newer.userId, older.userId]);
    expect(billings.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
    const [user] = await sql()`select * from users where id = ${older.userId}`;
    expect(users[1]).toEqual({
      id: older.userId,
      kind: 'registered',
      full_name: user!.full_name,
      designation: user!.designation,
      email: user!.email,
      phone_number: user!.phone_number,
      company_name: user!.company_name,
      industry: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      locked_courses: ['B.Tech Civil, शासकीय महाविद्यालय, Bhopal: 3 seats'],
      company_people: [],
      email_change: null,
    });
    expect(users[0]!.locked_courses).toEqual([]);
    expect(billings[1]).toEqual({
      id: older.id,
      user_id: older.userId,
      reference: older.reference,
      company_name: user!.company_name,
      full_name: user!.full_name,
      email: user!.email,
      total_price: 375001.5,
      selected_courses: {
        [course.id]: {
          courseName: 'B.Tech',
          branch: 'Civil',
          institute: 'शासकीय महाविद्यालय',
          city: 'Bhopal',
          pricePerSeat: 125000.5,
          selectedSeats: 3,
          session: expect.stringMatching(/^20\d\d-\d\d$/),
          study_year: 1,
        },
      },
      payment_status: 'completed',
      is_verified: true,
      verified_channel: null,
      paper_reference: null,
      order_number: null,
      consent: null,
      is_adopted: true,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(billings[0]).toMatchObject({ payment_status: 'pending', is_verified: false });
  });

  test('marks the billings that /verify confirms: paid and pledged ones, whoever pledged, but no holds (A-65)', async () => {
    for (const [state, isAdopted] of [
      ['pledged', true],
      ['completed', true],
      ['held', false],
      ['draft', false],
    ] as const) {
      const { id } = await sponsorWith(state);
      expect(await read(`billing=${id}`), state).toMatchObject({
        users: [{ kind: 'registered' }],
        billings: [{ is_adopted: isAdopted }],
      });
    }
  });

  test.each([
    ['limit=0', 400, 'request.invalid_field'],
    ['limit=201', 400, 'request.invalid_field'],
    ['limit=1.5', 400, 'request.invalid_field'],
    ['user=1', 400, 'request.invalid_field'],
    ['billing=%00', 400, 'request.invalid_field'],
    [
      'user=5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001&billing=5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001',
      400,
      'request.invalid_field',
    ],
    ['user=5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001', 404, 'admin.not_found'],
    ['billing=5b1c9d1e-6f0a-4f27-9d1c-0d6c2f7ad001', 404, 'admin.not_found'],
  ])('refuses %s with %i %s', async (parameters, status, code) => {
    const response = await ask(parameters);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  });

  test('R-ADMIN-07 a request without a token, or with a sponsor’s, gets no data', async () => {
    const without = await GET(new Request('http://localhost/api'));
    expect([without.status, await without.json()]).toEqual([
      401,
      { code: 'admin.no_token', message: 'No admin token found' },
    ]);
    const { token } = await makeSponsorAccount();
    expect((await GET(asAdmin({ token }))).status).toBe(401);
  });
});

describe('with thousands of records', () => {
  beforeAll(async () => {
    // A busy machine takes longer than the site's statements may.
    const patient = connect(url, { max: 1, statementMs: 0 }).sql;
    await insertBulk(patient, { users: 4500, billings: 3000 });
    await patient.end();
  });

  describe('security 69: the audit log', () => {
    beforeEach(emptyAuditLog);
    const logged = async () =>
      (await sql()`select actor, after from audit_log where action = 'records.read' order by id`).map((entry) => ({
        ...entry,
      }));

    test('records who read more than a page at once, and how much', async () => {
      await read('limit=51');
      await read('limit=200');
      const [busy] = await sql()<{ id: string }[]>`select id from users order by created_at, id limit 1`;
      await sql()`update billings set user_id = ${busy!.id} where id in (select id from billings where state = 'completed' limit 60)`;
      const { billings } = await read(`user=${busy!.id}`);
      expect(billings.length).toBeGreaterThan(50);
      expect(await logged()).toEqual([
        { actor: admin.username, after: { limit: 51, users: 51, billings: 51 } },
        { actor: admin.username, after: { limit: 200, users: 200, billings: 200 } },
        { actor: admin.username, after: { user: busy!.id, users: 1, billings: billings.length } },
      ]);
    });

    test('has no entry for a page or less', async () => {
      const { users, billings } = await read('limit=50');
      await read(`user=${users[0]!.id}`);
      await read(`billing=${billings[0]!.id}`);
      expect(await logged()).toEqual([]);
    });

    test('has its entry before the first record is sent; without an entry none is sent', async () => {
      const answer = await ask('limit=60');
      expect(await logged()).toHaveLength(1);
      await answer.body!.cancel();
      await sql()`alter table audit_log add constraint full_disk check (action <> 'records.read') not valid`;
      const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      try {
        expect((await ask('limit=60')).status).toBe(500);
      } finally {
        shown.mockRestore();
        await sql()`alter table audit_log drop constraint full_disk`;
      }
    });
  });

  test('every record is returned once, in batches that are read on demand', async () => {
    const response = await ask();
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value, { stream: true });
    // Older than all others: it is in the response only if the last batch was read after the insert.
    const [late] = await sql()<{ id: string }[]>`
      insert into users (kind, full_name, designation, email, phone_number, company_name, created_at)
      values ('guest', 'Late', 'HR', 'late@example.in', '9000000000', 'Late', '2001-01-01') returning id`;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    const { users, billings, counts } = dashboardDataSchema.parse(JSON.parse(text));
    const [there] = await sql()`
      select (select count(*) from users)::int as users, (select count(*) from billings)::int as billings`;
    expect(counts).toEqual(there);
    expect(new Set(users.map(({ id }) => id)).size).toBe(counts.users);
    expect(new Set(billings.map(({ id }) => id)).size).toBe(counts.billings);
    expect(users.at(-1)!.id).toBe(late!.id);
    for (const list of [users, billings]) {
      const moments = list.map(({ created_at }) => created_at);
      expect(moments).toEqual(moments.toSorted().reverse());
    }
  });

  test('a failure half-way aborts the response: the reader fails, and the partial body is invalid JSON', async () => {
    const response = await ask();
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value, { stream: true });
    await sql()`alter table billings rename to gone`;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const readOn = async () => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          text += decoder.decode(value, { stream: true });
        }
      };
      await expect(readOn()).rejects.toThrow();
      expect(text).toMatch(/^\{"users":\[\{"id"/);
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
      expect(logged.mock.calls.join()).toContain('records_broken_off');
    } finally {
      await sql()`alter table gone rename to billings`;
      logged.mockRestore();
    }
  });
});
