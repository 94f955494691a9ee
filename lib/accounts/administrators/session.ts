import 'server-only';
import { cache } from 'react';
import { and, eq, gt, inArray, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { adminAreas, adminFactors, admins, adminSessions } from '@/db/schema';
import { qualified } from '@/db/conditions';
import { transaction } from '@/db/transaction';
import type { AdminRole } from '@/db/schema/enums';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { accessCookieName, setAccessCookie } from '@/lib/platform/access-cookie';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { HttpError } from '@/lib/platform/errors';
import { ADMIN_CONFIRMED_SECONDS } from '@/lib/platform/limits';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { isOfficeRole, type AccountRole } from './roles';
import { ADMIN_SESSION_SECONDS, AUTOMATIC_HEADER, PAGE_SESSION_HEADER } from './schema';

declare const proof: unique symbol;

/** The districts, by name, and institutes, by id, that an administrator is limited to. */
export type Area = { readonly districts: readonly string[]; readonly institutes: readonly string[] };

/**
 * Proof that a request comes from this signed-in account of an administrator or an office, with the role at the time of
 * the request. What an account does with itself, such as adding a second factor, requires it.
 */
export type AccountScope = {
  readonly adminId: string;
  readonly username: string;
  readonly role: AccountRole;
  readonly sessionId: string;
  /** Whether the account has a second factor. */
  readonly hasFactor: boolean;
  /** Whether the password or a code was given in the last ADMIN_CONFIRMED_SECONDS. */
  readonly isConfirmed: boolean;
  /** What an administrator is limited to; null if it is nothing. */
  readonly area: Area | null;
  readonly [proof]: true;
};

/**
 * Proof that a request comes from this signed-in administrator, who may be limited to an area. A function that requires no more
 * reads and changes only what lies in it (lib/catalogue/areas).
 */
export type AreaScope = AccountScope & { readonly role: AdminRole };

/**
 * Proof that a request comes from this signed-in administrator, who is not limited. Only requireAdmin, adminOfPage and adminOfJob
 * create one, and every function for administrators requires it. A sponsor's or an office's token or cookie never yields one.
 */
export type AdminScope = AreaScope & { readonly area: null };

export const isUnlimited = (scope: AreaScope): scope is AdminScope => scope.area === null;

/** Who acts: an administrator, or the operator running a command. */
export type Actor = AreaScope | 'command';

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
  { id, password_hash: passwordHash, has_factor: isFactorChecked = false }: CheckedAdmin,
  userAgent: string | null = null,
): Promise<{ token: string; cookie: string } | null> {
  if (passwordHash === null) return null;
  const [token, secret] = [makeToken(), makeToken()];
  const isOpened = await transaction(async (tx) => {
    // The lock waits for a password change in progress and then reads the new row.
    const [account] = await tx
      .select({ adminId: admins.id, username: admins.username })
      .from(admins)
      .where(
        and(
          eq(admins.id, id),
          eq(admins.passwordHash, passwordHash),
          isNull(admins.deactivatedAt),
          eq(hasFactor(), isFactorChecked),
        ),
      )
      .for('share');
    if (!account) return false;
    await tx.insert(adminSessions).values({
      adminId: id,
      tokenHash: hashToken(token),
      cookieHash: hashToken(secret),
      expiresAt: sql`now() + ${ADMIN_SESSION_SECONDS} * interval '1 second'`,
      userAgent,
    });
    await recordAction(account, { action: 'admin.logged_in' }, tx);
    return true;
  });
  return isOpened ? { token, cookie: setCookie(secret, ADMIN_SESSION_SECONDS) } : null;
}

/** Whether an account of `admins` has a second factor. */
export const hasFactor = (): SQL<boolean> =>
  sql`exists ${db().select({ id: adminFactors.adminId }).from(adminFactors).where(eq(adminFactors.adminId, admins.id))}`;

/**
 * Ends a session, so that token and cookie are invalid at once, and writes an audit log entry. @returns the Set-Cookie
 * header that deletes the cookie
 */
export async function endAdminSession(scope: AccountScope): Promise<string> {
  await transaction(async (tx) => {
    const ofScope = eq(adminSessions.id, scope.sessionId);
    const ended = await tx.delete(adminSessions).where(ofScope).returning({ id: adminSessions.id });
    if (ended.length > 0) await recordAction(scope, { action: 'admin.logged_out' }, tx);
    return null;
  });
  return setCookie('', 0);
}

/**
 * Authenticates an API request by its bearer token alone. Throws HttpError 401 'admin.no_token' without a token, and
 * 401 'admin.session_ended' for a token of no live session. A browser closed during a login may have the token of one
 * session and the cookie of another. A request from a page names the session that opened the page, and its token must
 * belong to that session: otherwise the audit log would name another administrator than the page.
 */
export async function requireAccount(request: Request): Promise<AccountScope> {
  const header = request.headers.get('authorization')?.trim();
  if (!header) throw new HttpError('admin.no_token');
  const [, token] = /^Bearer ([\w-]+)$/i.exec(header) ?? [];
  const isUse = !request.headers.has(AUTOMATIC_HEADER);
  const scope = token && SECRET.test(token) ? await find(eq(adminSessions.tokenHash, hashToken(token)), isUse) : null;
  const page = request.headers.get(PAGE_SESSION_HEADER);
  if (!scope || (page !== null && page !== scope.sessionId)) throw new HttpError('admin.session_ended');
  return scope;
}

