import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as calls from '@/lib/api/administration';
import { asFile, asSchema, call, type ApiFailure } from './client';

const FALLBACK = 'Failed to send OTP';
const shown = (result: ApiFailure) => result.message ?? FALLBACK;
const EMAIL = { email: 'a@b.co' };
const SUMMARY = { body: { userData: {} as never, selectedCourses: {} }, read: asFile() };
const USERS = { params: { kind: 'users' }, bearer: 'x' } as const;

function answer(response: Response | (() => Promise<never>)) {
  const fetch = vi.fn<typeof globalThis.fetch>(typeof response === 'function' ? response : async () => response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function failureOf(response: Response | (() => Promise<never>)): Promise<ApiFailure> {
  answer(response);
  const result = await call('POST /user/generate-otp', { body: EMAIL });
  if (result.ok) throw new Error('the call succeeded');
  return result;
}

afterEach(() => vi.unstubAllGlobals());

describe('requests of the browser', () => {
  test('R-API-01 R-API-02 a request sends JSON below the base path and reads JSON', async () => {
    const fetch = answer(Response.json({ user_id: 'u1' }));
    expect(await call('POST /user/generate-otp', { body: EMAIL })).toEqual({
      ok: true,
      data: { user_id: 'u1' },
    });
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/api/user/generate-otp');
    expect(init).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"a@b.co"}',
    });
  });

  test('a GET has a query without what is absent, no body and no content type', async () => {
    const fetch = answer(Response.json([]));
    const query = { city: 'Agar Malwa', courseType: undefined, ids: 'a,b' };
    expect(await call('GET /courses', { query })).toEqual({ ok: true, data: [] });
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/api/courses?city=Agar+Malwa&ids=a,b');
    expect(init).toMatchObject({ method: 'GET', headers: { 'Accept-Language': 'en' }, body: undefined });
  });

  test('a refusal says when the request may be sent again', async () => {
    const refused = (headers: HeadersInit) => failureOf(Response.json({ code: 'x' }, { status: 429, headers }));
    expect(await refused({ 'Retry-After': '2700' })).toMatchObject({ code: 'x', retryAfterSeconds: 2700 });
    expect(await refused({})).not.toHaveProperty('retryAfterSeconds');
  });

  test('the values of path parameters cannot lead to another path', async () => {
    const fetch = answer(Response.json({ success: true }));
    await call('DELETE /adoptions/{reference}/access', { params: { reference: '../../user?x=' } });
    expect(fetch.mock.calls[0]![0]).toBe('/api/adoptions/..%2F..%2Fuser%3Fx%3D/access');
  });

  test('the compiler refuses what the description of an endpoint does not allow', () => {
    const reject = () => [
      // @ts-expect-error no such endpoint
      call('GET /user/login', {}),
      // @ts-expect-error a field is missing
      call('POST /user/login', { body: { email: 'a@b.co' } }),
      // @ts-expect-error another field
      call('POST /user/login', { body: { email: 'a@b.co', password: 'x', name: 'A' } }),
      // @ts-expect-error without a credential
      call('GET /user/sessions', {}),
      // @ts-expect-error a file is not JSON
      call('GET /admin/catalogue/import', { bearer: 'x' }),
      // @ts-expect-error without the path parameter
      call('GET /user/statements/{year}', { bearer: 'x', read: asFile() }),
    ];
    expect(reject).toBeTypeOf('function');
  });

  test('R-ERR-01 the caller gets the message, the code and the details of an error response', async () => {
    const failed = await failureOf(
      Response.json({ message: 'Maximum available seats: 2', code: 'seats.max', shortages: [1] }, { status: 409 }),
    );
    expect(failed).toEqual({
      ok: false,
      status: 409,
      message: 'Maximum available seats: 2',
      code: 'seats.max',
      details: { shortages: [1] },
    });
  });

  test.each([
    ['an empty body', () => new Response('', { status: 500 })],
    [
      'an HTML body',
      () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    ],
    ["{error:'x'}", () => Response.json({ error: 'x' }, { status: 500 })],
    ['a message that is not text', () => Response.json({ message: { text: 'x' } }, { status: 500 })],
    ['a blank message', () => Response.json({ message: ' ' }, { status: 500 })],
    ['a JSON string', () => Response.json('Server error', { status: 500 })],
    ['a JSON list', () => Response.json([{ message: 'x' }], { status: 500 })],
  ])('R-ERR-02 %s shows the fallback', async (_, response) => {
    expect(shown(await failureOf(response()))).toBe(FALLBACK);
  });

  test('R-ERR-02 a network failure shows the fallback', async () => {
    const failed = await failureOf(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(failed).toEqual({ ok: false, status: null, details: {} });
    expect(shown(failed)).toBe(FALLBACK);
  });

  test('R-ERR-02 a missing response is a failure after the timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, init: RequestInit) =>
        new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(init.signal!.reason))),
    );
    expect(await call('POST /user/generate-otp', { body: EMAIL, timeoutMs: 1 })).toEqual({
      ok: false,
      status: null,
      details: {},
    });
  });

  test('R-ERR-02 a success with an invalid body is a failure without a message', async () => {
    for (const body of ['', '<h1>Sign in to this network</h1>', '"fine"', 'null'])
      expect(await failureOf(new Response(body))).toEqual({ ok: false, status: 200, details: {} });
    answer(Response.json({ user_id: 7, message: 'fine' }));
    const read = asSchema(z.object({ user_id: z.string() }));
    expect(await call('POST /user/generate-otp', { body: EMAIL, read })).toEqual({
      ok: false,
      status: 200,
      details: {},
    });
  });

  async function expectNothingSpecial(status: number) {
    const storage = { removeItem: vi.fn(), clear: vi.fn() };
    const location = { assign: vi.fn(), replace: vi.fn() };
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('location', location);
    expect(shown(await failureOf(Response.json({ message: 'Said by the server' }, { status })))).toBe(
      'Said by the server',
    );
    expect(shown(await failureOf(new Response(null, { status })))).toBe(FALLBACK);
    for (const change of [...Object.values(storage), ...Object.values(location)]) expect(change).not.toHaveBeenCalled();
  }

  test.each([403, 404, 409, 429, 500])(
    'R-ERR-11 status %i has no special handling: message or fallback, nothing stored or redirected',
    expectNothingSpecial,
  );

  test('status 401 of a call without a session has none either', () => expectNothingSpecial(401));

  test('A-82 a file request returns the bytes and sends the download token', async () => {
    const fetch = answer(new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } }));
    const result = await call('POST /user/generate-pdf', { ...SUMMARY, bearer: 'receipt' });
    if (!result.ok) throw new Error('the call failed');
    expect(await result.data.text()).toBe('%PDF-1.7');
    expect(fetch.mock.calls[0]![1]!.headers).toMatchObject({ Authorization: 'Bearer receipt' });
  });

  test('A-82 a file request reads a JSON error before using the fallback', async () => {
    answer(Response.json({ message: 'Too many documents', code: 'document.busy' }, { status: 429 }));
    expect(await call('POST /user/generate-pdf', SUMMARY)).toMatchObject({
      ok: false,
      message: 'Too many documents',
      code: 'document.busy',
    });
    answer(new Response('<html>', { status: 500 }));
    expect(await call('POST /user/generate-pdf', SUMMARY)).toEqual({ ok: false, status: 500, details: {} });
  });

  test.each([
    ['courses.csv', 'text/csv'],
    ['COURSES.CSV', 'text/csv'],
    ['courses.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('%s is sent unchanged, with the documented media type %s', async (name, type) => {
    const fetch = answer(Response.json({}));
    const file = new File(['a,b'], name);
    await call('POST /admin/catalogue/import', { query: { name }, body: file, bearer: 'x' });
    expect(fetch.mock.calls[0]![1]).toMatchObject({ body: file, headers: { 'Content-Type': type } });
    expect(calls.importCatalogue.body).toMatchObject({ media: expect.arrayContaining([type]) as string[] });
  });

  test('progress is reported while a file arrives, and an aborted request fails without a status', async () => {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const size of [3, 4]) controller.enqueue(new Uint8Array(size));
        controller.close();
      },
    });
    answer(new Response(pieces, { headers: { 'Content-Type': 'application/test' } }));
    const onProgress = vi.fn();
    const file = await call('GET /user/download/{kind}', { ...USERS, read: asFile(onProgress) });
    expect(file.ok && [file.data.size, file.data.type]).toEqual([7, 'application/test']);
    expect(onProgress.mock.calls).toEqual([[3], [7]]);

    const going = new AbortController();
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
    });
    const aborted = call('GET /user/download/{kind}', { ...USERS, read: asFile(), signal: going.signal });
    going.abort();
    expect(await aborted).toEqual({ ok: false, status: null, details: {} });
  });
});
