import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/db/testing/admin';
import { useTestDatabase } from '@/db/testing/database';
import { makeCourse } from '@/db/testing/factories';
import { makeSponsorAccount } from '@/db/testing/identity';
import { changeAdminPassword } from '@/lib/admin/mutations';
import { filesUnder } from '@/scripts/lib/files';
import { root } from '@/scripts/lib/programs';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Call = { file: string; method: string; url?: string; params?: Record<string, string>; body?: () => unknown };

/** Every call that is an administrator's, with a request that an administrator's token is let through with. */
const CALLS: readonly Call[] = [
  { file: 'app/api/user/get_admin_dashboard_data/route.ts', method: 'GET' },
  { file: 'app/api/user/download/[kind]/route.ts', method: 'GET', params: { kind: 'users' } },
  { file: 'app/api/user/download/[kind]/route.ts', method: 'GET', params: { kind: 'billings' } },
  {
    file: 'app/api/admin/courses/[courseId]/route.ts',
    method: 'PATCH',
    params: { courseId: '' },
    body: () => ({ total_seats: 70, version: course.version }),
  },
  {
    file: 'app/api/admin/catalogue/import/route.ts',
    method: 'POST',
    url: '?name=courses.csv',
    body: () => 'City,Institute,Course Type,Branch,Total Seats,Price\nRewa,,ITI,Fitter,20,12500\n',
  },
  { file: 'app/api/admin/catalogue/import/route.ts', method: 'GET' },
  { file: 'app/api/user/admin_logout/route.ts', method: 'POST' },
];

useTestDatabase();
let course: { id: string; version: string };
const CANARY = 'Narmada Canary Works';

