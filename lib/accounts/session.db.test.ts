import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { encode } from 'next-auth/jwt';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { asSponsor, makeSponsorAccount } from '@/testing/db/identity';
import {
  endSession,
  openSession,
  requireOwnerOf,
  requireSponsor,
  requireSponsorPage,
  sponsorOfPage,
  sponsorOfRequest,
} from './session';

useTestDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const NAME = 'next-auth.session-token';
const SECRET = 'test-secret-of-at-least-32-characters';

// next-auth reads the cookies of the request from Next.js with require(), which a mocked import does not affect.
const page = createRequire(import.meta.url)('next/headers') as Record<'cookies' | 'headers', () => unknown>;

/** Simulates a page request with this cookie, and with a bearer token if one is given. */
function visit(value: string | null, { token, name = NAME }: { token?: string; name?: string } = {}) {
  const jar = value === null ? [] : [{ name, value }];
  vi.spyOn(page, 'cookies').mockResolvedValue({ getAll: () => jar });
  vi.spyOn(page, 'headers').mockResolvedValue(new Headers(token ? { authorization: `Bearer ${token}` } : {}));
}

const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
const attributesOf = (cookie: string) => cookie.split('; ').slice(1).sort();
const withHeader = (authorization: string | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/api', { headers: authorization === null ? headers : { ...headers, authorization } });

async function signedIn() {
  const { userId } = await makeSponsorAccount();
  const { token, cookie } = await openSession(userId);
  const scope = await sponsorOfRequest(asSponsor({ token }));
  return { userId, token, cookie, value: valueOf(cookie), scope: scope! };
}

describe('the row of a session', () => {
  test('security 9: holds the hash of the token and ends twelve hours after it began, by the clock of the database', async () => {
    const { userId, token, scope } = await signedIn();
    const [row] = await sql()`
      select user_id, token_hash, (expires_at - created_at)::text as life, sessions::text as text from sessions where id = ${scope.sessionId}`;
    const hash = createHash('sha256').update(token).digest('hex');
    expect(row).toMatchObject({ user_id: userId, token_hash: hash, life: '12:00:00' });
    expect(row!.text).not.toContain(token);
  });
});

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Lax, and not Secure if the app is served over http', async () => {
    const { cookie, value } = await signedIn();
    expect(cookie.startsWith(`${NAME}=`)).toBe(true);
    expect(attributesOf(cookie)).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax']);
    expect(value).not.toBe('');
  });

  test('security 106: is Secure, with the __Host- prefix, if the app is served over https', async () => {
    const { userId, scope } = await signedIn();
    vi.resetModules();
    vi.stubEnv('APP_URL', 'https://seats.example.in');
    const secure = await import('./session');
    for (const [cookie, life] of [
      [(await secure.openSession(userId)).cookie, 43_200],
      [await secure.endSession(scope), 0],
    ] as const) {
      expect(cookie.startsWith(`__Host-${NAME}=`)).toBe(true);
      expect(attributesOf(cookie)).toEqual(['HttpOnly', `Max-Age=${life}`, 'Path=/', 'SameSite=Lax', 'Secure']);
    }
    const { value } = await signedIn();
    visit(value, { name: `__Host-${NAME}` });
    expect(await secure.sponsorOfPage()).not.toBeNull();
    // Another subdomain could have set one without the prefix.
    for (const name of [NAME, `__Secure-${NAME}`]) {
      visit(value, { name });
      expect(await secure.sponsorOfPage()).toBeNull();
    }
  });

  test('contains the session id in encrypted form', async () => {
    const { value, token, scope } = await signedIn();
    visit(value);
    expect(await sponsorOfPage()).toEqual(scope);
    for (const part of [value, ...value.split('.').map((piece) => Buffer.from(piece, 'base64url').toString('latin1'))])
      for (const secret of [scope.sessionId, scope.personId, token]) expect(part).not.toContain(secret);
  });

  test('a page redirects to login without one, with a forged or invalid one, and with only a bearer token', async () => {
    const { value, token, scope } = await signedIn();
    const of = (sid: unknown, secret = SECRET) => encode({ token: { sid }, secret });
    const unsigned = [{ alg: 'none' }, { sid: scope.sessionId }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    visit(await of(scope.sessionId));
    expect(await requireSponsorPage()).toEqual(scope);
    for (const forged of [
      null,
      '',
      'x',
      '%E0%A4',
      value.slice(0, -3),
      scope.sessionId,
      `${unsigned.join('.')}.`,
      await of(scope.sessionId, `${SECRET}.`),
      await of("' or true --"),
      await of({ id: scope.sessionId }),
      await of(crypto.randomUUID()),
    ]) {
      visit(forged, { token });
      await expect(requireSponsorPage()).rejects.toMatchObject({ digest: expect.stringContaining(';/login;') });
    }
  });
});

