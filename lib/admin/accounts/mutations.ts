import 'server-only';
import { sql } from '@/db/client';
import { actorColumns, type Actor } from '@/lib/admin/audit-log/mutations';
import type { Outcome } from '@/lib/core/errors';
import { hashPassword, verifyPassword } from '@/lib/core/password';
import { passwordProblem } from './new-password';
import { findAdmin } from './queries';
import { usernameKey, usernameProblem } from './rules';
import type { AdminRole } from './roles';
import type { Admin } from './schema';
import { checkFactor, passwordFailures as failures } from './second-factor';
import { isLiveAdminSession, openAdminSession, type AdminScope } from './session';
import { runEditAdmin } from './statements';

type LoggedIn = Outcome<{ admin: Admin; token: string; cookie: string }> & { retryAfterSeconds?: number };

/**
 * Checks an administrator's password, and the code of the second factor if the account has one, and opens a session.
 * Failed logins are limited (see failedLogins) and counted before the password is compared. Unknown usernames are
 * counted, compared and answered like known ones.
 * @param username as typed
 * @param clientAddress for the limit per address
 * @param options `code` of the authenticator app, or a recovery code; `userAgent` for the list of sessions
 * @returns the administrator, the bearer token and the Set-Cookie header; 'admin.invalid_credentials'; for a right
 * password 'admin.code_required' or 'admin.code_wrong'; or 'auth.too_many_attempts' with the seconds to wait
 */
export async function logInAdmin(
  username: string,
  password: string,
  clientAddress: string,
  { code, userAgent = null }: { code?: string; userAgent?: string | null } = {},
): Promise<LoggedIn> {
  const key = usernameKey(username);
  // No account has an empty username or password, so an empty form does not count as an attempt.
  if (!key || !password) return { ok: false, code: 'admin.invalid_credentials' };
  const [tried, account] = await Promise.all([failures.count(key, clientAddress), findAdmin(key)]);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  const matches = await verifyPassword(account?.password_hash ?? null, password);
  if (account?.has_factor && matches) {
    await tried.succeeded();
    if (!code) return { ok: false, code: 'admin.code_required' };
    const checked = await checkFactor(account, code, clientAddress);
    if (!checked.ok) {
      if (checked.code === 'admin.code_wrong') await recordFailedLogin(account);
      return checked;
    }
  }
  const session = account && matches ? await openAdminSession(account, userAgent) : null;
  if (!account || !session) {
    await recordFailedLogin(account);
    return { ok: false, code: 'admin.invalid_credentials' };
  }
  if (!account.has_factor) await tried.succeeded();
  return { ok: true, admin: { id: account.id, username: account.username }, ...session };
}

/** Written for unknown usernames too, without what was typed, so that both take the same time. */
async function recordFailedLogin(account: { id: string; username: string } | undefined): Promise<void> {
  await sql()`
    insert into audit_log (admin_id, actor, action)
    values (${account?.id ?? null}, ${account?.username ?? 'unknown'}, 'admin.login_failed')`;
}

/**
 * Creates an administrator. There is no other way to become one.
 * @param by the actor, for the audit log
 * @param role by default 'owner' if no active owner exists, otherwise 'viewer'
 * @returns the id, the normalized username and the role; 'admin.username_form', 'admin.password_length', 'auth.password_weak'
 * or 'admin.username_taken'
 */
export async function createAdmin(
  username: string,
  password: string,
  by: Actor,
  role: AdminRole | null = null,
): Promise<Outcome<{ admin: Admin; role: AdminRole }>> {
  const name = usernameKey(username);
  const problem = usernameProblem(name) ?? (await passwordProblem(name, password));
  if (problem) return { ok: false, ...problem };
  const { adminId, actor } = actorColumns(by);
  const [created] = await sql()<{ id: string; role: AdminRole }[]>`
    with created as (
      insert into admins (username, password_hash, role)
      select ${name}, ${await hashPassword(password)},
             coalesce(${role}, case when exists (select from admins where role = 'owner' and deactivated_at is null and password_hash is not null) then 'viewer' else 'owner' end)
      on conflict (lower(username)) do nothing
      returning id, username, role
    ), told as (
      insert into audit_log (admin_id, actor, action, subject, after)
      select ${adminId}::uuid, ${actor}, 'admin.created', id, jsonb_build_object('username', username, 'role', role) from created
    )
    select id, role from created`;
  return created
    ? { ok: true, admin: { id: created.id, username: name }, role: created.role }
    : { ok: false, code: 'admin.username_taken' };
}

