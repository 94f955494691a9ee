import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asFile } from './client';

const READ = ['GET /user/get_admin_dashboard_data', {}] as const;
const ID = '00000000-0000-4000-8000-00000000000a';
let local: Map<string, string>;
let session: Map<string, string>;
let refused: string[];
const replace = vi.fn();

function area(values: Map<string, string>) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (refused.includes(key)) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  };
}

beforeEach(() => {
  local = new Map([
    ['adminToken', 'bearer-of-a'],
    ['token', 'bearer-of-a-sponsor'],
    ['user-storage', '{}'],
  ]);
  session = new Map();
  refused = [];
  replace.mockReset();
  vi.stubGlobal('localStorage', area(local));
  vi.stubGlobal('sessionStorage', area(session));
  vi.stubGlobal('location', { replace, pathname: '/admin/users', search: '?q=narmada', hash: '#7' });
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the module as in a new document: actions that run once per document have not run. */
async function openDocument() {
  vi.resetModules();
  return import('./admin');
}

function answer(...responses: (Response | Error)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  for (const response of responses)
    if (response instanceof Error) fetch.mockRejectedValueOnce(response);
    else fetch.mockResolvedValueOnce(response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const refusal = (status: number) => Response.json({ message: 'Said by the server' }, { status });
const opened = (token: string) => Response.json({ token, admin: { id: ID, username: 'keeper' } });
const sent = (fetch: ReturnType<typeof answer>, call = 0) => fetch.mock.calls[call]!;

describe('requests of an administrator', () => {
  test('R-STATE-04 every request sends the administrator token and not that of the sponsor', async () => {
    const { callAsAdmin } = await openDocument();
    const fetch = answer(Response.json({}), Response.json({}), new Response('PK'));
    await callAsAdmin('GET /user/get_admin_dashboard_data', {});
    const body = new File(['x'], 'x.csv');
    await callAsAdmin('POST /admin/catalogue/import', { query: { name: 'x.csv' }, body });
    await callAsAdmin('GET /admin/catalogue/import', { read: asFile() });
    expect(fetch.mock.calls.map(([url, init]) => [init!.method, url])).toEqual([
      ['GET', '/api/user/get_admin_dashboard_data'],
      ['POST', '/api/admin/catalogue/import?name=x.csv'],
      ['GET', '/api/admin/catalogue/import'],
    ]);
    for (const [, init] of fetch.mock.calls)
      expect(init!.headers).toMatchObject({ Authorization: 'Bearer bearer-of-a', 'Accept-Language': 'en' });
    expect(replace).not.toHaveBeenCalled();
  });

  test('send the session that rendered the page, once it is known', async () => {
    const { callAsAdmin, setPageSession } = await openDocument();
    const fetch = answer(Response.json({}), Response.json({}));
    await callAsAdmin(...READ);
    setPageSession(ID);
    await callAsAdmin(...READ);
    expect(sent(fetch)[1]!.headers).not.toHaveProperty('X-Admin-Session');
    expect(sent(fetch, 1)[1]!.headers).toMatchObject({ 'X-Admin-Session': ID, Authorization: 'Bearer bearer-of-a' });
  });

  test('a request that the page sends by itself says so, and one that the session has to be confirmed for is repeated', async () => {
    const { callAsAdmin, setConfirm } = await openDocument();
    const refused = () => Response.json({ message: 'Confirm', code: 'admin.confirm' }, { status: 403 });
    const fetch = answer(refused(), Response.json({}), refused());
    const confirm = vi.fn(async () => true);
    const takeBack = setConfirm(confirm);
    expect(await callAsAdmin(READ[0], { isAutomatic: true })).toMatchObject({ ok: true });
    for (const call of [0, 1]) expect(sent(fetch, call)[1]!.headers).toMatchObject({ 'X-Admin-Automatic': '1' });
    takeBack();
    expect(await callAsAdmin(...READ)).toMatchObject({ ok: false, code: 'admin.confirm' });
    expect(sent(fetch, 2)[1]!.headers).not.toHaveProperty('X-Admin-Automatic');
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('R-STATE-04 a 401 removes the administrator token but not the sponsor session, and goes to /admin/login once', async () => {
    const { callAsAdmin } = await openDocument();
    answer(refusal(401), refusal(401));
    await Promise.all([callAsAdmin(...READ), callAsAdmin(...READ)]);
    expect(Object.fromEntries(local)).toEqual({ token: 'bearer-of-a-sponsor', 'user-storage': '{}' });
    expect(replace.mock.calls).toEqual([['/admin/login']]);
    const { loginReason } = await openDocument();
    expect(loginReason()).toBe('admin.session_ended');
  });

  test('R-ADMIN-07 without a stored token none is sent, and the refusal is specific', async () => {
    local.delete('adminToken');
    const { callAsAdmin } = await openDocument();
    const fetch = answer(refusal(401));
    await callAsAdmin(...READ);
    expect(sent(fetch)[1]!.headers).toEqual({ 'Accept-Language': 'en' });
    const { loginReason } = await openDocument();
    expect(loginReason()).toBe('admin.no_token');
  });

  test('a late 401 to an older token does not end the session that came after it', async () => {
    const { callAsAdmin } = await openDocument();
    answer(refusal(401));
    const call = callAsAdmin(...READ);
    local.set('adminToken', 'bearer-of-b');
    await call;
    expect(local.get('adminToken')).toBe('bearer-of-b');
    expect(replace).not.toHaveBeenCalled();
  });
});

describe('the login', () => {
  const credentials = { username: '', password: '' };

  test('R-ADMIN-02 R-ADMIN-05 sends the input, even if empty, and stores the token', async () => {
    const { signInAdmin } = await openDocument();
    const fetch = answer(opened('bearer-of-b'));
    expect(await signInAdmin(credentials)).toBeNull();
    expect(sent(fetch)).toEqual([
      '/api/user/admin_login',
      expect.objectContaining({ method: 'POST', body: '{"username":"","password":""}' }),
    ]);
    expect(local.get('adminToken')).toBe('bearer-of-b');
  });

  test.each([
    ['the words of a refusal', refusal(401), 'Said by the server'],
    ['none where the server sent none', new Response('<h1>Bad gateway</h1>', { status: 502 }), undefined],
    ['none where the answer is no JSON', new Response('<h1>Sign in to this network</h1>'), undefined],
    ['none where there is no answer', new TypeError('Failed to fetch'), undefined],
  ])('R-ADMIN-04 a failure returns %s and does not change storage', async (_, response, message) => {
    const { signInAdmin } = await openDocument();
    answer(response);
    expect((await signInAdmin(credentials))?.message).toBe(message);
    expect(local.get('adminToken')).toBe('bearer-of-a');
    expect(replace).not.toHaveBeenCalled();
  });

  test('if the browser cannot store the token, an error is returned and the new session is ended', async () => {
    refused = ['adminToken'];
    const { signInAdmin } = await openDocument();
    const fetch = answer(opened('bearer-of-b'), Response.json({ success: true }));
    expect((await signInAdmin(credentials))?.message).toMatch(/This browser does not keep your sign-in/);
    expect(sent(fetch, 1)).toEqual([
      '/api/user/admin_logout',
      expect.objectContaining({
        method: 'POST',
        headers: expect.objectContaining({ Authorization: 'Bearer bearer-of-b' }),
      }),
    ]);
  });
});

describe('the logout', () => {
  test('R-ADMIN-19 ends the session on the server, then removes the token but no sponsor data', async () => {
    const { signOutAdmin } = await openDocument();
    const fetch = answer(Response.json({ success: true }));
    expect(await signOutAdmin()).toBeNull();
    expect(sent(fetch)).toEqual([
      '/api/user/admin_logout',
      expect.objectContaining({ headers: expect.objectContaining({ Authorization: 'Bearer bearer-of-a' }) }),
    ]);
    expect([...local.keys()]).toEqual(['token', 'user-storage']);
    expect(replace.mock.calls).toEqual([['/admin/login']]);
    const { loginReason } = await openDocument();
    expect(loginReason()).toBeNull();
  });

  test('R-ADMIN-19 succeeds for a session that already ended', async () => {
    const { signOutAdmin } = await openDocument();
    answer(refusal(401));
    expect(await signOutAdmin()).toBeNull();
    expect(local.has('adminToken')).toBe(false);
  });

  test.each([
    ['a failure', refusal(500), 'Said by the server'],
    ['no answer', new TypeError('Failed to fetch'), undefined],
  ])('with %s the session stays', async (_, response, message) => {
    const { signOutAdmin } = await openDocument();
    answer(response);
    const failure = await signOutAdmin();
    expect(failure).toMatchObject({ ok: false });
    expect(failure?.message).toBe(message);
    expect(local.get('adminToken')).toBe('bearer-of-a');
    expect(replace).not.toHaveBeenCalled();
  });
});

describe('a page rendered without a session', () => {
  test('is reloaded once, without the fragment, and again only after a page was rendered with the session', async () => {
    const first = await openDocument();
    expect(first.reloadOnce()).toBe(true);
    expect(first.reloadOnce()).toBe(true);
    expect(replace.mock.calls).toEqual([['/admin/users?q=narmada']]);

    expect((await openDocument()).reloadOnce()).toBe(false);
    const third = await openDocument();
    third.clearReloadMark();
    expect(third.reloadOnce()).toBe(true);
  });

  test('is reloaded again for another token', async () => {
    (await openDocument()).reloadOnce();
    local.set('adminToken', 'bearer-of-b');
    expect((await openDocument()).reloadOnce()).toBe(true);
  });
});

test('the login page reads the redirect reason once, and ignores unknown reasons', async () => {
  session.set('admin-login-reason', 'admin.no_token');
  const { loginReason } = await openDocument();
  expect([loginReason(), loginReason()]).toEqual(['admin.no_token', 'admin.no_token']);
  expect((await openDocument()).loginReason()).toBeNull();
  session.set('admin-login-reason', 'auth.required');
  expect((await openDocument()).loginReason()).toBeNull();
});

test('only a change of the token, or of all keys, can be a login or logout in another tab', async () => {
  const { isAdminKey } = await openDocument();
  expect([null, 'adminToken', 'token', 'user-storage'].map(isAdminKey)).toEqual([true, true, false, false]);
});
