import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { read } from 'xlsx';
import { closeDatabase, sql } from '@/db/client';
import { ENDPOINTS } from '@/lib/contract/endpoints';
import { codeAt } from '@/testing/db/admin';
import {
  ADDRESSES,
  CRON_SECRET,
  GUEST,
  journey,
  make,
  PERSON,
  type ApiRequest,
  type Exchange,
} from '@/testing/api/journey';
import { useTestDatabase } from '@/testing/db/database';
import { pdfPages } from '@/testing/db/pdf';

/* One journey sends a request to every endpoint as in production, with e-mail and SMS providers outside the process.
   Rules that hold for every endpoint are checked on each response, and on the log at the end. */
/** The work deferred with after(). */
const deferred = vi.hoisted((): Promise<void>[] => []);
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<void>) => void deferred.push(work()),
}));

const { url } = useTestDatabase();
const name = (made: Exchange) => `${made.request.method} ${made.request.file}`;

/** Messages received by the fake providers. A refused message is echoed in the provider's error response. */
const sent: { to: string; code: string | undefined }[] = [];
let refusing = false;
let providers: Server;
/** Everything written to the console or the log. */
const printed: string[] = [];
let exchanges: Exchange[];

beforeAll(async () => {
  providers = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { to, text } = JSON.parse(body) as { to: string | string[]; text: string };
    sent.push({ to: [to].flat()[0]!, code: /\b\d{6}\b/.exec(text)?.[0] });
    response.writeHead(refusing ? 422 : 200, { 'Content-Type': 'application/json' });
    response.end(
      refusing ? JSON.stringify({ name: 'validation_error', statusCode: 422, message: body }) : '{"id":"1"}',
    );
  });
  await new Promise<void>((ready) => providers.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${(providers.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    PAYMENT_PROVIDER: 'sandbox',
    CRON_SECRET,
    MESSAGE_TRANSPORT: 'resend',
    RESEND_API_KEY: 're_kanaari_key',
    MESSAGE_FROM: 'Seats <seats@example.in>',
    RESEND_BASE_URL: address,
    SMS_URL: address,
    SMS_AUTHORIZATION: 'Basic kanaari-sms-key',
  });
  captureOutput();
  exchanges = await journey(async (recipient) => {
    await Promise.all(deferred);
    return sent.findLast(({ to, code }) => to === recipient && code)!.code!;
  });
});
beforeEach(captureOutput);
afterAll(() => void providers.close());

/** Captures console output and suppresses it. */
function captureOutput() {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void printed.push(format(...parts)));
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
}

/** Returns a response as readable text: headers and body, with documents unpacked. */
async function textOf({ headers, bytes }: Exchange): Promise<string> {
  const type = headers.get('content-type') ?? '';
  const head = JSON.stringify([...headers]);
  if (type === 'application/pdf') return `${head} ${(await pdfPages(bytes)).join(' ')}`;
  if (type.includes('spreadsheet')) return `${head} ${JSON.stringify(read(bytes).Sheets)}`;
  return `${head} ${bytes.toString()}`;
}

test('the journey sends a request to every endpoint', () => {
  const described = ENDPOINTS.map(
    ({ method, path }) => `${method} app/api${path.replace(/{(\w+)}/g, '[$1]')}/route.ts`,
  );
  expect([...new Set(exchanges.map(name))].sort()).toEqual([...new Set(described)].sort());
});

