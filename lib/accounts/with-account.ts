import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { sessions, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { HttpError } from '@/lib/platform/errors';
import { RECENT_PASSWORD_SECONDS } from '@/lib/platform/limits';
import { onlyRow } from './queries';
import type { SponsorScope } from './session';

/**
 * Changes how somebody signs in to an account in a transaction, one caller at a time: the account is locked first, so
 * that `work` sees every session and every password of a caller before it. Logins wait as well (openSession).
 * @param work as of `transaction`
 */
export function withAccount<Result>(userId: string, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    return work(tx);
  });
}

/**
 * withAccount for changes that need a password that was entered recently.
 * @param userId the account, if it is not that of the person
 * @throws HttpError 401 if the session ended, and 403 'auth.confirm_password'
 */
export function withConfirmedAccount<Result>(
  scope: SponsorScope,
  work: (tx: Database) => Promise<Result>,
  userId: string = scope.personId,
): Promise<Result> {
  return withAccount(userId, async (tx) => {
    requireRecentPassword(await readSessionAgain(tx, scope));
    return work(tx);
  });
}

type SessionAgain = { isRecent: boolean };

/**
 * Reads the session of a request once more, within withAccount: a change of the password that ran in between may have
 * ended it.
 * @returns whether its password was entered in the last RECENT_PASSWORD_SECONDS
 * @throws HttpError 401 if the session ended
 */
export async function readSessionAgain(tx: Database, scope: SponsorScope): Promise<SessionAgain> {
  const isRecent = sql<boolean>`${sessions.passwordAt} > now() - ${RECENT_PASSWORD_SECONDS} * interval '1 second'`;
  return onlyRow(
    await tx
      .select({ isRecent })
      .from(sessions)
      .where(and(eq(sessions.id, scope.sessionId), eq(sessions.userId, scope.personId))),
  );
}

/** Throws HttpError 403 'auth.confirm_password' unless the password of the session was entered recently. */
export function requireRecentPassword({ isRecent }: SessionAgain): void {
  if (!isRecent) throw new HttpError('auth.confirm_password');
}

/**
 * Requires, within withAccount, that the session still lives and that the password is the one that was checked.
 * @param userId the account that the password belongs to
 * @param hash of checkPassword
 * @throws HttpError 401 if one of them ended meanwhile
 */
export async function requireCheckedPassword(
  tx: Database,
  { sessionId }: SponsorScope,
  userId: string,
  hash: string,
): Promise<void> {
  onlyRow(
    await tx
      .select({ id: users.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(users.id, userId), eq(users.passwordHash, hash))),
  );
}
