import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '@/db/schema';
import { RETENTION_ROWS } from './retention';

test('every table of the database is in the table of kept data, and no other', () => {
  const tables = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map(getTableName);
  const kept = RETENTION_ROWS.flatMap(([, row]) => row.tables);
  expect([...new Set(kept)].sort()).toEqual(tables.sort());
});
