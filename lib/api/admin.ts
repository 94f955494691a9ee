import type { z } from 'zod';
import { readItem, removeItem, writeItem } from '@/lib/core/storage';
import { getBlob, getJson, patchJson, postFile, postJson, type ApiResult, type Options } from './client';

/** Where the browser keeps the administrator's token, apart from everything of a sponsor (A-28, A-83, R-STATE-04). */
const TOKEN_KEY = 'adminToken';

/** Tells /admin/login why somebody is there, over the change of document: an error code of the catalogue. */
const REASON_KEY = 'admin-login-reason';
export type LoginReason = 'admin.no_token' | 'admin.session_ended';

type AdminOptions = Omit<Options, 'bearer'>;

/** getJson as the signed-in administrator. A 401 ends the session in this browser. */
export function adminGet<S extends z.ZodType>(path: string, schema: S, options?: AdminOptions) {
  return asAdmin((bearer) => getJson(path, schema, { ...options, bearer }));
}

/** postJson as the signed-in administrator; a 401 ends the session in this browser. */
export function adminPost<S extends z.ZodType>(path: string, body: unknown, schema: S, options?: AdminOptions) {
  return asAdmin((bearer) => postJson(path, body, schema, { ...options, bearer }));
}

/** patchJson as the signed-in administrator; a 401 ends the session in this browser. */
export function adminPatch<S extends z.ZodType>(path: string, body: unknown, schema: S, options?: AdminOptions) {
  return asAdmin((bearer) => patchJson(path, body, schema, { ...options, bearer }));
}

/** postFile as the signed-in administrator; a 401 ends the session in this browser. */
export function adminPostFile<S extends z.ZodType>(path: string, file: File, schema: S, options?: AdminOptions) {
  return asAdmin((bearer) => postFile(path, file, schema, { ...options, bearer }));
}

/** getBlob as the signed-in administrator; a 401 ends the session in this browser. */
export function adminBlob(path: string, options?: AdminOptions): Promise<ApiResult<Blob>> {
  return asAdmin((bearer) => getBlob(path, { ...options, bearer }));
}

async function asAdmin<T>(send: (bearer: string | undefined) => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  const token = readAdminToken();
  const answer = await send(token ?? undefined);
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
  removeItem('localStorage', TOKEN_KEY);
  location.replace('/admin/login');
}

/** The stored token, or null. */
export const readAdminToken = () => readItem('localStorage', TOKEN_KEY);

/** Keeps the token of a new session (R-ADMIN-05). @returns false when this browser refuses to keep anything */
export const storeAdminToken = (token: string) => writeItem('localStorage', TOKEN_KEY, token);

/** Why somebody was led to /admin/login; told once. */
export function takeLoginReason(): LoginReason | null {
  const reason = readItem('sessionStorage', REASON_KEY);
  removeItem('sessionStorage', REASON_KEY);
  return reason === 'admin.no_token' || reason === 'admin.session_ended' ? reason : null;
}
