import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asFile } from './client';

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
  test('R-API-03 R-ROLE-04 every request sends the stored token', async () => {
    const { callAsSponsor } = await openDocument();
    const fetch = answer(Response.json({}), Response.json({}), new Response('%PDF-1.7'));
    await callAsSponsor('GET /user/sessions', {});
    const body = { current_password: 'a', password: 'b' };
    await callAsSponsor('POST /user/password/change', { body, idempotencyKey: 'key-1' });
    const file = await callAsSponsor('GET /billing/{billingId}/receipt', {
      params: { billingId: '1' },
      read: asFile(),
    });

    for (const call of [0, 1, 2])
      expect(sent(fetch, call).headers).toMatchObject({ Authorization: 'Bearer bearer-of-a' });
    expect(fetch.mock.calls.map(([url, { method } = {}]) => `${method} ${url as string}`)).toEqual([
      'GET /api/user/sessions',
      'POST /api/user/password/change',
      'GET /api/billing/1/receipt',
    ]);
    expect(sent(fetch, 1)).toMatchObject({
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1' },
    });
    expect(file.ok && (await file.data.text())).toBe('%PDF-1.7');
    expect(replace).not.toHaveBeenCalled();
  });

  test('R-API-03 without a stored token none is sent', async () => {
    local.delete('token');
    const { callAsSponsor } = await openDocument();
    const fetch = answer(Response.json([]));
    await callAsSponsor('GET /user/sessions', {});
    expect(sent(fetch).headers).toEqual({ 'Accept-Language': 'en' });
  });
});

describe('the end of a session', () => {
  test('R-STATE-03 a 401 removes token and user but not the selection, and goes to /login', async () => {
    const { callAsSponsor, hasSessionEnded } = await openDocument();
    answer(refusal(401));
    expect(await callAsSponsor('GET /user/sessions', {})).toMatchObject({ ok: false, status: 401 });
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
    const { callAsSponsor } = await openDocument();
    answer(refusal(401), refusal(401), refusal(401));
    await Promise.all([1, 2, 3].map(() => callAsSponsor('GET /user/sessions', {})));
    expect(replace).toHaveBeenCalledOnce();
  });

  test('R-STATE-03 drafts are saved before anything is removed', async () => {
    const { callAsSponsor, drafts } = await openDocument();
    const seen: (string | undefined)[] = [];
    drafts.onSessionEnd(() => seen.push(local.get('token')));
    answer(refusal(401));
    await callAsSponsor('GET /user/sessions', {});
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
    const { callAsSponsor } = await openDocument();
    answer(refusal(401));
    const call = callAsSponsor('GET /user/sessions', {});
    local.set('token', 'bearer-of-b');
    await call;
    expect(local.get('token')).toBe('bearer-of-b');
    expect(replace).not.toHaveBeenCalled();
  });

  test('a browser without storage is detected, and can still log out', async () => {
    const { storeSession, endClientSession } = await openDocument();
    isRefusing = true;
    expect(
      storeSession('t', {
        id: '00000000-0000-4000-8000-00000000000a',
        full_name: 'A',
        email: 'a@b.in',
        company_name: 'N',
      }),
    ).toBe(false);
    endClientSession();
    expect(replace).toHaveBeenCalledWith('/login');
  });
});
