import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import * as schema from './schema';

export type Database = PostgresJsDatabase<typeof schema>;

type Connection = { sql: Sql; db: Database };

/** Kept on globalThis so that hot reload in development does not open a pool a change. */
const shared = globalThis as typeof globalThis & { seatAdoptionConnection?: Connection };

/**
 * Opens a pool of connections. Reconnecting pauses longer each time (at most 2 s): without a pause postgres.js retries a
 * server that accepts and closes thousands of times a second. Statements and locks have limits of their own, in milliseconds.
 */
export function connect(url: string, options: { max?: number } = {}): Connection {
  const sql = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 5,
    idle_timeout: 60,
    backoff: (attempt) => Math.min(2, 0.1 * 2 ** attempt),
    connection: { application_name: 'seat-adoption', statement_timeout: 8000, lock_timeout: 5000 },
    onnotice: () => undefined,
  });
  return { sql, db: drizzle(sql, { schema }) };
}

function connection(): Connection {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is required');
  shared.seatAdoptionConnection ??= connect(url, { max: Number(process.env.DATABASE_POOL) || undefined });
  return shared.seatAdoptionConnection;
}

/** Drizzle on the shared pool, opened at first use: a build needs no database. */
export function db(): Database {
  return connection().db;
}

/** postgres.js on the same pool, for the single statements that move seats. */
export function sql(): Sql {
  return connection().sql;
}

/** Closes the shared pool: at the end of a script or a test. */
export async function closeDatabase(): Promise<void> {
  await shared.seatAdoptionConnection?.sql.end({ timeout: 5 });
  shared.seatAdoptionConnection = undefined;
}
