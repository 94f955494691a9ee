import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { openSession } from '@/lib/accounts/session';
import { asAdmin, makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount } from '@/testing/db/identity';
import { purgeAdminSessions } from './mutations';
import { listOwnSessions } from './queries';
import { adminOfPage, endAdminSession, openAdminSession, requireAdmin } from './session';

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock('next/headers', () => ({
  cookies: async () => ({ get: (name: string) => (jar.has(name) ? { value: jar.get(name) } : undefined) }),
}));

useTestDatabase();
beforeEach(() => jar.clear());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const NAME = 'admin-session';

/** Returns the administrator of a page request with this cookie. */
async function visit(value: string, name = NAME) {
  jar.clear();
  jar.set(name, value);
  return adminOfPage();
}
const withHeader = (authorization: string | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/api', { headers: authorization === null ? headers : { ...headers, authorization } });
const attributesOf = (cookie: string) => cookie.split('; ').slice(1).sort();
const hashOf = (secret: string) => createHash('sha256').update(secret);

describe('the row of a session', () => {
  test('security 9: holds hashes of two different secrets and neither of them, and ends eight hours after it began, by the clock of the database (A-28)', async () => {
    const { token, secret, scope } = await makeAdmin();
    expect(secret).not.toBe(token);
    const [row] = await sql()`
      select token_hash, cookie_hash, (expires_at - created_at)::text as life, admin_sessions::text as text
        from admin_sessions where id = ${scope.sessionId}`;
    expect(row).toMatchObject({
      token_hash: hashOf(token).digest('hex'),
      cookie_hash: hashOf(secret).digest('hex'),
      life: '08:00:00',
    });
    for (const kept of [token, secret]) expect(row!.text).not.toContain(kept);
    for (const encoding of ['hex', 'base64url'] as const) {
      expect(await visit(hashOf(secret).digest(encoding))).toBeNull();
      await expect(requireAdmin(asAdmin({ token: hashOf(token).digest(encoding) }))).rejects.toMatchObject({
        status: 401,
      });
    }
  });
});

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Strict, and is deleted at the end (A-28)', async () => {
    const { cookie, scope } = await makeAdmin();
    const fixed = ['HttpOnly', 'Path=/', 'SameSite=Strict'];
    expect(attributesOf(cookie)).toEqual([...fixed, 'Max-Age=28800'].sort());
    const taken = await endAdminSession(scope);
    expect(taken.startsWith(`${NAME}=;`)).toBe(true);
    expect(attributesOf(taken)).toEqual([...fixed, 'Max-Age=0'].sort());
  });

  test('security 106: is Secure and has the __Host- prefix if the app is served over https', async () => {
    const { adminId, scope } = await makeAdmin();
    const [row] = await sql()<{ id: string; password_hash: string }[]>`
      select id, password_hash from admins where id = ${adminId}`;
    vi.resetModules();
    vi.stubEnv('APP_URL', 'https://seats.example.in');
    const secure = await import('./session');
    for (const cookie of [(await secure.openAdminSession(row!))!.cookie, await secure.endAdminSession(scope)]) {
      expect(cookie.startsWith(`__Host-${NAME}=`)).toBe(true);
      expect(attributesOf(cookie)).toEqual(expect.arrayContaining(['Path=/', 'Secure']));
    }
  });

  test('security 16: a page shows nothing without one, with a broken one, with the bearer token in its place, or with one of a sponsor', async () => {
    const { token, secret, scope } = await makeAdmin();
    const { userId, token: sponsorToken } = await makeSponsorAccount();
    const sponsorCookie = (await openSession(userId)).cookie;
    expect(await visit(secret)).toEqual(scope);
    for (const value of [
      '',
      'x',
      '%E0%A4',
      token,
      sponsorToken,
      sponsorCookie.slice(sponsorCookie.indexOf('=') + 1, sponsorCookie.indexOf(';')),
      secret.slice(0, -1),
      `${secret}a`,
      secret.toUpperCase(),
      scope.sessionId,
      scope.adminId,
      'a'.repeat(43),
      "' or true --",
      'x'.repeat(10_240),
    ])
      expect(await visit(value), value.slice(0, 60)).toBeNull();
    expect(await visit(secret, 'next-auth.session-token')).toBeNull();
    jar.clear();
    expect(await adminOfPage()).toBeNull();
  });
});

