import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';

/*
 * Parts of the statements that write by `sql` templates. Their columns are names of the schema; each value is SQL or a column.
 */

type Values<Table extends AnyPgTable> = Partial<Record<keyof Table['_']['columns'] & string, SQLWrapper>>;

const list = (parts: SQLWrapper[]): SQL => sql.join(parts, sql`, `);

function nameOf(table: AnyPgTable, column: string): SQL {
  return sql`${sql.identifier(getTableColumns(table)[column]!.name)}`;
}

/** Returns `insert into table (columns) select values`, for a FROM or WHERE that follows. */
export const insertSelect = <Table extends AnyPgTable>(table: Table, values: Values<Table>): SQL =>
  sql`insert into ${table} (${list(Object.keys(values).map((name) => nameOf(table, name)))}) select ${list(Object.values<SQLWrapper>(values as object))}`;

/** Returns `set column = value, …`. */
export const setColumns = <Table extends AnyPgTable>(table: Table, values: Values<Table>): SQL =>
  sql`set ${list(Object.entries<SQLWrapper>(values as object).map(([name, value]) => sql`${nameOf(table, name)} = ${value}`))}`;
