import 'server-only';
import { sql } from '@/db/client';
import { actorColumns, type Actor } from '@/lib/admin/audit-log/mutations';
import type { Outcome } from '@/lib/core/errors';
import { ADMIN_LOGIN_FAILURES } from '@/lib/core/limits';
import { failedLogins } from '@/lib/core/rate-limit';
import { hashPassword, verifyPassword } from '@/lib/identity/password';
import { findAdmin } from './queries';
import { credentialProblem, usernameKey } from './rules';
import type { Admin } from './schema';
import { openAdminSession } from './session';

const failures = failedLogins('admin_login', ADMIN_LOGIN_FAILURES);

/**
 * Checks an administrator's password and opens a session (R-API-27, A-28). Failures are limited as failedLogins says, never for
 * good (security 15), and counted before the password is compared. Unknown names are counted, compared and answered like known ones.
 * @param username as it was typed
 * @param address client address, for the limit per address
 * @returns the administrator, the bearer token and the Set-Cookie header; 'admin.invalid_credentials'; or 'auth.too_many_attempts' with the seconds to wait
 */
export async function logInAdmin(
  username: string,
  password: string,
  clientAddress: string,
): Promise<Outcome<{ admin: Admin; token: string; cookie: string }> & { retryAfterSeconds?: number }> {
  const key = usernameKey(username);
  // An empty form guesses nothing: no account has such a name or password.
  if (!key || !password) return { ok: false, code: 'admin.invalid_credentials' };
  const [tried, account] = await Promise.all([failures.count(key, clientAddress), findAdmin(key)]);
  if (!tried.ok) return { ok: false, code: 'auth.too_many_attempts', retryAfterSeconds: tried.retryAfterSeconds };
  const matches = await verifyPassword(account?.password_hash ?? null, password);
  const session = account && matches ? await openAdminSession(account) : null;
  if (!account || !session) return { ok: false, code: 'admin.invalid_credentials' };
  await tried.succeeded();
  return { ok: true, admin: { id: account.id, username: account.username }, ...session };
}

/**
 * Makes an administrator; there is no other way to become one.
 * @param by who makes it, for the audit log
 * @returns the id and the username in its one spelling; 'admin.username_form', 'admin.password_length', 'admin.password_default' or 'admin.username_taken'
 */
export async function createAdmin(username: string, password: string, by: Actor): Promise<Outcome<{ admin: Admin }>> {
  const name = usernameKey(username);
  const problem = credentialProblem(name, password);
  if (problem) return { ok: false, ...problem };
  const { adminId, actor } = actorColumns(by);
  const [created] = await sql()<{ id: string }[]>`
    with created as (
      insert into admins (username, password_hash) values (${name}, ${await hashPassword(password)})
      on conflict (lower(username)) do nothing
      returning id, username
    ), told as (
      insert into audit_log (admin_id, actor, action, subject, after)
      select ${adminId}::uuid, ${actor}, 'admin.created', id, jsonb_build_object('username', username) from created
    )
    select id from created`;
  return created
    ? { ok: true, admin: { id: created.id, username: name } }
    : { ok: false, code: 'admin.username_taken' };
}

/**
 * Gives an administrator another password, ends all sessions of the account, and forgets the failures counted for it.
 * @param by who changes it, for the audit log
 * @returns how many sessions ended; a problem of the password as createAdmin names it, or 'admin.unknown_username'
 */
export async function changeAdminPassword(
  username: string,
  password: string,
  by: Actor,
): Promise<Outcome<{ admin: Admin; ended: number }>> {
  const name = usernameKey(username);
  const problem = credentialProblem(name, password);
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
  // A statement of its own: it sees the sessions opened with the old password while the change waited for them.
  const ended = await sql()`delete from admin_sessions where admin_id = ${changed.id}`;
  // A stranger's guesses at the name keep its owner out as well: whoever sets the password gets in with it.
  await failures.forget(name);
  return { ok: true, admin: { id: changed.id, username: name }, ended: ended.count };
}

/** Forgets administrators' sessions that ended by time; whoever looks one up does not find it anyway. @returns how many */
export async function purgeAdminSessions(): Promise<number> {
  const gone = await sql()`delete from admin_sessions where expires_at <= now()`;
  return gone.count;
}
