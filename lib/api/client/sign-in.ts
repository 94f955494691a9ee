import { call, type ApiResult } from './client';
import { endClientSession, forgetSession, forgetSessionEnded, storeSession } from './session';
import { readToken } from './session-storage';
import { errorText } from '@/lib/platform/i18n/errors';
import { useSelectionStore } from '@/lib/selection/store';

const DONE = { ok: true, data: null } as const;

/** Signs in: stores the session and removes the selection of another sponsor from this browser. */
export async function signIn(credentials: { email: string; password: string }): Promise<ApiResult<null>> {
  const answer = await call('POST /user/login', { body: credentials });
  if (!answer.ok) return answer;
  const { user, token } = answer.data;
  if (!storeSession(token, user)) {
    forgetSession();
    void call('POST /user/logout', { bearer: token });
    return { ok: false, status: null, message: errorText('auth.storage_off'), details: {} };
  }
  forgetSessionEnded();
  useSelectionStore.getState().claimSelectionFor(user.id);
  return DONE;
}

/**
 * Ends the session on the server, then in the browser, and goes to /login. If the server does not respond, nothing
 * changes.
 */
export async function signOut(): Promise<ApiResult<null>> {
  const answer = await call('POST /user/logout', { bearer: readToken() });
  if (!answer.ok && answer.status !== 401) return answer;
  endClientSession({ loggedOut: true });
  // Called last: an open page must not treat the removal as an emptied selection.
  useSelectionStore.getState().forgetDashboard();
  return DONE;
}

/**
 * Synchronises the browser with the server on /login: removes stored data if there is no live session.
 * @param isLive true if the cookie of the page has a live session
 * @returns true if both the cookie and the token exist, and the sponsor belongs on the dashboard
 */
export function reconcile(isLive: boolean): boolean {
  const hasToken = readToken() !== null;
  if (isLive && hasToken) return true;
  // Navigation within the app would keep the document, and with it sponsor data that the Back button would show.
  if (hasToken) endClientSession();
  forgetSession();
  return false;
}
