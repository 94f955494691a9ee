import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { ISql } from 'postgres';

/** Runs a statement of Drizzle on a connection or in a transaction of postgres.js. */
export function runStatement<Row extends object>(connection: ISql, statement: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return connection.unsafe<Row[]>(text, params as never[], { prepare: true });
}