test('security 36: no answer to a sponsor, a guest or an administrator holds a hash, a code, a password or the secret of the program', async () => {
  const rows = await sql()<{ kept: string }[]>`
    select unnest(array[token_hash, cookie_hash]) as kept from admin_sessions union all select token_hash from sessions
    union all select code_hash from otp_challenges union all select password_hash from admins where password_hash is not null
    union all select token_hash from admin_password_links union all select token_hash from company_invitations
    union all select password_hash from users where password_hash is not null
    union all select key from rate_limits union all select request_hash from payments where request_hash is not null`;
  const kept = rows.map((row) => row.kept);
  expect(kept.length).toBeGreaterThan(20);
  const { APP_SECRET, RESEND_API_KEY, SMS_AUTHORIZATION, DATABASE_URL } = process.env;
  const secrets = [
    ...kept,
    '$argon2',
    APP_SECRET!,
    RESEND_API_KEY!,
    SMS_AUTHORIZATION!,
    DATABASE_URL!,
    PERSON.password,
  ];
  const tokens = exchanges.flatMap(({ request }) => request.headers.Authorization?.slice('Bearer '.length) ?? []);
  for (const made of exchanges) {
    const text = await textOf(made);
    for (const secret of secrets) expect(text.includes(secret), `${name(made)}: ${secret}`).toBe(false);
    for (const { code } of sent) expect(text, name(made)).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`));
    // A token appears only in the response to the login or verification that issues it.
    const opens = /login|verify-otp/.test(made.request.file);
    for (const token of tokens) expect(!opens && text.includes(token), `${name(made)}: ${token}`).toBe(false);
  }
  // Control: the responses do contain the values that they should.
  const everything = (await Promise.all(exchanges.map(textOf))).join();
  for (const detail of [PERSON.email, PERSON.phone_number, GUEST.company, GUEST.fullName])
    expect(everything).toContain(detail);
});

/** Endpoints with a body, and those whose body is JSON. */
const withBody = () => exchanges.filter(({ request }) => request.method !== 'GET');
const withJson = () => withBody().filter(({ request }) => request.headers['Content-Type'] === 'application/json');

/** Returns a body of `bytes` bytes without Content-Length, and a counter of the bytes read. */
function endless(bytes: number) {
  const chunk = new Uint8Array(16 * 1024).fill(0x20);
  const read = { bytes: 0 };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (read.bytes >= bytes) return controller.close();
    read.bytes += chunk.length;
    controller.enqueue(chunk);
  };
  return { read, stream: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }) };
}

describe('every endpoint with a body', () => {
  test('security 48: 8 MB without Content-Length, 30 MB of a file, are 413 and not read to their end', async () => {
    for (const { request } of withBody()) {
      const size = /import|bank-statement/.test(request.file) ? 30_000_000 : 8_000_000;
      const { read, stream } = endless(size);
      const { status } = await make(request, stream);
      const what = `${request.method} ${request.file}`;
      // Endpoints without a body read none; neither do those whose session has ended.
      if (read.bytes > 0) expect([what, status]).toEqual([what, 413]);
      else
        expect(request.file).toMatch(
          /logout|jobs|adoptions|transfer|payment-status|payment-close|factor|sessions|link|company/,
        );
      expect(read.bytes, what).toBeLessThan(size * 0.9);
    }
  });

  test('security 48: ten thousand levels of JSON are 400', async () => {
    for (const { request } of withJson())
      for (const deep of [
        '['.repeat(10_000) + ']'.repeat(10_000),
        `{"email":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
      ]) {
        const { status, bytes } = await make(request, deep);
        expect([request.file, status, bytes.toString()]).toEqual([
          request.file,
          400,
          expect.stringContaining('"message"'),
        ]);
      }
  });

  test('security 50: NUL in any text or key, and the key __proto__ at any place, are 400 by themselves', async () => {
    for (const { request } of withJson())
      for (const [what, body] of corruptedBodies(JSON.parse(request.body!))) {
        const { status, bytes } = await make(request, body);
        const { code } = JSON.parse(bytes.toString()) as { code: string };
        expect([request.file, what, status, code]).toEqual([request.file, what, 400, 'request.invalid']);
      }
    expect(({} as { kanaari?: unknown }).kanaari).toBeUndefined();
  });

  test('security 50: NUL in a form, a notice and a file is refused as well', async () => {
    const others = withBody().filter(
      ({ request }) => request.body && !withJson().some((made) => made.request === request),
    );
    expect(others.map(({ request }) => request.file.split('/').at(-2)).sort()).toEqual([
      '[provider]',
      'bank-statement',
      'import',
      'language',
    ]);
    for (const { request } of others) {
      const nul = request.file.includes('language') ? '%00' : '\0';
      const answer = await make(
        request,
        request
          .body!.replace('cart', `cart${nul}`)
          .replace('Fitter', `Fit${nul}ter`)
          .replace('NEFT', `NE${nul}FT`)
          .replace('captured', `captured${nul}`),
      );
      expect([request.file, answer.status, answer.bytes.toString()]).toEqual([
        request.file,
        expect.toBeOneOf([400, 403]),
        expect.stringContaining('"message"'),
      ]);
    }
  });
});

/**
 * Returns variants of the body: a NUL in one of its texts or keys, or __proto__ in one of its objects, one at a time.
 */
function corruptedBodies(body: object): [string, string][] {
  const found: [string, string][] = [];
  const text = (value: unknown) => JSON.stringify(value);
  const visit = (value: unknown, around: (inner: string) => string, at: string) => {
    if (typeof value === 'string') found.push([`NUL at ${at}`, around(text(`${value}\0`))]);
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const pair = (key: string, inner: string) => (Array.isArray(value) ? inner : `${text(key)}:${inner}`);
    const all = entries.map(([key, item]) => pair(key, text(item)));
    if (!Array.isArray(value)) {
      found.push([`__proto__ in ${at}`, around(`{${[...all, '"__proto__":{"kanaari":true}'].join()}}`)]);
      found.push([`NUL in a key of ${at}`, around(`{${[...all, text('key\0') + ':1'].join()}}`)]);
    }
    for (const [index, [key, item]] of entries.entries())
      visit(item, (inner) => around(open + all.with(index, pair(key, inner)).join() + close), `${at}.${key}`);
  };
  visit(body, (inner) => inner, 'body');
  return found;
}

