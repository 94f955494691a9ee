import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { toListedSession, type ListedSession, type SessionRow } from '@/lib/core/device';
import { readSessionAgain, requireRecentPassword } from './recent-password';
import type { SponsorScope } from './session';
import { withAccount } from './with-account';

/**
 * The list of a sponsor's sessions, and their end. A sponsor who ends one needs a password that was entered
 * recently: somebody at an open session would otherwise lock the owner out of the others.
 */

/** Returns the live sessions of the sponsor, the present one first, then those used last. */
export async function listSessions(scope: SponsorScope): Promise<ListedSession[]> {
  const rows = await withQueryDeadline(
    sql()<SessionRow[]>`
      select id, user_agent as "userAgent", extract(epoch from created_at)::float8 * 1000 as "createdMs",
             extract(epoch from last_used_at)::float8 * 1000 as "lastUsedMs"
        from sessions where user_id = ${scope.personId} and expires_at > now()
       order by id = ${scope.sessionId} desc, last_used_at desc, id`,
  );
  return rows.map(toListedSession);
}

/**
 * Ends one session of the sponsor.
 * @returns false if there is none with this id; sessions of others are answered like unknown ones
 * @throws HttpError 401 if the present session ended meanwhile, and 403 'auth.confirm_password'
 */
export async function endOwnSession(scope: SponsorScope, sessionId: string): Promise<boolean> {
  return withAccount(scope.personId, async (connection) => {
    requireRecentPassword(await readSessionAgain(connection, scope));
    const ended = await connection`
      delete from sessions where id = ${sessionId} and user_id = ${scope.personId} and expires_at > now()`;
    return ended.count === 1;
  });
}

/**
 * Ends all sessions of the sponsor but the present one; a login at the same time is either ended or comes after. Of two
 * sessions that end each other one stays.
 * @returns the number of live sessions ended
 * @throws as endOwnSession
 */
export async function endOtherSessions(scope: SponsorScope): Promise<number> {
  return withAccount(scope.personId, async (connection) => {
    requireRecentPassword(await readSessionAgain(connection, scope));
    const ended = await connection`
      delete from sessions where user_id = ${scope.personId} and id <> ${scope.sessionId} and expires_at > now()`;
    return ended.count;
  });
}

/**
 * Ends all sessions of a sponsor for an administrator, with an audit log entry. The password stays.
 * @returns the number of live sessions ended; null if there is no such user
 */
export async function endSponsorSessions({ adminId, username }: AdminScope, userId: string): Promise<number | null> {
  return withAccount(userId, async (connection) => {
    const [row] = await connection<{ ended: number }[]>`
      with account as (select id from users where id = ${userId}),
           ended as (delete from sessions s using account a where s.user_id = a.id and s.expires_at > now() returning s.id),
           counted as (select a.id, (select count(*)::int from ended) as ended from account a),
           logged as (insert into audit_log (admin_id, actor, action, subject, after)
                      select ${adminId}::uuid, ${username}, 'user.sessions_ended', id::text, jsonb_build_object('sessions', ended)
                        from counted)
      select ended from counted`;
    return row?.ended ?? null;
  });
}
