import { afterEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { examine, type Finding } from './doctor';

const { url } = useTestDatabase();
afterEach(() => vi.unstubAllEnvs());

/** The findings of a kind, each as one line. */
const lines = (findings: Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ about, text }) => `${about}: ${text}`);

test('says what works, and what only works on this machine', async () => {
  const findings = await examine();
  // A checkout need not have a build.
  expect(lines(findings, 'fault').filter((line) => !line.startsWith('build'))).toEqual([]);
  expect(lines(findings, 'ok')).toEqual(
    expect.arrayContaining([
      'variables: all valid',
      expect.stringMatching(/^database: Postgres \d+/),
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
    expect.stringMatching(/^database: does not answer: .*ECONNREFUSED/),
  );
  vi.stubEnv('DATA_DIR', '/dev/null/data');
  expect(lines(await examine(), 'fault')).toContain('disk: DATA_DIR (/dev/null/data) cannot be written: ENOTDIR');
});
