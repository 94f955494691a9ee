import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { databaseLabel } from '@/lib/platform/address';
import { useTestDatabase } from '@/testing/db/database';
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
