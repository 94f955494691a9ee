import type * as Argon2 from '@node-rs/argon2';
import { verify } from '@node-rs/argon2';
import type * as Client from '@/db/client';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { makeRegistration, makeSponsorAccount } from '@/testing/db/identity';
import { logIn, register } from './mutations';

/** The pools of two instances, used in turn. */
const pools = vi.hoisted(() => [] as { sql: unknown; db: unknown }[]);
vi.mock('@/db/client', async (original) => {
  const real = await original<typeof Client>();
  let asked = 0;
  const take = (what: 'sql' | 'db') => () => (pools.length ? pools[asked++ % pools.length]![what] : real[what]());
  return { ...real, sql: take('sql'), db: take('db') };
});
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

const { url } = useTestDatabase();
const opened: ReturnType<typeof connect>[] = [];
const useTwoInstances = () => {
  opened.push(connect(url, { max: 10 }), connect(url, { max: 10 }));
  pools.push(...opened.slice(-2));
};
afterEach(() => {
  pools.length = 0;
  vi.clearAllMocks();
  vi.unstubAllEnvs();
});
afterAll(() => Promise.all(opened.map((connection) => connection.sql.end())));

let clients = 0;
/** Returns an address without any counters. */
const newAddress = () => `192.0.2.${++clients}`;
let clientAddress = '';
beforeEach(() => {
  clientAddress = newAddress();
});

type Result = Awaited<ReturnType<typeof logIn>> | Awaited<ReturnType<typeof register>>;
const codes = (results: readonly Result[]) =>
  results.reduce<Record<string, number>>((counts, result) => {
    const code = result.ok ? 'ok' : result.code;
    return { ...counts, [code]: (counts[code] ?? 0) + 1 };
  }, {});
const times = <T>(many: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)));
const accountsOf = (email: string) =>
  sql()`select kind, full_name, password_hash, email_verified_at from users where lower(email) = ${email} order by kind`;
const endWindow = (limit: string) =>
  sql()`update rate_limits set expire = now() - interval '1 second' where key like ${`${limit}:%`}`;

describe('registration', () => {
  test('security 43: twenty at once with one e-mail open one account', async () => {
    const fields = makeRegistration();
    const results = await times(20, (n) => register({ ...fields, full_name: `Copy ${n}` }, newAddress()));
    expect(codes(results)).toEqual({ ok: 1, 'auth.email_taken': 19 });
    expect(await accountsOf(fields.email)).toHaveLength(1);
  });

  test('a second account with the same e-mail is refused and does not change the first', async () => {
    const fields = makeRegistration();
    await register(fields, clientAddress);
    const before = await accountsOf(fields.email);
    expect(await register({ ...fields, full_name: 'Somebody', password: 'else' }, clientAddress)).toMatchObject({
      code: 'auth.email_taken',
    });
    expect(await accountsOf(fields.email)).toEqual(before);
  });

  test('a guest with the same e-mail does not prevent it and stays a separate guest with its adoptions (A-15)', async () => {
    const fields = makeRegistration();
    const [guest] = await sql()<{ id: string }[]>`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      values ('guest', 'Guest', 'HR', ${fields.email}, '9876543210', 'Guest Ltd') returning id`;
    await sql()`insert into billings (reference, user_id, channel, sponsor, total_paise) values ('SA-GUEST', ${guest!.id}, 'public', '{}', 100)`;
    expect(await register(fields, clientAddress)).toEqual({ ok: true });
    expect(await accountsOf(fields.email)).toEqual([
      { kind: 'guest', full_name: 'Guest', password_hash: null, email_verified_at: null },
      {
        kind: 'registered',
        full_name: fields.full_name,
        password_hash: expect.stringMatching(/^\$argon2id\$/),
        email_verified_at: null,
      },
    ]);
    expect(await sql()`select user_id from billings where reference = 'SA-GUEST'`).toEqual([{ user_id: guest!.id }]);
    expect(await logIn(fields.email, fields.password, clientAddress)).toMatchObject({
      ok: true,
      user: { full_name: fields.full_name },
    });
  });

  test('a guest has no password and cannot log in (A-15)', async () => {
    const { email } = makeRegistration();
    await sql()`insert into users (kind, full_name, designation, email, phone_number, company_name)
                values ('guest', 'Guest', 'HR', ${email}, '9876543210', 'Guest Ltd')`;
    for (const password of ['', 'null', 'x'])
      expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.invalid_credentials' });
  });

  test('the minimum password length is configurable, and checked before anything is counted', async () => {
    vi.resetModules();
    vi.stubEnv('PASSWORD_MIN_LENGTH', '12');
    const strict = await import('./mutations');
    const fields = makeRegistration({ password: 'eleven char' });
    for (let tried = 0; tried < 21; tried++)
      expect(await strict.register(fields, clientAddress)).toEqual({
        ok: false,
        code: 'auth.password_short',
        params: { min: 12 },
      });
    expect(await accountsOf(fields.email)).toEqual([]);
    expect(await strict.register({ ...fields, password: 'twelve chars' }, clientAddress)).toEqual({ ok: true });
  });

  test('the minimum strength is configurable', async () => {
    vi.resetModules();
    vi.stubEnv('PASSWORD_MIN_STRENGTH', '3');
    const strict = await import('./mutations');
    const fields = makeRegistration({ password: 'password123' });
    expect(await strict.register(fields, clientAddress)).toEqual({ ok: false, code: 'auth.password_weak' });
    expect(await strict.register({ ...fields, password: fields.email }, clientAddress)).toMatchObject({ ok: false });
    expect(await strict.register({ ...fields, password: 'teak-river-42-lamp' }, clientAddress)).toEqual({ ok: true });
  });

  test('twenty an hour from one address, counted over two instances', async () => {
    useTwoInstances();
    const results = await times(40, () => register(makeRegistration(), clientAddress));
    expect(codes(results)).toEqual({ ok: 20, 'request.too_many': 20 });
    const refused = results.find(({ ok }) => !ok) as { retryAfterSeconds: number };
    expect(refused.retryAfterSeconds).toBeGreaterThan(3000);
    expect(await register(makeRegistration(), newAddress())).toEqual({ ok: true });
    await endWindow('register_address');
    expect(await register(makeRegistration(), clientAddress)).toEqual({ ok: true });
  });
});

