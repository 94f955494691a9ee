import { is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { LIMITED_STATES } from '@/lib/adoption/core/rules';
import { useTestDatabase } from '@/testing/db/database';
import { insertAdoption } from '@/testing/db/adoptions';
import { makeSponsorAccount } from '@/testing/db/identity';
import { BILLING_STATES } from './billing-states';
import * as schema from './index';

useTestDatabase();
process.env.DATABASE_POOL = '1';

/** The checks of a table as Postgres writes them, by name. */
const checksOf = (table: string) => sql()`
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
   where conrelid = ${table}::regclass and contype = 'c' order by conname`;

const TABLES = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table));

test.each(TABLES.map((table) => [table.name, table.checks] as const))(
  'the checks of %s in the database are those of the code: no migration was forgotten',
  async (table, checks) => {
    await sql()`create temporary table ${sql()(table)} (like ${sql()(`public.${table}`)})`;
    for (const { name, value } of checks)
      await sql().unsafe(
        `alter table pg_temp."${table}" add constraint "${name}" check (${new PgDialect().sqlToQuery(value).sql})`,
      );
    expect(await checksOf(`public.${table}`)).toEqual(await checksOf(`pg_temp.${table}`));
    await sql()`drop table ${sql()(`pg_temp.${table}`)}`;
  },
);

test('the function billings_limited counts the seats of the limited states, whatever a statement does', async () => {
  const counted: Record<string, number[]> = {};
  for (const state of BILLING_STATES) {
    const { userId } = await makeSponsorAccount();
    const { id } = await insertAdoption(sql(), { userId, state, lines: [] });
    const seats = async () => {
      const [row] = await sql()<{ seats: number }[]>`select seats from unpaid_seats where key = ${state}`;
      return row?.seats ?? 0;
    };
    counted[state] = [];
    for (const step of [
      sql()`update billings set limit_keys = ${[state]}, limit_seats = 5 where id = ${id}`,
      sql()`create temporary table copied as select * from billings where id = ${id}`,
      sql()`delete from billings where id = ${id}`,
      sql()`insert into billings select * from copied`,
      sql()`drop table copied`,
    ]) {
      await step;
      counted[state].push(await seats());
    }
  }
  expect(counted).toEqual(
    Object.fromEntries(
      BILLING_STATES.map((state) => [state, LIMITED_STATES.includes(state) ? [5, 5, 0, 5, 5] : [0, 0, 0, 0, 0]]),
    ),
  );
});
