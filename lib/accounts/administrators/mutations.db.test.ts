import type * as Argon2 from '@node-rs/argon2';
import { verify } from '@node-rs/argon2';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Client from '@/db/client';
import { connect, sql } from '@/db/client';
import { asAdmin, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { waitForLocks } from '@/testing/db/locks';
import { changeAdminPassword, createAdmin, logInAdmin } from './mutations';
import { openAdminSession, requireAdmin, type CheckedAdmin } from './session';

/** The pools of two instances; queries alternate between them. */
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
});
afterAll(() => Promise.all(opened.map((connection) => connection.sql.end())));

let clients = 0;
/** An address without failed logins. */
const newAddress = () => `192.0.2.${++clients}`;
let clientAddress = '';
beforeEach(() => {
  clientAddress = newAddress();
});

const codes = (results: readonly Awaited<ReturnType<typeof logInAdmin>>[]) =>
  results.reduce<Record<string, number>>((counts, result) => {
    const code = result.ok ? 'ok' : result.code;
    return { ...counts, [code]: (counts[code] ?? 0) + 1 };
  }, {});
const times = <T>(many: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)));
const endWindow = (limit: string) =>
  sql()`update rate_limits set expire = now() - interval '1 second' where key like ${`${limit}:%`}`;
const entries = (action: string) =>
  sql()`select actor, admin_id, subject, before, after from audit_log where action = ${action} order by id`;
/** The account as read by a login. */
const accountOf = async (id: string) => {
  const [row] = await sql()<CheckedAdmin[]>`select id, password_hash from admins where id = ${id}`;
  return row!;
};
const PASSWORD = 'forty-two grey herons';

describe('creating administrators (A-27)', () => {
  test('A-27 the username is normalized, the password is stored as argon2id, and the audit log names the creator', async () => {
    const made = await createAdmin('  ＡＳＨＡ.Verma ', PASSWORD, 'command');
    expect(made).toEqual({ ok: true, admin: { id: expect.any(String), username: 'asha.verma' }, role: 'owner' });
    const [row] = await sql()`select username, password_hash from admins where username = 'asha.verma'`;
    expect(row!.password_hash).toMatch(/^\$argon2id\$/);
    const { id } = (made as { admin: { id: string } }).admin;
    expect(await entries('admin.created')).toEqual([
      { actor: 'command', admin_id: null, subject: id, before: null, after: { username: 'asha.verma', role: 'owner' } },
    ]);
    const { scope } = await makeAdmin();
    await createAdmin('another', PASSWORD, scope);
    expect((await entries('admin.created'))[1]).toMatchObject({ actor: scope.username, admin_id: scope.adminId });
  });

  test('A-27 twenty concurrent calls with one name create one administrator and one entry', async () => {
    const before = (await entries('admin.created')).length;
    const results = await times(20, (n) => createAdmin(n % 2 ? 'twin' : ' TWIN ', PASSWORD, 'command'));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'admin.username_taken' });
    expect(await entries('admin.created')).toHaveLength(before + 1);
  });

  test('A-27 a refused password creates no account', async () => {
    const before = await sql()`select count(*) from admins`;
    for (const password of ['', 'eleven char', 'administrator1', 'x'.repeat(129)])
      expect((await createAdmin('nobody', password, 'command')).ok).toBe(false);
    expect(await sql()`select count(*) from admins`).toEqual(before);
  });
});

