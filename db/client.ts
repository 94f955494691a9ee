import 'server-only';
import { sql as template } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres, { type Options as PostgresOptions, type Sql, type TransactionSql } from 'postgres';
import { guardTransactions, retryStatements } from './retry-statements';
import * as schema from './schema';
import { unavailableCode } from './errors';
import { withoutForeignParameters } from './url';

/** Drizzle on a pool or in a transaction. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

/** What a statement may take, and how long it may wait for a lock, in milliseconds, where the caller says nothing else. */
export const STATEMENT_MS = 8000;
export const LOCK_MS = 5000;
/** The same wait of notices from gateways, in milliseconds: they are answered within four seconds, and come again. */
export const NOTICE_LOCK_MS = 1500;
/** Connections for notices, besides the pool of the site: many that wait for one adoption do not take those of pages. */
export const NOTICE_CONNECTIONS = 2;

/** Reads bigint and numeric as numbers: sums and amounts of paise stay far below 2^53. */
export const NUMBERS = { number: { to: 20, from: [20, 1700], parse: Number, serialize: String } };

/** The number of the type `timestamptz` in Postgres. */
const TIMESTAMPTZ = 1184;

type Connection = {
  sql: Sql;
  db: Database;
  /** Drizzle on the same pool, whose statements Postgres plans for their values. */
  unprepared: Database;
};
/** The types of the library lack `max_pipeline`. */
type Options = PostgresOptions<Record<string, postgres.PostgresType>> & { max_pipeline?: number };

/** Stored on globalThis so that hot reload in development reuses the pools. */
const shared = globalThis as typeof globalThis & {
  seatAdoptionConnection?: Connection;
  seatAdoptionNotices?: Connection;
  seatAdoptionToleratesBrokenConnections?: boolean;
};

/** Whether a pooler gives each transaction another connection of the server: nothing may stay in a connection then. */
export const isPooled = () => process.env.DATABASE_POOLER === 'transaction';

/**
 * Keeps the program running when a connection breaks while postgres.js queries the array types on it: nothing handles the
 * rejection of that query (porsager/postgres#1192). The statement for which the connection was opened is rejected as well.
 */
export function tolerateBrokenConnections(): void {
  if (shared.seatAdoptionToleratesBrokenConnections) return;
  shared.seatAdoptionToleratesBrokenConnections = true;
  process.on('unhandledRejection', (error) => {
    // Other errors end the program, as by default, unless another listener (Next.js has one) handles them.
    if (!unavailableCode(error) && process.listenerCount('unhandledRejection') === 1) throw error;
  });
}

/**
 * Opens a connection pool. Reconnecting backs off up to 2 s: without a pause postgres.js retries a server that accepts
 * and closes connections thousands of times a second. Statements and locks have their own timeouts, in milliseconds;
 * with a pooler they are those of the role, which readiness.ts requires, and JIT is off by the role.
 */
export function connect(
  url: string,
  options: { max?: number; statementMs?: number; lockMs?: number } = {},
): Connection {
  tolerateBrokenConnections();
  const pool = (max: number, more: Options) => {
    const sql = postgres(withoutForeignParameters(url), {
      max,
      connect_timeout: 5,
      idle_timeout: 60,
      backoff: (attempt) => Math.min(2, 0.1 * 2 ** attempt),
      onnotice: () => undefined,
      types: NUMBERS,
      ...more,
      connection: { application_name: 'seat-adoption', ...more.connection },
    });
    retryStatements(sql, { rolledBack: false });
    guardTransactions(sql);
    return sql;
  };
  const max = options.max ?? 10;
  const limits = {
    statement_timeout: options.statementMs ?? STATEMENT_MS,
    lock_timeout: options.lockMs ?? LOCK_MS,
    // Compiling the large statements of reports takes several times as long as running them.
    jit: 'off',
  };
  const sql = isPooled() ? behindPooler(pool, max) : pool(max, { connection: limits });
  return { sql, db: databaseOn(sql), unprepared: databaseOn(sql, false) };
}

/** Returns Drizzle on a pool of this module. */
export function databaseOn(pool: Sql, isPrepared = true): Database {
  const database = drizzle(isPrepared ? prepared(pool) : pool, { schema });
  parseTimes(pool);
  return database;
}

/**
 * Returns a client that sends the statements of Drizzle prepared, as the driver sends its templates: Drizzle leaves
 * statements without a name unprepared. Behind a pooler the options of the pool win, and none is prepared.
 */
