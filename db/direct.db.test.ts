import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseProblem } from '@/lib/platform/startup';
import { backUp, findProblems, restore, withDatabase } from '@/scripts/lib/backup';
import { useTestDatabase } from '@/testing/db/database';
import { startPooler } from '@/testing/db/pooler';
import { closeDatabase } from './client';
import { requireDirect } from './direct';
import { migrate } from './migrate';

const { url, dataDir } = useTestDatabase();
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

/** What a client of the pooler, such as the site, finds in the connection that others used before. */
async function leftIn(pooler: string) {
  const sql = postgres(pooler, { max: 1, prepare: false, fetch_types: false });
  const [row] = await sql`
    select current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
           (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as advisory,
           (select count(*)::int from pg_prepared_statements) as prepared`;
  await sql.end();
  return row;
}
/** After `limit`. */
const LIMITED = { statements: '8s', locks: '0', advisory: 0, prepared: 0 };

/** Gives the connection of the pooler a time limit, as the role of a site has it. */
async function limit(pooler: string): Promise<void> {
  const sql = postgres(pooler, { max: 1, prepare: false, fetch_types: false });
  await sql`set statement_timeout = '8s'`;
  await sql.end();
}

test('security 152: behind a pooler, the check of the data leaves nothing in a connection of the site', async () => {
  const pooler = await startPooler(url);
  await limit(pooler);
  expect(await withDatabase(pooler, findProblems)).toEqual([]);
  expect(await leftIn(pooler)).toEqual(LIMITED);
});

test('security 152: migrations and backups refuse the address of a pooler and leave nothing in its connections', async () => {
  const pooler = await startPooler(url);
  await limit(pooler);
  const file = join(dataDir, 'seats.dump');
  const refusal = `${new URL(pooler).host} is a pooler`;
  await expect(migrate(pooler)).rejects.toThrow(refusal);
  await expect(backUp(pooler, file)).rejects.toThrow(refusal);
  expect(await leftIn(pooler)).toEqual(LIMITED);
  expect(await readdir(dataDir)).not.toContain('seats.dump.part');
  await expect(restore(pooler, file)).rejects.toThrow();
  // A migration on the direct address does not wait for a lock that a pooler's connection holds.
  await migrate(url);
});

test('a direct address is none of a pooler', async () => {
  await expect(requireDirect(url)).resolves.toBeUndefined();
});

test('a pooler that nobody configured is named', async () => {
  vi.stubEnv('DATABASE_URL', await startPooler(url));
  await closeDatabase();
  expect(await databaseProblem()).toMatch(/^DATABASE_URL is the address of a pooler: set DATABASE_POOLER=transaction/);
});

test('a migration says that it waits for another one, and goes on after it', async () => {
  const other = postgres(url, { max: 1 });
  await other`select pg_advisory_lock(735002)`;
  const said: string[] = [];
  let migrating: Promise<void> | undefined;
  await new Promise<void>((done) => {
    const say = (text: string) => done(void said.push(text));
    migrating = migrate(url, { say, saysAfter: 0, endsAfter: 600_000 });
  });
  await other.end();
  await migrating;
  expect(said).toEqual(['Waiting for another migration of this database …']);
});

test('a migration gives up in the end and names the process that holds the lock', async () => {
  const other = postgres(url, { max: 1 });
  const [row] = await other`select pg_backend_pid() as pid, pg_advisory_lock(735002)`;
  const patience = { say: () => undefined, saysAfter: 60_000, endsAfter: 50 };
  await expect(migrate(url, patience)).rejects.toThrow(
    `Another migration did not end: process ${row!.pid} of the database holds its lock`,
  );
  await other.end();
});
