import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { statementLayouts } from '@/db/schema';
import type { ColumnChoice, Layout } from './schema';

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
  const [found] = await db()
    .update(statementLayouts)
    .set({ usedAt: sql`now()` })
    .where(and(eq(statementLayouts.account, account), eq(statementLayouts.titles, titles)))
    .returning({ columns: statementLayouts.columns });
  return found?.columns ?? null;
}

/** Remembers the columns of this layout for the next file of its account with its titles. */
export async function rememberColumns(layout: Layout): Promise<void> {
  const { columns } = layout;
  await db()
    .insert(statementLayouts)
    .values({ ...keyOf(layout), columns })
    .onConflictDoUpdate({
      target: [statementLayouts.account, statementLayouts.titles],
      set: { columns, usedAt: sql`now()` },
    });
}

/** Deletes choices that were not used for long. Returns their number. */
export async function purgeLayouts(): Promise<number> {
  const { count } = await db()
    .delete(statementLayouts)
    .where(lt(statementLayouts.usedAt, sql`now() - ${LAYOUT_DAYS} * interval '1 day'`));
  return count;
}
