import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { read } from 'xlsx';
import { closeDatabase, sql } from '@/db/client';
import { ENDPOINTS } from '@/lib/api/endpoints';
import type { Endpoint } from '@/lib/api/endpoint';
import { SIGNATURE_HEADER, signSandboxNotice } from '@/lib/money/sandbox';
import { exampleOf, type ExampleRequest } from '@/testing/api/examples';
import { ADDRESSES, bearer, sendRequest, type Headers } from '@/testing/api/send-request';
import { ADMIN_PASSWORD, makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeOffice } from '@/testing/db/offices';
import { makeSponsorAccount } from '@/testing/db/identity';
import { pdfPages } from '@/testing/db/pdf';

/* The example of every endpoint is sent as in production, with e-mail and SMS providers outside the process. Rules that
   hold for every endpoint are checked on each response, and on the log at the end. */
/** The work deferred with after(). */
const deferred = vi.hoisted((): Promise<void>[] => []);
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  after: (work: () => Promise<void>) => void deferred.push(work()),
}));

const { url } = useTestDatabase();

/** Every sponsor has these names and this password, with an e-mail address and a phone number of its own. */
const PERSON = {
  full_name: 'Kanaklata Kanaari',
  designation: 'Kanaari Head of Talent',
  company_name: 'Kanaari Canary Works',
  password: 'kanaari opens the blue door',
};
const CRON_SECRET = 'kanaari-scheduler-secret';

type Exchange = {
  endpoint: Endpoint;
  example: ExampleRequest;
  headers: Headers;
  answer: Awaited<ReturnType<typeof sendRequest>>;
};

/** Creates the example of an endpoint, and sends it as somebody who may. */
async function sendExample(endpoint: Endpoint): Promise<Exchange> {
  const [sponsor, admin, office] = await Promise.all([makeSponsorAccount(PERSON), makeAdmin(), makeOffice()]);
  const example = await exampleOf(endpoint, { sponsor, admin, office });
  const credentials = (of: { token: string }): Headers => {
    if (endpoint.access === 'anyone') return {};
    if (endpoint.access === 'scheduler') return bearer(CRON_SECRET);
    if (endpoint.access === 'provider')
      return { [SIGNATURE_HEADER]: signSandboxNotice(process.env.APP_SECRET!, example.text!) };
    if (endpoint.access === 'office') return bearer(office.token);
    return bearer((['administrator', 'account'].includes(endpoint.access) ? admin : of).token);
  };
  const answer = await sendRequest(endpoint, example, credentials(sponsor));
  if (answer.status >= 400) throw new Error(`${endpoint.id}: ${answer.status} ${answer.text.slice(0, 300)}`);
  // Tests send the requests again, and this account or its session is gone.
  const isOver = ['deleteAccount', 'handOverCompany'].includes(endpoint.id);
  const next = isOver ? await makeSponsorAccount(PERSON) : sponsor;
  return { endpoint, example, headers: credentials(next), answer };
}

/** Sends an example once more, or another body in its place. */
const resend = ({ endpoint, example, headers }: Exchange, body?: BodyInit) =>
  sendRequest(endpoint, example, headers, body);

/** Codes received by the fake providers. A refused message is echoed in the provider's error response. */
const sent: (string | undefined)[] = [];
let refusing = false;
let providers: Server;
/** Everything written to the console or the log. */
const printed: string[] = [];
let exchanges: Exchange[];

beforeAll(async () => {
  providers = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    sent.push(/\b\d{6}\b/.exec((JSON.parse(body) as { text: string }).text)?.[0]);
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
    // Nothing is shared between requests: a published page has to notice that the database is gone.
    TOTALS_AGE_MS: '0',
    MESSAGE_TRANSPORT: 'resend',
    RESEND_API_KEY: 're_kanaari_key',
    MESSAGE_FROM: 'Seats <seats@example.in>',
    RESEND_BASE_URL: address,
    SMS_URL: address,
    SMS_AUTHORIZATION: 'Basic kanaari-sms-key',
  });
  captureOutput();
  exchanges = [];
  for (const endpoint of ENDPOINTS) exchanges.push(await sendExample(endpoint));
  await Promise.all(deferred);
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
async function textOf({ answer: { headers, bytes } }: Exchange): Promise<string> {
  const type = headers.get('content-type') ?? '';
  const head = JSON.stringify([...headers]);
  if (type === 'application/pdf') return `${head} ${(await pdfPages(bytes)).join(' ')}`;
  if (type.includes('spreadsheet')) return `${head} ${JSON.stringify(read(bytes).Sheets)}`;
  return `${head} ${bytes.toString()}`;
}

