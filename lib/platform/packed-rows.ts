/** Rows of the same fields: the names of the fields once, and the values of each row. */
export type PackedRows<Row> = {
  names: readonly (keyof Row & string)[];
  values: readonly (readonly Row[keyof Row][])[];
};

/** Packs rows for a client component, so that a page does not carry the names of the fields once a row. */
export function packRows<Row extends object>(rows: readonly Row[]): PackedRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[];
  return { names, values: rows.map((row) => names.map((name) => row[name])) };
}

/** The reverse of packRows. */
export const unpackRows = <Row>({ names, values }: PackedRows<Row>): Row[] =>
  values.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Row);
