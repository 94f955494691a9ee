import { object, oneOf, text, uuid } from '@/lib/platform/schema';
import { readItem, readStored } from '@/lib/platform/storage';
import type { SessionUser } from '@/lib/accounts/schema';

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

const SIGNED_OUT: Session = { isLoggedIn: false, user: null, userId: null };

const storedSchema = object({
  version: oneOf([VERSION]),
  state: object({
    isLoggedIn: oneOf([true]),
    user: object<SessionUser>({ id: uuid, full_name: text, email: text, company_name: text }),
    userId: uuid,
  }),
});

/** Returns the stored session; signed out if the value is invalid or the token is missing. */
export function readSession(): Session {
  if (readToken() === null) return SIGNED_OUT;
  const { state } = readStored('localStorage', USER_KEY, storedSchema) ?? {};
  return state && state.user.id === state.userId ? state : SIGNED_OUT;
}
