import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeDatabase, sql } from '@/db/client';
import { withDatabaseName } from '@/testing/db/database-url';
import { useTestDatabase } from '@/testing/db/database';
import { announceSecret, compareSecrets, hasOtherSecret } from './app-secret';
import type { Env } from './env';
import { databaseProblem, folderProblem } from './startup';

const secrets = vi.hoisted(() => ({ own: '' }));
vi.mock('./env', () => ({ env: () => ({ APP_SECRET: secrets.own }) }));

useTestDatabase();
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('an address that can never work is a problem of the configuration, a database that is away is not', async () => {
  const url = process.env.DATABASE_URL!;
  expect(await databaseProblem()).toBeNull();
  const problemOf = async (address: string) => {
    await closeDatabase();
    vi.stubEnv('DATABASE_URL', address);
    return databaseProblem();
  };
  expect(await problemOf(withDatabaseName(url, 'no_such_database'))).toBe(
    'DATABASE_URL names a database that does not exist (database "no_such_database" does not exist)',
  );
  const unknown = new URL(url);
  unknown.username = 'no_such_role';
  expect(await problemOf(unknown.href)).toMatch(
    /^DATABASE_URL has a (wrong password or user|user who may not connect) /,
  );
  expect(await problemOf('postgres://a:b@127.0.0.1:1/seats')).toBeNull();
});

/** A server that answers the first bytes of a connection with `answer` and closes it. Returns its port. */
async function answerWith(answer: Buffer | string): Promise<number> {
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)));
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

test('a wrong password is a problem of the configuration', async () => {
  // The error of Postgres; the server of the tests trusts every user.
  const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed for user "a"\0\0');
  const head = Buffer.from('E    ');
  head.writeInt32BE(fields.length + 4, 1);
  const port = await answerWith(Buffer.concat([head, fields]));
  vi.stubEnv('DATABASE_URL', `postgres://a:b@127.0.0.1:${port}/seats`);
  await closeDatabase();
  expect(await databaseProblem()).toBe(
    'DATABASE_URL has a wrong password or user (password authentication failed for user "a")',
  );
});

test('TLS asked of a server without it is a problem of the configuration', async () => {
  // What Postgres answers to a request for TLS without a certificate, before it closes the connection.
  const port = await answerWith('N');
  vi.stubEnv('DATABASE_URL', `postgres://a:b@127.0.0.1:${port}/seats?sslmode=require`);
  await closeDatabase();
  expect(await databaseProblem()).toBe('DATABASE_URL asks for TLS, which the server does not offer');
});

test('a folder for messages that cannot be written is a problem, if messages go there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seat-adoption-startup-'));
  await writeFile(join(folder, 'file'), '');
  const values = { MESSAGE_TRANSPORT: 'outbox', DATA_DIR: join(folder, 'file', 'below') } as Env;
  expect(await folderProblem(values)).toMatch(/^DATA_DIR \(.*below\) cannot be written: ENOTDIR$/);
  expect(await folderProblem({ ...values, MESSAGE_TRANSPORT: 'smtp' })).toBeNull();
  expect(await folderProblem({ ...values, DATA_DIR: join(folder, 'new') })).toBeNull();
  await rm(folder, { recursive: true });
});

test('two instances with different secrets are noticed by the one that started first', async () => {
  secrets.own = 'the secret of the first instance, started first';
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const started = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await sql()`delete from settings where "group" = 'app_secret'`;
  await announceSecret();
  await announceSecret();
  await compareSecrets();
  expect([started.mock.calls, logged.mock.calls]).toEqual([[], []]);

  const first = secrets.own;
  secrets.own = 'another secret of a second instance';
  await announceSecret();
  expect(String(started.mock.calls[0])).toContain('"app_secret_changed"');
  expect(await hasOtherSecret()).toBe(false);
  secrets.own = first;
  await compareSecrets();
  expect(String(logged.mock.calls[0])).toContain('"app_secret_differs"');
  const [row] = await sql()`select value::text as value from settings where "group" = 'app_secret'`;
  expect(row!.value).not.toContain('another secret');
  await sql()`delete from settings where "group" = 'app_secret'`;
});
