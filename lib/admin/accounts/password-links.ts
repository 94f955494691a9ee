import 'server-only';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { ADMIN_LINK_HOURS } from '@/lib/core/limits';
import { countNewPassword } from '@/lib/core/new-password';
import { hashPassword } from '@/lib/core/password';
import { hashToken, makeToken, secretLink } from '@/lib/core/secret-token';
import type { AdminRole } from './roles';
import { passwordProblem } from './new-password';
import { usernameKey, usernameProblem } from './rules';
import { passwordFailures } from './second-factor';
import type { AdminScope } from './session';

/** A one-time link to /admin/set-password. */
type PasswordLink = { url: string; expiresAt: Date };

const linkOf = (token: string, expiresMs: number): PasswordLink => ({
  url: secretLink('/admin/set-password', token),
  expiresAt: new Date(expiresMs),
});

/**
 * Creates an administrator without a password, and the link with which the person sets one.
 * @returns the id and the link; 'admin.username_form' or 'admin.username_taken'
 */
export async function inviteAdmin(
  { adminId, username: actor }: AdminScope,
  { username, role }: { username: string; role: AdminRole },
): Promise<Outcome<{ id: string; link: PasswordLink }>> {
  const [name, token] = [usernameKey(username), makeToken()];
  const problem = usernameProblem(name);
  if (problem) return { ok: false, ...problem };
  const [invited] = await sql()<{ id: string; expires_ms: number }[]>`
    with created as (insert into admins (username, role) values (${name}, ${role})
                     on conflict (lower(username)) do nothing returning id, username, role),
         linked as (insert into admin_password_links (admin_id, token_hash, expires_at)
                    select id, ${hashToken(token)}, now() + ${ADMIN_LINK_HOURS.invitation} * interval '1 hour' from created
                    returning expires_at),
         logged as (insert into audit_log (admin_id, actor, action, subject, after)
                    select ${adminId}::uuid, ${actor}, 'admin.invited', id::text, jsonb_build_object('username', username, 'role', role)
                      from created)
    select id, extract(epoch from expires_at)::float8 * 1000 as expires_ms from created, linked`;
  if (!invited) return { ok: false, code: 'admin.username_taken' };
  return { ok: true, id: invited.id, link: linkOf(token, invited.expires_ms) };
}

/**
 * Creates a link with which an administrator sets another password, or the first one. An earlier link of the account
 * ends. The present password is valid until the link is used.
 * @returns null if there is no such active administrator
 */
export async function makePasswordLink(scope: AdminScope, id: string): Promise<PasswordLink | null> {
  const token = makeToken();
  const { invitation, reset } = ADMIN_LINK_HOURS;
  const [linked] = await sql()<{ expires_ms: number }[]>`
    with account as (select id, username, password_hash is null as is_invited from admins
                      where id = ${id} and deactivated_at is null),
         linked as (insert into admin_password_links as l (admin_id, token_hash, expires_at)
                    select id, ${hashToken(token)},
                           now() + case when is_invited then ${invitation}::int else ${reset}::int end * interval '1 hour'
                      from account
                    on conflict (admin_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
                    returning expires_at),
         logged as (insert into audit_log (admin_id, actor, action, subject, after)
                    select ${scope.adminId}::uuid, ${scope.username}, 'admin.link_made', id::text, jsonb_build_object('username', username)
                      from account)
    select extract(epoch from expires_at)::float8 * 1000 as expires_ms from linked`;
  return linked ? linkOf(token, linked.expires_ms) : null;
}

/**
 * Sets the password of the administrator whom a link belongs to, ends all sessions of the account, and clears its failed
 * logins. The statement that sets the password deletes the link, so of two requests with one link one succeeds.
 * @returns 'admin.link_invalid', 'auth.too_many_attempts' with the seconds to wait, or a problem of the password, after
 * which the link is still valid
 */
export async function setPasswordByLink(
  token: string,
  password: string,
): Promise<Outcome<object> & { retryAfterSeconds?: number }> {
  const hash = hashToken(token);
  const [account] = await sql()<{ username: string }[]>`
    select a.username from admin_password_links l join admins a on a.id = l.admin_id
     where l.token_hash = ${hash} and l.expires_at > now() and a.deactivated_at is null`;
  if (!account) return { ok: false, code: 'admin.link_invalid' };
  const name = usernameKey(account.username);
  const tooMany = await countNewPassword('admin', name);
  if (tooMany) return tooMany;
  const problem = await passwordProblem(name, password);
  if (problem) return { ok: false, ...problem };
  const [changed] = await sql()<{ id: string }[]>`
    with used as (delete from admin_password_links where token_hash = ${hash} and expires_at > now() returning admin_id),
         changed as (update admins a set password_hash = ${await hashPassword(password)}, updated_at = now()
                       from used u where a.id = u.admin_id and a.deactivated_at is null returning a.id, a.username),
         logged as (insert into audit_log (admin_id, actor, action, subject, after)
                    select id, username, 'admin.password_changed', id::text, jsonb_build_object('username', username) from changed)
    select id from changed`;
  if (!changed) return { ok: false, code: 'admin.link_invalid' };
  // A separate statement, so that it sees the sessions opened with the old password while the change waited for them.
  await sql()`delete from admin_sessions where admin_id = ${changed.id}`;
  await passwordFailures.forget(name);
  return { ok: true };
}

/** Deletes links that ended, which no request accepts anyway. Returns their number. */
export async function purgePasswordLinks(): Promise<number> {
  const { count } = await sql()`delete from admin_password_links where expires_at <= now()`;
  return count;
}
