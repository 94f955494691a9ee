import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { after } from 'next/server';
import { db } from '@/db/client';
import { hasState } from '@/db/conditions';
import { billings } from '@/db/schema';
import type { AdoptionScope, GuestScope } from '@/lib/adoption/core/access';
import { VISIBLE_STATES } from '@/lib/adoption/core/rules';
import { accessCookieName, setAccessCookie } from '@/lib/platform/access-cookie';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import { HttpError, type Limited } from '@/lib/platform/errors';
import { ACCESS_SECONDS, MAX_SENDS_TO_RECIPIENT, MAX_SENDS_TO_RECIPIENT_KNOWN } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { limiter } from '@/lib/platform/rate-limit';
import { normalReference } from '@/lib/adoption/core/reference';
import type { Locale } from '@/lib/platform/i18n/locale';
import { sponsorOfRequest } from '@/lib/accounts/session';
import { forgetAttempts, withAttemptAllowance } from '@/lib/accounts/codes/attempts';
import { accessCodeMessage } from '@/lib/accounts/codes/message-templates';
import {
  countLateSend,
  deliverCode,
  isKnownRequester,
  requesterKey,
  withSendAllowance,
  type CountedBy,
  type OtpSubject,
  type Send,
} from '@/lib/accounts/codes/mutations';
import { consumeRightCode, type CodeRefusal } from '@/lib/accounts/codes/statements';

/*
 * A guest opens one public adoption with a code sent to its e-mail address (docs/decisions/0024): that of the adoption itself, or a
 * later one. Responses, limits and
 * timing must not reveal whether a reference exists: everything is counted by the reference as typed, the message is
 * sent after the response, and unknown references take the same path as known ones.
 */

/** An adoption that can be opened with a code. A colleague's cannot: who left the company would still get the codes. */
type Accessible = { id: string; userId: string; email: string };

/** Found instead of an unknown reference, so that it takes the same path. */
const NOBODY: Accessible = {
  id: '00000000-0000-0000-0000-000000000000',
  userId: '00000000-0000-0000-0000-000000000000',
  email: '',
};

const perRecipient = limiter('access_code_recipient', { points: MAX_SENDS_TO_RECIPIENT, seconds: 60 * 60 });

const subjectOf = ({ userId, email }: Accessible): OtpSubject => ({
  purpose: 'adoption_access',
  otpMethod: 'email',
  userId,
  email,
  phone: '',
});

/**
 * Sends a code to the e-mail address of a public adoption after the response; does nothing if there is none. Must be
 * called within a request.
 * @param locale the language of the e-mail
 * @returns ok whether or not the adoption exists; refusals of rate limits include the seconds to wait
 */
export async function sendAccessCode(typed: string, clientAddress: string, locale: Locale): Promise<Limited<object>> {
  const reference = normalReference(typed);
  const send = { purpose: 'adoption_access', otpMethod: 'email', recipient: reference, clientAddress } as const;
  return withSendAllowance(send, async (countedBy) => {
    await forgetAttempts(attemptKey(reference), clientAddress);
    after(() => deliver(send, locale, countedBy));
    return { ok: true };
  });
}

/** A failed delivery is not refunded: that would reveal whether the reference is known. */
async function deliver(send: Send, locale: Locale, countedBy: CountedBy): Promise<void> {
  const { recipient: reference, clientAddress } = send;
  try {
    const adoption = await findAdoption(reference);
    if (!adoption) return;
    const max = (await isKnownRequester(send)) ? MAX_SENDS_TO_RECIPIENT_KNOWN : MAX_SENDS_TO_RECIPIENT;
    if (!(await perRecipient.consume(adoption.email, max)).ok || !(await countLateSend()).ok) return;
    const messageOf = (code: string) => accessCodeMessage(adoption.email, code, reference, locale);
    const requester = requesterKey(clientAddress);
    await deliverCode(subjectOf(adoption), adoption.id, messageOf, { requester, countedBy });
  } catch (error) {
    log.error('access_code_failed', describeError(error));
  }
}

const attemptKey = (reference: string) => `adoption|${reference}`;

const emailOf = sql<string>`lower(${billings.sponsor}->>'email')`;

async function findAdoption(reference: string): Promise<Accessible | undefined> {
  const [found] = await withQueryDeadline(
    db()
      .select({ id: billings.id, userId: billings.userId, email: emailOf })
      .from(billings)
      .where(
        and(
          eq(billings.reference, reference),
          eq(billings.channel, 'public'),
          isNull(billings.madeBy),
          hasState(billings, VISIBLE_STATES),
          // That of a deleted account has no address.
          sql`${billings.sponsor}->>'email' <> ''`,
        ),
      ),
  );
  return found;
}

/**
 * Verifies a code sent by sendAccessCode, in one statement. Each attempt counts; a successful one is refunded.
 * @param clientAddress the code is valid only for the network that requested it
 * @returns the Set-Cookie header that opens the page of the adoption
 */
