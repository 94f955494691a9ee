import { sql } from '@/db/client';

/**
 * Returns one digest of each table, to show that a request changed nothing. Counters of limits are excluded: refused
 * requests are counted.
 */
export async function databaseState(): Promise<Record<string, string | null>> {
  const tables = await sql()<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' order by 1`;
  const digests = tables.map(
    ({ name }) =>
      sql()`select ${name} as name, (select md5(string_agg(row::text, '|' order by row::text)) from ${sql()(name)} row) as digest`,
  );
  const rows = await sql()<{ name: string; digest: string | null }[]>`
    ${digests.flatMap((digest, index) => (index ? [sql()` union all `, digest] : [digest]))}`;
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
