import * as fc from 'fast-check';
import type { Step } from './step';
import { writeJson } from './step';
import { placesOf, put } from './mutate';

/** Strings that a later component could interpret as more than text. */
const TEXTS = [
  'a\0b',
  '\u202Eevil\u202C',
  'а@b.example',
  'a＠b.example',
  'x'.repeat(10_000),
  '=HYPERLINK("http://127.0.0.1","x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\tx',
  "' OR 1=1 --",
  '<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  'a\r\nBcc: b@mandla.example',
  'a@x.example,b@y.example',
  '../../etc/passwd',
  '%00',
  '\uFEFF',
  'e\u0301'.repeat(50),
  'ＡＤＭＩＮ',
  'null',
  '💣'.repeat(100),
  '\u200d\u200d',
  '//evil.example',
  'javascript:alert(1)',
];

const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  '',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON',
  ';;;',
];

/** Headers with a meaning for servers, frameworks and proxies, and unusual values of those that the app reads. */
const HEADERS: [string, string][] = [
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer  '],
  ['Authorization', 'Bearer %E0%A4'],
  ['Authorization', `Bearer ${'a'.repeat(10_000)}`],
  ['Authorization', 'Basic YWRtaW46YWRtaW4='],
  ['Authorization', 'bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['Authorization', 'Bearer a, Bearer b'],
  ['Authorization', '\xe9\xff'],
  ['Accept-Language', 'xx-invalid;q=9,*;;;=,hi;q=1e309'],
  ['Accept-Language', 'hi,'.repeat(2000)],
  ['X-Request-Id', 'a"b<c>{}'],
  ['X-Request-Id', 'x'.repeat(5000)],
  ['X-Forwarded-For', 'unknown, ::::, 999.1.1.1'],
  ['X-Forwarded-For', '1.1.1.1,'.repeat(500)],
  ['X-Forwarded-Host', 'evil.example'],
  ['Host', 'evil.example'],
  ['RSC', '1'],
  ['Next-Action', '00'.repeat(21)],
  ['Next-Router-State-Tree', '%5B%22'],
  ['Next-Router-Prefetch', '1'],
  ['x-middleware-subrequest', 'proxy:proxy:proxy:proxy:proxy'],
  ['x-middleware-invoke', '1'],
  ['x-invoke-path', '/admin'],
  ['x-nextjs-data', '1'],
  ['x-matched-path', '/admin'],
  ['x-now-route-matches', '1=x'],
  ['x-prerender-revalidate', 'x'],
  ['x-http-method-override', 'DELETE'],
  ['Cookie', 'next-auth.session-token=eyJ; __proto__=1; a=%E0%A4'],
  ['Origin', 'https://evil.example'],
  ['Range', 'bytes=0-0'],
  ['If-None-Match', '*'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '200-ok'],
  ['Upgrade', 'h2c'],
  ['X-Big', 'x'.repeat(12_000)],
  ['X-Huge', 'x'.repeat(40_000)],
  ['Idempotency-Key', 'x'.repeat(300)],
  ['X-Sandbox-Signature', '0'.repeat(64)],
  ['X-Admin-Session', 'nonsense'],
];

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'LINK',
  'M-SEARCH',
];

/** Invalid URLs, and spellings that could resolve to another path. All are below /api. */
const PATHS = [
  '/api',
  '/api/',
  '/api/nothing',
  '/api/user',
  '/api/courses/',
  '/api//courses',
  '/api/COURSES',
  '/api/courses%2f',
  '/api/user/download/..%2fusers',
  '/api/user/download/%00',
  '/api/user/profile/%E0%A4',
  '/api/user/profile/%ff%fe',
  '/api/user/profile/%',
  '/api/user/./courses',
  '/api/user/courses;a=b',
  '/api/admin/courses/%2e%2e%2f',
  '/api/admin/courses/__proto__',
  '/api/billing/constructor/summary',
  '/api/billing/%F0%9F%92%A3/receipt',
  `/api/billing/${'a'.repeat(4000)}/receipt`,
  '/api/user/download/users%0d%0aSet-Cookie:a=b',
  '/api/auth/session',
  '/api/[...path]',
  '/api/%5B...path%5D',
  '/api/courses.json',
  '/api/courses.rsc',
  '/api/_next/data',
];
const QUERIES = [
  'city=a&city=b',
  'limit=1&limit=2',
  'q=%00',
  'q=%E0%A4',
  'city[]=x',
  '__proto__[a]=1',
  'ids=' + 'a,'.repeat(3000),
  '&&&===',
  '%',
  '?',
  '_rsc=abc',
  'nxtPpath=admin',
  `q=${'x'.repeat(8000)}`,
  'from=2026-02-30',
  'limit=%D9%A1',
];