/** Authenticates an API request of an administrator, limited or not, like requireAccount; the token of an office is none. */
export async function requireAreaAdmin(request: Request): Promise<AreaScope> {
  const scope = await requireAccount(request);
  if (!isAdmin(scope)) throw new HttpError('admin.session_ended');
  return scope;
}

/** Authenticates likewise; HttpError 403 'admin.area' for an administrator who is limited to an area. */
export async function requireAdmin(request: Request): Promise<AdminScope> {
  const scope = await requireAreaAdmin(request);
  if (!isUnlimited(scope)) throw new HttpError('admin.area');
  return scope;
}

const isAdmin = (scope: AccountScope): scope is AreaScope => !isOfficeRole(scope.role);

/**
 * Returns the administrator of the page request's cookie, or null; one lookup per request. Call it in every page: a
 * layout is not rendered again when only the page changes.
 */
export async function adminOfPage(): Promise<AreaScope | null> {
  const scope = await accountOfPage();
  return scope && isAdmin(scope) ? scope : null;
}

/** Returns the account of the page request's cookie, or null; one lookup per request. */
export const accountOfPage = cache(async (): Promise<AccountScope | null> => {
  // Imported here because scripts also open sessions, and next/headers does not load outside of Next.js.
  const { cookies } = await import('next/headers');
  const secret = (await cookies()).get(accessCookieName(COOKIE))?.value;
  return secret && SECRET.test(secret) ? find(eq(adminSessions.cookieHash, hashToken(secret)), true) : null;
});

/** Condition of a session that has neither reached its end nor been idle for too long. */
export const isLiveAdminSession = () =>
  and(
    gt(adminSessions.expiresAt, sql`now()`),
    sql`${adminSessions.lastUsedAt} > now() - ${env().ADMIN_IDLE_MINUTES} * interval '1 minute'`,
  )!;

/** Condition: an account is not limited to an area. @param id of the account */
export const isUnlimitedAccount = (id: SQLWrapper): SQL =>
  sql`not exists (select from ${adminAreas} where ${adminAreas.adminId} = ${id})`;

/** Condition on `admins`: the account is open, has one of the roles and is not limited to an area. */
export const isWorking = (roles: readonly AccountRole[]): SQL =>
  and(
    isNull(admins.deactivatedAt),
    isNotNull(admins.passwordHash),
    inArray(admins.role, roles),
    isUnlimitedAccount(admins.id),
  )!;

/** What the account of `admins` is limited to, as Area; null if it is nothing. */
const areaOfAccount = sql<Area | null>`(
  select json_build_object('districts', coalesce(json_agg(${adminAreas.district} order by ${adminAreas.district})
                                                 filter (where ${adminAreas.district} is not null), '[]'),
                           'institutes', coalesce(json_agg(${adminAreas.instituteId} order by ${adminAreas.instituteId})
                                                  filter (where ${adminAreas.instituteId} is not null), '[]'))
    from ${adminAreas} where ${adminAreas.adminId} = ${admins.id} having count(*) > 0)`;

/** The id of the session of who has none. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the scope of an administrator for whom a job reads what they asked for, without a session; null if the account may not
 * read it at this moment, or is limited to an area.
 */
export async function adminOfJob(
  adminId: string,
  roles: readonly AdminRole[],
  database: Database,
): Promise<AdminScope | null> {
  const [account] = await database
    .select({ adminId: admins.id, username: admins.username, role: admins.role, hasFactor: hasFactor() })
    .from(admins)
    .where(and(eq(admins.id, adminId), isWorking(roles)));
  if (!account) return null;
  const scope = { ...account, area: null, sessionId: NO_SESSION, isConfirmed: false } as AdminScope;
  return lacksFactor(scope) ? null : scope;
}

/** True if the operator made the second factor a duty and this administrator has none yet. */
export const lacksFactor = ({ hasFactor }: AccountScope): boolean => env().ADMIN_TOTP === 'required' && !hasFactor;

async function find(isSearched: SQL, isUse: boolean): Promise<AccountScope | null> {
  const [row] = await withQueryDeadline(
    db()
      .select({
        adminId: admins.id,
        username: admins.username,
        role: admins.role,
        sessionId: adminSessions.id,
        hasFactor: hasFactor(),
        area: qualified(areaOfAccount),
        isConfirmed: sql<boolean>`${adminSessions.confirmedAt} > now() - ${ADMIN_CONFIRMED_SECONDS} * interval '1 second'`,
        isStale: sql<boolean>`${adminSessions.lastUsedAt} < now() - interval '1 minute'`,
      })
      .from(adminSessions)
      .innerJoin(admins, eq(admins.id, adminSessions.adminId))
      .where(and(isSearched, isLiveAdminSession(), isNull(admins.deactivatedAt))),
  );
  if (!row) return null;
  const { isStale, ...scope } = row;
  // Not at every request: each would write.
  if (isUse && isStale)
    await db()
      .update(adminSessions)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(adminSessions.id, scope.sessionId));
  return scope as AccountScope;
}

const COOKIE = 'admin-session';

/** The browser never sends the cookie on navigation from another site. */
const setCookie = (value: string, maxAge: number): string => setAccessCookie(COOKIE, value, maxAge, 'Strict');