/**
 * Changes an administrator's password, ends all sessions of the account, and clears its failed logins.
 * @param by the actor, for the audit log
 * @returns the number of sessions ended; a password problem as in createAdmin, or 'admin.unknown_username'
 */
export async function changeAdminPassword(
  username: string,
  password: string,
  by: Actor,
): Promise<Outcome<{ admin: Admin; ended: number }>> {
  const name = usernameKey(username);
  const problem = await passwordProblem(name, password);
  if (problem) return { ok: false, ...problem };
  const { adminId, actor } = actorColumns(by);
  const [changed] = await sql()<{ id: string }[]>`
    with changed as (
      update admins set password_hash = ${await hashPassword(password)}, updated_at = now()
       where lower(username) = ${name}
      returning id, username
    ), told as (
      insert into audit_log (admin_id, actor, action, subject, after)
      select ${adminId}::uuid, ${actor}, 'admin.password_changed', id, jsonb_build_object('username', username) from changed
    )
    select id from changed`;
  if (!changed) return { ok: false, code: 'admin.unknown_username' };
  // A separate statement, so that it sees the sessions opened with the old password while the change waited for them.
  const ended = await sql()`delete from admin_sessions where admin_id = ${changed.id}`;
  // Someone else's failed logins may have locked the account; its owner can log in with the new password.
  await failures.forget(name);
  return { ok: true, admin: { id: changed.id, username: name }, ended: ended.count };
}

/**
 * Sets role and state of an administrator; an inactive one cannot log in and has no sessions.
 * @returns 'admin.not_found', 'admin.last_owner', or 'admin.role' if the actor is no active owner any more
 */
export async function editAdmin(
  { adminId, username: actor }: AdminScope,
  edit: { id: string; role: AdminRole; active: boolean },
): Promise<{ ok: true } | { ok: false; code: 'admin.not_found' | 'admin.last_owner' | 'admin.role' }> {
  const verdict = await runEditAdmin(sql(), { ...edit, adminId, actor });
  if (verdict === 'done') return { ok: true };
  return { ok: false, code: verdict ? `admin.${verdict}` : 'admin.not_found' };
}

/**
 * Ends the sessions of an administrator, except the acting one.
 * @returns the number of sessions ended; null if there is no such administrator
 */
export async function endSessionsOf(scope: AdminScope, id: string): Promise<number | null> {
  const [row] = await sql()<{ ended: number }[]>`
    with account as (select id, username from admins where id = ${id}),
         ended as (delete from admin_sessions s using account a where s.admin_id = a.id and s.id <> ${scope.sessionId} returning s.id),
         logged as (insert into audit_log (admin_id, actor, action, subject, after)
                    select ${scope.adminId}::uuid, ${scope.username}, 'admin.sessions_ended', a.id::text,
                           jsonb_build_object('username', a.username, 'sessions', (select count(*) from ended))
                      from account a)
    select (select count(*)::int from ended) as ended from account`;
  return row?.ended ?? null;
}

/**
 * Ends one session of an administrator.
 * @returns false if the administrator has no such session
 */
export async function endSessionOf(scope: AdminScope, id: string, sessionId: string): Promise<boolean> {
  const logged = await sql()`
    with ended as (delete from admin_sessions where id = ${sessionId} and admin_id = ${id} returning admin_id)
    insert into audit_log (admin_id, actor, action, subject, after)
    select ${scope.adminId}::uuid, ${scope.username}, 'admin.sessions_ended', a.id::text,
           jsonb_build_object('username', a.username, 'sessions', 1)
      from ended e join admins a on a.id = e.admin_id`;
  return logged.count === 1;
}

/** Deletes ended sessions of administrators, which no lookup returns anyway. @returns the number deleted */
export async function purgeAdminSessions(): Promise<number> {
  const gone = await sql()`delete from admin_sessions where not (${isLiveAdminSession()})`;
  return gone.count;
}