describe('changing a password', () => {
  test('security 19: ends every session of the account and no other, and only the new one logs in', async () => {
    const [admin, other] = [await makeAdmin(), await makeAdmin()];
    await logInAdmin(admin.username, admin.password, clientAddress);
    const changed = await changeAdminPassword(admin.username.toUpperCase(), PASSWORD, 'command');
    expect(changed).toMatchObject({ ok: true, ended: 2 });
    await expect(requireAdmin(asAdmin(admin))).rejects.toMatchObject({ status: 401, code: 'admin.session_ended' });
    expect(await requireAdmin(asAdmin(other))).toEqual(other.scope);
    expect(await logInAdmin(admin.username, admin.password, clientAddress)).toMatchObject({
      code: 'admin.invalid_credentials',
    });
    expect(await logInAdmin(admin.username, PASSWORD, clientAddress)).toMatchObject({ ok: true });
    expect((await entries('admin.password_changed')).at(-1)).toMatchObject({
      actor: 'command',
      subject: admin.adminId,
      after: { username: admin.username },
    });
  });

  test('security 19: a login that had compared the old password opens nothing after the change', async () => {
    const { adminId, username } = await makeAdmin();
    const compared = await accountOf(adminId);
    await changeAdminPassword(username, PASSWORD, 'command');
    expect(await openAdminSession(compared)).toBeNull();
    expect(await sql()`select id from admin_sessions where admin_id = ${adminId}`).toEqual([]);
  });

  test('security 19: a login that meets the change under way waits for it, and then opens nothing', async () => {
    const compared = await accountOf((await makeAdmin()).adminId);
    const other = connect(url, { max: 1 });
    let login: ReturnType<typeof openAdminSession> | undefined;
    try {
      await other.sql.begin(async (change) => {
        await change`update admins set password_hash = 'another' where id = ${compared.id}`;
        login = openAdminSession(compared);
        await waitForLocks(sql(), 1, '');
      });
    } finally {
      await other.sql.end();
    }
    expect(await login).toBeNull();
    expect(await sql()`select id from admin_sessions where admin_id = ${compared.id}`).toHaveLength(1);
  });

  test('security 19: logins racing the change leave no session of the old password', async () => {
    const { adminId, username, password } = await makeAdmin();
    const compared = await accountOf(adminId);
    const logins = () => times(20, () => openAdminSession(compared));
    await Promise.all([logins(), changeAdminPassword(username, PASSWORD, 'command'), logins()]);
    expect(await sql()`select id from admin_sessions where admin_id = ${adminId}`).toEqual([]);
    expect(await logInAdmin(username, password, clientAddress)).toMatchObject({ ok: false });
  });

  test('for an unknown username is refused and creates no account', async () => {
    expect(await changeAdminPassword('who', PASSWORD, 'command')).toEqual({
      ok: false,
      code: 'admin.unknown_username',
    });
    expect(await sql()`select id from admins where username = 'who'`).toEqual([]);
  });
});

describe('the login of an administrator', () => {
  test('R-API-27 returns administrator, token and cookie for any spelling of the username, and writes an audit log entry', async () => {
    const { adminId, username, password } = await makeAdmin();
    for (const typed of [username, ` ${username.toUpperCase()} `, username.replace('a', '\uFF41')]) {
      const result = await logInAdmin(typed, password, clientAddress);
      expect(result).toEqual({
        ok: true,
        admin: { id: adminId, username },
        token: expect.stringMatching(/^[\w-]{43}$/),
        cookie: expect.stringMatching(/^admin-session=[\w-]{43}; Path=\/; /),
      });
    }
    expect((await entries('admin.logged_in')).at(-1)).toMatchObject({ actor: username, admin_id: adminId });
  });

  test('security 13: an unknown name costs the same comparison and gets the same answer as a wrong password', async () => {
    const { username, password } = await makeAdmin();
    const wrong = await logInAdmin(username, `${password} `, clientAddress);
    expect(await logInAdmin('nobody.at.all', password, clientAddress)).toEqual(wrong);
    expect(wrong).toEqual({ ok: false, code: 'admin.invalid_credentials' });
    const [known, unknown] = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
    // Same algorithm, version and costs: both comparisons take the same time.
    expect(unknown!.split('$').slice(0, 4)).toEqual(known!.split('$').slice(0, 4));
    expect(verify).toHaveBeenCalledTimes(2);
  });

  test('an empty form is answered like a wrong password, and does not count as an attempt', async () => {
    const { username, password } = await makeAdmin();
    for (let n = 0; n < 12; n++)
      for (const [name, word] of [
        ['', ''],
        [username, ''],
        ['  ', password],
      ] as const)
        expect(await logInAdmin(name, word, clientAddress)).toEqual({ ok: false, code: 'admin.invalid_credentials' });
    expect(await logInAdmin(username, password, clientAddress)).toMatchObject({ ok: true });
  });
});