describe('the bearer token', () => {
  test.each([
    'Bearer',
    'Bearer ',
    'Bearer %E0%A4',
    `Bearer ${'a'.repeat(10_240)}`,
    `Bearer ${'a'.repeat(43)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.',
    'Basic YTpi',
    'null',
    '',
    null,
  ])('security 16 and 17: %.40s is nobody', async (header) => {
    await expect(requireSponsor(withHeader(header))).rejects.toMatchObject({ status: 401, code: 'auth.required' });
  });

  test('security 16: a token cut short, lengthened, in another case or in another scheme is nobody', async () => {
    const { token } = await signedIn();
    for (const header of [
      token.slice(0, -1),
      `${token}a`,
      token.toUpperCase(),
      `${token}, Bearer ${token}`,
      `${token} x`,
    ])
      expect(await sponsorOfRequest(withHeader(`Bearer ${header}`))).toBeNull();
    for (const header of [token, `Basic ${token}`, `Token ${token}`, `Bearer Bearer ${token}`])
      expect(await sponsorOfRequest(withHeader(header))).toBeNull();
    expect(await sponsorOfRequest(withHeader(`bearer ${token}`))).not.toBeNull();
  });

  test('security 9: the hash that the database keeps opens nothing', async () => {
    const { token, scope } = await signedIn();
    const [stored] = await sql()`select token_hash from sessions where id = ${scope.sessionId}`;
    expect(await sponsorOfRequest(withHeader(`Bearer ${stored!.token_hash}`))).toBeNull();
    const hash = createHash('sha256').update(token);
    expect(await sponsorOfRequest(withHeader(`Bearer ${hash.copy().digest('hex')}`))).toBeNull();
    expect(await sponsorOfRequest(withHeader(`Bearer ${hash.digest('base64url')}`))).toBeNull();
  });

  test('requireOwnerOf accepts only the own id, in upper or lower case', async () => {
    const { userId, token, scope } = await signedIn();
    const { userId: other } = await makeSponsorAccount();
    expect(await requireSponsor(asSponsor({ token }))).toEqual(scope);
    expect(() => requireOwnerOf(scope, userId.toUpperCase())).not.toThrow();
    for (const id of [
      other,
      crypto.randomUUID(),
      'x',
      '',
      `${userId} `,
      `{${userId}}`,
      userId.replaceAll('-', ''),
      undefined,
    ])
      expect(() => requireOwnerOf(scope, id)).toThrow(expect.objectContaining({ status: 403, code: 'auth.forbidden' }));
  });
});

describe('security 19: the end of a session ends both of its carriers', () => {
  const isDead = async ({ value, token }: { value: string; token: string }) => {
    expect(await sponsorOfRequest(asSponsor({ token }))).toBeNull();
    visit(value);
    await expect(requireSponsorPage()).rejects.toMatchObject({ digest: expect.stringContaining(';/login;') });
  };

  test('logout', async () => {
    const session = await signedIn();
    await endSession(session.scope);
    await isDead(session);
  });

  test('a deleted row, and a deleted account', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await sql()`delete from sessions where id = ${first.scope.sessionId}`;
    await isDead(first);
    await sql()`delete from users where id = ${second.userId}`;
    await isDead(second);
  });

  test('twelve hours, by the database clock only', async () => {
    const session = await signedIn();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 60 * 60 * 1000 });
    expect(await sponsorOfRequest(asSponsor(session))).toEqual(session.scope);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 26 * 60 * 60 * 1000 });
    await sql()`update sessions set expires_at = now() where id = ${session.scope.sessionId}`;
    expect(await sponsorOfRequest(asSponsor(session))).toBeNull();
    vi.useRealTimers();
    await isDead(session);
  });
});
