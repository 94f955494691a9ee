import 'server-only';
import { createHash } from 'node:crypto';
import { sql } from '@/db/client';
import type { ColumnChoice, Layout } from './read-statement';

/** Days for which a choice of columns is kept after its last use: once a financial year, and some time more. */
export const LAYOUT_DAYS = 400;

/** What identifies the form of a file: the end of the account's number, empty if the file does not name it, and its titles. */
const keyOf = ({ account, titles }: Layout) => ({
  account: account?.slice(-4) ?? '',
  titles: createHash('sha256')
    .update(JSON.stringify(titles).replace(/(,"")+]$/, ']'))
    .digest('hex'),
});

/** Returns the columns that somebody chose for the last file of this account with these titles, null if nobody did. */
export async function recallColumns(layout: Layout): Promise<ColumnChoice | null> {
  const { account, titles } = keyOf(layout);
  const [row] = await sql()<{ columns: ColumnChoice }[]>`
    update statement_layouts set used_at = now() where account = ${account} and titles = ${titles} returning columns`;
  return row?.columns ?? null;
}

/** Remembers the columns of this layout for the next file of its account with its titles. */
export async function rememberColumns(layout: Layout): Promise<void> {
  const { account, titles } = keyOf(layout);
  await sql()`
    insert into statement_layouts (account, titles, columns)
    values (${account}, ${titles}, ${JSON.stringify(layout.columns)}::text::jsonb)
    on conflict (account, titles) do update set columns = excluded.columns, used_at = now()`;
}

/** Deletes choices that were not used for long. Returns their number. */
export async function purgeLayouts(): Promise<number> {
  const { count } = await sql()`
    delete from statement_layouts where used_at < now() - ${LAYOUT_DAYS} * interval '1 day'`;
  return count;
}
