import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { loginResponseSchema } from '@/lib/identity/schema';
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
const without = (body: object, key: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
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

  test('R-VAL-04 each of the six fields missing or blank: 400, and no account', async () => {
    const fields = makeRegistration();
    for (const key of Object.keys(fields))
      for (const body of [without(fields, key), { ...fields, [key]: '' }]) {
        const answer = await post(register, body);
        expect([answer.status, answer.body]).toEqual([
          400,
          { message: 'All fields are required', code: 'auth.field_required' },
        ]);
      }
    expect(await accounts(fields.email)).toBe(0);
  });

  test("R-VAL-06 a password of one character and the phone '12' are accepted, and that password logs in", async () => {
    const fields = makeRegistration({ password: ' ', phone_number: '12' });
    expect((await post(register, fields)).status).toBe(201);
    expect((await post(login, { email: fields.email, password: ' ' })).status).toBe(200);
    for (const password of ['  ', 'x']) expect((await post(login, { email: fields.email, password })).status).toBe(401);
  });

  test('an e-mail with an account: 409 with the message (A-26)', async () => {
    const { email } = await makeSponsorAccount();
    for (const spelling of [email, ` ${email.toUpperCase()}`, email.replace('@', '\uFF20')]) {
      const { status, body } = await post(register, makeRegistration({ email: spelling }));
      expect([status, body.message]).toEqual([409, 'An account with this email already exists']);
    }
    expect(await accounts(email)).toBe(1);
  });

  test.each(['role', 'id', 'kind', 'adopted_students', 'password_hash'])(
    'security 20: %s in the body is refused, and no account is opened',
    async (key) => {
      const fields = makeRegistration();
      expect((await post(register, { ...fields, [key]: 'x' })).status).toBe(400);
      expect(await accounts(fields.email)).toBe(0);
    },
  );

  test('the 21st from one IP address within an hour: 429 with Retry-After', async () => {
    const taken = makeRegistration({ email: (await makeSponsorAccount()).email });
    for (let sent = 0; sent < 20; sent++) expect((await post(register, taken)).status).toBe(409);
    const { status, headers, body } = await post(register, taken);
    expect([status, body.code]).toEqual([429, 'request.too_many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
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

  test.each([
    ['R-VAL-01', 'email'],
    ['R-VAL-02', 'password'],
  ])('%s without %s: 400 with a message', async (_rule, key) => {
    const { email, password } = await makeSponsorAccount();
    for (const body of [without({ email, password }, key), { email, password, [key]: '' }]) {
      const answer = await post(login, body);
      expect([answer.status, answer.body.message]).toEqual([400, 'All fields are required']);
    }
  });

  test('security 14: after ten failures 429 with Retry-After, the same for an unknown e-mail', async () => {
    const { email } = await makeSponsorAccount();
    for (const tried of [email, 'unknown@example.in']) {
      address = `198.51.100.${++client}`;
      for (let wrong = 0; wrong < 10; wrong++)
        expect((await post(login, { email: tried, password: 'x' })).status).toBe(401);
      const { status, headers, body } = await post(login, { email: tried, password: 'x' });
      expect([status, body]).toEqual([
        429,
        { message: 'Too many failed attempts. Please try again later.', code: 'auth.too_many_attempts' },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test.each([
    { email: { $ne: '' }, password: 'x' },
    { email: ['a@b.in'], password: 'x' },
    { email: 'a@b.in', password: 7 },
    { email: 'a@b.in', password: 'x'.repeat(129) },
    [],
    null,
  ])('security 23: %j is no login', async (body) => expect((await post(login, body)).status).toBe(400));
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
