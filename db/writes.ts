import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';

/*
 * Parts of the statements that write by `sql` templates. Their columns are names of the schema; each value is SQL, a
 * column or a parameter.
 */

type Value = SQLWrapper | string | number | boolean | null;
/** SQL, or a value of the column's type: a wrong name in an enumeration does not compile. */
type Values<Table extends AnyPgTable> = {
  [Key in keyof Table['$inferInsert'] & string]?: SQLWrapper | Extract<Table['$inferInsert'][Key], Value>;
};

/** Returns the names of the columns without their table, and their values. */
const columnsOf = (table: AnyPgTable, values: object): [name: SQL, value: Value][] =>
  Object.entries(values).map(([key, value]) => [
    sql`${sql.identifier(getTableColumns(table)[key]!.name)}`,
    value as Value,
  ]);

/** Returns `insert into table (columns) select values`, for a FROM or WHERE that follows. */
export function insertSelect<Table extends AnyPgTable>(table: Table, values: Values<Table>): SQL {
  const columns = columnsOf(table, values);
  const names = columns.map(([name]) => name);
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(
    columns.map(([, value]) => sql`${value}`),
    sql`, `,
  )}`;
}

/** Returns `set column = value, …`. */
export function setColumns<Table extends AnyPgTable>(table: Table, values: Values<Table>): SQL {
  const assignments = columnsOf(table, values).map(([name, value]) => sql`${name} = ${value}`);
  return sql`set ${sql.join(assignments, sql`, `)}`;
}

/** Rows of one insert: a statement has at most 65,535 values. */
const CHUNK = 1_000;

/** Splits rows into those of several inserts. */
export function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
