import { expect, test } from 'vitest';
import { all, raw, unprepared } from './fragments';
import { sql } from './client';
import { usePool, useTestDatabase } from '@/testing/db/database';

useTestDatabase();

const own = usePool(1);

const preparedStatements = async () => {
  const rows = await own<{ statement: string }[]>`select statement from pg_prepared_statements`;
  return rows.map(({ statement }) => statement).join('\n');
};

test('all: true without conditions; several are joined with `and`, their parameters in order', async () => {
  const count = async (conditions: Parameters<typeof all>[0]) => {
    const [row] = await sql()<{ count: number }[]>`
      select count(*)::int as count from generate_series(1, 10) as n where ${all(conditions)}`;
    return row!.count;
  };
  expect(await count([])).toBe(10);
  expect(await count([sql()`n > ${3}::int`])).toBe(7);
  expect(await count([sql()`n > ${3}::int`, raw('n <> 5'), sql()`n <= ${6}::int`])).toBe(2);
});

test('unprepared: leaves no prepared statement, unlike other queries', async () => {
  const values = ['a', 'b'].map((value) => async () => own`select ${value}::text as kept`);
  for (const run of values) expect((await run())[0]).toHaveProperty('kept');
  expect((await unprepared(own<{ once: string }[]>`select ${'c'}::text as once`))[0]).toEqual({ once: 'c' });
  expect(await preparedStatements()).toContain('as kept');
  expect(await preparedStatements()).not.toContain('as once');
});
