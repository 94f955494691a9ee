import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { z } from 'zod';
import { databaseOn, NUMBERS, type Database } from '@/db/client';
import { textOf } from '@/db/conditions';
import { requireDirect } from '@/db/direct';
import { withoutForeignParameters } from '@/db/url';
import { chainHas, verifyChain } from '@/lib/admin/audit-log/queries';
import { skipNumbers } from '@/lib/documents/papers/statements';
import { findBookProblems } from './books';

/** What a backup has to contain: rows by table, and the last hash of the audit log. Beside it as FILE.json. */
const manifestSchema = z.object({
  at: z.iso.datetime(),
  auditHash: z.string().nullable(),
  rows: z.record(z.string(), z.number()),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestOf = (file: string) => `${file}.json`;

/**
 * Writes a backup of the database by pg_dump, in its custom format, and a manifest from the same snapshot. Both files
 * contain personal data and are readable by their owner only.
 * @returns the manifest, and problems of the database (findProblems)
 */
export async function backUp(url: string, file: string): Promise<{ manifest: Manifest; problems: string[] }> {
  await requireDirect(url);
  return withDatabase(url, async (database) => {
    const [snapshot] = await database.execute<{ id: string }>(sql`select pg_export_snapshot() as id`);
    const draft = `${file}.part`;
    await writeFile(draft, '', { mode: 0o600 });
    try {
      const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot!.id}`];
      await runPostgresTool('pg_dump', [...options, `--file=${draft}`], url);
      const { last } = await verifyChain(database);
      const manifest = { at: new Date().toISOString(), auditHash: last, rows: await countRows(database) };
      const problems = await findProblems(database);
      await writeFile(manifestOf(file), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      await rename(draft, file);
      return { manifest, problems };
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/**
 * Restores a backup into an empty database, all or nothing, and compares it with its manifest.
 * @returns problems; empty if everything is there and findProblems finds none
 */
export async function restore(url: string, file: string): Promise<{ manifest: Manifest; problems: string[] }> {
  const text = await readFile(manifestOf(file), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(text));
  await requireDirect(url);
  const present = Object.keys(await withDatabase(url, countRows));
  if (present.length > 0)
    throw new Error(`The database has ${present.length} tables already. Restore into a new one (createdb).`);
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runPostgresTool('pg_restore', [...options, `--dbname=${new URL(url).pathname.slice(1)}`, file], url);
  return { manifest, problems: await withDatabase(url, (database) => compare(manifest, database)) };
}

/**
 * Tells administrators that the database was restored, in the audit log, and leaves out the next numbers of papers: those
 * that were issued after the backup are in use.
 * @param at the time of the backup, ISO 8601
 */
export async function recordRestore(url: string, at: string, skippedNumbers: number): Promise<void> {
  const pool = postgres(withoutForeignParameters(url), { max: 1, prepare: false, onnotice: () => undefined });
  try {
    await pool.begin(async (transaction) => {
      await transaction`
        insert into audit_log (actor, action, after)
        values ('command', 'database.restored', jsonb_build_object('backup_of', ${at}::text))`;
      if (skippedNumbers > 0) await transaction.unsafe(textOf(skipNumbers(skippedNumbers)));
    });
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** Returns what of a backup is missing in a database, and what is wrong with its data. */
async function compare(manifest: Manifest, database: Database): Promise<string[]> {
  const rows = await countRows(database);
  const tables = [...new Set([...Object.keys(manifest.rows), ...Object.keys(rows)])];
  const missing = tables
    .filter((table) => rows[table] !== manifest.rows[table])
    .map((table) => `${table} has ${rows[table] ?? 'no'} rows instead of ${manifest.rows[table] ?? 'none'}`);
  const { auditHash } = manifest;
  const isCut = auditHash !== null && !(await chainHas(auditHash, database));
  return [
    ...missing,
    ...(isCut ? ['the audit log lacks the last entry of the backup'] : []),
    ...(await findProblems(database)),
  ];
}

/** Returns what is wrong with the data: seats or money that do not add up, a broken audit log. */
export async function findProblems(database: Database): Promise<string[]> {
  const { broken } = await verifyChain(database);
  return [
    ...(await findBookProblems(database)),
    ...(broken === null ? [] : [`the audit log is broken, first at entry ${broken}`]),
  ];
}

/** Throws an error that lists problems, if there are any. */
export function requireNone(problems: string[], title: string): void {
  if (problems.length > 0) throw new Error([title, ...problems.map((problem) => `  ${problem}`)].join('\n'));
}

/**
 * Runs work in one transaction that only reads, in one snapshot and without a time limit, on a connection of its own.
 * Nothing stays in the connection: behind a pooler the site uses it next.
 */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const options = { max: 1, max_lifetime: null, prepare: false, onnotice: () => undefined, types: NUMBERS };
  const pool = postgres(withoutForeignParameters(url), options);
  try {
    return await databaseOn(pool, false).transaction(
      async (transaction) => {
        await transaction.execute(sql`set local statement_timeout = 0`);
        return work(transaction);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** Returns the number of rows by table. */
async function countRows(database: Database): Promise<Record<string, number>> {
  const tables = await database.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE' order by 1, 2`);
  const counts: Record<string, number> = {};
  for (const { schema, name } of tables)
    counts[`${schema}.${name}`] = await database.$count(sql`${sql.identifier(schema)}.${sql.identifier(name)}`);
  return counts;
}

/**
 * Runs a client program of Postgres on the database of an address, whose password is not among its arguments. Throws with
 * its output; programs older than the server refuse to run.
 */
async function runPostgresTool(program: 'pg_dump' | 'pg_restore', args: string[], url: string): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslmode = searchParams.get('sslmode');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslmode ? { PGSSLMODE: sslmode } : {}),
  };
  const child = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${program} is not installed. Install the client programs of Postgres (postgresql-client).`);
  })) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim()}`);
}
