import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { withDatabaseName } from '../testing/db/database-url';
import { waitForLocks } from '../testing/db/locks';
import { runNode, serverScript } from '../scripts/lib/programs';
import { expect, test } from '../testing/e2e';
import { CRON_SECRET, startApp, workersOf } from '../testing/e2e/app';
import { makeDatabase } from '../testing/e2e/databases';
import { openRaw, sendRaw } from '../testing/e2e/raw';

const journeys = () => process.env.E2E_DATABASE_URL!;

test('fault 18: asked to end, the server answers what it has begun, takes nothing new and ends with 0', async ({
  request,
}, info) => {
  const databaseUrl = await makeDatabase(journeys(), 'ending');
  const sql = postgres(databaseUrl, { max: 2 });
  const app = await startApp({ name: 'ending', databaseUrl, dataDir: info.outputPath('data') });
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`lock table courses in access exclusive mode`;

  const begun = request.get(`${app.url}/api/courses`);
  await waitForLocks(sql, 1, 'from "courses"');
  const ended = app.stop();
  const refused = () =>
    fetch(`${app.url}/api/health`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(refused, { intervals: [50] }).toBe('refused');
  await lock`rollback`;

  expect((await begun).status()).toBe(200);
  expect(await ended).toBe(0);
  lock.release();
  await sql.end();
});

test('security 53: without its secret or DATABASE_URL the server says so and does not start, with or without workers', async ({}, info) => {
  const dataDir = info.outputPath('data');
  const start = (env: Record<string, string>) =>
    startApp({ name: 'incomplete', databaseUrl: journeys(), dataDir, env });
  await expect(start({ APP_SECRET: '' })).rejects.toThrow('APP_SECRET is required');
  await expect(start({ APP_SECRET: '', WEB_CONCURRENCY: '2' })).rejects.toThrow('APP_SECRET is required');
  await expect(start({ DATABASE_URL: '' })).rejects.toThrow('DATABASE_URL is required');
});

test('a database that does not exist is told at the start, before anything listens', async ({}, info) => {
  const databaseUrl = withDatabaseName(journeys(), 'no_such_database');
  await expect(startApp({ name: 'no-database', databaseUrl, dataDir: info.outputPath('data') })).rejects.toThrow(
    'DATABASE_URL names a database that does not exist',
  );
});

test('fault 5 security 47 security 52: with its database down the server starts, says within 2 seconds that it is not healthy, and logs a page that fails by its request alone', async ({}, info) => {
  const databaseUrl = 'postgres://nobody:nothing@127.0.0.1:9/none';
  const app = await startApp({ name: 'downcast', databaseUrl, dataDir: info.outputPath('data'), health: 503 });
  const response = await fetch(`${app.url}/api/health`, { signal: AbortSignal.timeout(2000) });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: 'unavailable', code: 'request.unavailable' });

  const page = await fetch(`${app.url}/verify/SA-CANARY-01?receipt=CANARY`, {
    headers: { 'X-Request-Id': 'in-front-01' },
  });
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.headers.get('x-request-id')).toBe('in-front-01');
  const sitemap = await fetch(`${app.url}/sitemap.xml`);
  expect([sitemap.status, sitemap.headers.get('retry-after')]).toEqual([503, '5']);
  const shown = await page.text();
  expect(shown).toContain('The service is not available right now. Please try again shortly.');
  expect(shown).not.toMatch(/ECONNREFUSED|node_modules|Failed query/);
  expect(await app.stop()).toBe(0);
  const log = readFileSync('test-results/downcast.log', 'utf8');
  expect(log).toMatch(
    /"event":"page.failed".*"request":"in-front-01","method":"GET","route":"\/verify\/\[reference\]"/,
  );
  expect(log).not.toMatch(/CANARY|Failed query/);
});

