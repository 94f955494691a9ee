import { afterEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { seal, unseal } from '@/lib/platform/sealed';
import { asAdmin, ADMIN_PASSWORD, codeAt, giveFactor, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { logInAdmin } from './mutations';
import { addFactor, checkFactor, confirmSession, removeFactor } from './second-factor';
import { requireAdmin } from './session';
import { newFactor, stepOf } from './totp';

useTestDatabase();
afterEach(() => vi.useRealTimers());

let clients = 0;
const newAddress = () => `198.51.100.${++clients}`;
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
const entries = (action: string) =>
  sql()`select actor, subject, after from audit_log where action = ${action} order by id`;
const times = <T>(many: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)));

/** An administrator with a second factor, by its id as checkFactor takes it. */
async function makeAdminWithFactor() {
  const admin = await makeAdmin();
  return { ...admin, id: admin.adminId, ...(await giveFactor(admin)) };
}

describe('adding a second factor', () => {
  test('security 87: needs a code of the key, stores the key encrypted, and ends the other sessions', async () => {
    const admin = await makeAdmin();
    const login = await logInAdmin(admin.username, admin.password, newAddress());
    if (!login.ok) throw new Error(login.code);
    const { secret } = newFactor(admin.username);
    expect(await addFactor(admin.scope, { secret, code: wrongFor(codeAt(secret)) })).toEqual({
      ok: false,
      code: 'admin.code_wrong',
    });
    const added = await addFactor(admin.scope, { secret, code: codeAt(secret) });
    expect(added).toEqual({ ok: true, recoveryCodes: expect.any(Array) });
    const codes = (added as { recoveryCodes: string[] }).recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{6}-){3}[a-z2-9]{6}$/);
    const [row] = await sql()<{ secret: string }[]>`select secret from admin_factors where admin_id = ${admin.adminId}`;
    expect(row!.secret).not.toContain(secret);
    expect(unseal(row!.secret, admin.adminId)).toBe(secret);
    const stored = await sql()`select code_hash from admin_recovery_codes where admin_id = ${admin.adminId}`;
    expect(JSON.stringify(stored)).not.toContain(codes[0]!.replaceAll('-', ''));
    await expect(requireAdmin(asAdmin(login))).rejects.toMatchObject({ code: 'admin.session_ended' });
    expect(await requireAdmin(asAdmin(admin))).toMatchObject({ hasFactor: true });
    expect((await entries('admin.factor_added')).at(-1)).toMatchObject({
      actor: admin.username,
      subject: admin.adminId,
    });
    expect(await addFactor(admin.scope, { secret, code: codeAt(secret, 1) })).toMatchObject({
      code: 'admin.factor_exists',
    });
    // The code that added it is used.
    expect(
      await checkFactor({ id: admin.adminId, username: admin.username }, codeAt(secret), newAddress()),
    ).toMatchObject({
      ok: false,
    });
  });

  test('twenty at once add one', async () => {
    const admin = await makeAdmin();
    const { secret } = newFactor(admin.username);
    const results = await times(20, () => addFactor(admin.scope, { secret, code: codeAt(secret) }));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const [row] = await sql()`select count(*)::int as left from admin_recovery_codes where admin_id = ${admin.adminId}`;
    expect(row).toEqual({ left: 10 });
  });
});

describe('the login with a second factor', () => {
  test('security 87: asks for a code after a right password, and for nothing after a wrong one', async () => {
    const { username, password, secret } = await makeAdminWithFactor();
    const logIn = (word: string, code?: string) => logInAdmin(username, word, newAddress(), { code });
    expect(await logIn(password)).toEqual({ ok: false, code: 'admin.code_required' });
    expect(await logIn(password, '')).toEqual({ ok: false, code: 'admin.code_required' });
    expect(await logIn(`${password}x`, codeAt(secret))).toEqual({ ok: false, code: 'admin.invalid_credentials' });
    expect(await logIn(password, wrongFor(codeAt(secret)))).toEqual({ ok: false, code: 'admin.login_code_wrong' });
    expect(await logIn(password, codeAt(secret))).toMatchObject({ ok: true, admin: { username } });
  });

  test('security 87: a code is accepted once, and no code of an earlier step after it', async () => {
    const { username, password, secret } = await makeAdminWithFactor();
    const logIn = (code: string) => logInAdmin(username, password, newAddress(), { code });
    const [now, next] = [codeAt(secret), codeAt(secret, 1)];
    expect(await logIn(now.replace(/^.../, '$& '))).toMatchObject({ ok: true });
    expect(await logIn(now)).toEqual({ ok: false, code: 'admin.login_code_wrong' });
    expect(await logIn(next)).toMatchObject({ ok: true });
    expect(await logIn(codeAt(secret))).toEqual({ ok: false, code: 'admin.login_code_wrong' });
  });

  test('security 87: of twenty logins at once with one code one is let in', async () => {
    const { username, password, secret } = await makeAdminWithFactor();
    const code = codeAt(secret);
    const results = await times(20, () => logInAdmin(username, password, newAddress(), { code }));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('security 87: codes of other times and of other keys are wrong', () => {
    const { secret } = newFactor('asha');
    const now = Date.now();
    expect(stepOf(secret, codeAt(newFactor('asha').secret), now)).toBeNull();
    for (const steps of [-3, 3, 100]) expect(stepOf(secret, codeAt(secret, steps), now)).toBeNull();
    for (const code of ['', '12345', '𐀀𐀀𐀀', '１２３４５６', 'abcdef']) expect(stepOf(secret, code, now)).toBeNull();
  });

  test('security 87: a key copied to another account is of no use', async () => {
    const [one, another] = [await makeAdminWithFactor(), await makeAdminWithFactor()];
    await sql()`update admin_factors set secret = (select secret from admin_factors where admin_id = ${one.adminId})
                 where admin_id = ${another.adminId}`;
    expect(await checkFactor(another, codeAt(one.secret), newAddress())).toMatchObject({ ok: false });
    expect(unseal(`${seal('text', 'a').slice(0, -2)}AA`, 'a')).toBeNull();
    expect(unseal('', 'a')).toBeNull();
  });

  test('security 87: a factor that is added meanwhile lets no login in without a code', async () => {
    const { openAdminSession } = await import('./session');
    const admin = await makeAdmin();
    const [row] = await sql()<{ id: string; password_hash: string }[]>`
      select id, password_hash from admins where id = ${admin.adminId}`;
    await giveFactor(admin);
    expect(await openAdminSession({ ...row!, has_factor: false })).toBeNull();
    expect(await openAdminSession({ ...row!, has_factor: true })).not.toBeNull();
  });
});

describe('recovery codes', () => {
  test('security 88: each lets in once, also when two use it at once, in any spelling', async () => {
    const { adminId, username, password, recoveryCode } = await makeAdminWithFactor();
    const code = ` ${recoveryCode.toUpperCase().replaceAll('-', ' ')} `;
    const results = await times(10, () => logInAdmin(username, password, newAddress(), { code }));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await entries('admin.recovery_code_used')).at(-1)).toEqual({
      actor: username,
      subject: adminId,
      after: { username, left: 0 },
    });
  });

  test('security 88: that of another administrator is wrong', async () => {
    const [one, another] = [await makeAdminWithFactor(), await makeAdminWithFactor()];
    expect(await checkFactor(another, one.recoveryCode, newAddress())).toMatchObject({ ok: false });
    expect(await checkFactor(one, one.recoveryCode, newAddress())).toEqual({ ok: true });
  });
});

