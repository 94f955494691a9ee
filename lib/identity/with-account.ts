import 'server-only';
import type { TransactionSql } from 'postgres';
import { sql } from '@/db/client';

/**
 * Runs statements that change how somebody signs in to an account, one caller at a time: the account is locked first, so
 * that `work` sees every session and every password of a caller before it. A single statement would decide by what it
 * saw when it started, before it waited. Logins wait as well (openSession).
 */
export function withAccount<T>(userId: string, work: (connection: TransactionSql) => Promise<T>): Promise<T> {
  return sql().begin(async (connection) => {
    await connection`select from users where id = ${userId} for no key update`;
    return work(connection);
  }) as Promise<T>;
}