describe('security 13: an unknown e-mail', () => {
  test('is answered like a wrong password, after one comparison as well', async () => {
    const { email, password } = await makeSponsorAccount();
    const wrong = await logIn(email, `${password}!`, newAddress());
    const known = vi.mocked(verify).mock.calls.length;
    const unknown = await logIn('nobody@example.in', password, newAddress());
    expect(unknown).toEqual(wrong);
    expect([known, vi.mocked(verify).mock.calls.length - known]).toEqual([1, 1]);
  });

  test('is counted and locked like a known one', async () => {
    const results = await times(12, () => logIn('never@example.in', 'guess', clientAddress));
    expect(codes(results)).toEqual({ 'auth.invalid_credentials': 10, 'auth.too_many_attempts': 2 });
  });
});

describe('security 14: guessing passwords', () => {
  test('50 wrong at once on one account, from 50 addresses over two instances: 40 are compared, 10 refused', async () => {
    const { email, password } = await makeSponsorAccount();
    useTwoInstances();
    const results = await times(50, (n) => logIn(email, `guess ${n}`, newAddress()));
    expect(codes(results)).toEqual({ 'auth.invalid_credentials': 40, 'auth.too_many_attempts': 10 });
    expect(verify).toHaveBeenCalledTimes(40);
    const refused = results.find((result) => !result.ok && result.code === 'auth.too_many_attempts');
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(800);
    // The correct password is not compared either until the window ends; then the owner can log in: no lock is
    // permanent.
    expect(await logIn(email, password, newAddress())).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(verify).toHaveBeenCalledTimes(40);
    await endWindow('login_altogether');
    expect(await logIn(email, password, newAddress())).toMatchObject({ ok: true, user: { email } });
  });

  test('security 64: guesses from one address close the account there; from everywhere, for addresses that it was never logged in from', async () => {
    const { email, password } = await makeSponsorAccount();
    const home = newAddress();
    for (let n = 0; n < 10; n++) await logIn(email, `guess ${n}`, clientAddress);
    expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(await logIn(email, password, home)).toMatchObject({ ok: true });
    await times(60, (n) => logIn(email, `guess ${n}`, newAddress()));
    expect(await logIn(email, password, newAddress())).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(await logIn(email, password, home)).toMatchObject({ ok: true });
  });

  test('50 concurrent wrong passwords from one address, on 50 accounts: 10 are compared, 40 refused', async () => {
    useTwoInstances();
    const results = await times(50, (n) => logIn(`victim${n}@example.in`, 'guess', clientAddress));
    expect(codes(results)).toEqual({ 'auth.invalid_credentials': 10, 'auth.too_many_attempts': 40 });
    expect(verify).toHaveBeenCalledTimes(10);
    const { email, password } = await makeSponsorAccount();
    expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(await logIn(email, password, newAddress())).toMatchObject({ ok: true });
    await endWindow('login_address');
    expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
  });

  test('50 concurrent wrong passwords on one account from one address: at most 10 are compared', async () => {
    const { email } = await makeSponsorAccount();
    const results = await times(50, (n) => logIn(email, `guess ${n}`, clientAddress));
    expect(codes(results)['auth.invalid_credentials'] ?? 0).toBeLessThanOrEqual(10);
    expect(vi.mocked(verify).mock.calls.length).toBeLessThanOrEqual(10);
  });

  test('correct passwords do not count, however many', async () => {
    const { email, password } = await makeSponsorAccount();
    for (let tried = 0; tried < 9; tried++) await logIn(email, 'wrong', clientAddress);
    for (let tried = 0; tried < 12; tried++)
      expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
    // They were refunded only their own: one failure is left.
    expect(await logIn(email, 'wrong', clientAddress)).toMatchObject({ code: 'auth.invalid_credentials' });
    expect(await logIn(email, password, clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
  });

  test('an office that logs in at the same time locks neither its address nor an account', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => makeSponsorAccount()));
    const all = () => times(40, (n) => logIn(accounts[n % 5]!.email, accounts[n % 5]!.password, clientAddress));
    expect((codes(await all()).ok ?? 0) >= 10).toBe(true);
    for (const { email, password } of accounts)
      expect(await logIn(email, password, clientAddress)).toMatchObject({ ok: true });
  });

  test('attempts on a locked account do not count against the address', async () => {
    const { email } = await makeSponsorAccount();
    await times(40, () => logIn(email, 'wrong', newAddress()));
    for (let tried = 0; tried < 12; tried++)
      expect(await logIn(email, 'wrong', clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
    const colleague = await makeSponsorAccount();
    expect(await logIn(colleague.email, colleague.password, clientAddress)).toMatchObject({ ok: true });
  });

  test('counters contain neither e-mail nor address', async () => {
    const { email } = await makeSponsorAccount();
    await logIn(email, 'wrong', clientAddress);
    const [dump] = await sql()`select string_agg(key, ' ') as keys from rate_limits where key like 'login_%'`;
    expect(dump!.keys).not.toContain(email);
    expect(dump!.keys).not.toContain(clientAddress);
  });
});
