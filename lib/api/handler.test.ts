import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HttpError } from '@/lib/platform/errors';
import { log } from '@/lib/platform/log';
import type { SponsorScope } from '@/lib/accounts/session';
import { makeLatch } from '@/testing/db/payment';
import { area } from './endpoint';
import { createHandler, notFoundHandlers, routeHandlers } from './handler';

const OWN = '3f8e2b1c-5d4a-4c7b-9e6f-0a1b2c3d4e5f';
const OTHER = '9b2d6e10-8c3f-4f57-b1aa-5c6d7e8f9a0b';

// Resolving tokens needs the database, which is not under test here.
vi.mock('@/lib/accounts/session', async (original) => ({
  ...(await original<object>()),
  requireSponsor: async (request: Request) => {
    const role = { 'Bearer good': 'adopt', 'Bearer viewer': 'view' }[request.headers.get('authorization') ?? ''];
    if (!role) throw new HttpError('auth.required');
    return { personId: OWN, role } as unknown as SponsorScope;
  },
}));

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line))),
  );
  return () => spies.forEach((spy) => spy.mockRestore());
});

const door = area({ tag: 'Service', access: 'anyone' });
const ok = z.looseObject({});
const look = door.get('/door', {
  id: 'look',
  summary: 'Try the door',
  query: z.object({ city: z.string().min(2).optional() }),
  ok,
});
const pay = door.post('/door', {
  id: 'pay',
  summary: 'Try the door',
  access: 'owner',
  minRole: 'view',
  json: z.strictObject({ userId: z.string(), seats: z.int() }),
  maxBytes: 100,
  ok,
});
const change = door.put('/door', {
  id: 'change',
  summary: 'Try the door',
  access: 'sponsor',
  minRole: 'adopt',
  params: z.object({ kind: z.enum(['users'], { error: 'download.unknown' }) }),
  json: z.strictObject({ seats: z.int() }),
  maxBytes: 100,
  ok,
});

/** The handlers of a path with three endpoints; `work` runs in the GET handler. */
const address = (work: () => Promise<void> = async () => undefined) =>
  routeHandlers({
    GET: createHandler(look, async ({ query, respond }) => {
      await work();
      return respond(200, query);
    }),
    POST: createHandler(pay, async ({ respond }) => respond(200, {})),
    PUT: createHandler(change, async ({ respond }) => respond(200, {})),
  });

