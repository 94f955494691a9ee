import 'server-only';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { withoutForeignParameters } from './url';

const MIGRATIONS_LOCK = 735_002;

/**
 * Applies db/migrations to a database; does nothing if it is up to date. Safe to run concurrently: the second run waits
 * for the first. Needs a direct connection to Postgres, not one through a transaction pooler. Throws with the reason of the
 * database if a migration fails; then none of this run is applied.
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
    await applyMigrations(drizzle(sql), { migrationsFolder }).catch((error: unknown) => {
      throw withReason(error);
    });
    // The role that serves the site compares them with its own (db/readiness.ts). They contain names and times, no
    // secrets.
    await sql`grant usage on schema drizzle to public`;
    await sql`grant select on drizzle.__drizzle_migrations to public`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drizzle's message is the whole statement; the reason is in its cause. */
function withReason(error: unknown): unknown {
  const { message, cause } = error as Partial<Error>;
  if (!(cause instanceof Error)) return error;
  const statement = message
    ?.replace(/^Failed query:\s*/, '')
    .split('\n', 1)[0]
    ?.slice(0, 200);
  return new Error(`No migration was applied: ${cause.message}, at: ${statement}`, { cause });
}
