import { z } from 'zod';
import { adminLoginResponseSchema, PAGE_SESSION_HEADER } from '@/lib/admin/accounts/schema';
import { readItem, removeItem, writeItem } from '@/lib/core/storage';
import { errorText } from '@/lib/i18n/errors';
import {
  getBlob,
  getJson,
  patchJson,
  postFile,
  postJson,
  type ApiFailure,
  type ApiResult,
  type BlobOptions,
  type Options,
} from './client';

/** Where the browser keeps the administrator's token, apart from everything of a sponsor (A-28, A-83, R-STATE-04). */
export const ADMIN_TOKEN_KEY = 'adminToken';

/** Tells /admin/login why somebody is there, over the change of document: an error code of the catalogue. */
const REASON_KEY = 'admin-login-reason';
export type LoginReason = 'admin.no_token' | 'admin.session_ended';

/** The token for which a page without a session has been asked for a second time. */
const ASKED_KEY = 'admin-asked-again';

type AdminOptions = Omit<Options, keyof Carried>;

/** What a call carries of the session. */
type Carried = Pick<Options, 'bearer' | 'headers'>;

/** Administrators' pages are English, whatever language the site is read in. */
const IN_ENGLISH = { 'Accept-Language': 'en' };

let pageSession: string | null = null;

/** Says which session opened this document's pages; from now on calls are refused where the stored token is of another one. */
export const callAs = (session: string) => void (pageSession = session);

/** getJson as the signed-in administrator. A 401 ends the session in this browser. */
export function adminGet<S extends z.ZodType>(path: string, schema: S, options?: AdminOptions) {
  return asAdmin((carried) => getJson(path, schema, { ...options, ...carried }));
}

/** patchJson as the signed-in administrator; a 401 ends the session in this browser. */
export function adminPatch<S extends z.ZodType>(path: string, body: unknown, schema: S, options?: AdminOptions) {
  return asAdmin((carried) => patchJson(path, body, schema, { ...options, ...carried }));
}

/** postFile as the signed-in administrator; a 401 ends the session in this browser. */
export function adminPostFile<S extends z.ZodType>(path: string, file: File, schema: S, options?: AdminOptions) {
  return asAdmin((carried) => postFile(path, file, schema, { ...options, ...carried }));
}

/** getBlob as the signed-in administrator; a 401 ends the session in this browser. */
export function adminBlob(path: string, options?: Omit<BlobOptions, keyof Carried>): Promise<ApiResult<Blob>> {
  return asAdmin((carried) => getBlob(path, { ...options, ...carried }));
}

async function asAdmin<T>(send: (carried: Carried) => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  const token = readAdminToken();
  const headers = { ...IN_ENGLISH, ...(pageSession === null ? {} : { [PAGE_SESSION_HEADER]: pageSession }) };
  const answer = await send({ bearer: token ?? undefined, headers });
  // A late answer to a token that has been replaced meanwhile says nothing about the new one.
  if (!answer.ok && answer.status === 401 && readAdminToken() === token)
    leaveAdmin(token === null ? 'admin.no_token' : 'admin.session_ended');
  return answer;
}

let leaving = false;

/**
 * The session is over in this browser: the token is forgotten and the whole document is replaced by /admin/login, so that
 * nothing the router keeps outlives it. Once a document. The sponsor's session is not touched (R-STATE-04).
 * @param reason what /admin/login says; null after a logout
 */
export function leaveAdmin(reason: LoginReason | null): void {
  if (leaving) return;
  leaving = true;
  if (reason) writeItem('sessionStorage', REASON_KEY, reason);
  forgetAdminToken();
  location.replace('/admin/login');
}

let asking = false;

/**
 * For a page that came without a live session. The session's cookie does not travel with a link from an e-mail or a
 * spreadsheet (SameSite=Strict), so where a token is stored the page itself asks for its address, once.
 * @returns whether the document is about to be replaced by the same one
 */
export function asksAgain(): boolean {
  if (asking) return true;
  const token = readAdminToken();
  // Where nothing can be noted down it would go round for ever.
  if (token === null || readItem('sessionStorage', ASKED_KEY) === token) return false;
  if (!writeItem('sessionStorage', ASKED_KEY, token)) return false;
  asking = true;
  // Without the fragment, with which it would be the same document and no request.
  location.replace(location.pathname + location.search);
  return true;
}

/** A page came with its session: the next one that comes without may be asked for again. */
export const forgetAsked = () => removeItem('sessionStorage', ASKED_KEY);

/**
 * Opens a session and keeps its token (R-ADMIN-05). Where the browser refuses to keep it, the session is ended at once.
 * @returns null on success, else the failure
 */
export async function signInAdmin(credentials: { username: string; password: string }): Promise<ApiFailure | null> {
  const answer = await postJson('/user/admin_login', credentials, adminLoginResponseSchema, { headers: IN_ENGLISH });
  if (!answer.ok) return answer;
  const { token } = answer.data;
  if (writeItem('localStorage', ADMIN_TOKEN_KEY, token)) return null;
  await endOnServer(token);
  return { ok: false, status: null, message: errorText('auth.storage_off'), details: {} };
}

/**
 * Ends the session on the server, then in this browser (R-ADMIN-19). A session that was over already counts as ended.
 * @returns null on success, while the document is being replaced; else the failure, and the session stays
 */
export async function signOutAdmin(): Promise<ApiFailure | null> {
  const answer = await endOnServer(readAdminToken());
  if (!answer.ok && answer.status !== 401) return answer;
  leaveAdmin(null);
  return null;
}

const endOnServer = (token: string | null) =>
  postJson('/user/admin_logout', {}, z.unknown(), { bearer: token ?? undefined });

/** The stored token, or null. */
export const readAdminToken = () => readItem('localStorage', ADMIN_TOKEN_KEY);

/** Whether a change of this storage key, or of all keys (null), may be a login or a logout in another tab. */
export const isAdminKey = (key: string | null) => key === null || key === ADMIN_TOKEN_KEY;

/** Forgets the token of a session that is over. */
export const forgetAdminToken = () => removeItem('localStorage', ADMIN_TOKEN_KEY);

let reason: LoginReason | null | undefined;

/** Why somebody was led to /admin/login; told by one document. */
export function loginReason(): LoginReason | null {
  if (reason !== undefined) return reason;
  const stored = readItem('sessionStorage', REASON_KEY);
  removeItem('sessionStorage', REASON_KEY);
  return (reason = stored === 'admin.no_token' || stored === 'admin.session_ended' ? stored : null);
}
