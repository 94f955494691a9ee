import 'server-only';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import journal from './migrations/meta/_journal.json';
import { withoutForeignParameters } from './url';

const MIGRATIONS_LOCK = 735_002;

/**
 * Applies db/migrations to a database; does nothing if it is up to date. Safe to run concurrently: the second run waits
 * for the first. Needs a direct connection to Postgres, not one through a transaction pooler. Throws with the reason of the
 * database if a migration fails; the ones before it stay applied.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(withoutForeignParameters(url), {
    max: 1,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => undefined,
  });
  try {
    await sql`select pg_advisory_lock(${MIGRATIONS_LOCK})`;
    // On a live database a table change must not queue behind a long-running reader and block all others behind it.
    await sql`set lock_timeout = '10s'`;
    // The role may have a limit (db/site-role.sql).
    await sql`set statement_timeout = 0`;
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
