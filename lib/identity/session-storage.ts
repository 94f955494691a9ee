import { readItem } from '@/lib/core/storage';
import { isUuid } from '@/lib/core/uuid';
import type { SessionUser } from './schema';

/** Where the browser keeps what belongs to a session. */
export const TOKEN_KEY = 'token';
export const USER_KEY = 'user-storage';
export const VERSION = 1;

/** Whether a change of this storage key, or of all keys (null), may be a login or a logout in another tab. */
export const isSessionKey = (key: string | null) => key === null || key === TOKEN_KEY || key === USER_KEY;

/** The stored token, or null. */
export const readToken = () => readItem('localStorage', TOKEN_KEY);

/** Who is signed in, as the browser keeps it (R-ENT-02): nothing secret, and it opens nothing. */
export type Session =
  { isLoggedIn: true; user: SessionUser; userId: string } | { isLoggedIn: false; user: null; userId: null };

export const SIGNED_OUT: Session = { isLoggedIn: false, user: null, userId: null };

/**
 * What is stored; a broken value, or one whose token is gone, is nobody. Every page reads it, so this is written
 * without a library.
 */
export function readSession(): Session {
  if (readToken() === null) return SIGNED_OUT;
  try {
    const { state, version } = JSON.parse(readItem('localStorage', USER_KEY) ?? 'null');
    const { id, full_name, email, company_name } = state.user;
    const isWhole = [full_name, email, company_name].every((text) => typeof text === 'string');
    if (version !== VERSION || state.isLoggedIn !== true || !isWhole || !isUuid(id) || id !== state.userId)
      return SIGNED_OUT;
    return { isLoggedIn: true, user: { id, full_name, email, company_name }, userId: id };
  } catch {
    return SIGNED_OUT;
  }
}