test('on a database that was never migrated the built server is not healthy until it is migrated, and states the reason only in its log', async ({}, info) => {
  const databaseUrl = withDatabaseName(journeys(), 'never_migrated');
  const sql = postgres(journeys(), { max: 1 });
  await sql`create database never_migrated`;
  await sql.end();
  const app = await startApp({ name: 'never-migrated', databaseUrl, dataDir: info.outputPath('data'), health: 503 });
  const refused = await (await fetch(`${app.url}/api/health`)).json();
  expect(refused).toEqual({ status: 'unavailable', code: 'request.unavailable', message: expect.any(String) });
  expect(JSON.stringify(refused)).not.toContain('migrat');
  await runNode(serverScript('migrate.ts'), { DATABASE_URL: databaseUrl });
  expect(await (await fetch(`${app.url}/api/health`)).json()).toEqual({ status: 'ok' });
  expect(await app.stop()).toBe(0);
  expect(readFileSync('test-results/never-migrated.log', 'utf8')).toMatch(/"event":"health.unready".*never migrated/);
});

test('security 47: a method that no request can have is answered 405', async ({ baseURL }) => {
  const status = await new Promise((done, fail) => {
    send(`${baseURL}/api/user/verify-otp`, { method: 'TRACE' }, (answer) => done(answer.resume().statusCode))
      .on('error', fail)
      .end();
  });
  expect(status).toBe(405);
});

const UPGRADE = ['GET /zzz HTTP/1.1', 'Host: x', 'Connection: Upgrade'];
const WEBSOCKET = [...UPGRADE, 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: eA==', '', ''];
test('O7 with its database down a page that is shown without its content answers 503, with its text, and a script that asked for it gets its part', async ({}, info) => {
  const app = await startApp({
    name: 'shown',
    databaseUrl: NO_DATABASE,
    dataDir: info.outputPath('data'),
    health: 503,
  });
  const pages = [
    '/home',
    '/select-region',
    '/select-region/B.Tech',
    '/course-list/Indore',
    '/course-list/Indore/B.Tech',
    '/search?q=welder',
    '/plan?budget=1000000',
  ];
  for (const path of pages) {
    const response = await fetch(app.url + path);
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
    const text = await response.text();
    expect(text, path).toContain('Failed to fetch courses');
    expect(text, path).toContain('</html>');
  }
  for (const path of ['/', '/plan', '/search'])
    expect([path, (await fetch(app.url + path)).status]).toEqual([path, 200]);
  const part = await fetch(`${app.url}/home`, { headers: { RSC: '1' } });
  expect([part.status, part.headers.get('content-type')]).toEqual([200, 'text/x-component']);
  expect(await app.stop()).toBe(0);
});

/** A database URL without a server: health returns 503, and pages that need no database work. */
const NO_DATABASE = 'postgres://nobody:nothing@127.0.0.1:9/none';

test('security 55: 200 requests for a websocket are refused at once and leave no connection behind', async ({
  baseURL,
}) => {
  const connections = Array.from({ length: 200 }, () => openRaw(baseURL!, WEBSOCKET.join('\r\n')));
  const all = Promise.all(connections.map(({ closed }) => closed));
  const answers = await Promise.race([all, new Promise<string[]>((done) => setTimeout(done, 20_000, []))]);
  connections.forEach(({ socket }) => socket.destroy());
  expect(answers.filter((answer) => /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/is.test(answer))).toHaveLength(200);
});

test('security 55: a client that offers HTTP/2 is answered as HTTP/1.1, with its body and on the same connection', async ({
  baseURL,
}) => {
  const offer = [
    'Host: x',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  ];
  const json = ['Content-Type: application/json', 'Content-Length: 2', '', '{}'];
  const connection = openRaw(baseURL!, ['GET /api/health HTTP/1.1', ...offer, '', ''].join('\r\n'));
  await expect.poll(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"status":"ok"\}/s);
  connection.socket.write(['POST /api/user/login HTTP/1.1', ...offer, ...json].join('\r\n'));
  await expect.poll(connection.received).toMatch(/HTTP\/1\.1 400 Bad Request\r\n.*"code":"auth.field_required"/s);
  connection.socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await connection.closed).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
});

