import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { root } from '@/scripts/lib/programs';
import { useTestDatabase } from '@/testing/db/database';
import { withDatabaseName } from '@/testing/db/database-url';
import { GET } from './health/route';

const { url } = useTestDatabase();
const other = `health_${randomUUID().replaceAll('-', '')}`;
const otherUrl = withDatabaseName(url, other);
const role = `site_${randomUUID().replaceAll('-', '')}`;

let owner: Sql;
beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => undefined });
  await owner`create database ${owner(other)}`;
  const grants = await readFile(join(root, 'db/site-role.sql'), 'utf8');
  await owner.unsafe(`create role ${role} login password '${role}'`);
  await owner.unsafe(grants.replaceAll(':"site"', role));
});
afterAll(async () => {
  await owner.unsafe(`drop owned by ${role}; drop role ${role}`);
  await owner`drop database if exists ${owner(other)} with (force)`;
  await owner.end();
});
afterEach(() => void vi.restoreAllMocks());

/** Returns the health response of an instance on the database at `address`, and the reason in its log. */
async function healthOn(address: string): Promise<{ status: number; body: unknown; reason?: string }> {
  process.env.DATABASE_URL = address;
  await closeDatabase();
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const response = await GET(new Request('http://localhost:3000/api/health'), { params: Promise.resolve({}) });
    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string; reason?: string });
    const reason = lines.find(({ event }) => event === 'health.unready')?.reason;
    return { status: response.status, body: await response.json(), ...(reason && { reason }) };
  } finally {
    error.mockRestore();
    process.env.DATABASE_URL = url;
    await closeDatabase();
  }
}

/** Returns the URL of the test database for the role that serves the site. */
function siteRoleUrl(): string {
  return Object.assign(new URL(url), { username: role, password: role }).href;
}

const HEALTHY = { status: 200, body: { status: 'ok' } };
const unready = (reason: string) => ({
  status: 503,
  body: expect.objectContaining({ status: 'unavailable', code: 'request.unavailable' }) as unknown,
  reason: expect.stringContaining(reason) as unknown,
});

test('a migrated database is healthy, for its owner and for the role that serves the site', async () => {
  expect(await healthOn(url)).toEqual(HEALTHY);
  expect(await healthOn(siteRoleUrl())).toEqual(HEALTHY);
});

test('a database without migrations is unhealthy until migrated; the reason is only logged', async () => {
  const never = await healthOn(otherUrl);
  expect(never).toEqual(unready('never migrated'));
  expect(JSON.stringify(never.body)).not.toMatch(/migrat|foundation/);
  await migrate(otherUrl);
  expect(await healthOn(otherUrl)).toEqual(HEALTHY);
});

test('a database that lacks one migration is unhealthy; one of a later release is healthy', async () => {
  const [last] = await owner<{ id: number; created_at: string }[]>`
    select id, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  await owner`update drizzle.__drizzle_migrations set created_at = 1 where id = ${last!.id}`;
  expect(await healthOn(url)).toEqual(unready('migrations are missing'));
  await owner`update drizzle.__drizzle_migrations set created_at = ${last!.created_at} where id = ${last!.id}`;
  await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
  expect(await healthOn(url)).toEqual(HEALTHY);
});

test.each([
  ['select', 'courses'],
  ['insert', 'audit_log'],
  ['update', 'billings'],
  ['delete', 'sessions'],
])('a role without the right to %s %s is unhealthy', async (may, table) => {
  await owner.unsafe(`revoke ${may} on ${table} from ${role}`);
  expect(await healthOn(siteRoleUrl())).toEqual(unready(`${table} ${may}`));
  await owner.unsafe(`grant ${may} on ${table} to ${role}`);
  expect(await healthOn(siteRoleUrl())).toEqual(HEALTHY);
});

test('a role without access to sequences is unhealthy', async () => {
  await owner.unsafe(`revoke usage on sequence audit_log_id_seq from ${role}`);
  expect(await healthOn(siteRoleUrl())).toEqual(unready('audit_log_id_seq usage'));
  await owner.unsafe(`grant usage on sequence audit_log_id_seq to ${role}`);
});

test('a role that cannot read the list of migrations is unhealthy until the owner migrates', async () => {
  await owner`revoke usage on schema drizzle from public`;
  expect(await healthOn(siteRoleUrl())).toEqual(unready('run db:migrate'));
  await migrate(url);
  expect(await healthOn(siteRoleUrl())).toEqual(HEALTHY);
});

test('a read-only database is unhealthy', async () => {
  await owner.unsafe(`alter role ${role} set default_transaction_read_only = on`);
  expect(await healthOn(siteRoleUrl())).toEqual(unready('read-only'));
  await owner.unsafe(`alter role ${role} reset default_transaction_read_only`);
});

test('a database that does not respond is unhealthy', async () => {
  expect(await healthOn('postgres://nobody:nothing@127.0.0.1:9/none')).toEqual(unready('does not answer'));
});
