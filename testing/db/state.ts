import { sql } from '@/db/client';

/**
 * Returns one digest of each table, to show that a request changed nothing. Counters of limits are excluded: refused
 * requests are counted.
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