test('security 55: asked to end, the server ends every connection on which it answers nothing, answers on one that was just opened, and ends with 0', async ({}, info) => {
  const app = await startApp({ name: 'idle', databaseUrl: NO_DATABASE, dataDir: info.outputPath('data'), health: 503 });
  const connections = [
    '',
    'GET /half HTTP/1.1\r\nHost:',
    WEBSOCKET.join('\r\n'),
    'GET /login HTTP/1.1\r\nHost: x\r\n\r\n',
  ].map((text) => openRaw(app.url, text));
  await expect.poll(connections[3]!.received).toContain('</html>');
  const later = openRaw(app.url, '');
  await once(later.socket, 'connect');
  // The server accepts connections in their order.
  expect((await fetch(`${app.url}/icons/192.png`)).status).toBe(200);
  const ended = app.stop();
  await expect.poll(() => fetch(app.url).then(String, () => 'refused'), { intervals: [20] }).toBe('refused');
  later.socket.write('GET /login HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await later.closed).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toBe(0);
  await Promise.all(connections.map(({ closed }) => closed));
});

test('security 55: who does not finish the head of a request is cut off after 20 seconds', async ({ baseURL }) => {
  const began = Date.now();
  const slow = ['', 'GET /slow HTTP/1.1\r\nHost:'].map((text) => openRaw(baseURL!, text).closed);
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(Date.now() - began).toBeLessThan(30_000);
});

test.describe('security 70: what is no address of this site is refused, and nobody is led to another site', () => {
  const refused: [string, number, ...string[]][] = [
    ['GET * HTTP/1.1', 400],
    ['HEAD * HTTP/1.1', 400],
    ['OPTIONS * HTTP/1.1', 400],
    ['GET http://evil.example/x HTTP/1.1', 400],
    ['GET http://evil.example HTTP/1.1', 400],
    ['GET ftp://evil.example/x HTTP/1.1', 400],
    ['POST https://evil.example/api/health HTTP/1.1', 400],
    ['GET evil.example:80 HTTP/1.1', 400],
    ['GET \\evil.example HTTP/1.1', 400],
    // The connection is closed without a response.
    ['CONNECT evil.example:80 HTTP/1.1', 0],
    ['GET /_next/image?url=%2F%5Cx&w=64&q=75 HTTP/1.1', 404],
    ['GET /_next/image?url=%2Ficons%2F192.png&w=64&q=75 HTTP/1.1', 404],
    ['GET /_global-error HTTP/1.1', 404],
    ['POST /icons/192.png HTTP/1.1', 405],
    ['OPTIONS /icons/192.png HTTP/1.1', 405],
    ['DELETE /_next/static/chunks/x.js HTTP/1.1', 405],
    // Range and conditional headers are ignored: files are small.
    ['GET /icons/192.png HTTP/1.1', 200, 'Range: bytes=999999999-'],
    ['GET /icons/192.png HTTP/1.1', 200, 'If-Match: "x"'],
    ['GET /icons/192.png HTTP/1.1', 200, 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'],
  ];
  test('what is refused', async ({ baseURL }) => {
    for (const [line, status, ...headers] of refused)
      expect(await sendRaw(baseURL!, line, 'Host: x', ...headers), [line, ...headers].join(', ')).toEqual({
        status,
        location: null,
      });
  });

  const led: [string, string, ...string[]][] = [
    ['GET //evil.example HTTP/1.1', '/evil.example'],
    ['GET /\\evil.example HTTP/1.1', '/evil.example'],
    ['GET /\\/evil.example HTTP/1.1', '/evil.example'],
    ['GET /.//evil.example/ HTTP/1.1', '/evil.example/'],
    ['GET /..//evil.example HTTP/1.1', '/evil.example'],
    ['GET /%2Fevil.example/ HTTP/1.1', '/%2Fevil.example'],
    ['GET /%5Cevil.example/ HTTP/1.1', '/%5Cevil.example'],
    ['GET /%09/evil.example/ HTTP/1.1', '/%09/evil.example'],
    ['GET /dashboard HTTP/1.0', '/login'],
    ['GET /dashboard HTTP/1.1', '/login', 'Host:'],
    ['GET /dashboard HTTP/1.1', '/login', 'Host: evil.example'],
    ['GET /dashboard HTTP/1.1', '/login', 'Host: a b/@\\:99999'],
    ['GET /dashboard HTTP/1.1', '/login', 'Host: x', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  ];
  test('where others are led', async ({ baseURL }) => {
    for (const [line, to, ...headers] of led) {
      const host = headers.length === 0 && line.endsWith('1.1') ? ['Host: x'] : headers;
      expect(await sendRaw(baseURL!, line, ...host), [line, ...headers].join(', ')).toMatchObject({ location: to });
    }
  });
});

test('security 65: whatever a request says, each line of the log is one of our own, a page is one with its route, traces go to the collector by route, and none holds text of the request', async ({}, info) => {
  let traces = '';
  const collector = createServer((request, response) => {
    request.on('data', (data: Buffer) => (traces += String(data)));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  const databaseUrl = await makeDatabase(journeys(), 'forging');
  const env = {
    INSTANCE_NAME: 'seats-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const app = await startApp({ name: 'forging', databaseUrl, dataDir: info.outputPath('data'), env });
  const lines = () => readFileSync('test-results/forging.log', 'utf8').trimEnd().split('\n');
  const atStart = lines().findIndex((line) => line.includes('"event":"listening"')) + 1;
  const forged = '%0A' + encodeURIComponent('{"level":"error","event":"CANARY"}') + '%0A';
  const form = (name: string, value: string) => {
    const body = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
    return { method: 'POST', body, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } };
  };
  const requests: [string, RequestInit?][] = [
    [`/_next/image?url=%2Flogin${forged}x&w=64&q=75`],
    [`/login${forged}`],
    [`/course-list/x${forged}/B.Tech`],
    [`/icons/x${forged}`],
    [`/_next/static/x${forged}`],
    [`/_next/data/x${forged}/login.json`],
    // Next.js looks for server actions, of which this site has none, and prints the unknown id.
    ['/login', { method: 'POST', body: '[]', headers: { 'Next-Action': '{"event":"CANARY"}' } }],
    [
      '/login',
      { method: 'POST', body: '[]', headers: { 'Next-Action': '4'.repeat(42), Origin: 'http://CANARY.example' } },
    ],
    ['/login', form('$ACTION_ID_CANARY', 'CANARY')],
    ['/login', form('$ACTION_REF_1', '\n{"event":"CANARY"}\n')],
  ];
  for (const [path, init] of requests) expect((await fetch(app.url + path, init)).status).toBeLessThan(500);
  await sendRaw(app.url, 'GET * HTTP/1.1', 'Host: x');
  const headers = { 'X-Request-Id': 'in-front-02' };
  const paths = ['/login', '/verify/SA-CANARY?receipt=CANARY', '/shared-cart/CANARY', '/icons/192.png', '/nowhere'];
  for (const path of paths) await fetch(app.url + path, { headers });
  await fetch(`${app.url}/_next/static/x`, { method: 'TRACE', headers }).catch(() => undefined);
  await expect.poll(() => traces).toContain('GET /verify/[reference]');
  expect(await app.stop()).toBe(0);
  expect(traces).toContain('seat-adoption');
  expect(traces).not.toContain('CANARY');
  await new Promise((done) => collector.close(done));
  for (const line of lines().slice(atStart)) {
    expect(JSON.parse(line)).toMatchObject({
      at: expect.any(String),
      level: expect.any(String),
      event: expect.any(String),
    });
    expect(line).not.toContain('CANARY');
  }
  const pages = lines()
    .slice(atStart)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event, request }) => event === 'page' && request === 'in-front-02');
  const common = { level: 'info', instance: 'seats-1', pid: expect.any(Number), build: expect.any(String) };
  expect(pages).toEqual(
    [
      { route: '/login', status: 200 },
      { route: '/verify/[reference]', status: 404 },
      { route: '/shared-cart/[token]', status: 404 },
      { route: 'unknown', status: 404 },
    ].map((page) => expect.objectContaining({ ...common, ...page, method: 'GET' })),
  );
});

test.describe('WEB_CONCURRENCY=2', () => {
  /** Sends requests on new connections and returns how many were answered with 200. */
  const answered = async (url: string, requests: number) => {
    const statuses = await Promise.all(
      Array.from({ length: requests }, () =>
        fetch(`${url}/api/health`, { headers: { Connection: 'close' } }).then(({ status }) => status),
      ),
    );
    return statuses.filter((status) => status === 200).length;
  };

  /** Returns the requests for health that the metrics of a server count, whichever of its workers is asked. */
  const counted = async (url: string) => {
    const headers = { Authorization: `Bearer ${CRON_SECRET}`, Connection: 'close' };
    const text = await (await fetch(`${url}/api/metrics`, { headers })).text();
    return Number(/http_request_duration_seconds_count\{endpoint="health",status="200"\} (\d+)/.exec(text)?.[1]);
  };

  test('two processes serve one port; one that is killed is replaced while the other one serves, and so is its replacement', async ({}, info) => {
    const databaseUrl = await makeDatabase(journeys(), 'two_workers');
    const app = await startApp({
      name: 'two-workers',
      databaseUrl,
      dataDir: info.outputPath('data'),
      env: { WEB_CONCURRENCY: '2' },
    });
    const before = workersOf(app);
    expect(before).toHaveLength(2);
    // Metrics are collected from all workers, which takes longer while one is starting.
    const log = () => readFileSync('test-results/two-workers.log', 'utf8');
    await expect.poll(() => log().match(/"event":"listening"/g)).toHaveLength(2);
    const started = await counted(app.url);
    expect(await answered(app.url, 40)).toBe(40);
    for (let times = 0; times < 4; times++) expect(await counted(app.url)).toBe(started + 40);
    process.kill(Number(before[0]), 'SIGKILL');
    const replaced = () => workersOf(app).filter((pid) => !before.includes(pid));
    await expect.poll(replaced, { intervals: [20] }).toHaveLength(1);
    // The next one is killed, too, before it serves.
    before.push(...replaced());
    process.kill(Number(before.at(-1)), 'SIGKILL');
    await expect.poll(replaced).toHaveLength(1);
    await expect.poll(() => answered(app.url, 20)).toBe(20);
    expect(await app.stop()).toBe(0);
  });

  test('asked to end, both answer what they have begun, and the program ends with 0', async ({}, info) => {
    const databaseUrl = await makeDatabase(journeys(), 'ending_workers');
    const sql = postgres(databaseUrl, { max: 2 });
    const app = await startApp({
      name: 'ending-workers',
      databaseUrl,
      dataDir: info.outputPath('data'),
      env: { WEB_CONCURRENCY: '2' },
    });
    // A first request compiles its code, during which the lock below could exceed the limit of five seconds.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${app.url}/api/courses?city=Indore`, { headers: { Connection: 'close' } }),
      ),
    );
    const lock = await sql.reserve();
    await lock`begin`;
    await lock`lock table courses in access exclusive mode`;
    const begun = Array.from({ length: 4 }, () =>
      fetch(`${app.url}/api/courses?city=Indore`, { headers: { Connection: 'close' } }).then(({ status }) => status),
    );
    await waitForLocks(sql, begun.length, 'from "courses"');
    const ended = app.stop();
    await lock`rollback`;
    expect(await Promise.all(begun)).toEqual([200, 200, 200, 200]);
    expect(await ended).toBe(0);
    lock.release();
    await sql.end();
  });
});
