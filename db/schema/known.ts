import { sql, type SQL } from 'drizzle-orm';
import { check, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Condition: a column has one of these values, as literals. In a check or an index other ones need a migration. */
export function isOneOf(column: AnyPgColumn | SQL | SQL.Aliased, values: readonly string[]): SQL {
  const literals = sql.raw(values.map((value) => `'${value}'`).join(', '));
  return values.length === 1 ? sql`${column} = ${literals}` : sql`${column} in (${literals})`;
}

/** The check that a column has one of its values, those of its `enum`; null passes. */
export const known = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, isOneOf(column, values));