describe('security 15: guessing an administrator', () => {
  test('security 15: 50 guesses at once from 50 addresses over two instances: 20 are compared; the owner gets in after the window', async () => {
    const { username, password } = await makeAdmin();
    useTwoInstances();
    const results = await times(50, (n) => logInAdmin(username, `guess ${n}`, newAddress()));
    expect(codes(results)).toEqual({ 'admin.invalid_credentials': 20, 'auth.too_many_attempts': 30 });
    expect(verify).toHaveBeenCalledTimes(20);
    expect(await logInAdmin(username, password, newAddress())).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(verify).toHaveBeenCalledTimes(20);
    await endWindow('admin_login_altogether');
    expect(await logInAdmin(username, password, newAddress())).toMatchObject({ ok: true });
  });

  test('security 15: 50 guesses at once from one address over two instances: 5 are compared', async () => {
    const { username } = await makeAdmin();
    useTwoInstances();
    const results = await times(50, (n) => logInAdmin(username, `guess ${n}`, clientAddress));
    expect(codes(results)).toEqual({ 'admin.invalid_credentials': 5, 'auth.too_many_attempts': 45 });
    expect(verify).toHaveBeenCalledTimes(5);
  });

  test('security 64: guesses from one address close the name there, and not for its owner elsewhere', async () => {
    const { username, password } = await makeAdmin();
    for (let n = 0; n < 12; n++) await logInAdmin(username, `guess ${n}`, clientAddress);
    expect(await logInAdmin(username, password, clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(await logInAdmin(username, password, newAddress())).toMatchObject({ ok: true });
  });

  test('security 64: guesses from everywhere, all day: 100 are compared, and the owner gets in from where a login was right before', async () => {
    const { username, password } = await makeAdmin();
    const home = newAddress();
    expect(await logInAdmin(username, password, home)).toMatchObject({ ok: true });
    vi.mocked(verify).mockClear();
    for (let window = 0; window < 6; window++) {
      await times(30, (n) => logInAdmin(username, `guess ${n}`, newAddress()));
      expect(await logInAdmin(username, password, home)).toMatchObject({ ok: true });
      await endWindow('admin_login_altogether');
    }
    expect(verify).toHaveBeenCalledTimes(100 + 6);
    const refused = await logInAdmin(username, password, newAddress());
    expect(refused).toMatchObject({ code: 'auth.too_many_attempts' });
    expect(!refused.ok && refused.retryAfterSeconds).toBeGreaterThan(12 * 60 * 60);
    expect(await logInAdmin(username, password, home)).toMatchObject({ ok: true });
    // The limit of five also applies to known networks.
    for (let n = 0; n < 5; n++) await logInAdmin(username, 'wrong', home);
    expect(await logInAdmin(username, password, home)).toMatchObject({ code: 'auth.too_many_attempts' });
  });

  test('security 15: the owner whom a stranger keeps out by guessing gets in with another password, set on the operator’s machine', async () => {
    const { username, password } = await makeAdmin();
    for (let n = 0; n < 20; n++) await logInAdmin(username, `guess ${n}`, newAddress());
    expect(await logInAdmin(username, password, newAddress())).toMatchObject({ code: 'auth.too_many_attempts' });
    await changeAdminPassword(username.toUpperCase(), PASSWORD, 'command');
    expect(await logInAdmin(username, PASSWORD, newAddress())).toMatchObject({ ok: true });
  });

  test('security 15: 50 guesses at once from one address at 50 names: 10 are compared', async () => {
    useTwoInstances();
    const results = await times(50, (n) => logInAdmin(`name${n}`, 'guess', clientAddress));
    expect(codes(results)).toEqual({ 'admin.invalid_credentials': 10, 'auth.too_many_attempts': 40 });
    expect(verify).toHaveBeenCalledTimes(10);
    const { username, password } = await makeAdmin();
    expect(await logInAdmin(username, password, clientAddress)).toMatchObject({ code: 'auth.too_many_attempts' });
    await endWindow('admin_login_address');
    expect(await logInAdmin(username, password, clientAddress)).toMatchObject({ ok: true });
  });
});
