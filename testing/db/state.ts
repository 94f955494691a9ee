import { sql } from '@/db/client';

/**
 * What the database holds, as one digest a table, to show that a call changed nothing. Counters of limits are left out: a call
 * that is refused is counted.
 */
export async function databaseState(): Promise<Record<string, string | null>> {
  const tables = await sql()<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by 1`;
  const state: Record<string, string | null> = {};
  for (const { name } of tables) {
    const [row] = await sql()<{ digest: string | null }[]>`
      select md5(string_agg(row::text, '|' order by row::text)) as digest from ${sql()(name)} row`;
    state[name] = row!.digest;
  }
  return state;
}
