import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

const any = z.unknown();
let local: Map<string, string>;
let session: Map<string, string>;
let isRefusing: boolean;
const replace = vi.fn();

function area(values: Map<string, string>) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isRefusing) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  };
}

beforeEach(() => {
  local = new Map([
    ['token', 'bearer-of-a'],
    ['user-storage', '{}'],
    ['course-selection-storage', '{}'],
  ]);
  session = new Map();
  isRefusing = false;
  replace.mockReset();
  vi.stubGlobal('localStorage', area(local));
  vi.stubGlobal('sessionStorage', area(session));
  vi.stubGlobal('location', { replace });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the module as in a new document: actions that run once per document have not run. */
async function openDocument() {
  vi.resetModules();
  return { ...(await import('./session')), drafts: await import('@/lib/selection/unsaved-drafts') };
}

function answer(...responses: Response[]) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  for (const response of responses) fetch.mockResolvedValueOnce(response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const refusal = (status: number) => Response.json({ message: 'Please sign in to continue' }, { status });
const sent = (fetch: ReturnType<typeof answer>, call = 0) => fetch.mock.calls[call]![1]!;

describe('requests of a signed-in sponsor', () => {
  test('R-API-03 R-ROLE-04 every method sends the stored token', async () => {
    const { userGet, userPost, userPut, userBlob } = await openDocument();
    const fetch = answer(Response.json({}), Response.json({}), Response.json({}), new Response('%PDF-1.7'));
    await userGet('/user/courses', any);
    await userPost('/billing/process-payment', { a: 1 }, any, { idempotencyKey: 'key-1' });
    await userPut('/user/profile/update/1', { b: 2 }, any);
    const file = await userBlob('/billing/1/receipt');

    for (const call of [0, 1, 2, 3])
      expect(sent(fetch, call).headers).toMatchObject({ Authorization: 'Bearer bearer-of-a' });
    expect(fetch.mock.calls.map(([, init]) => init!.method)).toEqual(['GET', 'POST', 'PUT', 'GET']);
    expect(sent(fetch, 1)).toMatchObject({ body: '{"a":1}', headers: { 'Idempotency-Key': 'key-1' } });
    expect(sent(fetch, 2)).toMatchObject({ body: '{"b":2}', headers: { 'Content-Type': 'application/json' } });
    expect(file.ok && (await file.data.text())).toBe('%PDF-1.7');
    expect(replace).not.toHaveBeenCalled();
  });

  test('R-API-03 without a stored token none is sent', async () => {
    local.delete('token');
    const { userGet } = await openDocument();
    const fetch = answer(Response.json([]));
    await userGet('/user/courses', any);
    expect(sent(fetch).headers).toEqual({ 'Accept-Language': 'en' });
  });
});

describe('the end of a session', () => {
  test('R-STATE-03 a 401 removes token and user but not the selection, and goes to /login', async () => {
    const { userGet, hasSessionEnded } = await openDocument();
    answer(refusal(401));
    expect(await userGet('/user/courses', any)).toMatchObject({ ok: false, status: 401 });
    expect([...local.keys()]).toEqual(['course-selection-storage']);
    expect(replace).toHaveBeenCalledWith('/login');
    expect(hasSessionEnded()).toBe(true);
  });

  test('the login page leads back to the page on which the session ended', async () => {
    for (const [pathname, search, to] of [
      ['/dashboard/city/Agar%20Malwa', '?sort=price', '/login?to=%2Fdashboard%2Fcity%2FAgar%2520Malwa%3Fsort%3Dprice'],
      ['/dashboard', '', '/login'],
      ['/login', '?to=%2Fcart', '/login?to=%2Fcart'],
    ] as const) {
      vi.stubGlobal('location', { replace, pathname, search });
      const { endClientSession } = await openDocument();
      endClientSession();
      expect(replace).toHaveBeenLastCalledWith(to);
    }
  });

  test('R-STATE-03 several concurrent 401s cause one redirect', async () => {
    const { userGet, userPost } = await openDocument();
    answer(refusal(401), refusal(401), refusal(401));
    await Promise.all([userGet('/a', any), userPost('/b', {}, any), userGet('/c', any)]);
    expect(replace).toHaveBeenCalledOnce();
  });

  test('R-STATE-03 drafts are saved before anything is removed', async () => {
    const { userGet, drafts } = await openDocument();
    const seen: (string | undefined)[] = [];
    drafts.onSessionEnd(() => seen.push(local.get('token')));
    answer(refusal(401));
    await userGet('/user/courses', any);
    expect(seen).toEqual(['bearer-of-a']);
  });

  test('A-30 after a logout drafts are not saved, and no notice of an expired session is set', async () => {
    const { endClientSession, hasSessionEnded, drafts } = await openDocument();
    const keep = vi.fn();
    drafts.onSessionEnd(keep);
    endClientSession({ loggedOut: true });
    expect(keep).not.toHaveBeenCalled();
    expect(hasSessionEnded()).toBe(false);
    expect(local.has('token')).toBe(false);
    expect(replace).toHaveBeenCalledWith('/login');
  });

  test('A-22 a late 401 to an older token does not end the session that came after it', async () => {
    const { userGet, storeToken } = await openDocument();
    answer(refusal(401));
    const call = userGet('/user/courses', any);
    storeToken('bearer-of-b');
    await call;
    expect(local.get('token')).toBe('bearer-of-b');
    expect(replace).not.toHaveBeenCalled();
  });

  test.each([400, 403, 404, 409, 422, 429, 500, 503])(
    'R-ERR-11 status %i of an authenticated request does not log out',
    async (status) => {
      const { userPost } = await openDocument();
      answer(refusal(status));
      await userPost('/user/verify-otp', {}, any);
      expect(local.get('token')).toBe('bearer-of-a');
      expect(replace).not.toHaveBeenCalled();
    },
  );

  test('a request without a response does not log out', async () => {
    const { userGet } = await openDocument();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await userGet('/user/courses', any);
    expect(replace).not.toHaveBeenCalled();
  });

  test('a browser without storage is detected, and can still log out', async () => {
    const { storeToken, endClientSession } = await openDocument();
    isRefusing = true;
    expect(storeToken('t')).toBe(false);
    endClientSession();
    expect(replace).toHaveBeenCalledWith('/login');
  });
});