export function prepared<Client extends Sql | TransactionSql>(client: Client): Client {
  const inTransaction = (work: (transaction: TransactionSql) => unknown) => (transaction: TransactionSql) =>
    work(prepared(transaction));
  return {
    options: (client as Sql).options,
    unsafe: (text: string, values: never[]) => client.unsafe(text, values, { prepare: true, simple: false } as object),
    begin: (work: (transaction: TransactionSql) => unknown) => (client as Sql).begin(inTransaction(work)),
    savepoint: (work: (transaction: TransactionSql) => unknown) =>
      (client as TransactionSql).savepoint(inTransaction(work)),
  } as unknown as Client;
}

/** Lets the driver read and write times as Date; Drizzle takes that from it, because its own columns convert them. */
function parseTimes({ options }: Sql): void {
  options.parsers[TIMESTAMPTZ] = (time: string) => new Date(time);
  options.serializers[TIMESTAMPTZ] = (time: Date | string) => (time instanceof Date ? time.toISOString() : time);
}

/**
 * Poolers lose statements that are sent before the answer to the previous one, so none is (porsager/postgres#970). As
 * `begin` does not work then, transactions have connections of their own, on which nothing else is sent.
 */
function behindPooler(pool: (max: number, more: Options) => Sql, max: number): Sql {
  const sql = pool(max, { prepare: false, max_pipeline: 0 });
  const transactions = pool(Math.ceil(max / 2), { prepare: false });
  // Drizzle sets how a pool reads and writes days, times and JSON: this one has to do the same.
  databaseOn(transactions);
  const end = sql.end.bind(sql);
  return Object.assign(sql, {
    begin: transactions.begin.bind(transactions),
    end: async (ending?: { timeout?: number }) => void (await Promise.all([end(ending), transactions.end(ending)])),
  });
}

function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is required');
  return url;
}

function connection(): Connection {
  if (!shared.seatAdoptionConnection) {
    shared.seatAdoptionConnection = connect(databaseUrl(), { max: Number(process.env.DATABASE_POOL) || undefined });
    retryStatements(shared.seatAdoptionConnection.sql, { rolledBack: true });
  }
  return shared.seatAdoptionConnection;
}

/** Returns Drizzle on the shared pool, opened on first use: a build needs no database. */
export function db(): Database {
  return connection().db;
}

/**
 * Returns Drizzle on the shared pool, whose statements Postgres plans for their values. From the sixth execution on it
 * uses a generic plan for prepared statements, which makes counting the matches of a common word ten times slower
 * (docs/performance.md).
 */
export function unpreparedDb(): Database {
  return connection().unprepared;
}

/** Returns postgres.js on the same pool, for the modules of db, tests and commands; everything else uses db(). */
export function sql(): Sql {
  return connection().sql;
}

/** Returns Drizzle on a small pool for notices of gateways, whose statements wait NOTICE_LOCK_MS for a lock. */
export function noticeDb(): Database {
  shared.seatAdoptionNotices ??= connect(databaseUrl(), { max: NOTICE_CONNECTIONS, lockMs: NOTICE_LOCK_MS });
  return shared.seatAdoptionNotices.db;
}

/**
 * Runs work on a separate connection with a statement timeout of `statementMs` milliseconds, for the few statements
 * that handle tens of thousands of rows. It needs no transaction to set and reset the timeout, except behind a pooler: in a
 * transaction whose connection breaks, the driver can throw where nothing catches it.
 */
export async function withLongStatements<Result>(
  statementMs: number,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { sql: pool, unprepared } = connect(databaseUrl(), { max: 1, statementMs });
  try {
    if (!isPooled()) return await work(unprepared);
    return await unprepared.transaction(async (transaction) => {
      await transaction.execute(template`select set_config('statement_timeout', ${String(statementMs)}, true)`);
      return work(transaction);
    });
  } finally {
    await pool.end({ timeout: 5 });
  }
}

/** Closes the shared pools, at the end of a script or a test. */
export async function closeDatabase(): Promise<void> {
  await Promise.all(
    [shared.seatAdoptionConnection, shared.seatAdoptionNotices].map((pool) => pool?.sql.end({ timeout: 5 })),
  );
  shared.seatAdoptionConnection = shared.seatAdoptionNotices = undefined;
}
