import 'server-only';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const MIGRATIONS_LOCK = 735_002;

/**
 * Brings a database up to date with db/migrations; does nothing where it already is. Two migrators at once are safe: the
 * second waits for the first. Needs a connection of its own to Postgres, not one shared by a transaction pooler.
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, max_lifetime: null, connect_timeout: 10, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${MIGRATIONS_LOCK})`;
    // On a live database a change of a table must not queue behind a long reader with everybody else queueing behind it.
    await sql`set lock_timeout = '10s'`;
    await applyMigrations(drizzle(sql), { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) });
    // The role that serves the site compares them with its own (db/readiness.ts). They are names and moments, no secrets.
    await sql`grant usage on schema drizzle to public`;
    await sql`grant select on drizzle.__drizzle_migrations to public`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
