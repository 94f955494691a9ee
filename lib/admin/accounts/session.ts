import 'server-only';
import { cache } from 'react';
import { sql } from '@/db/client';
import { accessCookieName, setAccessCookie } from '@/lib/core/access-cookie';
import { withQueryDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { HttpError } from '@/lib/core/errors';
import { ADMIN_CONFIRMED_SECONDS } from '@/lib/core/limits';
import { hashToken, makeToken } from '@/lib/core/secret-token';
import type { AdminRole } from './roles';
import { ADMIN_SESSION_SECONDS, AUTOMATIC_HEADER, PAGE_SESSION_HEADER } from './schema';

declare const proof: unique symbol;

/**
 * Proof that a request comes from this signed-in administrator, with the role at the time of the request. Only requireAdmin and adminOfPage create one, and every
 * function for administrators requires it. A sponsor's token or cookie never yields one.
 */
export type AdminScope = {
  readonly adminId: string;
  readonly username: string;
  readonly role: AdminRole;
  readonly sessionId: string;
  /** Whether the account has a second factor. */
  readonly hasFactor: boolean;
  /** Whether the password or a code was given in the last ADMIN_CONFIRMED_SECONDS. */
  readonly isConfirmed: boolean;
  readonly [proof]: true;
};

const SECRET = /^[\w-]{43}$/;

/**
 * The account to open a session for, with the hash that the password was compared with, and whether a code of its
 * second factor was checked.
 */
export type CheckedAdmin = { id: string; password_hash: string | null; has_factor?: boolean };

/**
 * Opens a session with two independent random secrets: the bearer token for the API, and the cookie for rendering
 * pages. Writes an audit log entry.
 * @param userAgent of userAgentOf, for the list of sessions
 * @returns the token and the value of the Set-Cookie header; null if the password or the second factor was changed or
 * the account deactivated or deleted since the comparison
 */
export async function openAdminSession(
  admin: CheckedAdmin,
  userAgent: string | null = null,
): Promise<{ token: string; cookie: string } | null> {
  const [token, secret] = [makeToken(), makeToken()];
  // `for share` waits for a password change in progress and then reads the new row.
  const opened = await sql()`
    with account as (
      select id, username from admins where id = ${admin.id} and password_hash = ${admin.password_hash} and deactivated_at is null
         and exists (select from admin_factors where admin_id = ${admin.id}) = ${admin.has_factor ?? false} for share
    ), opened as (
      insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at, user_agent)
      select id, ${hashToken(token)}, ${hashToken(secret)}, now() + ${ADMIN_SESSION_SECONDS} * interval '1 second',
             ${userAgent}
        from account
      returning admin_id
    )
    insert into audit_log (admin_id, actor, action)
    select account.id, account.username, 'admin.logged_in' from account join opened on opened.admin_id = account.id
    returning id`;
  return opened.length > 0 ? { token, cookie: setCookie(secret, ADMIN_SESSION_SECONDS) } : null;
}

/**
 * Ends a session, so that token and cookie are invalid at once, and writes an audit log entry. @returns the Set-Cookie
 * header that deletes the cookie
 */
export async function endAdminSession(scope: AdminScope): Promise<string> {
  await sql()`
    with ended as (delete from admin_sessions where id = ${scope.sessionId} returning id)
    insert into audit_log (admin_id, actor, action) select ${scope.adminId}, ${scope.username}, 'admin.logged_out' from ended`;
  return setCookie('', 0);
}

/**
 * Authenticates an API request by its bearer token alone. Throws HttpError 401 'admin.no_token' without a token, and
 * 401 'admin.session_ended' for a token of no live session. A browser closed during a login may have the token of one
 * session and the cookie of another. A request from a page names the session that opened the page, and its token must
 * belong to that session: otherwise the audit log would name another administrator than the page.
 */
export async function requireAdmin(request: Request): Promise<AdminScope> {
  const header = request.headers.get('authorization')?.trim();
  if (!header) throw new HttpError(401, 'admin.no_token');
  const [, token] = /^Bearer ([\w-]+)$/i.exec(header) ?? [];
  const isUse = !request.headers.has(AUTOMATIC_HEADER);
  const scope = token && SECRET.test(token) ? await find(byToken(token), isUse) : null;
  const page = request.headers.get(PAGE_SESSION_HEADER);
  if (!scope || (page !== null && page !== scope.sessionId)) throw new HttpError(401, 'admin.session_ended');
  return scope;
}

/**
 * Returns the administrator of the page request's cookie, or null; one lookup per request. Call it in every page: a
 * layout is not rendered again when only the page changes.
 */
export const adminOfPage = cache(async (): Promise<AdminScope | null> => {
  // Imported here because scripts also open sessions, and next/headers does not load outside of Next.js.
  const { cookies } = await import('next/headers');
  const secret = (await cookies()).get(accessCookieName(COOKIE))?.value;
  return secret && SECRET.test(secret) ? find(byCookie(secret), true) : null;
});

/** Condition of a session that has neither reached its end nor been idle for too long. */
export const isLiveAdminSession = () => sql()`
  expires_at > now() and last_used_at > now() - ${env().ADMIN_IDLE_MINUTES} * interval '1 minute'`;

/** True if the operator made the second factor a duty and this administrator has none yet. */
export const lacksFactor = ({ hasFactor }: AdminScope): boolean => env().ADMIN_TOTP === 'required' && !hasFactor;

type Found = {
  id: string;
  admin_id: string;
  username: string;
  role: AdminRole;
  has_factor: boolean;
  is_confirmed: boolean;
  is_stale: boolean;
};

const columns = () => sql()`
  s.id, s.admin_id, a.username, a.role, exists (select from admin_factors f where f.admin_id = a.id) as has_factor,
  s.confirmed_at > now() - ${ADMIN_CONFIRMED_SECONDS} * interval '1 second' as is_confirmed,
  s.last_used_at < now() - interval '1 minute' as is_stale`;

const byToken = (token: string) => sql()<Found[]>`
  select ${columns()} from admin_sessions s join admins a on a.id = s.admin_id
   where s.token_hash = ${hashToken(token)} and ${isLiveAdminSession()} and a.deactivated_at is null`;

const byCookie = (secret: string) => sql()<Found[]>`
  select ${columns()} from admin_sessions s join admins a on a.id = s.admin_id
   where s.cookie_hash = ${hashToken(secret)} and ${isLiveAdminSession()} and a.deactivated_at is null`;

async function find(query: PromiseLike<Found[]>, isUse: boolean): Promise<AdminScope | null> {
  const [row] = await withQueryDeadline(query);
  if (!row) return null;
  const { id: sessionId, admin_id: adminId, username, role, has_factor: hasFactor, is_confirmed: isConfirmed } = row;
  // Not at every request: each would write.
  if (isUse && row.is_stale) await sql()`update admin_sessions set last_used_at = now() where id = ${sessionId}`;
  return { adminId, username, role, sessionId, hasFactor, isConfirmed } as AdminScope;
}

const COOKIE = 'admin-session';

/** The browser never sends the cookie on navigation from another site. */
const setCookie = (value: string, maxAge: number): string => setAccessCookie(COOKIE, value, maxAge, 'Strict');