describe('the bearer token', () => {
  test('R-ADMIN-07 a missing token is refused as such, not as an ended session', async () => {
    for (const header of [null, '', '  '])
      await expect(requireAdmin(withHeader(header))).rejects.toMatchObject({
        status: 401,
        code: 'admin.no_token',
        message: 'No admin token found',
      });
  });

  test('a request of a page must have the token of the session that opened the page', async () => {
    const [mine, another] = [await makeAdmin(), await makeAdmin()];
    const from = (page: string) => requireAdmin(asAdmin(mine, { headers: { 'X-Admin-Session': page } }));
    expect(await from(mine.scope.sessionId)).toEqual(mine.scope);
    for (const page of [another.scope.sessionId, mine.scope.adminId, ''])
      await expect(from(page)).rejects.toMatchObject({ status: 401, code: 'admin.session_ended' });
  });

  test('security 16 security 17: what is forged, cut short, lengthened, malformed or huge is nobody', async () => {
    const { token, secret, scope } = await makeAdmin();
    const jwt = ['{"alg":"none"}', JSON.stringify({ sid: scope.sessionId, sub: scope.adminId })]
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('..');
    for (const header of [
      'Bearer',
      'Bearer %E0%A4',
      `Bearer ${'a'.repeat(10_240)}`,
      `Bearer ${'a'.repeat(43)}`,
      `Bearer ${jwt}.`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}a`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer Bearer ${token}`,
      `Bearer ${secret}`,
      `Bearer ${scope.sessionId}`,
      `Basic ${token}`,
      token,
    ])
      await expect(requireAdmin(withHeader(header)), header.slice(0, 60)).rejects.toMatchObject({
        status: 401,
        code: 'admin.session_ended',
      });
    expect(await requireAdmin(withHeader(`bearer ${token}`))).toEqual(scope);
  });
});

describe('security 19: the end of a session ends both of its carriers', () => {
  const isDead = async (admin: AdminAccount) => {
    await expect(requireAdmin(asAdmin(admin))).rejects.toMatchObject({ status: 401, code: 'admin.session_ended' });
    expect(await visit(admin.secret)).toBeNull();
  };

  test('logout, and another session of the same administrator goes on', async () => {
    const admin = await makeAdmin();
    const [row] = await sql()<{ id: string; password_hash: string }[]>`
      select id, password_hash from admins where id = ${admin.adminId}`;
    const other = (await openAdminSession(row!))!;
    await endAdminSession(admin.scope);
    await isDead(admin);
    expect(await requireAdmin(asAdmin(other))).toMatchObject({ adminId: admin.adminId });
  });

  test('security 107: an hour without use, by the clock of the database, after which it is not listed', async () => {
    const admin = await makeAdmin();
    const [row] = await sql()<{ id: string; password_hash: string }[]>`
      select id, password_hash from admins where id = ${admin.adminId}`;
    await openAdminSession(row!);
    const idleFor = (time: string) => sql()`
      update admin_sessions set last_used_at = now() - ${time}::interval where id = ${admin.scope.sessionId}`;
    await idleFor('59 minutes');
    expect(await requireAdmin(asAdmin(admin))).toEqual(admin.scope);
    // Was used just now, so that it goes on.
    const [used] = await sql()`
      select last_used_at > now() - interval '1 minute' as now from admin_sessions where id = ${admin.scope.sessionId}`;
    expect(used).toEqual({ now: true });
    await idleFor('60 minutes');
    await isDead(admin);
    expect(await listOwnSessions(admin.scope)).toHaveLength(1);
    expect(await purgeAdminSessions()).toBe(1);
  });

  test('a deleted row, and a deleted administrator', async () => {
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    await sql()`delete from admin_sessions where id = ${first.scope.sessionId}`;
    await isDead(first);
    await sql()`delete from admins where id = ${second.adminId}`;
    await isDead(second);
  });

  test('eight hours, by the clock of the database and no other', async () => {
    const admin = await makeAdmin();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60 * 60 * 1000 });
    expect(await requireAdmin(asAdmin(admin))).toEqual(admin.scope);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 18 * 60 * 60 * 1000 });
    await sql()`update admin_sessions set expires_at = now() where id = ${admin.scope.sessionId}`;
    await isDead(admin);
  });
});
