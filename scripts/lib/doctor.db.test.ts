import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeDatabase, sql } from '@/db/client';
import { databaseLabel } from '@/lib/platform/address';
import { useTestDatabase } from '@/testing/db/database';
import { startPooler } from '@/testing/db/pooler';
import { examine, type Finding } from './doctor';

const { url } = useTestDatabase();
afterEach(() => vi.unstubAllEnvs());
const MAIL = { MESSAGE_TRANSPORT: 'smtp', MESSAGE_FROM: 'Seats <seats@example.in>' };

/** The findings of a kind, each as one line. */
const lines = (findings: Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ about, text }) => `${about}: ${text}`);

test('says what works, and what only works on this machine', async () => {
  const [{ version } = {}] = await sql()<{ version: string }[]>`select current_setting('server_version') as version`;
  const findings = await examine();
  // A checkout need not have a build.
  expect(lines(findings, 'fault').filter((line) => !line.startsWith('build'))).toEqual([]);
  expect(lines(findings, 'ok')).toEqual(
    expect.arrayContaining([
      'variables: all valid',
      `database: ${databaseLabel(url)}, Postgres ${version}`,
      'schema and rights: those of this release',
      'clock: that of the database',
      expect.stringMatching(/^disk: \d+ MB left/),
      'map: public/geo/mp-districts.geojson',
    ]),
  );
  expect(lines(findings, 'note')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^address: APP_URL is http:\/\/localhost/),
      expect.stringMatching(/^e-mail: MESSAGE_TRANSPORT is 'outbox'/),
      expect.stringMatching(/^payments: PAYMENT_PROVIDER is not set/),
    ]),
  );
});

/** Starts a mail server on this machine that knows one password. @returns its port, and the recipients of what it took */
async function startMailServer() {
  const recipients: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _, done) => {
      recipients.push(address);
      done();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(done)));
  return { port: (server.server.address() as AddressInfo).port, recipients };
}

test('logs in to the mail server without sending, and says where it fails', async () => {
  const { port, recipients } = await startMailServer();
  const mailOf = async (SMTP_URL: string) => {
    const findings = await examine({ ...process.env, ...MAIL, SMTP_URL });
    return findings.filter(({ about }) => about === 'e-mail');
  };
  expect(await mailOf(`smtp://seats:right@127.0.0.1:${port}`)).toEqual([
    { level: 'ok', about: 'e-mail', text: 'the mail server lets us in' },
  ]);
  const faults = [await mailOf(`smtp://seats:wrong@127.0.0.1:${port}`), await mailOf('smtp://127.0.0.1:9')].flat();
  expect(faults.map(({ level }) => level)).toEqual(['fault', 'fault']);
  expect(faults[0]!.text).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port}: EAUTH, 535`));
  expect(faults[1]!.text).toMatch(/^127\.0\.0\.1:9: ESOCKET, ECONNREFUSED/);
  expect(recipients).toEqual([]);
});

test('sends a test message when asked to', async () => {
  const { port, recipients } = await startMailServer();
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...MAIL, SMTP_URL: `smtp://seats:right@127.0.0.1:${port}` }))
    vi.stubEnv(name, value);
  const { sendTestMessage } = await import('./doctor');
  expect(await sendTestMessage('me@example.in')).toMatchObject({ level: 'ok' });
  expect(recipients).toEqual(['me@example.in']);
});

test('says what else may be meant otherwise: pools, addresses of processes, secrets, texts in the clear', async () => {
  vi.stubEnv('WEB_CONCURRENCY', '2000');
  const findings = await examine({
    ...process.env,
    SMS_URL: 'http://texts.example',
    PAYMENT_PROVIDER: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'one-secret-for-everything',
    RAZORPAY_WEBHOOK_SECRET: 'one-secret-for-everything',
  });
  expect(lines(findings, 'note')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^connections: this instance may open 24000, and the database allows \d+ in all/),
      expect.stringMatching(/^payments: RAZORPAY_WEBHOOK_SECRET is the secret of the key/),
      expect.stringMatching(/^text messages: SMS_URL is not https/),
    ]),
  );
  vi.stubEnv('PORT', 'http');
  expect(lines(await examine(), 'fault')).toContainEqual(expect.stringMatching(/^variables: PORT must be/));
});

