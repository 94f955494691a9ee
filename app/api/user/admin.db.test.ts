import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { adminLoginResponseSchema } from '@/lib/accounts/administrators/schema';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { POST as login } from './admin_login/route';
import { POST as logout } from './admin_logout/route';

useTestDatabase();
let client = 0;
let address = '';
beforeEach(() => {
  address = `192.0.2.${++client}`;
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };
const read = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
};
const post = async (body: unknown) =>
  read(
    await login(
      new Request('http://localhost/api', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'X-Request-Id': 'one-of-the-test' },
        body: JSON.stringify(body),
      }),
    ),
  );

describe('POST /api/user/admin_login', () => {
  test('R-API-27 security 36: answers the token and the administrator, with the cookie, and nothing else', async () => {
    const { adminId, username, password } = await makeAdmin();
    const { status, headers, body } = await post({ username: ` ${username.toUpperCase()} `, password });
    expect([status, body]).toEqual([
      200,
      { token: expect.stringMatching(/^[\w-]{43}$/), admin: { id: adminId, username } },
    ]);
    expect(adminLoginResponseSchema.safeParse(body).success).toBe(true);
    expect(headers.get('set-cookie')).toMatch(/^admin-session=[\w-]{43}; Path=\/; .+; SameSite=Strict$/);
    expect(headers.get('set-cookie')).not.toContain(body.token);
    expect(headers.get('cache-control')).toMatch(/^no-store\b/);
    expect((await read(await logout(asAdmin({ token: String(body.token) }, { method: 'POST' })))).status).toBe(200);
  });

  test('security 15: a wrong password, an unknown name and an empty form: 401 with one message and no cookie (A-77)', async () => {
    const { username, password } = await makeAdmin();
    const wrong = await post({ username, password: `${password}!` });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: 'Invalid username or password', code: 'admin.invalid_credentials' },
    ]);
    for (const other of [
      { username: 'nobody', password },
      { username: '', password: '' },
      { username, password: '' },
      { username: '', password },
    ]) {
      const answer = await post(other);
      expect([answer.status, answer.text, [...answer.headers]]).toEqual([wrong.status, wrong.text, [...wrong.headers]]);
    }
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  test.each([
    [{}, 401],
    [{ username: 'admin' }, 401],
    [{ username: { $ne: '' }, password: 'x' }, 401],
    [{ username: ['admin'], password: 'x' }, 401],
    [{ username: 'admin', password: 7 }, 401],
    [{ username: 'admin', password: true }, 401],
    [{ username: 'admin', password: null }, 401],
    [{ username: 'admin', password: 'x'.repeat(129) }, 401],
    [{ username: 'a\u0000', password: 'x' }, 400],
    [{ username: 'admin', password: 'x', role: 'owner' }, 400],
    [[], 400],
    [null, 400],
  ])('security 20 security 23: %j is no login', async (body, status) => expect((await post(body)).status).toBe(status));
});

describe('POST /api/user/admin_logout', () => {
  test('security 19: ends the session of the token, takes the cookie back, and answers 401 from then on', async () => {
    const admin = await makeAdmin();
    const request = () => asAdmin(admin, { method: 'POST' });
    const { status, headers, body } = await read(await logout(request()));
    expect([status, body]).toEqual([200, { success: true }]);
    expect(headers.get('set-cookie')).toMatch(/^admin-session=; Path=\/; Max-Age=0;/);
    expect(await sql()`select id from admin_sessions where admin_id = ${admin.adminId}`).toEqual([]);
    const again = await read(await logout(request()));
    expect([again.status, again.body.code]).toEqual([401, 'admin.session_ended']);
  });
});
