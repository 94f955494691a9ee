import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import postgres from 'postgres';
import { expect, test } from './fixtures';
import { startApp } from './fixtures/app';
import { makeDatabase } from './fixtures/databases';

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
  const waiting = async () => (await sql`select 1 from pg_locks where not granted`).length;
  await expect.poll(waiting, { intervals: [50] }).toBeGreaterThan(0);
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

test('security 53: without its secret the server says so and does not start', async ({}, info) => {
  const start = startApp({
    name: 'secretless',
    databaseUrl: journeys(),
    dataDir: info.outputPath('data'),
    env: { APP_SECRET: '' },
  });
  await expect(start).rejects.toThrow('APP_SECRET is required');
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
  expect(page.status).toBe(500);
  expect(page.headers.get('x-request-id')).toBe('in-front-01');
  expect(await page.text()).not.toMatch(/ECONNREFUSED|node_modules|Failed query/);
  expect(await app.stop()).toBe(0);
  const log = readFileSync('test-results/downcast.log', 'utf8');
  expect(log).toMatch(/"event":"page.failed","request":"in-front-01","method":"GET","route":"\/verify\/\[reference\]"/);
  expect(log).not.toMatch(/CANARY|Failed query/);
});

test('security 47: a method that no request can have is answered 405', async ({ baseURL }) => {
  const status = await new Promise((done, fail) => {
    send(`${baseURL}/api/user/verify-otp`, { method: 'TRACE' }, (answer) => done(answer.resume().statusCode))
      .on('error', fail)
      .end();
  });
  expect(status).toBe(405);
});