/** Malformed, nested and oversized bodies. */
function bodies(maxBytes: number, text: string): Pick<Step, 'body' | 'chunked'>[] {
  const raw = (content: string | Buffer) => ({ body: { bytes: Buffer.from(content) } });
  const tooLarge = Buffer.alloc(Math.min(maxBytes, 200_000) + 1, ' ');
  return [
    raw(text.slice(0, -1)),
    raw(text.slice(0, text.length / 2)),
    raw(''),
    raw('null'),
    raw('[]'),
    raw('"x"'),
    raw('1e309'),
    raw('{}'),
    raw(`${text}${text}`),
    raw(`\uFEFF${text}`),
    raw(Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')])),
    raw(Buffer.from(text, 'utf16le')),
    raw('{"a":'.repeat(10_000)),
    raw(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    raw(`{"user":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}`),
    raw(text.replace(/^\{/, '{"__proto__":{"role":"admin"},')),
    raw(text.replace(/^\{/, '{"constructor":{"prototype":{"role":"admin"}},')),
    raw(text.replace(/":"/, '":"\\ud800')),
    raw(text.replace(/":"/, '":"\\u0000')),
    raw(text.replace(/^\{/, '{"email":"a@b.example","email":"c@d.example",')),
    raw(`{"selected_courses":[${'{},'.repeat(200)}{}],"userId":"x"}`),
    { body: { bytes: Buffer.from(text) }, chunked: true },
    { body: { bytes: tooLarge }, chunked: true },
    { body: { bytes: tooLarge } },
  ];
}

/** Generates a hostile request from a valid one. */
export function hostileOf(valid: Step): fc.Arbitrary<Step> {
  const change = <T>(other: fc.Arbitrary<T>, make: (step: Step, other: T) => Step) =>
    other.map((value) => ({ ...make(valid, value), hostile: true }));
  const ways = [
    change(fc.constantFrom(...HEADERS), (step, [name, value]) => ({
      ...step,
      headers: { ...without(step.headers, name), [name]: value },
    })),
    change(fc.constantFrom(...METHODS), (step, method) => ({ ...step, method })),
    change(fc.constantFrom(...PATHS), (step, rawPath) => ({ ...step, rawPath })),
    change(fc.constantFrom(...QUERIES), (step, rawQuery) => ({ ...step, rawQuery })),
  ];
  const { body, parameters } = valid.operation;
  if (parameters.some((parameter) => parameter.in === 'path'))
    ways.push(
      change(fc.constantFrom(...TEXTS), (step, text) => ({
        ...step,
        params: Object.fromEntries(Object.keys(step.params).map((name) => [name, text])),
      })),
    );
  if (body) {
    ways.push(
      change(fc.nat(), (step, n) => {
        const text = step.body && 'json' in step.body ? writeJson(step.body.json) : 'locale=en&to=%2F';
        const all = bodies(body.maxBytes, text);
        return { ...step, ...all[n % all.length] };
      }),
      change(fc.constantFrom(...TYPES), (step, type) => ({
        ...step,
        headers: { ...step.headers, 'Content-Type': type },
      })),
    );
    const { schema } = body;
    if (schema && body.media[0] === 'application/json')
      ways.push(
        change(fc.tuple(fc.nat(), fc.constantFrom(...TEXTS)), (step, [n, text]) => {
          const value = (step.body as { json: unknown }).json;
          const places = placesOf(schema, value);
          return { ...step, body: { json: put(value, places[n % places.length]!.at, text) } };
        }),
      );
  }
  return fc.oneof(...ways);
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase()));
