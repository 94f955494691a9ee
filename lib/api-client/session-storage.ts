import { fieldsOf, isText } from '@/lib/core/schema';
import { readItem } from '@/lib/core/storage';
import { isUuid } from '@/lib/core/uuid';
import type { SessionUser } from '@/lib/identity/schema';

/** Keys of the session data in browser storage. */
export const TOKEN_KEY = 'token';
export const USER_KEY = 'user-storage';
export const VERSION = 1;

/** Returns true if a change of this storage key, or of all keys (null), can be a login or logout in another tab. */
export const isSessionKey = (key: string | null) => key === null || key === TOKEN_KEY || key === USER_KEY;

/** Returns the stored token, or null. */
export const readToken = () => readItem('localStorage', TOKEN_KEY);

/** The signed-in user as stored in the browser. It contains no secrets and grants no access. */
export type Session =
  { isLoggedIn: true; user: SessionUser; userId: string } | { isLoggedIn: false; user: null; userId: null };

export const SIGNED_OUT: Session = { isLoggedIn: false, user: null, userId: null };

/** Reads a user as the login response and the storage have it; undefined if it is invalid. */
export function readUser(value: unknown): SessionUser | undefined {
  const { id, full_name, email, company_name } = fieldsOf(value);
  if (!isUuid(id) || !isText(full_name) || !isText(email) || !isText(company_name)) return undefined;
  return { id, full_name, email, company_name };
}

/**
 * Returns the stored session; signed out if the value is invalid or the token is missing. Included in every page,
 * therefore written without a validation library.
 */
export function readSession(): Session {
  if (readToken() === null) return SIGNED_OUT;
  try {
    const { state, version } = JSON.parse(readItem('localStorage', USER_KEY) ?? 'null');
    const user = readUser(state.user);
    if (version !== VERSION || state.isLoggedIn !== true || !user || user.id !== state.userId) return SIGNED_OUT;
    return { isLoggedIn: true, user, userId: user.id };
  } catch {
    return SIGNED_OUT;
  }
}
