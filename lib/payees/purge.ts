import 'server-only';
import { and, eq, lt, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { payeeAccounts, refunds, releases } from '@/db/schema';

/** Days for which an account that was replaced or rejected is kept, unless money was paid to it. */
export const ENDED_ACCOUNT_DAYS = 90;

/** Condition: no payment names the account. */
export const isUnused = sql`not exists (select from ${refunds} where ${refunds.payeeAccountId} = ${payeeAccounts.id})
  and not exists (select from ${releases} where ${releases.payeeAccountId} = ${payeeAccounts.id})`;

/** Deletes accounts that ended ENDED_ACCOUNT_DAYS ago and that no payment names. @returns how many */
export async function purgeAccounts(): Promise<number> {
  const { count } = await db()
    .delete(payeeAccounts)
    .where(
      and(
        eq(payeeAccounts.state, 'ended'),
        lt(payeeAccounts.endedAt, sql`now() - ${ENDED_ACCOUNT_DAYS} * interval '1 day'`),
        isUnused,
      ),
    );
  return count;
}
