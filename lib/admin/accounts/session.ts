import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cache } from 'react';
import { sql } from '@/db/client';
import { withQueryDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { HttpError } from '@/lib/core/errors';
import { ADMIN_SESSION_SECONDS, PAGE_SESSION_HEADER } from './schema';

declare const proof: unique symbol;

/**
 * Proof that a request comes from this signed-in administrator. Only the gates below make one, and whatever an administrator
 * may see or do demands it. A sponsor's token or cookie never opens one (A-20, security 18).
 */
export type AdminScope = {
  readonly adminId: string;
  readonly username: string;
  readonly sessionId: string;
  readonly [proof]: true;
};

const SECRET = /^[\w-]{43}$/;

const makeSecret = () => randomBytes(32).toString('base64url');
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Whose session is opened, with the hash that the password was compared with. */
export type CheckedAdmin = { id: string; password_hash: string };

/**
 * Opens a session with two carriers, each a random secret of its own: the bearer token for the API, and the cookie that
 * renders pages; the audit log tells of it.
 * @returns the token, and the value of the Set-Cookie header; null when the password was changed or the account deleted since it was compared
 */
export async function openAdminSession(admin: CheckedAdmin): Promise<{ token: string; cookie: string } | null> {
  const [token, secret] = [makeSecret(), makeSecret()];
  // `for share` waits for a change of the password that is under way, and looks again at what it left.
  const opened = await sql()`
    with account as (
      select id, username from admins where id = ${admin.id} and password_hash = ${admin.password_hash} for share
    ), opened as (
      insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
      select id, ${hashSecret(token)}, ${hashSecret(secret)}, now() + ${ADMIN_SESSION_SECONDS} * interval '1 second' from account
      returning admin_id
    )
    insert into audit_log (admin_id, actor, action)
    select account.id, account.username, 'admin.logged_in' from account join opened on opened.admin_id = account.id
    returning id`;
  return opened.length > 0 ? { token, cookie: setCookie(secret, ADMIN_SESSION_SECONDS) } : null;
}

/** Ends a session: both carriers are dead at once (security 19), and the audit log tells of it. @returns the Set-Cookie header that takes the cookie back */
export async function endAdminSession(scope: AdminScope): Promise<string> {
  await sql()`
    with ended as (delete from admin_sessions where id = ${scope.sessionId} returning id)
    insert into audit_log (admin_id, actor, action) select ${scope.adminId}, ${scope.username}, 'admin.logged_out' from ended`;
  return setCookie('', 0);
}

/**
 * The gate of the API: reads the bearer token and nothing else. Throws HttpError 401 'admin.no_token' where none is sent
 * (R-ADMIN-07), and 401 'admin.session_ended' for whatever is not a live session. A browser may hold the token of one and the
 * cookie of another, when it was closed in the middle of a login: a call of a page, which names the session that opened it,
 * must come with the token of that one, or the log would name another administrator than the page.
 */
export async function requireAdmin(request: Request): Promise<AdminScope> {
  const header = request.headers.get('authorization')?.trim();
  if (!header) throw new HttpError(401, 'admin.no_token');
  const [, token] = /^Bearer ([\w-]+)$/i.exec(header) ?? [];
  const scope = token && SECRET.test(token) ? await find(byToken(token)) : null;
  const page = request.headers.get(PAGE_SESSION_HEADER);
  if (!scope || (page !== null && page !== scope.sessionId)) throw new HttpError(401, 'admin.session_ended');
  return scope;
}

/**
 * The administrator whose cookie came with the page's request, or null; one look-up a request. Ask in every page: a layout is
 * not asked again when only the page changes.
 */
export const adminOfPage = cache(async (): Promise<AdminScope | null> => {
  // Only here: scripts open sessions as well, and it does not load outside of Next.
  const { cookies } = await import('next/headers');
  const secret = (await cookies()).get(cookieName())?.value;
  return secret && SECRET.test(secret) ? find(byCookie(secret)) : null;
});

type Found = { id: string; admin_id: string; username: string };

const byToken = (token: string) => sql()<Found[]>`
  select s.id, s.admin_id, a.username from admin_sessions s join admins a on a.id = s.admin_id
   where s.token_hash = ${hashSecret(token)} and s.expires_at > now()`;

const byCookie = (secret: string) => sql()<Found[]>`
  select s.id, s.admin_id, a.username from admin_sessions s join admins a on a.id = s.admin_id
   where s.cookie_hash = ${hashSecret(secret)} and s.expires_at > now()`;

async function find(query: PromiseLike<Found[]>): Promise<AdminScope | null> {
  const [row] = await withQueryDeadline(query);
  return row ? ({ adminId: row.admin_id, username: row.username, sessionId: row.id } as AdminScope) : null;
}

const isSecure = () => env().APP_URL.startsWith('https:');
const cookieName = () => `${isSecure() ? '__Secure-' : ''}admin-session`;

/** Only pages below /admin are sent the cookie, and never on a way in from another site. */
function setCookie(value: string, maxAge: number): string {
  return `${cookieName()}=${value}; Path=/admin; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure() ? '; Secure' : ''}`;
}
