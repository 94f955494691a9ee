import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const A = { id: '00000000-0000-4000-8000-00000000000a', full_name: 'A', email: 'a@narmada.example', company_name: 'N' };
const B = { ...A, id: '00000000-0000-4000-8000-00000000000b' };
const STORAGE_OFF = expect.stringMatching(/^This browser does not keep your sign-in/);
const CREDENTIALS = { email: A.email, password: 'secret' };

let local: Map<string, string>;
let session: Map<string, string>;
let isRefusing: boolean;
let listeners: ((event: { key: string | null }) => void)[];
const replace = vi.fn();

const area = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isRefusing) throw new DOMException('full', 'QuotaExceededError');
    values.set(key, value);
  },
  removeItem: (key: string) => values.delete(key),
});

beforeEach(() => {
  local = new Map();
  session = new Map();
  isRefusing = false;
  listeners = [];
  replace.mockReset();
  vi.stubGlobal('localStorage', area(local));
  vi.stubGlobal('sessionStorage', area(session));
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (typeof listeners)[0]) => listeners.push(listener),
    removeEventListener: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the modules as in a new document, with the selection of that document. */
async function openDocument() {
  vi.resetModules();
  const { readSession } = await import('./session-storage');
  const { hasSessionEnded } = await import('./session');
  const { onSessionChange } = await import('./use-signed-in');
  const { useSelectionStore } = await import('@/lib/selection/store');
  return { ...(await import('./sign-in')), readSession, hasSessionEnded, onSessionChange, useSelectionStore };
}

const answer = (response: Response | (() => Promise<Response>)) => {
  const fetch = vi.fn<typeof globalThis.fetch>(
    typeof response === 'function' ? response : async () => response.clone(),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const loggedIn = (user = A) => answer(Response.json({ user, token: 'bearer' }));
const stored = () => JSON.parse(local.get('user-storage') ?? 'null') as { state: unknown; version: number } | null;
const keep = (state: unknown, version = 1) => {
  local.set('user-storage', JSON.stringify({ state, version }));
  local.set('token', 'bearer');
};

describe('signing in', () => {
  test('R-ENT-02 R-ENT-03 R-STATE-01 a login stores the flag, user and userId, and nothing else', async () => {
    const { signIn, readSession } = await openDocument();
    const fetch = loggedIn();
    expect(await signIn(CREDENTIALS)).toMatchObject({ ok: true });
    expect(fetch.mock.calls[0]).toMatchObject(['/api/user/login', { body: JSON.stringify(CREDENTIALS), headers: {} }]);
    expect(stored()).toEqual({ state: { isLoggedIn: true, user: A, userId: A.id }, version: 1 });
    expect(local.get('token')).toBe('bearer');
    expect(readSession()).toMatchObject({ isLoggedIn: true, user: A, userId: A.id });
  });

  test('R-ENT-03 the session is restored on a later visit', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { readSession } = await openDocument();
    expect(readSession()).toMatchObject({ isLoggedIn: true, userId: A.id });
  });

  test.each([
    ['an older version', { isLoggedIn: true, user: A, userId: A.id }, 0],
    ['a user that is none', { isLoggedIn: true, user: { id: 'x' }, userId: 'x' }, 1],
    ['the id of somebody else', { isLoggedIn: true, user: A, userId: B.id }, 1],
    ['a flag alone', { isLoggedIn: true }, 1],
    ['a text', 'yes', 1],
  ])('A-83 %s is discarded', async (_, state, version) => {
    keep(state, version);
    const { readSession } = await openDocument();
    expect(readSession()).toMatchObject({ isLoggedIn: false, user: null, userId: null });
  });

  test('A-23 a user without a token is not signed in', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    local.delete('token');
    const { readSession } = await openDocument();
    expect(readSession().isLoggedIn).toBe(false);
  });

  test('R-ERR-03 a refused login returns the message of the server, if it sent one', async () => {
    const { signIn } = await openDocument();
    answer(Response.json({ message: 'Invalid email or password' }, { status: 401 }));
    expect(await signIn(CREDENTIALS)).toMatchObject({ ok: false, message: 'Invalid email or password' });
    answer(new Response('', { status: 500 }));
    expect(await signIn(CREDENTIALS)).toEqual({ ok: false, status: 500, details: {} });
  });

  test.each([
    ['a user without a name', { ...A, full_name: null }],
    ['a user without a UUID', { ...A, id: '1' }],
  ])('a login whose response has %s is a failure and stores nothing', async (_what, user) => {
    const { signIn, readSession } = await openDocument();
    answer(Response.json({ user, token: 'bearer' }));
    expect(await signIn(CREDENTIALS)).toMatchObject({ ok: false });
    expect(readSession().isLoggedIn).toBe(false);
    expect([...local.keys()]).not.toContain('token');
  });

  test('A-22 a failed login neither ends a session nor navigates', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { signIn, readSession } = await openDocument();
    answer(Response.json({ message: 'Invalid email or password' }, { status: 401 }));
    await signIn(CREDENTIALS);
    expect(local.get('token')).toBe('bearer');
    expect(readSession().userId).toBe(A.id);
    expect(replace).not.toHaveBeenCalled();
  });

  test('A-30 a login of another sponsor removes the previous selection; the same sponsor finds it again', async () => {
    const { signIn, useSelectionStore } = await openDocument();
    loggedIn(A);
    await signIn(CREDENTIALS);
    useSelectionStore.getState().goToStep(3);
    await signIn(CREDENTIALS);
    expect(useSelectionStore.getState()).toMatchObject({ owner: A.id, currentStep: 3 });
    loggedIn(B);
    await signIn(CREDENTIALS);
    expect(useSelectionStore.getState()).toMatchObject({ owner: B.id, currentStep: 1 });
  });

  test('if the browser cannot store the token, the session is also ended on the server', async () => {
    const { signIn, readSession } = await openDocument();
    isRefusing = true;
    const fetch = loggedIn();
    expect(await signIn(CREDENTIALS)).toMatchObject({ ok: false, message: STORAGE_OFF });
    expect(readSession().isLoggedIn).toBe(false);
    expect(fetch.mock.calls[1]).toMatchObject(['/api/user/logout', { headers: { Authorization: 'Bearer bearer' } }]);
  });
});

