import { readSession, readToken, TOKEN_KEY, USER_KEY, VERSION } from './session-storage';
import { readItem, removeItem, writeItem } from '@/lib/platform/storage';
import type { SessionUser } from '@/lib/accounts/schema';
import { loginPath } from '@/lib/platform/site/return-path';
import { commitDrafts } from '@/lib/selection/unsaved-drafts';
import type { CallerAs } from './call-types';
import { send } from './client';

/** Storage key that notifies /login of an expired session: a link to /login must not be able to claim one. */
const ENDED_KEY = 'session-ended';

/** `call` with the token of the sponsor. A 401 response ends the session in this browser. */
export const callAsSponsor: CallerAs<'sponsor' | 'owner' | 'holder'> = async (name, input) => {
  const bearer = readToken();
  const answer = await send(name, { ...input, bearer });
  // Ignores a late response for a token that has been replaced since.
  if (!answer.ok && answer.status === 401 && readToken() === bearer) endClientSession();
  return answer;
};

let ending = false;

/**
 * Ends the session in this browser: removes token and user and replaces the document, so that no router cache of
 * sponsor pages outlives it. Runs once per document. Unless the sponsor logged out (`loggedOut`), saves drafts and sets
 * the notice for /login, which leads back to this page afterwards.
 */
export function endClientSession({ loggedOut = false } = {}): void {
  if (ending) return;
  ending = true;
  if (!loggedOut) {
    commitDrafts();
    writeItem('sessionStorage', ENDED_KEY, '1');
  }
  forgetSession();
  location.replace(loggedOut ? '/login' : loginPathFrom(location));
}

/** On /login itself its own parameter stays. */
const loginPathFrom = ({ pathname, search }: Location) =>
  pathname === '/login' ? pathname + search : loginPath(pathname + search);

/** Stores a new session. @returns false if the browser does not keep it */
export function storeSession(token: string, user: SessionUser): boolean {
  writeItem('localStorage', TOKEN_KEY, token);
  storeUser(user);
  // Verified by reading: nearly full storage may have accepted only one of the values, and the next page would be signed
  // out.
  return readToken() === token && readSession().userId === user.id;
}

/** Stores the signed-in user, without the token. */
export function storeUser(user: SessionUser): void {
  const state = { isLoggedIn: true, user, userId: user.id };
  writeItem('localStorage', USER_KEY, JSON.stringify({ state, version: VERSION }));
}

/** Removes token and user from this browser. */
export function forgetSession(): void {
  removeItem('localStorage', TOKEN_KEY);
  removeItem('localStorage', USER_KEY);
}

/** Returns whether a session of this tab expired since the last login, for the notice on /login. */
export const hasSessionEnded = () => readItem('sessionStorage', ENDED_KEY) !== null;
export const forgetSessionEnded = () => removeItem('sessionStorage', ENDED_KEY);
