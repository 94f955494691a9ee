import 'server-only';
import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { getServerSession, type NextAuthOptions } from 'next-auth';
import { encode } from 'next-auth/jwt';
import { cache } from 'react';
import { db } from '@/db/client';
import { sessions, users } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { accessCookieName, setAccessCookie } from '@/lib/platform/access-cookie';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { HttpError } from '@/lib/platform/errors';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { PAGE_PATH_HEADER } from '@/lib/platform/page-path';
import { loginPath } from '@/lib/platform/site/return-path';
import type { CompanyRole } from './company-roles';
import { SESSION_SECONDS } from './schema';

declare const proof: unique symbol;
declare const account: unique symbol;
declare const person: unique symbol;

/** Id of the user that adoptions, carts, payments and papers belong to: the owner of the company. */
export type AccountId = string & { readonly [account]: true };
/** Id of the user who signed in: password, e-mail, phone, sessions and codes belong to the person. */
export type PersonId = string & { readonly [person]: true };

/**
 * Proof that a request comes from this signed-in sponsor. Only the functions below create one, and queries and
 * mutations of sponsor data require it, so that a missing check does not compile. For the owner of a company, and for an
 * account without colleagues, both ids are the same.
 */
export type SponsorScope = {
  readonly accountId: AccountId;
  readonly personId: PersonId;
  readonly role: CompanyRole;
  readonly sessionId: string;
  readonly [proof]: true;
};

const TOKEN = /^[\w-]{43}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type OpenedSession = { token: string; cookie: string };

/**
 * Creates a session: one row with two credentials. The bearer token authenticates API requests and is only in the
 * response; the cookie authenticates pages.
 * @param checkedHash the password hash that a login was checked against
 * @param userAgent of userAgentOf, for the list of sessions
 * @returns the token, and the value of the Set-Cookie header; null if the password has changed since it was checked
 */
export async function openSession(userId: string): Promise<OpenedSession>;
export async function openSession(
  userId: string,
  checkedHash: string,
  userAgent: string | null,
): Promise<OpenedSession | null>;
export async function openSession(
  userId: string,
  checkedHash: string | null = null,
  userAgent: string | null = null,
): Promise<OpenedSession | null> {
  const token = makeToken();
  const sessionId = await transaction(async (tx) => {
    const isChecked = checkedHash === null ? undefined : eq(users.passwordHash, checkedHash);
    // The lock makes this wait for a change of the password (with-account.ts) and then see the new one.
    const accounts = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isChecked))
      .for('share');
    if (accounts.length === 0) return null;
    const expiresAt = sql`now() + ${SESSION_SECONDS} * interval '1 second'`;
    const values = { userId, tokenHash: hashToken(token), expiresAt, userAgent };
    const [session] = await tx.insert(sessions).values(values).returning({ id: sessions.id });
    return session!.id;
  });
  if (sessionId === null) return null;
  const value = await encode({ token: { sid: sessionId }, secret: env().APP_SECRET, maxAge: SESSION_SECONDS });
  return { token, cookie: setCookie(value, SESSION_SECONDS) };
}

/**
 * Deletes a session, which invalidates both credentials immediately. Returns the Set-Cookie header that removes the
 * cookie.
 */
export async function endSession(scope: SponsorScope): Promise<string> {
  await db().delete(sessions).where(eq(sessions.id, scope.sessionId));
  return setCookie('', 0);
}

/**
 * Authenticates an API request by its bearer token; the cookie is ignored. Throws HttpError 401 'auth.required'
 * without a live session.
 */
export async function requireSponsor(request: Request): Promise<SponsorScope> {
  const scope = await sponsorOfRequest(request);
  if (!scope) throw new HttpError('auth.required');
  return scope;
}

/**
 * Requires that a user id in a request is that of the sponsor; ids of other users, unknown and invalid ids are refused
 * alike. Throws HttpError 403 'auth.forbidden'.
 */
export function requireOwnerOf({ personId: own }: SponsorScope, userId: unknown): void {
  if (typeof userId !== 'string' || own !== userId.toLowerCase()) throw new HttpError('auth.forbidden');
}

/**
 * Returns the sponsor of the bearer token of a request; null if it is missing or invalid (public endpoints ignore
 * invalid tokens).
 */
export async function sponsorOfRequest(request: Request): Promise<SponsorScope | null> {
  const [, token] = /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token || !TOKEN.test(token)) return null;
  return findSession(eq(sessions.tokenHash, hashToken(token)));
}

/**
 * Authenticates a page by the cookie, or redirects to /login, which leads back to the page. Call it in every dashboard page: a layout does not run
 * again when only the page changes.
 */
export async function requireSponsorPage(): Promise<SponsorScope> {
  const scope = await sponsorOfPage();
  if (scope) return scope;
  // Imported dynamically: scripts use this module as well, and next/navigation does not load outside of Next.
  const [{ redirect }, { headers }] = await Promise.all([import('next/navigation'), import('next/headers')]);
  return redirect(loginPath((await headers()).get(PAGE_PATH_HEADER)));
}

/** Returns the sponsor of the cookie of the page request, or null; cached per request. */
export const sponsorOfPage = cache(async (): Promise<SponsorScope | null> => {
  const session = await getServerSession(authOptions());
  const sid = session?.sid;
  if (!sid || !UUID.test(sid)) return null;
  return findSession(eq(sessions.id, sid));
});

/** Finds a session, with the company and the role that its person has now, and notes that it is used. */
async function findSession(which: SQL): Promise<SponsorScope | null> {
  const [row] = await withQueryDeadline(
    db()
      .select({
        sessionId: sessions.id,
        personId: users.id,
        accountId: sql<string>`coalesce(${users.memberOf}, ${users.id})`,
        role: sql<CompanyRole>`coalesce(${users.memberRole}, 'owner')`,
        isStale: sql<boolean>`${sessions.lastUsedAt} < now() - interval '15 minutes'`,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(which, gt(sessions.expiresAt, sql`now()`))),
  );
  if (!row) return null;
  const { isStale, ...scope } = row;
  // Not at every request: each would write.
  if (isStale)
    await db()
      .update(sessions)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(sessions.id, scope.sessionId));
  return scope as SponsorScope;
}

declare module 'next-auth' {
  interface Session {
    sid?: string;
  }
}

/** The options of next-auth, used only to encrypt the cookie and to read it in server components. It has no routes. */
function authOptions(): NextAuthOptions {
  return {
    providers: [],
    secret: env().APP_SECRET,
    cookies: { sessionToken: { name: accessCookieName(COOKIE), options: {} } },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    callbacks: {
      session: ({ session, token }) => ({ ...session, sid: typeof token.sid === 'string' ? token.sid : undefined }),
    },
    // An invalid cookie is expected input; the logger of next-auth would print a stack trace.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}

const COOKIE = 'next-auth.session-token';

const setCookie = (value: string, maxAge: number): string => setAccessCookie(COOKIE, value, maxAge, 'Lax');