beforeAll(async () => {
  await makeSponsorAccount({ company_name: CANARY, email: 'canary@example.in', phone_number: '9876500001' });
  const { id } = await makeCourse();
  const [row] = await sql()<{ version: string }[]>`select updated_at::text as version from courses where id = ${id}`;
  course = { id, ...row! };
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const load = async (file: string) => (await import(join(root, file))) as Record<string, Handler>;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const sources = async () => {
  const files = (await filesUnder('app/api')).filter((file) => file.endsWith('/route.ts'));
  return Promise.all(files.map(async (file) => ({ file, source: await readFile(join(root, file), 'utf8') })));
};

/** Makes a call with these headers and reads the whole answer. */
async function make({ file, method, url = '', params = {}, body }: Call, headers: Record<string, string>) {
  const handler = (await load(file))[method]!;
  const content = body?.();
  const request = new Request(`http://localhost/api${url}`, {
    method,
    headers: { ...(typeof content === 'object' && { 'Content-Type': 'application/json' }), ...headers },
    body: typeof content === 'object' ? JSON.stringify(content) : (content as string | undefined),
  });
  const given = 'courseId' in params ? { courseId: course.id } : params;
  const response = await handler(request, { params: Promise.resolve(given) });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('latin1') };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const unsigned = (claims: object) =>
  `${[{ alg: 'none', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

/** What an administrator's call might change. */
const state = () => sql()`
  select (select string_agg(courses::text, '|' order by id) from courses) as courses,
         (select count(*)::int from audit_log) as entries, (select count(*)::int from admin_sessions) as sessions`;

test('R-ROLE-05 the calls of administrators are all those of this table', async () => {
  const found = (await sources())
    .filter(({ source }) => source.includes('requireAdmin('))
    .flatMap(({ file, source }) =>
      METHODS.filter((method) => new RegExp(`export const ${method}\\b`).test(source)).map(
        (method) => `${method} ${file}`,
      ),
    );
  expect(found.sort()).toEqual([...new Set(CALLS.map(({ method, file }) => `${method} ${file}`))].sort());
  // Whatever lies below /api/admin is one of them.
  const below = (await sources()).filter(({ file }) => file.startsWith('app/api/admin/'));
  for (const { file, source } of below) expect(source, file).toContain('requireAdmin(');
});

describe.each(CALLS)('$method $file $params', (call) => {
  test('R-ROLE-05 R-ADMIN-07 security 16 security 17 security 18: without a live session of an administrator 401, no data, and nothing changes', async () => {
    const [admin, sponsor, ended, late, deleted, reset] = await Promise.all([
      makeAdmin(),
      makeSponsorAccount(),
      makeAdmin(),
      makeAdmin(),
      makeAdmin(),
      makeAdmin(),
    ]);
    await sql()`delete from admin_sessions where id = ${ended.scope.sessionId}`;
    await sql()`delete from admins where id = ${deleted.adminId}`;
    await sql()`update admin_sessions set expires_at = now() where id = ${late.scope.sessionId}`;
    await changeAdminPassword(reset.username, 'forty-two grey herons', 'command');
    const before = await state();
    const cookie = admin.cookie.split(';')[0]!;

    for (const headers of [{}, { authorization: '' }, { cookie }, { cookie, origin: 'https://evil.example' }]) {
      const answer = await make(call, headers as Record<string, string>);
      expect([answer.status, answer.text]).toEqual([401, '{"message":"No admin token found","code":"admin.no_token"}']);
    }
    const over = '{"message":"Your session has ended. Please log in again.","code":"admin.session_ended"}';
    for (const token of [
      sponsor.token,
      admin.secret,
      admin.token.slice(1),
      `${admin.token}x`,
      admin.token.toLowerCase(),
      admin.adminId,
      admin.scope.sessionId,
      unsigned({ sub: admin.adminId, sid: admin.scope.sessionId, role: 'admin' }),
      'A'.repeat(43),
      'x'.repeat(10_240),
      '%E0%A4',
      '',
      ended.token,
      late.token,
      deleted.token,
      reset.token,
    ]) {
      const answer = await make(call, { ...bearer(token), cookie });
      expect([answer.status, answer.text], token.slice(0, 60)).toEqual([401, over]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await state()).toEqual(before);
  });

  test('security 36: an administrator is let through, and no answer holds a hash or a secret', async () => {
    const admin = await makeAdmin();
    const { status, text, headers } = await make(call, bearer(admin.token));
    expect(status, text.slice(0, 300)).toBe(200);
    expect(headers.get('cache-control')).toContain('no-store');
    const hashes = await sql()<{ kept: string }[]>`
      select unnest(array[token_hash, cookie_hash]) as kept from admin_sessions
      union all select token_hash from sessions union all select password_hash from admins
      union all select password_hash from users where password_hash is not null`;
    expect(hashes.length).toBeGreaterThan(4);
    for (const secret of ['$argon2', admin.token, admin.secret, ...hashes.map(({ kept }) => kept)])
      expect(text.includes(secret), secret).toBe(false);
  });
});

test('security 36: no spreadsheet holds a hash or a secret in its sheets', async () => {
  const admin = await makeAdmin();
  const { read } = await import('xlsx');
  for (const call of CALLS.filter(({ file }) => file.includes('download'))) {
    const { bytes } = await make(call, bearer(admin.token));
    const cells = JSON.stringify(read(bytes).Sheets);
    if (call.params?.kind === 'users') expect(cells).toContain(CANARY);
    expect(cells).not.toMatch(/\$argon2|token_hash|cookie_hash|password/i);
  }
});

test("security 18: an administrator's token and cookie open nothing of a sponsor's", async () => {
  const [admin, sponsor] = [await makeAdmin(), await makeSponsorAccount()];
  const calls = (await sources())
    .filter(({ source }) => /require(Sponsor|Owner)\(/.test(source))
    .flatMap(({ file, source }) =>
      METHODS.filter((method) => new RegExp(`export const ${method}\\b`).test(source)).map((method) => ({
        file,
        method,
      })),
    );
  expect(calls.length).toBeGreaterThan(6);
  const body = { userId: sponsor.userId };
  for (const { file, method } of calls)
    for (const token of [admin.token, admin.secret]) {
      const handler = (await load(file))[method]!;
      const cookie = `next-auth.session-token=${admin.secret}; ${admin.cookie.split(';')[0]}`;
      const request = asAdmin({ token }, { method, headers: { cookie }, ...(method !== 'GET' && { body }) });
      const params = Promise.resolve({ userId: sponsor.userId, billingId: crypto.randomUUID() });
      const answer = await handler(request, { params });
      const text = await answer.text();
      expect([answer.status, JSON.parse(text)], `${method} ${file}`).toMatchObject([401, { code: 'auth.required' }]);
      expect(text).not.toContain(sponsor.email);
    }
});