type Sent = { query?: string; headers?: Record<string, string>; body?: unknown; params?: Record<string, string> };
async function ask(method: string, { query = '', headers, body, params = {} }: Sent = {}, handlers = address()) {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(`http://localhost/api/door${query}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: sent,
  });
  const answer = await handlers[method as keyof typeof handlers](request, { params: Promise.resolve(params) });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    code: text && (JSON.parse(text) as { code?: string }).code,
    text,
  };
}
const signedIn = { authorization: 'Bearer good' };

describe('the order of checks', () => {
  const ODD = ['not JSON', '{"userId":', { seats: 'many' }, 'x'.repeat(200)];

  test('A-82 an unauthenticated request is refused with 401, whatever else is wrong', async () => {
    for (const body of ODD) {
      expect(await ask('POST', { body })).toMatchObject({ status: 401, code: 'auth.required' });
      expect(await ask('PUT', { body, params: { kind: 'gods' } })).toMatchObject({ status: 401 });
      expect(await ask('POST', { body, headers: { 'Content-Type': 'text/plain' } })).toMatchObject({ status: 401 });
    }
  });

  test('A-24 security 3: whose body names another sponsor, or none, is refused with 403, whatever else is wrong in it', async () => {
    for (const body of [{ userId: OTHER, seats: 1 }, { userId: OTHER }, { seats: 'x' }, [], null, 7, { userId: [OWN] }])
      expect(await ask('POST', { body, headers: signedIn })).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await ask('POST', { body: { userId: OWN, seats: 1 }, headers: signedIn })).toMatchObject({ status: 200 });
  });

  test('security 100: a colleague below the role of an endpoint gets 403, before anything of the request is read', async () => {
    const viewer = { Authorization: 'Bearer viewer' };
    expect(await ask('PUT', { body: {}, params: { kind: 'gods' }, headers: viewer })).toMatchObject({
      status: 403,
      code: 'company.role',
    });
    expect(await ask('POST', { body: { userId: OWN, seats: 1 }, headers: viewer })).toMatchObject({ status: 200 });
  });

  test('A-82 an invalid path is 404 with the code of its schema, whatever the body; the body is checked after it', async () => {
    for (const kind of ['gods', 'constructor', '__proto__', ''])
      expect(await ask('PUT', { body: {}, params: { kind }, headers: signedIn })).toMatchObject({
        status: 404,
        code: 'download.unknown',
      });
    const right = { params: { kind: 'users' }, headers: signedIn };
    expect(await ask('PUT', { ...right, body: {} })).toMatchObject({ status: 400, code: 'request.invalid_field' });
    expect(await ask('PUT', { ...right, body: '{' })).toMatchObject({ status: 400, code: 'request.not_json' });
    expect(await ask('PUT', { ...right, body: 'x'.repeat(200) })).toMatchObject({ status: 413 });
    const text = { ...signedIn, 'Content-Type': 'text/plain' };
    expect(await ask('PUT', { ...right, headers: text, body: {} })).toMatchObject({
      status: 415,
      code: 'request.media_type',
    });
    expect(await ask('PUT', { ...right, body: { seats: 1 } })).toMatchObject({ status: 200 });
  });
});

test('A-82 a repeated query parameter is 400, an unknown one is ignored', async () => {
  expect(await ask('GET', { query: '?city=Bhopal&city=Bhopal' })).toMatchObject({
    status: 400,
    code: 'request.invalid_field',
  });
  expect((await ask('GET', { query: '?city=Bhopal&x=1&x=2&__proto__=1&toString=2' })).text).toBe('{"city":"Bhopal"}');
  expect(await ask('GET', { query: '?city=B' })).toMatchObject({ status: 400 });
});

test('security 47 A-82 a method that an address does not have is 405 with JSON and those that it has', async () => {
  for (const method of ['PATCH', 'DELETE', 'HEAD']) {
    const { status, headers, code } = await ask(method);
    expect([status, code, headers.get('allow')]).toEqual([405, 'request.method', 'GET, POST, PUT, OPTIONS']);
  }
  const options = await ask('OPTIONS');
  expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'GET, POST, PUT, OPTIONS', '']);
});

test('security 47 A-82 an address that is no call is 404 with JSON, by every method', async () => {
  const handlers = notFoundHandlers() as ReturnType<typeof routeHandlers>;
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await ask(method, {}, handlers)).toMatchObject({ status: 404, code: 'request.unknown' });
});

describe('the id of a request', () => {
  const idOf = async (given: string | undefined, method = 'GET', sent: Sent = {}, handlers = address()) => {
    const headers = { ...sent.headers, ...(given !== undefined && { 'X-Request-Id': given }) };
    const answer = await ask(method, { ...sent, headers }, handlers);
    return answer.headers.get('x-request-id');
  };
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

  test('security 52: is the one that came where it is a plain name, and otherwise a new one', async () => {
    for (const plain of ['front-0123456789', 'a'.repeat(64), 'A_b-c_d-']) expect(await idOf(plain)).toBe(plain);
    for (const odd of [
      undefined,
      '',
      'short',
      'a'.repeat(65),
      'two words here',
      '"}{"level":"error',
      '<script>alert',
      'café-café',
    ])
      expect(await idOf(odd), odd).toMatch(UUID);
    expect(await idOf(undefined)).not.toBe(await idOf(undefined));
  });

  test('A-82 is in every response: success, refused, not found, method not allowed, and failed', async () => {
    const failing = address(async () => Promise.reject(new Error('asha@acme.in')));
    const id = 'front-0123456789';
    expect(await idOf(id)).toBe(id);
    expect(await idOf(id, 'POST', { body: {} })).toBe(id);
    expect(await idOf(id, 'PATCH')).toBe(id);
    expect(await idOf(id, 'OPTIONS')).toBe(id);
    expect(await idOf(id, 'GET', {}, notFoundHandlers() as ReturnType<typeof routeHandlers>)).toBe(id);
    expect(await idOf(id, 'GET', {}, failing)).toBe(id);
  });

  test('security 52: stands in each line of the log of its own request and of no other, however they run side by side', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `side-by-side-${n}`);
    const { opened, open } = makeLatch();
    let inside = 0;
    const handlers = address(async () => {
      const own = inside++;
      if (inside === ids.length) open();
      await opened;
      log.info('inside', { own });
      await new Promise((next) => setImmediate(next));
      log.info('inside', { own });
    });
    await Promise.all(ids.map((id) => ask('GET', { headers: { 'X-Request-Id': id } }, handlers)));
    for (const id of ids) {
      const own = lines.filter(({ request }) => request === id);
      expect(own.map(({ event, call }) => `${String(event)} ${String(call)}`)).toEqual([
        'inside look',
        'inside look',
        'request look',
      ]);
      expect(own[0]!.own).toBe(own[1]!.own);
    }
    expect(lines).toHaveLength(3 * ids.length);
  });
});

describe('errors', () => {
  const answerTo = (error: Error) =>
    ask(
      'GET',
      {},
      address(async () => Promise.reject(error)),
    );

  test.each([
    ['429 with a fraction of a second', new HttpError('request.too_many', { retryAfterSeconds: 0.01 }), '1'],
    ['429 with zero seconds', new HttpError('request.too_many', { retryAfterSeconds: 0 }), '1'],
    ['429 with many seconds', new HttpError('request.too_many', { retryAfterSeconds: 41.2 }), '42'],
    ['503 without seconds', new HttpError('request.unavailable'), '5'],
  ])('A-82 %s: Retry-After is a whole number of seconds, at least 1', async (_what, error, seconds) => {
    const { status, headers } = await answerTo(error);
    expect([status, headers.get('retry-after')]).toEqual([error.status, seconds]);
  });

  test('fault 6 A-82 what takes longer than its call may is 503 with when to come again', async () => {
    const late = { ...look, deadlineMs: 1 };
    const handlers = routeHandlers({ GET: createHandler(late, () => new Promise<never>(() => undefined)) });
    const { status, code, headers } = await ask('GET', {}, handlers);
    expect([status, code, headers.get('retry-after')]).toEqual([503, 'request.unavailable', '5']);
  });

  test('security 47: a failure that nobody foresaw is 500 without a message; its line of the log has the request’s id and no value', async () => {
    const failure = new Error('select * from users where email = asha@acme.in');
    const handlers = address(async () => Promise.reject(failure));
    const { status, text } = await ask('GET', { headers: { 'X-Request-Id': 'front-0123456789' } }, handlers);
    expect([status, text]).toEqual([500, '{"code":"internal"}']);
    expect(lines.map(({ event, request, call }) => [event, request, call])).toEqual([
      ['request_failed', 'front-0123456789', 'look'],
      ['request', 'front-0123456789', 'look'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/asha|select/);
  });
});
