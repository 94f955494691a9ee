import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '@/db/schema';
import { NOT_INCLUDED, OWN_DATA } from './own-data';

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/** The tables with a reference to `users`, directly or through others. */
function tablesAboutUsers(): string[] {
  const found = new Set(['users']);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const table of tables) {
      const targets = getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
      if (targets.some((target) => found.has(target))) found.add(getTableName(table));
    }
  }
  return [...found].sort();
}

test('every table that refers to users is in the file of own data, or named as left out with a reason', () => {
  const said = [...Object.values(OWN_DATA).map(({ table }) => getTableName(table)), ...NOT_INCLUDED] as string[];
  expect(new Set(said).size).toBe(said.length);
  expect(tablesAboutUsers().filter((table) => !said.includes(table))).toEqual([]);
  expect(tablesAboutUsers().length).toBeGreaterThan(12);
});

test('the columns that are left out are those of the table', () => {
  for (const { table, ...section } of Object.values(OWN_DATA))
    for (const column of 'omit' in section ? section.omit : []) expect(column.table).toBe(table);
});
