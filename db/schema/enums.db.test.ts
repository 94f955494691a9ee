import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import * as schema from './index';

useTestDatabase();

/** The columns that have a list of values, by 'table.column'. */
const listed = new Map<string, readonly string[]>(
  Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns }) =>
      columns.flatMap((column) => (column.enumValues ? [[`${name}.${column.name}`, column.enumValues] as const] : [])),
    ),
);

const textOf = (column: string, values: readonly string[]) => `${column}: ${values.join(', ')}`;

/** Returns the lists in the checks of the database: of `(kind = ANY (ARRAY['a'::text, 'b'::text]))` the column and its values. */
async function listsOfChecks(): Promise<{ check: string; column: string; values: string[] }[]> {
  const checks = await sql()<{ name: string; table: string; definition: string }[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace order by conname`;
  return checks.flatMap(({ name, table, definition }) =>
    [...definition.matchAll(/(\w+) (?:=|<>) (?:ANY|ALL) \(ARRAY\[([^\]]*)\]\)/g)].map(([, column, list]) => ({
      check: name,
      column: `${table}.${column!}`,
      values: [...list!.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!),
    })),
  );
}

describe('values', () => {
  test('the check of a column in the database has exactly the values of its list', async () => {
    const checked = new Set((await listsOfChecks()).map(({ column, values }) => textOf(column, values)));
    const others = [...listed].filter(([column, values]) => !checked.has(textOf(column, values)));
    // Their values come from a column that has the check, or from the program alone.
    expect(others.map(([column]) => column).sort()).toEqual([
      'billing_events.from_state',
      'billing_events.to_state',
      'otp_challenges.purpose',
      'proposals.course_type',
      'report_reminders.kind',
    ]);
    expect(listed.size).toBeGreaterThan(40);
  });

  test('no check names a value that the list of its column lacks', async () => {
    const unknown = (await listsOfChecks()).flatMap(({ check, column, values }) =>
      values.filter((value) => !listed.get(column)?.includes(value)).map((value) => `${check}: ${value}`),
    );
    expect(unknown).toEqual([]);
  });
});