test('O8 says that an example is in use, a secret can be guessed, and the role may do more than it needs', async () => {
  const findings = await examine({
    ...process.env,
    APP_URL: 'https://seats.example.org',
    MESSAGE_FROM: 'Seat Adoption <seats@example.org>',
    APP_SECRET: '0123456789'.repeat(4),
    CRON_SECRET: '0123456789012345',
  });
  expect(lines(findings, 'fault')).toEqual(
    expect.arrayContaining([
      'variables: APP_URL has an example as its value: set your own',
      'variables: MESSAGE_FROM has an example as its value: set your own',
    ]),
  );
  expect(lines(findings, 'note')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^secret: APP_SECRET can be guessed/),
      expect.stringMatching(/^secret: CRON_SECRET can be guessed/),
      expect.stringMatching(/^role: the site runs as \w+, a superuser/),
    ]),
  );
});

test("O8 an address of one's own, a random secret and a role with few rights are fine; JIT is named where it is on", async () => {
  const role = `site_${randomBytes(4).toString('hex')}`;
  await sql().unsafe(`create role ${role} login password 'few rights'`);
  const siteRole = await readFile(new URL('../../db/site-role.sql', import.meta.url), 'utf8');
  await sql().unsafe(siteRole.replaceAll(':"site"', role));
  const site = new URL(url);
  Object.assign(site, { username: role, password: 'few rights' });
  const notesOf = async (jit: 'on' | 'off') => {
    await sql().unsafe(`alter role ${role} set jit = ${jit}`);
    await closeDatabase();
    vi.stubEnv('DATABASE_URL', site.href);
    const APP_SECRET = randomBytes(32).toString('base64');
    const findings = await examine({ ...process.env, APP_SECRET, APP_URL: 'https://seats.mp.gov.in' });
    await closeDatabase();
    vi.unstubAllEnvs();
    process.env.DATABASE_URL = url;
    expect(lines(findings, 'ok')).toContain(`role: ${role}, reads and writes rows only`);
    expect(lines(findings, 'fault').filter((line) => /^(variables|secret)/.test(line))).toEqual([]);
    return lines(findings, 'note').filter((line) => /^(role|secret|jit)/.test(line));
  };
  expect(await notesOf('off')).toEqual([]);
  expect(await notesOf('on')).toEqual([]);
  await sql().unsafe(`drop owned by ${role}; drop role ${role}`);
});

test('O8 behind a pooler JIT is named until the role switches it off, and the pooler has new connections', async () => {
  const role = `pooled_${randomBytes(4).toString('hex')}`;
  await sql().unsafe(`create role ${role} login password 'few rights'`);
  const notesOf = async (jit: 'on' | 'off') => {
    await sql().unsafe(`alter role ${role} set jit = ${jit}`);
    const direct = Object.assign(new URL(url), { username: role, password: 'few rights' });
    await closeDatabase();
    vi.stubEnv('DATABASE_URL', await startPooler(direct.href));
    vi.stubEnv('DATABASE_POOLER', 'transaction');
    const findings = await examine();
    await closeDatabase();
    vi.unstubAllEnvs();
    process.env.DATABASE_URL = url;
    return lines(findings, 'note').filter((line) => line.startsWith('jit'));
  };
  expect(await notesOf('on')).toEqual([
    expect.stringMatching(/alter role pooled_\w+ set jit = off, then let the pooler open new connections/),
  ]);
  expect(await notesOf('off')).toEqual([]);
  await sql().unsafe(`drop owned by ${role}; drop role ${role}`);
});

test('with invalid variables it lists all of them and still checks the files', async () => {
  const findings = await examine({ ...process.env, APP_SECRET: 'short', APP_URL: 'seats', TRUSTED_PROXY_HOP: '1' });
  expect(lines(findings, 'fault').filter((line) => line.startsWith('variables'))).toHaveLength(3);
  expect(lines(findings, 'ok')).toContain('map: public/geo/mp-districts.geojson');
});

test('names a missing migration, a database that does not answer, and a folder that cannot be written', async () => {
  await sql()`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  expect(lines(await examine(), 'fault')).toContainEqual(
    expect.stringMatching(/^schema and rights: migrations are missing, run db:migrate: \d{4}_/),
  );
  vi.stubEnv('DATABASE_URL', url.replace(/:\d+\//, ':9/'));
  expect(lines(await examine(), 'fault')).toContainEqual(
    expect.stringMatching(/^database: \w+ on 127\.0\.0\.1:9 as postgres does not answer: .*ECONNREFUSED/),
  );
  vi.stubEnv('DATA_DIR', '/dev/null/data');
  expect(lines(await examine(), 'fault')).toContain('disk: DATA_DIR (/dev/null/data) cannot be written: ENOTDIR');
});
