import postgres from 'postgres';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listCourses } from '@/lib/catalogue/queries';
import { GET } from './courses/route';

vi.mock('@/lib/catalogue/queries', () => ({ listCourses: vi.fn() }));

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

/** Appears in every text of every error below and must be neither in a response nor in the log. */
const CANARY = 'kanaari@tapti.example';
const text = `select * from users where email = '${CANARY}' -- /srv/app/lib/x.ts:1:1\n    at ${CANARY} (/srv/${CANARY}.ts:1:1)`;

const databaseError = (code: string) =>
  Object.assign(
    new (postgres as unknown as { PostgresError: new (about: object) => Error }).PostgresError({ message: text }),
    {
      code,
      severity: 'ERROR',
      detail: `Key (email)=(${CANARY}) already exists.`,
      where: text,
      query: text,
      parameters: [CANARY],
      table_name: 'users',
    },
  );
const coded = (code: unknown) => Object.assign(new Error(text), { code });
const named = Object.assign(new Error(text), { name: CANARY });

const ERRORS: [string, unknown][] = [
  ['an error', new Error(text)],
  ['a type error', new TypeError(text)],
  ['a range error with a cause', new RangeError(text, { cause: databaseError('23505') })],
  ['a failed check of a schema', z.strictObject({}).safeParse({ [CANARY]: 1 }).error],
  ['many errors', new AggregateError([new Error(text)], text)],
  ['an abort', new DOMException(text, 'AbortError')],
  ['a text', text],
  ['an object', { message: text, stack: text, status: 400, code: CANARY }],
  ['nothing', undefined],
  ['null', null],
  ['a number', 400],
  ['a response', new Response(text, { status: 400 })],
  ['a code that is none', coded(CANARY)],
  ['a code that is an object', coded({ toString: () => CANARY })],
  ['an error of its own name', named],
  ['an error without a stack', Object.assign(new Error(text), { stack: undefined })],
  ...['23505', '23514', '22021', '22P02', '42P01', '42601', 'XX000'].map((code): [string, unknown] => [
    `the database says ${code}`,
    databaseError(code),
  ]),
];
const UNAVAILABLE = [
  '40001',
  '40P01',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '55P03',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
];

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void printed.push(parts.map(String).join(' ')));
  return () => vi.restoreAllMocks();
});

async function responseTo(fault: unknown) {
  vi.mocked(listCourses).mockRejectedValueOnce(fault);
  const answer = await GET(new Request('http://localhost/api/courses'), { params: Promise.resolve({}) });
  const body = await answer.text();
  expect(printed.join('\n')).not.toMatch(/kanaari|select|tapti/);
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}

test.each(ERRORS)(
  'security 47 security 52: %s is 500 without a word, and the log tells none of its texts',
  async (_what, fault) => {
    const { status, body } = await responseTo(fault);
    expect([status, JSON.parse(body)]).toEqual([500, { code: 'internal' }]);
    expect(printed.join('\n')).toContain('request_failed');
  },
);

test.each(UNAVAILABLE)(
  'security 47 fault 7: where the database says %s, not now, the answer is 503 with when to come again',
  async (code) => {
    for (const fault of [databaseError(code), new Error(text, { cause: coded(code) })]) {
      const { status, retryAfter, body } = await responseTo(fault);
      expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
      expect(JSON.parse(body)).toEqual({ code: 'request.unavailable', message: expect.any(String) });
      expect(body).not.toMatch(/kanaari|select|tapti/);
    }
  },
);
