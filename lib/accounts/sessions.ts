import 'server-only';
import { and, desc, eq, gt, ne, sql, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { sessions, users } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { deviceOf, type ListedSession } from '@/lib/platform/device';
import type { SponsorScope } from './session';
import { withAccount, withConfirmedAccount } from './with-account';

/**
 * The list of a sponsor's sessions, and their end. A sponsor who ends one needs a password that was entered
 * recently: somebody at an open session would otherwise lock the owner out of the others.
 */

const isLive = gt(sessions.expiresAt, sql`now()`);

/** Returns the live sessions of the sponsor, the present one first, then those used last. */
export async function listSessions(scope: SponsorScope): Promise<ListedSession[]> {
  const { id, userAgent, createdAt, lastUsedAt } = sessions;
  const rows = await withQueryDeadline(
    db()
      .select({ id, userAgent, createdAt, lastUsedAt })
      .from(sessions)
      .where(and(eq(sessions.userId, scope.personId), isLive))
      .orderBy(desc(eq(id, scope.sessionId)), desc(lastUsedAt), id),
  );
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent) }));
}

/** Deletes live sessions of a user. @returns their number */
async function deleteSessions(tx: Database, userId: string, which?: SQL): Promise<number> {
  const { count } = await tx.delete(sessions).where(and(eq(sessions.userId, userId), which, isLive));
  return count;
}

/**
 * Ends one session of the sponsor.
 * @returns false if there is none with this id; sessions of others are answered like unknown ones
 * @throws HttpError 401 if the present session ended meanwhile, and 403 'auth.confirm_password'
 */
export async function endOwnSession(scope: SponsorScope, sessionId: string): Promise<boolean> {
  return withConfirmedAccount(
    scope,
    async (tx) => (await deleteSessions(tx, scope.personId, eq(sessions.id, sessionId))) === 1,
  );
}

/**
 * Ends all sessions of the sponsor but the present one; a login at the same time is either ended or comes after. Of two
 * sessions that end each other one stays.
 * @returns the number of live sessions ended
 * @throws as endOwnSession
 */
export async function endOtherSessions(scope: SponsorScope): Promise<number> {
  return withConfirmedAccount(scope, (tx) => deleteSessions(tx, scope.personId, ne(sessions.id, scope.sessionId)));
}

/**
 * Ends all sessions of a sponsor for an administrator, with an audit log entry. The password stays.
 * @returns the number of live sessions ended; null if there is no such user
 */
export async function endSponsorSessions(by: AdminScope, userId: string): Promise<number | null> {
  return withAccount(userId, async (tx) => {
    const accounts = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (accounts.length === 0) return null;
    const ended = await deleteSessions(tx, userId);
    await recordAction(by, { action: 'user.sessions_ended', subject: userId, after: { sessions: ended } }, tx);
    return ended;
  });
}