export async function openAccess(
  typed: string,
  otp: string,
  clientAddress: string,
): Promise<{ ok: true; cookie: string } | CodeRefusal> {
  const reference = normalReference(typed);
  let cookie = '';
  const verified = await withAttemptAllowance(attemptKey(reference), clientAddress, async () => {
    const adoption = (await findAdoption(reference)) ?? NOBODY;
    const subject = { ...subjectOf(adoption), draftId: adoption.id, requester: requesterKey(clientAddress) };
    const openedAt = await consumeRightCode(db(), subject, otp);
    if (!openedAt) return false;
    const expires = Math.floor(openedAt.getTime() / 1000) + ACCESS_SECONDS;
    cookie = setCookie(reference, tokenOf('page', adoption, expires), ACCESS_SECONDS);
    return true;
  });
  return verified.ok ? { ok: true, cookie } : verified;
}

/** A guest's adoption whose code went to the e-mail address of the sponsor and was right. */
type Verified = { billingId: string; reference: string; email: string; verifiedAt: Date };

/**
 * Returns the Set-Cookie header that opens the page of an adoption for an hour after its code was entered: that code proved the same
 * address as one of openAccess. Repeating the code does not extend the hour.
 */
export function accessOfVerified({ billingId, reference, email, verifiedAt }: Verified): string {
  const expires = Math.floor(verifiedAt.getTime() / 1000) + ACCESS_SECONDS;
  const left = Math.max(0, Math.min(ACCESS_SECONDS, expires - Math.floor(Date.now() / 1000)));
  return setCookie(reference, tokenOf('page', { id: billingId, email: email.toLowerCase() }, expires), left);
}

/** Returns the Set-Cookie header that ends the access in this browser. */
export const closeAccess = (typed: string): string => setCookie(normalReference(typed), '', 0);

/** What a token is for: the cookie renders the page, the bearer token authenticates API requests, never the reverse. */
type Use = 'page' | 'api';

/** The end of the access in epoch seconds; the e-mail, so that a corrected address ends tokens of the old one. */
const macOf = (use: Use, { id, email }: Pick<Accessible, 'id' | 'email'>, expires: number): Buffer =>
  createHmac('sha256', env().APP_SECRET).update(`adoption-${use}|${id}|${expires}|${email}`).digest();

const tokenOf = (use: Use, adoption: Pick<Accessible, 'id' | 'email'>, expires: number): string =>
  `${adoption.id}.${expires}.${macOf(use, adoption, expires).toString('base64url')}`;

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{9})\.([\w-]{43})$/;

/** `until` is the end of the access. */
type Opened = { scope: GuestScope; reference: string; bearer: string; until: Date };

/** Returns the access of a token that is genuine and has not ended by the database clock, or null. */
async function readToken(use: Use, token: string): Promise<Opened | null> {
  const [, id, expires, mac] = TOKEN.exec(token) ?? [];
  if (!id || !expires || !mac) return null;
  const until = new Date(Number(expires) * 1000);
  const [found] = await withQueryDeadline(
    db()
      .select({ id: billings.id, email: emailOf, reference: billings.reference })
      .from(billings)
      .where(
        and(
          eq(billings.id, id),
          eq(billings.channel, 'public'),
          hasState(billings, VISIBLE_STATES),
          sql`${until}::timestamptz > now()`,
        ),
      ),
  );
  if (!found || !timingSafeEqual(macOf(use, found, Number(expires)), Buffer.from(mac, 'base64url'))) return null;
  const scope = { billingId: found.id } as GuestScope;
  return { scope, reference: found.reference, bearer: tokenOf('api', found, Number(expires)), until };
}

/**
 * Authenticates an API request of a signed-in sponsor, or of the holder of an access token, by its bearer token. Throws
 * HttpError 401 'auth.required'.
 */
export async function requireHolder(request: Request): Promise<AdoptionScope> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const scope = (await sponsorOfRequest(request)) ?? (await readToken('api', token))?.scope;
  if (!scope) throw new HttpError('auth.required');
  return scope;
}

/**
 * Returns the access of the page request to an adoption by its cookie, or null. `bearer` authenticates the API requests
 * of the page until the same time.
 */
export async function accessOfPage(reference: string): Promise<Opened | null> {
  const { cookies } = await import('next/headers');
  const opened = await readToken('page', (await cookies()).get(accessCookieName(cookieOf(reference)))?.value ?? '');
  return opened?.reference === reference ? opened : null;
}

/** One for each adoption, so that several can be open at once. */
const cookieOf = (reference: string) => `adoption-access-${reference}`;

const setCookie = (reference: string, value: string, maxAge: number): string =>
  setAccessCookie(cookieOf(reference), value, maxAge, 'Lax');
