import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HttpError, type RefusalCode } from './errors';
import { MAX_JSON_ITEMS, MAX_JSON_KEYS } from './limits';
import { z } from 'zod';
import { errorResponse, json, parseOrThrow, readBody, readJson } from './http';

const send = (body: BodyInit) =>
  new Request('http://localhost/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

describe('readJson', () => {
  const refusal = (body: BodyInit) => readJson(send(body), 100_000).catch((error: unknown) => error);

  test.each([
    ['a NUL character', '{"a":"\\u0000"}'],
    ['half of a surrogate pair', '{"a":"\\ud800"}'],
    ['half of a surrogate pair as a key', '{"\\udc00":1}'],
    ['a __proto__ key', '{"__proto__":{}}'],
    ['ten thousand levels', '['.repeat(10_000) + ']'.repeat(10_000)],
  ])('security 48 security 50: %s is refused with 400', async (_what, body) => {
    expect(await refusal(body)).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  test('N5 more keys or items than any request has are refused, wherever they stand; as many as the limit are read', async () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 1]));
    const items = (count: number) => Array.from({ length: count }, () => 1);
    for (const body of [keys(MAX_JSON_KEYS + 1), { a: [{ b: keys(MAX_JSON_KEYS + 1) }] }, items(MAX_JSON_ITEMS + 1)])
      expect(await refusal(JSON.stringify(body))).toMatchObject({ status: 400, code: 'request.invalid' });
    for (const body of [keys(MAX_JSON_KEYS), { a: items(MAX_JSON_ITEMS) }])
      expect(await readJson(send(JSON.stringify(body)), 100_000)).toEqual(body);
  });

  test('bytes that are not UTF-8 are refused, not replaced', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"a":"'), 0xc0, 0x80, ...Buffer.from('"}')]);
    expect(await refusal(bytes)).toMatchObject({ status: 400, code: 'request.not_json' });
  });

  test('characters of every Unicode plane are accepted', async () => {
    expect(await readJson(send('{"a":"क😀"}'), 100)).toEqual({ a: 'क😀' });
  });
});

test('a client whose body is too large reads the 413, and its connection serves the next request', async () => {
  const server = createServer(async (request, response) => {
    const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
    const read = { body } as unknown as Request;
    const status = await readBody(read, 1000).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const post = async (bytes: number) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(bytes) });
    await response.body?.cancel();
    return response.status;
  };
  for (let times = 0; times < 5; times++) {
    expect(await post(3 * 1024 * 1024)).toBe(413);
    expect(await post(1000)).toBe(200);
  }
  server.close();
});

test('a refusal by a limit says when it ends, in the language of the request', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T13:20:00+05:30') });
  const said = async (language: string, retryAfterSeconds: number, code: RefusalCode = 'otp.too_many_sends') => {
    const request = new Request('http://localhost/', { headers: { 'Accept-Language': language } });
    const response = errorResponse(new HttpError(code, { retryAfterSeconds }), request);
    return ((await response.json()) as { message: string }).message;
  };
  expect(await said('en', 44 * 60 + 1)).toBe('Too many OTP requests. A new code is possible from 2:05 pm.');
  expect(await said('hi', 44 * 60 + 1)).toContain('नया कोड 14:05 बजे से');
  expect(await said('en', 86_400)).toContain('from 26 November 2026 at 1:20 pm.');
  for (const code of [
    'request.too_many',
    'otp.too_many_attempts',
    'auth.too_many_attempts',
    'seats.limit_address',
    'paper.too_many',
  ] as const)
    expect([await said('en', 60, code), await said('hi', 60, code)]).toEqual([
      expect.stringContaining('from 1:21 pm'),
      expect.stringContaining('13:21 बजे से'),
    ]);
  vi.useRealTimers();
});

test('only long responses may be compressed', () => {
  const caching = (text: string) => json(text).headers.get('Cache-Control');
  expect([caching('a'.repeat(1000)), caching('a'.repeat(1100))]).toEqual(['no-store, no-transform', 'no-store']);
});

describe('clientAddress', () => {
  afterEach(() => vi.unstubAllEnvs());

  const forwardedFor = (text: string) => new Request('http://localhost/', { headers: { 'X-Forwarded-For': text } });
  const load = (hops = '0') => {
    vi.resetModules();
    for (const [name, value] of Object.entries({
      DATABASE_URL: 'postgres://u:p@db.example/seats',
      APP_SECRET: 'a secret of at least thirty-two characters',
      APP_URL: 'https://seats.example',
      MESSAGE_TRANSPORT: 'outbox',
      TRUSTED_PROXY_HOPS: hops,
    }))
      vi.stubEnv(name, value);
    return import('./http');
  };
  const from = async (forwarded: string, hops?: string) => (await load(hops)).clientAddress(forwardedFor(forwarded));

  test('security 10: entries that a client wrote do not count', async () => {
    expect(await from('203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
    expect(await from('203.0.113.9, 198.51.100.7, 10.0.0.1', '1')).toBe('198.51.100.7');
  });

  test('security 10: all addresses of one IPv6 network are one source, however they are written', async () => {
    for (const address of ['2001:db8:0:5::1', '2001:0DB8:0000:0005:ffff::', '2001:db8:0:5:1:2:3:4'])
      expect(await from(address)).toBe('2001:db8:0:5::/64');
    expect(await from('2001:db8:0:6::1')).toBe('2001:db8:0:6::/64');
    expect(await from('2001:db8::1%eth0')).toBe('2001:db8::/64');
  });

  test('security 10: an IPv4 address is one source, also written as IPv6', async () => {
    for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:c633:6407', '0:0:0:0:0:ffff:c633:6407'])
      expect(await from(address)).toBe('198.51.100.7');
  });

  test('security 154: an address with its port, as some proxies write it, is that address', async () => {
    for (const address of ['198.51.100.7:50123', '"198.51.100.7:443"'])
      expect(await from(address)).toBe('198.51.100.7');
    for (const address of ['[2001:db8::1]:443', '"[2001:db8::1]:50123"', '[2001:db8::1]'])
      expect(await from(address)).toBe('2001:db8::/64');
  });

  test('security 154: an address that cannot be read is a warning, once', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const http = await load();
    for (const text of ['client', 'client', '']) http.clientAddress(forwardedFor(text));
    expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(['client_address_unknown']);
    warned.mockRestore();
  });

  test("an invalid address becomes 'unknown'", async () => {
    for (const text of ['x'.repeat(5000), '<script>', '', '1', '0x7f.1', '2001:db8::/64'])
      expect(await from(text)).toBe('unknown');
  });
});

test('a message that names a limit is used only where the limit is known', () => {
  const error = 'own_adoption.instalments_range';
  const schema = z.object({ parts: z.int({ error }).min(1, { error }).max(12, { error }) });
  const refusalOf = (parts: unknown) => {
    try {
      return parseOrThrow(schema, { parts });
    } catch (refusal) {
      return (refusal as HttpError).code;
    }
  };
  expect(refusalOf(13)).toBe(error);
  for (const parts of [0, 1.5, 'x']) expect(refusalOf(parts)).toBe('request.invalid_field');
});
