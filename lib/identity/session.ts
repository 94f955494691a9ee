import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { getServerSession, type NextAuthOptions } from 'next-auth';
import { encode } from 'next-auth/jwt';
import { cache } from 'react';
import { sql } from '@/db/client';
import { withQueryDeadline } from '@/lib/core/deadline';
import { env } from '@/lib/core/env';
import { HttpError } from '@/lib/core/errors';
import { SESSION_SECONDS } from './schema';

declare const proof: unique symbol;

/**
 * Proof that a request comes from this signed-in sponsor. Only the gates below make one, and queries and mutations of a
 * sponsor's own data demand it, so that a forgotten check does not compile.
 */
export type SponsorScope = { readonly userId: string; readonly sessionId: string; readonly [proof]: true };

const TOKEN = /^[\w-]{43}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Opens a session: one row with two carriers. The bearer token drives the API and exists nowhere but in the answer;
 * the cookie renders pages.
 * @returns the token, and the value of the Set-Cookie header
 */
export async function openSession(userId: string): Promise<{ token: string; cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  const [row] = await sql()<{ id: string }[]>`
    insert into sessions (user_id, token_hash, expires_at)
    values (${userId}, ${hashToken(token)}, now() + ${SESSION_SECONDS} * interval '1 second')
    returning id`;
  const value = await encode({ token: { sid: row!.id }, secret: env().APP_SECRET, maxAge: SESSION_SECONDS });
  return { token, cookie: setCookie(value, SESSION_SECONDS) };
}

/** Ends a session: both carriers are dead at once (security 19). @returns the Set-Cookie header that takes the cookie back */
export async function endSession(scope: SponsorScope): Promise<string> {
  await sql()`delete from sessions where id = ${scope.sessionId}`;
  return setCookie('', 0);
}

/** The gate of the API: reads the bearer token and nothing else. Throws HttpError 401 'auth.required' for whatever is not a live session. */
export async function requireSponsor(request: Request): Promise<SponsorScope> {
  const scope = await sponsorOfRequest(request);
  if (!scope) throw new HttpError(401, 'auth.required');
  return scope;
}

/**
 * For a call that names a user: anybody else's id is refused, whether it exists or not, and so is what is no id. Throws
 * HttpError 403 'auth.forbidden'.
 */
export function requireOwnerOf({ userId: own }: SponsorScope, userId: unknown): void {
  if (typeof userId !== 'string' || own !== userId.toLowerCase()) throw new HttpError(403, 'auth.forbidden');
}

/** The sponsor whose valid bearer token a request carries; null for none and for any other (A-16: public calls ignore those). */
export async function sponsorOfRequest(request: Request): Promise<SponsorScope | null> {
  const [, token] = /^Bearer ([\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token || !TOKEN.test(token)) return null;
  return find(sql()<Found[]>`
    select id, user_id from sessions where token_hash = ${hashToken(token)} and expires_at > now()`);
}

/** The gate of pages: reads the cookie. Call it in every page of the dashboard; a layout is not asked again when only the page changes. */
export async function requireSponsorPage(): Promise<SponsorScope> {
  const scope = await sponsorOfPage();
  if (scope) return scope;
  // Only here: scripts open and purge sessions as well, and it does not load outside of Next.
  const { redirect } = await import('next/navigation');
  return redirect('/login');
}

/** The sponsor whose cookie came with the page's request, or null; one look-up a request. */
export const sponsorOfPage = cache(async (): Promise<SponsorScope | null> => {
  const session = await getServerSession(authOptions());
  const sid = session?.sid;
  if (!sid || !UUID.test(sid)) return null;
  return find(sql()<Found[]>`select id, user_id from sessions where id = ${sid} and expires_at > now()`);
});

type Found = { id: string; user_id: string };

async function find(query: PromiseLike<Found[]>): Promise<SponsorScope | null> {
  const [row] = await withQueryDeadline(query);
  return row ? ({ userId: row.user_id, sessionId: row.id } as SponsorScope) : null;
}

declare module 'next-auth' {
  interface Session {
    sid?: string;
  }
}

/** What next-auth is used for: the encrypted cookie and its reading in server components. It has no routes of its own. */
function authOptions(): NextAuthOptions {
  return {
    providers: [],
    secret: env().APP_SECRET,
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    callbacks: {
      session: ({ session, token }) => ({ ...session, sid: typeof token.sid === 'string' ? token.sid : undefined }),
    },
    // A cookie that does not decrypt is nobody's session, not news; its logger would print it with a stack.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}

const isSecure = () => env().APP_URL.startsWith('https:');

function setCookie(value: string, maxAge: number): string {
  const name = isSecure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`;
}
