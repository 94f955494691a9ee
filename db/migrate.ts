import 'server-only';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { requireDirect } from './direct';
import journal from './migrations/meta/_journal.json';
import { withoutForeignParameters } from './url';

const MIGRATIONS_LOCK = 735_002;
const LOCK_NOT_AVAILABLE = '55P03';

/** What a second run says and when, and when it gives up, in milliseconds. */
const PATIENCE: { say: (text: string) => void; saysAfter: number; endsAfter: number } = {
  say: (text) => void process.stderr.write(`${text}\n`),
  saysAfter: 3000,
  endsAfter: 600_000,
};

/**
 * Applies db/migrations to a database; does nothing if it is up to date. Safe to run concurrently: the second run waits
 * for the first, says so after 3 s and gives up after 10 minutes. Throws with the reason of the database if a migration
 * fails; the ones before it stay applied. Throws if the address is that of a transaction pooler (direct.ts).
 */
export async function migrate(url: string, patience = PATIENCE): Promise<void> {
  await requireDirect(url);
  const sql = postgres(withoutForeignParameters(url), {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => undefined,
  });
  try {
    await lockMigrations(sql, patience);
    // On a live database a table change must not queue behind a long-running reader and block all others behind it.
    await sql`set lock_timeout = '10s'`;
    const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
    const migrations = readMigrationFiles({ migrationsFolder });
    // One transaction each: all locks of an update over several releases would stop writing for seconds.
    for (const [index, { tag }] of journal.entries.entries())
      await applyMigrations(sql, migrations.slice(0, index + 1)).catch((error: unknown) => {
        throw withReason(tag, error);
      });
    // The role that serves the site compares them with its own (db/readiness.ts). They contain names and times, no
    // secrets.
    await sql`grant usage on schema drizzle to public`;
    await sql`grant select on drizzle.__drizzle_migrations to public`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function lockMigrations(sql: Sql, { say, saysAfter, endsAfter }: typeof PATIENCE): Promise<void> {
  // The role may have limits of its own (docs/operators.md#poolers).
  await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', ${String(endsAfter)}, false)`;
  const late = setTimeout(() => say('Waiting for another migration of this database …'), saysAfter);
  try {
    await sql`select pg_advisory_lock(${MIGRATIONS_LOCK})`;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    const [holder] = await sql<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objid = ${MIGRATIONS_LOCK} and granted
         and database = (select oid from pg_database where datname = current_database())`;
    throw new Error(
      `Another migration did not end: process ${holder?.pid ?? 'unknown'} of the database holds its lock. ` +
        'If that is no migration (pg_stat_activity), end it: select pg_terminate_backend(…)',
      { cause: error },
    );
  } finally {
    clearTimeout(late);
  }
}

/** Applies those migrations that are not applied yet in one transaction. Drizzle's own function takes a folder only. */
async function applyMigrations(sql: Sql, migrations: MigrationMeta[]): Promise<void> {
  type Migrator = {
    session: unknown;
    dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: object): Promise<void> };
  };
  const { dialect, session } = drizzle(sql) as unknown as Migrator;
  await dialect.migrate(migrations, session, {});
}

/** Drizzle's message is the whole statement; the reason is in its cause. */
function withReason(tag: string, error: unknown): unknown {
  const { message, cause } = error as Partial<Error>;
  if (!(cause instanceof Error)) return error;
  const statement = message
    ?.replace(/^Failed query:\s*/, '')
    .split('\n', 1)[0]
    ?.slice(0, 200);
  return new Error(`Migration ${tag} was not applied: ${cause.message}, at: ${statement}`, { cause });
}
