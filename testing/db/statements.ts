import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { ISql } from 'postgres';

/** Runs a statement of Drizzle on a connection or in a transaction of postgres.js. */
export function runStatement<Row extends object>(connection: ISql, statement: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return connection.unsafe<Row[]>(text, params as never[], { prepare: true });
}

/**
 * Returns a statement with one part replaced, to show what the part is for; throws if it does not occur exactly once.
 */
export function swap(statement: string, part: string, replacement: string): string {
  const pieces = statement.split(part);
  if (pieces.length !== 2) throw new Error(`'${part}' is ${pieces.length - 1} times in the statement`);
  return pieces.join(replacement);
}

/** Returns a statement without some of its parts. */
export const without = (statement: string, ...parts: string[]): string =>
  parts.reduce((text, part) => swap(text, part, ' '), statement);