/** Signs of internals in a response: stack traces, SQL, paths, table names, addresses. */
const INTERNALS =
  /\bat \S+ ?\(|\.(ts|js|mjs):\d|node_modules|\/(app|lib|db|home|usr|tmp|work)\/|\b(select|insert into|update|delete from|relation|column|constraint|violates)\b|rate_limits|otp_challenges|postgres|drizzle|ECONN|127\.0\.0\.1|Error:/i;

function expectClosed({ request, bytes, status }: Exchange, statuses: number[]) {
  const what = `${request.method} ${request.file} ${status} ${bytes.toString().slice(0, 300)}`;
  expect(statuses, what).toContain(status);
  expect(bytes.toString(), what).not.toMatch(INTERNALS);
  const { code, message, ...rest } = JSON.parse(bytes.toString()) as Record<string, unknown>;
  expect([typeof code, ['string', 'undefined'].includes(typeof message), rest], what).toEqual(['string', true, {}]);
}

/** Endpoints that never query the database; a document is rendered without it only after the rate limit allowed it. */
/** Metrics say in their text that the database is away. */
const WITHOUT_DATABASE = /\/(health|language|metrics|openapi\.json)\/route/;
/** Exchanges whose endpoint uses the database. */
const withDatabase = () =>
  exchanges.filter(({ request: { file, method } }) => !WITHOUT_DATABASE.test(file) && method !== 'DELETE');

/** The request, with a code of now if it adds a second factor: that of the journey is too old. */
function renewed({ request }: Exchange): ApiRequest {
  if (!/account\/factor/.test(request.file) || !request.body) return request;
  const { secret } = JSON.parse(request.body) as { secret: string };
  return { ...request, body: JSON.stringify({ secret, code: codeAt(secret) }) };
}

describe('no response reveals internals', () => {
  test('security 47: where every table but those of sessions and accounts is gone', async () => {
    const tables = [
      'courses',
      'billings',
      'billing_items',
      'payments',
      'payment_notices',
      'otp_challenges',
      'rate_limits',
      'audit_log',
      'institutes',
      'papers',
      'settings',
      'admin_password_links',
      'company_invitations',
    ];
    for (const table of tables) await sql()`alter table ${sql()(table)} rename to ${sql()(`${table}_away`)}`;
    try {
      for (const made of withDatabase().filter(({ request: { file } }) => !/user\/(logout|sessions)|people/.test(file)))
        expectClosed(await make(renewed(made)), /admin_logout/.test(made.request.file) ? [401] : [500]);
    } finally {
      for (const table of tables) await sql()`alter table ${sql()(`${table}_away`)} rename to ${sql()(table)}`;
    }
  });

  test('security 47: where the database is gone', async () => {
    await closeDatabase();
    process.env.DATABASE_URL = url.replace(/:\d+\//, ':9/');
    process.env.DATABASE_POOL = '1';
    try {
      for (const { request } of withDatabase()) {
        expectClosed(await make(request), [503]);
        // A new pool, which has no reconnect delay yet.
        await closeDatabase();
      }
    } finally {
      await closeDatabase();
      process.env.DATABASE_URL = url;
      delete process.env.DATABASE_POOL;
    }
  });
});

test('security 52: whatever was called, in order and in vain, the log holds no e-mail, phone, name, company, code, token, password or address', async () => {
  // Requests that fail: details in the wrong place, messages that a provider refuses and echoes, wrong codes.
  refusing = true;
  await sql()`delete from rate_limits`;
  for (const { request } of exchanges) {
    if (/GET|POST/.test(request.method) && !/pdf|summary|receipt/.test(request.file))
      await make({ ...request, query: `?q=${PERSON.email}&name=${PERSON.company_name}&city=${PERSON.phone_number}` });
    await make({
      ...request,
      params: Object.fromEntries(Object.keys(request.params).map((key) => [key, PERSON.email])),
    });
    await make({ ...request, headers: { ...request.headers, Authorization: `Bearer ${PERSON.password}` } });
    if (request.method === 'GET') continue;
    await make(request, PERSON.password);
    const body = request.headers['Content-Type'] && (JSON.parse(request.body!) as Record<string, unknown>);
    for (const key of body ? Object.keys(body) : [])
      for (const wrong of [PERSON, `918273 ${PERSON.phone_number} ${PERSON.company_name}`])
        await make(request, JSON.stringify({ ...(body as object), [key]: wrong }));
  }
  const log = printed.join('\n').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
  for (const event of ['request_failed', 'database_unavailable', 'message_refused', 'text_refused'])
    expect(log).toContain(event);
  const tokens = exchanges.flatMap(({ request }) => request.headers.Authorization?.slice('Bearer '.length) ?? []);
  const cookies = exchanges.flatMap(({ headers }) =>
    headers.getSetCookie().map((cookie) => /=([^;]{20,});/.exec(cookie)?.[1] ?? '-'),
  );
  const found = [
    ...Object.values(PERSON),
    ...Object.values(GUEST),
    'kanaari',
    'narmada-kanaari',
    'kanaari-keeper',
    ...sent.flatMap(({ code }) => code ?? []),
    '918273',
    ...tokens,
    ...cookies.filter((value) => value !== '-'),
    ADDRESSES,
    ...['APP_SECRET', 'CRON_SECRET', 'DATABASE_URL', 'RESEND_API_KEY', 'SMS_AUTHORIZATION'].map(
      (key) => process.env[key]!,
    ),
  ].filter((canary) => log.toLowerCase().includes(canary.toLowerCase()));
  expect(found).toEqual([]);
});
