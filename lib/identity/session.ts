import 'server-only';
import { getServerSession, type NextAuthOptions } from 'next-auth';
import { encode } from 'next-auth/jwt';
import type { Fragment } from 'postgres';
import { cache } from 'react';
import { sql } from '@/db/client';
import { accessCookieName, setAccessCookie } from '@/lib/core/access-cookie';
import { withQueryDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { HttpError } from '@/lib/core/errors';
import { hashToken, makeToken } from '@/lib/core/secret-token';
import { PAGE_PATH_HEADER } from '@/lib/core/page-path';
import { loginPath } from '@/lib/site/return-path';
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
  // The lock makes this wait for a change of the password (with-account.ts) and then see the new one.
  const [row] = await sql()<{ id: string }[]>`
    with account as (select id from users
                      where id = ${userId} and (${checkedHash}::text is null or password_hash = ${checkedHash})
                        for share)
    insert into sessions (user_id, token_hash, expires_at, user_agent)
    select id, ${hashToken(token)}, now() + ${SESSION_SECONDS} * interval '1 second', ${userAgent} from account
    returning id`;
  if (!row) return null;
  const value = await encode({ token: { sid: row.id }, secret: env().APP_SECRET, maxAge: SESSION_SECONDS });
  return { token, cookie: setCookie(value, SESSION_SECONDS) };
}

/**
 * Deletes a session, which invalidates both credentials immediately. Returns the Set-Cookie header that removes the
 * cookie.
 */
export async function endSession(scope: SponsorScope): Promise<string> {
  await sql()`delete from sessions where id = ${scope.sessionId}`;
  return setCookie('', 0);
}

/**
 * Authenticates an API request by its bearer token; the cookie is ignored. Throws HttpError 401 'auth.required'
 * without a live session.
 */
export async function requireSponsor(request: Request): Promise<SponsorScope> {
  const scope = await sponsorOfRequest(request);
  if (!scope) throw new HttpError(401, 'auth.required');
  return scope;
}

/**
 * Requires that a user id in a request is that of the sponsor; ids of other users, unknown and invalid ids are refused
 * alike. Throws HttpError 403 'auth.forbidden'.
 */
export function requireOwnerOf({ personId: own }: SponsorScope, userId: unknown): void {
  if (typeof userId !== 'string' || own !== userId.toLowerCase()) throw new HttpError(403, 'auth.forbidden');
}

/**
 * Returns the sponsor of the bearer token of a request; null if it is missing or invalid (public endpoints ignore
 * invalid tokens).
 */
export async function sponsorOfRequest(request: Request): Promise<SponsorScope | null> {
  const [, token] = /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token || !TOKEN.test(token)) return null;
  return findSession(sql()`s.token_hash = ${hashToken(token)}`);
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
  return findSession(sql()`s.id = ${sid}`);
});

type SessionRow = SponsorScope & { isStale: boolean };

/** Finds the session `s`, with the company and the role that its person has now, and notes that it is used. */
async function findSession(condition: Fragment): Promise<SponsorScope | null> {
  const [row] = await withQueryDeadline(
    sql()<SessionRow[]>`
      select s.id as "sessionId", u.id as "personId", coalesce(u.member_of, u.id) as "accountId",
             coalesce(u.member_role, 'owner') as role, s.last_used_at < now() - interval '15 minutes' as "isStale"
        from sessions s join users u on u.id = s.user_id where ${condition} and s.expires_at > now()`,
  );
  if (!row) return null;
  const { isStale, ...scope } = row;
  // Not at every request: each would write.
  if (isStale) await sql()`update sessions set last_used_at = now() where id = ${scope.sessionId}`;
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
