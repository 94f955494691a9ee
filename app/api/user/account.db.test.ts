import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { loginResponseSchema } from '@/lib/accounts/schema';
import { useTestDatabase } from '@/testing/db/database';
import { asSponsor, makeRegistration, makeSponsorAccount } from '@/testing/db/identity';
import { POST as login } from './login/route';
import { POST as logout } from './logout/route';
import { POST as register } from './register/route';

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
const post = async (handler: typeof login, body: unknown) =>
  read(
    await handler(
      new Request('http://localhost/api', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'X-Request-Id': 'one-of-the-test' },
        body: JSON.stringify(body),
      }),
    ),
  );
const accounts = async (email: string) => (await sql()`select id from users where lower(email) = ${email}`).length;

describe('POST /api/user/register', () => {
  test('R-API-05 creates the account without a session; then login works', async () => {
    const fields = makeRegistration();
    const { status, headers, body } = await post(register, fields);
    expect([status, body]).toEqual([201, { success: true, message: 'Account created successfully! Please log in.' }]);
    expect(headers.get('set-cookie')).toBeNull();
    expect(
      await sql()`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${fields.email}`,
    ).toEqual([]);
    expect((await post(login, { email: fields.email, password: fields.password })).status).toBe(200);
  });

  test('an e-mail with an account: 409 with the message (A-26)', async () => {
    const { email } = await makeSponsorAccount();
    for (const spelling of [email, ` ${email.toUpperCase()}`, email.replace('@', '\uFF20')]) {
      const { status, body } = await post(register, makeRegistration({ email: spelling }));
      expect([status, body.message]).toEqual([409, 'An account with this email already exists']);
    }
    expect(await accounts(email)).toBe(1);
  });
});

describe('POST /api/user/login', () => {
  test('R-API-04 R-ENT-01 returns the user with its id, the token and the cookie, and nothing secret', async () => {
    const { userId, email, password } = await makeSponsorAccount({ full_name: 'Asha Verma', company_name: 'Acme Ltd' });
    const { status, headers, body } = await post(login, { email: ` ${email.toUpperCase()} `, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      user: { id: userId, full_name: 'Asha Verma', email, company_name: 'Acme Ltd' },
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(loginResponseSchema.safeParse(body).success).toBe(true);
    expect(headers.get('set-cookie')).toMatch(/^next-auth\.session-token=.+; HttpOnly; SameSite=Lax$/);
    expect(headers.get('cache-control')).toMatch(/^no-store\b/);
    expect((await read(await logout(asSponsor({ token: String(body.token) }, { method: 'POST' })))).status).toBe(200);
  });

  test('R-API-04 a wrong password and an unknown e-mail: 401 with one message and no cookie', async () => {
    const { email, password } = await makeSponsorAccount();
    const wrong = await post(login, { email, password: `${password} ` });
    const unknown = await post(login, { email: 'nobody@example.in', password });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { message: 'Invalid email or password', code: 'auth.invalid_credentials' },
    ]);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect([...unknown.headers]).toEqual([...wrong.headers]);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });
});

describe('POST /api/user/logout', () => {
  test('security 19: ends the session of the token and takes the cookie back', async () => {
    const account = await makeSponsorAccount();
    const request = () => asSponsor(account, { method: 'POST' });
    const { status, headers, body } = await read(await logout(request()));
    expect([status, body]).toEqual([200, { success: true }]);
    expect(headers.get('set-cookie')).toMatch(/^next-auth\.session-token=; Path=\/; Max-Age=0;/);
    expect(await sql()`select id from sessions where user_id = ${account.userId}`).toEqual([]);
    const again = await read(await logout(request()));
    expect([again.status, again.body.code]).toEqual([401, 'auth.required']);
  });
});
