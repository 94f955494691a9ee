import type { AccountArea } from '@/lib/accounts/administrators/roles';
import { AUTOMATIC_HEADER, PAGE_SESSION_HEADER } from '@/lib/accounts/administrators/schema';
import { readItem, removeItem, writeItem } from '@/lib/platform/storage';
import { errorText } from '@/lib/platform/i18n/errors';
import type { ApiFailure, CallerAs } from './call-types';
import { call, send } from './client';

/** Storage key of the administrator token, separate from all sponsor data. */
export const ADMIN_TOKEN_KEY = 'adminToken';

/** Storage key of the reason for a redirect to /admin/login, an error code. */
const REASON_KEY = 'admin-login-reason';
export type LoginReason = 'admin.no_token' | 'admin.session_ended';

/** Storage key of the token with which a page without a session was already reloaded. */
const RELOADED_KEY = 'admin-asked-again';

let pageSession: string | null = null;

/** Sets the session that rendered this document; from now on requests with the token of another session are refused. */
export const setPageSession = (session: string) => void (pageSession = session);

/** Asks for the code or the password again. @returns whether the session is confirmed */
type Confirm = () => Promise<boolean>;
let confirm: Confirm | null = null;

/**
 * Sets what confirms the session when the server asks for it ('admin.confirm'); the request is then repeated.
 * @returns the function that takes it back
 */
export function setConfirm(next: Confirm): () => void {
  confirm = next;
  return () => {
    if (confirm === next) confirm = null;
  };
}

type AdminOptions = {
  /** Whether the page sends the request by itself: it then does not keep the session alive. */
  isAutomatic?: boolean;
};

/**
 * `call` with the token of an administrator or an office. If the server asks for a confirmation of the session, the request is
 * repeated after it. A 401 response ends the session in this browser.
 */
export const callAsAdmin: CallerAs<'administrator' | 'office' | 'account', AdminOptions> = async (
  name,
  { isAutomatic, ...input },
) => {
  const bearer = readAdminToken();
  const headers = {
    ...(pageSession === null ? {} : { [PAGE_SESSION_HEADER]: pageSession }),
    ...(isAutomatic ? { [AUTOMATIC_HEADER]: '1' } : {}),
  };
  const request = () => send(name, { ...input, bearer, headers });
  let answer = await request();
  if (!answer.ok && answer.code === 'admin.confirm' && (await confirm?.())) answer = await request();
  // Ignores a late response for a token that has been replaced since.
  if (!answer.ok && answer.status === 401 && readAdminToken() === bearer)
    leaveAdmin(bearer === null ? 'admin.no_token' : 'admin.session_ended');
  return answer;
};

/** The part of the site that the page belongs to. */
export const pageArea = (): AccountArea => (/^\/office(\/|$)/.test(location.pathname) ? 'office' : 'admin');

let leaving = false;

/**
 * Ends the session in this browser: removes the token and replaces the document with the login page, so that no router
 * cache outlives it. Runs once per document. The sponsor session is not affected.
 * @param reason the reason shown on the login page; null after a logout
 */
export function leaveAdmin(reason: LoginReason | null): void {
  if (leaving) return;
  leaving = true;
  const area = pageArea();
  // Whoever opens the office for the first time learns nothing from a missing token.
  if (reason && (area === 'admin' || reason === 'admin.session_ended')) writeItem('sessionStorage', REASON_KEY, reason);
  forgetAdminToken();
  location.replace(`/${area}/login`);
}

let reloading = false;

/**
 * Reloads a page that was rendered without a live session, once, if a token is stored. The session cookie is
 * SameSite=Strict and therefore not sent when a link from an e-mail or a spreadsheet is opened; it is sent with a
 * reload.
 * @returns true if the document is about to be reloaded
 */
export function reloadOnce(): boolean {
  if (reloading) return true;
  const token = readAdminToken();
  // Without storage the page would reload forever.
  if (token === null || readItem('sessionStorage', RELOADED_KEY) === token) return false;
  if (!writeItem('sessionStorage', RELOADED_KEY, token)) return false;
  reloading = true;
  // Without the fragment, which would prevent a request.
  location.replace(location.pathname + location.search);
  return true;
}

/** A page was rendered with its session: a later page without one may be reloaded again. */
export const clearReloadMark = () => removeItem('sessionStorage', RELOADED_KEY);

/**
 * Signs in and stores the token. If the browser cannot store it, the session is ended immediately.
 * @returns null on success, otherwise the failure; its code is 'admin.code_required' if the account has a second factor
 */
export async function signInAdmin(credentials: {
  username: string;
  password: string;
  code?: string;
}): Promise<ApiFailure | null> {
  const answer = await call('POST /user/admin_login', {
    body: { ...credentials, ...(pageArea() === 'office' && { area: 'office' as const }) },
  });
  if (!answer.ok) return answer;
  const { token } = answer.data;
  if (writeItem('localStorage', ADMIN_TOKEN_KEY, token)) return null;
  await endOnServer(token);
  return { ok: false, status: null, message: errorText('auth.storage_off'), details: {} };
}

/**
 * Ends the session on the server, then in this browser. A session that already ended counts as success.
 * @returns null on success, while the document is being replaced; otherwise the failure, and the session stays
 */
export async function signOutAdmin(): Promise<ApiFailure | null> {
  const answer = await endOnServer(readAdminToken());
  if (!answer.ok && answer.status !== 401) return answer;
  leaveAdmin(null);
  return null;
}

const endOnServer = (token: string | null) => call('POST /user/admin_logout', { bearer: token });

/** Returns the stored token, or null. */
export const readAdminToken = () => readItem('localStorage', ADMIN_TOKEN_KEY);

/** Returns true if a change of this storage key, or of all keys (null), can be a login or logout in another tab. */
export const isAdminKey = (key: string | null) => key === null || key === ADMIN_TOKEN_KEY;

/** Removes the token of an ended session. */
export const forgetAdminToken = () => removeItem('localStorage', ADMIN_TOKEN_KEY);

let reason: LoginReason | null | undefined;

/** Returns the reason for the redirect to /admin/login; later documents do not see it. */
export function loginReason(): LoginReason | null {
  if (reason !== undefined) return reason;
  const stored = readItem('sessionStorage', REASON_KEY);
  removeItem('sessionStorage', REASON_KEY);
  return (reason = stored === 'admin.no_token' || stored === 'admin.session_ended' ? stored : null);
}