/** The codes that were sent, and those of the examples. */
const codes = (): string[] => [
  ...sent.flatMap((code) => code ?? []),
  ...exchanges.flatMap(({ example }) => (example.json?.otp as string | undefined) ?? []),
];
const tokens = () => exchanges.flatMap(({ headers }) => headers.authorization?.slice('Bearer '.length) ?? []);

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
  const [hidden, sentCodes] = [[...secrets, ...tokens()], codes()];
  for (const exchange of exchanges) {
    const { id } = exchange.endpoint;
    const text = await textOf(exchange);
    const shown = [
      ...hidden.filter((secret) => text.includes(secret)),
      ...sentCodes.filter((code) => text.includes(code) && new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text)),
    ];
    expect(shown, id).toEqual([]);
  }
  // Control: the responses do contain the values that they should.
  const everything = (await Promise.all(exchanges.map(textOf))).join();
  for (const detail of [PERSON.full_name, PERSON.company_name]) expect(everything).toContain(detail);
});

/** Endpoints with a body, and those whose body is JSON. */
const withBody = () => exchanges.filter(({ endpoint }) => endpoint.body);
const withJson = () => exchanges.filter(({ endpoint }) => endpoint.body?.kind === 'json');

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
    for (const exchange of exchanges.filter(({ endpoint }) => endpoint.method !== 'GET')) {
      const { id, body } = exchange.endpoint;
      const size = body && body.maxBytes > 1_000_000 ? 30_000_000 : 8_000_000;
      const { read, stream } = endless(size);
      const { status } = await resend(exchange, stream);
      if (body) expect([id, status]).toEqual([id, 413]);
      else expect(read.bytes, id).toBe(0);
      expect(read.bytes, id).toBeLessThan(size * 0.9);
    }
  });

  test('security 48: ten thousand levels of JSON are 400', async () => {
    for (const exchange of withJson())
      for (const deep of [
        '['.repeat(10_000) + ']'.repeat(10_000),
        `{"email":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`,
      ]) {
        const { status, text } = await resend(exchange, deep);
        const { id } = exchange.endpoint;
        expect([id, status, text]).toEqual([id, 400, expect.stringContaining('"message"')]);
      }
  });

  test('security 50: NUL in any text or key, and the key __proto__ at any place, are 400 by themselves', async () => {
    for (const exchange of withJson())
      for (const [what, body] of corruptedBodies(exchange.example.json!)) {
        const { status, text } = await resend(exchange, body);
        const { id } = exchange.endpoint;
        expect([id, what, status, JSON.parse(text)]).toMatchObject([id, what, 400, { code: 'request.invalid' }]);
      }
    expect(({} as { kanaari?: unknown }).kanaari).toBeUndefined();
  });

  test('security 50: NUL in a form, a notice and a file is refused as well', async () => {
    // A scan is stored as it is, and no text is read from it.
    const others = withBody().filter(({ endpoint: { id, body } }) => body?.kind !== 'json' && id !== 'uploadScan');
    expect(others.map(({ endpoint }) => endpoint.id).sort()).toEqual([
      'chooseLanguage',
      'importCatalogue',
      'readBankStatement',
      'readReportRows',
      'readRollNumbers',
      'receiveNotice',
      'uploadDistrictFigures',
    ]);
    for (const exchange of others) {
      const { endpoint, example } = exchange;
      const body = example.text ?? String(new URLSearchParams(example.form));
      const corrupted = body
        .replace('cart', 'cart%00')
        .replace('Fitter', 'Fit\0ter')
        .replace('Roll No', 'Ro\0ll No')
        .replace('Dhar', 'Dh\0ar')
        .replace('NEFT', 'NE\0FT')
        .replace('captured', 'captured\0');
      expect(corrupted).not.toBe(body);
      const { status, text } = await resend(exchange, corrupted);
      expect([endpoint.id, status, text]).toEqual([
        endpoint.id,
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

/** Sends a request again, which is answered with one of these statuses and says nothing more. @returns the status */
async function expectClosed(exchange: Exchange, ...expected: number[]): Promise<number> {
  const { status, text } = await resend(exchange);
  const what = `${exchange.endpoint.id} ${status} ${text.slice(0, 300)}`;
  expect(expected, what).toContain(status);
  expect(text, what).not.toMatch(INTERNALS);
  const { code, message, ...rest } = JSON.parse(text) as Record<string, unknown>;
  expect([typeof code, ['string', 'undefined'].includes(typeof message), rest], what).toEqual(['string', true, {}]);
  return status;
}

/** Endpoints that never query the database, say in their text that it is away, or keep what they read. */
const WITHOUT_DATABASE = ['health', 'chooseLanguage', 'metrics', 'describeApi', 'readOpenData', 'readOpenDataTable'];
/** Endpoints that use no other tables than those of sessions and accounts, at least for an example that changes nothing. */
const ONLY_ACCOUNTS = ['listSessions', 'changeColleagueRole', 'editAdministrator', 'setStudentMails'];
/** Exchanges whose endpoint uses the database. */
const withDatabase = () =>
  exchanges.filter(({ endpoint: { id, method } }) => !WITHOUT_DATABASE.includes(id) && method !== 'DELETE');

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
      'paper_scans',
      'admin_notices',
      'admin_exports',
      'company_invitations',
    ];
    for (const table of tables) await sql()`alter table ${sql()(table)} rename to ${sql()(`${table}_away`)}`;
    try {
      const others = withDatabase().filter(({ endpoint: { id } }) => !ONLY_ACCOUNTS.includes(id));
      const failed: string[] = [];
      for (const exchange of others) {
        const { id } = exchange.endpoint;
        // 409: refused by the accounts alone, such as a username that is taken. 400: the code of a second factor is valid
        // for a minute, which may be over.
        const expected = /logout/i.test(id) ? [401] : id === 'addSecondFactor' ? [400, 409, 500] : [409, 500];
        if ((await expectClosed(exchange, ...expected)) === 500) failed.push(id);
      }
      expect(failed.length).toBeGreaterThan(others.length * 0.8);
    } finally {
      for (const table of tables) await sql()`alter table ${sql()(`${table}_away`)} rename to ${sql()(table)}`;
    }
  });

  test('security 47: where the database is gone', async () => {
    await closeDatabase();
    process.env.DATABASE_URL = url.replace(/:\d+\//, ':9/');
    process.env.DATABASE_POOL = '1';
    try {
      for (const exchange of withDatabase()) {
        await expectClosed(exchange, 503);
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
  const people = await sql()<{ detail: string }[]>`
    select unnest(array[full_name, email, phone_number, company_name]) as detail from users
    union select unnest(array[sponsor->>'fullName', sponsor->>'email', sponsor->>'phone', sponsor->>'company']) from billings`;
  const details = people.map(({ detail }) => detail).filter((detail) => detail);
  // Requests that fail: details in the wrong place, messages that a provider refuses and echoes, wrong codes.
  refusing = true;
  await sql()`delete from rate_limits`;
  const [email, phone] = ['kanaari.person@narmada-kanaari.example', '9826055501'];
  for (const exchange of exchanges) {
    const { endpoint, example, headers } = exchange;
    const params = example.params && Object.fromEntries(Object.keys(example.params).map((key) => [key, email]));
    if (endpoint.tag !== 'Documents') {
      const query = { q: email, name: PERSON.company_name, city: phone };
      await sendRequest(endpoint, { ...example, query }, headers);
    }
    await sendRequest(endpoint, { ...example, params }, headers);
    await sendRequest(endpoint, example, { ...headers, authorization: `Bearer ${PERSON.password}` });
    if (endpoint.method === 'GET') continue;
    await resend(exchange, PERSON.password);
    for (const key of Object.keys(example.json ?? {}))
      for (const wrong of [PERSON, `918273 ${phone} ${PERSON.company_name}`])
        await resend(exchange, JSON.stringify({ ...example.json, [key]: wrong }));
  }
  const log = printed.join('\n').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
  const lowerLog = log.toLowerCase();
  for (const event of ['request_failed', 'database_unavailable', 'message_refused', 'text_refused'])
    expect(log).toContain(event);
  const cookies = exchanges.flatMap(({ answer }) =>
    answer.headers.getSetCookie().map((cookie) => /=([^;]{20,});/.exec(cookie)?.[1] ?? '-'),
  );
  const found = [
    ...Object.values(PERSON),
    'kanaari',
    ...details,
    phone,
    ADMIN_PASSWORD,
    ...codes(),
    '918273',
    ...tokens(),
    ...cookies.filter((value) => value !== '-'),
    ADDRESSES,
    ...['APP_SECRET', 'CRON_SECRET', 'DATABASE_URL', 'RESEND_API_KEY', 'SMS_AUTHORIZATION'].map(
      (key) => process.env[key]!,
    ),
  ].filter((canary) => lowerLog.includes(canary.toLowerCase()));
  expect(found).toEqual([]);
});