test('security 87: wrong codes are limited by account and network, whether at the login or in a session', async () => {
  const admin = await makeAdminWithFactor();
  const address = newAddress();
  const wrong = wrongFor(codeAt(admin.secret));
  const results = await times(20, (n) =>
    n % 2
      ? logInAdmin(admin.username, admin.password, address, { code: wrong })
      : confirmSession({ ...admin.scope, hasFactor: true }, { code: wrong }, address),
  );
  const codes = results.map((result) => (result.ok ? 'ok' : result.code));
  expect(codes.filter((code) => code.endsWith('code_wrong'))).toHaveLength(5);
  expect(codes.filter((code) => code === 'auth.too_many_attempts')).toHaveLength(15);
  expect(await checkFactor(admin, codeAt(admin.secret), address)).toMatchObject({ code: 'auth.too_many_attempts' });
  expect(await checkFactor(admin, codeAt(admin.secret), newAddress())).toEqual({ ok: true });
});

describe('asking again', () => {
  const isConfirmed = async (admin: { token: string }) => (await requireAdmin(asAdmin(admin))).isConfirmed;
  const age = (sessionId: string, minutes: number) => sql()`
    update admin_sessions set confirmed_at = now() - ${minutes} * interval '1 minute' where id = ${sessionId}`;

  test('security 89: a session is confirmed for 15 minutes after the login, by the clock of the database', async () => {
    const admin = await makeAdmin();
    expect(await isConfirmed(admin)).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60 * 1000 });
    expect(await isConfirmed(admin)).toBe(true);
    await age(admin.scope.sessionId, 16);
    expect(await isConfirmed(admin)).toBe(false);
  });

  test('security 89: the password confirms it without a second factor, the code alone with one', async () => {
    const [plain, admin] = [await makeAdmin(), await makeAdminWithFactor()];
    await age(plain.scope.sessionId, 16);
    await age(admin.scope.sessionId, 16);
    const withFactor = await requireAdmin(asAdmin(admin));
    expect(await confirmSession(plain.scope, { password: 'another' }, newAddress())).toMatchObject({
      code: 'admin.password_wrong',
    });
    expect(await confirmSession(plain.scope, {}, newAddress())).toMatchObject({ code: 'admin.password_wrong' });
    expect(await isConfirmed(plain)).toBe(false);
    expect(await confirmSession(plain.scope, { password: ADMIN_PASSWORD }, newAddress())).toEqual({ ok: true });
    expect(await isConfirmed(plain)).toBe(true);
    expect(await confirmSession(withFactor, { password: ADMIN_PASSWORD }, newAddress())).toMatchObject({
      code: 'admin.code_wrong',
    });
    expect(await isConfirmed(admin)).toBe(false);
    expect(await confirmSession(withFactor, { code: codeAt(admin.secret) }, newAddress())).toEqual({ ok: true });
    expect(await isConfirmed(admin)).toBe(true);
  });
});

describe('removing a second factor', () => {
  test('the password is enough afterwards, the recovery codes are gone, and the entry names the actor', async () => {
    const [owner, other] = [await makeAdmin(), await makeAdminWithFactor()];
    expect(await removeFactor(owner.scope, { id: other.adminId })).toEqual({ ok: true, removed: true });
    expect(await logInAdmin(other.username, other.password, newAddress())).toMatchObject({ ok: true });
    expect(await sql()`select 1 from admin_recovery_codes where admin_id = ${other.adminId}`).toEqual([]);
    expect((await entries('admin.factor_removed')).at(-1)).toEqual({
      actor: owner.username,
      subject: other.adminId,
      after: { username: other.username },
    });
    const before = (await entries('admin.factor_removed')).length;
    expect(await removeFactor('command', { username: other.username.toUpperCase() })).toEqual({
      ok: true,
      removed: false,
    });
    expect((await entries('admin.factor_removed')).length).toBe(before);
    expect(await removeFactor('command', { username: 'nobody' })).toMatchObject({ code: 'admin.not_found' });
  });
});