describe('the end of a session', () => {
  test('R-STATE-02 A-23 A-30 Logout ends the session on the server first, then in the browser, with the selection', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { signOut, readSession, useSelectionStore } = await openDocument();
    useSelectionStore.getState().claimSelectionFor(A.id);
    const fetch = answer(async () => {
      expect(local.get('token')).toBe('bearer');
      return Response.json({ success: true });
    });
    const tokenAtChanges: unknown[] = [];
    useSelectionStore.subscribe(() => tokenAtChanges.push(local.get('token')));
    expect(await signOut()).toMatchObject({ ok: true });
    expect(tokenAtChanges).toEqual([undefined]);
    expect(fetch.mock.calls).toMatchObject([['/api/user/logout', { headers: { Authorization: 'Bearer bearer' } }]]);
    expect(readSession()).toMatchObject({ isLoggedIn: false, user: null, userId: null });
    expect(stored()).toBeNull();
    expect(local.has('token')).toBe(false);
    expect(useSelectionStore.getState().owner).toBeNull();
    expect(session.size).toBe(0);
    expect(replace.mock.calls).toEqual([['/login']]);
  });

  test('A-23 a session that already ended on the server ends in the browser as well', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { signOut } = await openDocument();
    answer(Response.json({ message: 'Please sign in to continue' }, { status: 401 }));
    expect(await signOut()).toMatchObject({ ok: true });
    expect(local.has('token')).toBe(false);
  });

  test('A-23 a logout that failed on the server changes nothing: the cookie would still be valid', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { signOut, readSession } = await openDocument();
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await signOut()).toMatchObject({ ok: false });
    expect(readSession().isLoggedIn).toBe(true);
    expect(local.get('token')).toBe('bearer');
    expect(replace).not.toHaveBeenCalled();
  });

  test('A-23 session changes in another tab take effect', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { onSessionChange, readSession } = await openDocument();
    const seen: unknown[] = [];
    onSessionChange(() => seen.push(readSession().userId));
    local.delete('token');
    for (const listener of listeners) listener({ key: 'token' });
    keep({ isLoggedIn: true, user: B, userId: B.id });
    for (const listener of listeners) listener({ key: 'user-storage' });
    for (const listener of listeners) listener({ key: 'another' });
    expect(seen).toEqual([null, B.id]);
  });
});

describe('arriving at /login', () => {
  test('A-25 with a live session and its token the sponsor belongs on the dashboard', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { reconcile } = await openDocument();
    expect(reconcile(true)).toBe(true);
    expect(local.has('token')).toBe(true);
  });

  test('A-23 a live cookie without a token shows the form, which prevents a redirect loop', async () => {
    const { reconcile, hasSessionEnded } = await openDocument();
    expect(reconcile(true)).toBe(false);
    expect(hasSessionEnded()).toBe(false);
  });

  test('A-23 without a live session stored data is cleared with the whole document, and the page reports the end', async () => {
    keep({ isLoggedIn: true, user: A, userId: A.id });
    const { reconcile, readSession, hasSessionEnded } = await openDocument();
    expect(reconcile(false)).toBe(false);
    expect(readSession().isLoggedIn).toBe(false);
    expect(hasSessionEnded()).toBe(true);
    expect([...local.keys()]).toEqual([]);
    expect(replace.mock.calls).toEqual([['/login']]);
  });

  test('a first visit shows no notice, and a login removes it', async () => {
    const { signIn, reconcile, hasSessionEnded } = await openDocument();
    reconcile(false);
    expect(hasSessionEnded()).toBe(false);
    expect(replace).not.toHaveBeenCalled();

    session.set('session-ended', '1');
    reconcile(false);
    expect(hasSessionEnded()).toBe(true);
    loggedIn();
    await signIn(CREDENTIALS);
    expect(session.size).toBe(0);
  });
});
