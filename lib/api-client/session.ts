import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { readItem, removeItem, writeItem } from '@/lib/core/storage';
import { readToken, TOKEN_KEY, USER_KEY } from '@/lib/identity/session-storage';
import { commitDrafts } from '@/lib/selection/unsaved-drafts';
import { getBlob, getJson, postJson, putJson, type ApiResult, type Options } from './client';

/** Remembers for /login that a session ended by itself, so that the address stays /login. */
const ENDED_KEY = 'session-ended';

type UserOptions = Omit<Options, 'bearer'>;

/** getJson as the signed-in sponsor (R-API-03, R-ROLE-04). A 401 ends the session in this browser. */
export function userGet<S extends z.ZodType | ZodMiniType>(
  path: string,
  schema: S,
  options?: UserOptions,
): Promise<ApiResult<z.infer<S>>> {
  return asUser((bearer) => getJson(path, schema, { ...options, bearer }));
}

/** postJson as the signed-in sponsor; a 401 ends the session in this browser. */
export function userPost<S extends z.ZodType | ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  options?: UserOptions,
): Promise<ApiResult<z.infer<S>>> {
  return asUser((bearer) => postJson(path, body, schema, { ...options, bearer }));
}

/** putJson as the signed-in sponsor; a 401 ends the session in this browser. */
export function userPut<S extends z.ZodType | ZodMiniType>(
  path: string,
  body: unknown,
  schema: S,
  options?: UserOptions,
): Promise<ApiResult<z.infer<S>>> {
  return asUser((bearer) => putJson(path, body, schema, { ...options, bearer }));
}

/** getBlob as the signed-in sponsor; a 401 ends the session in this browser. */
export function userBlob(path: string, options?: UserOptions): Promise<ApiResult<Blob>> {
  return asUser((bearer) => getBlob(path, { ...options, bearer }));
}

async function asUser<T>(send: (bearer: string | undefined) => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  const token = readToken();
  const answer = await send(token ?? undefined);
  // A late answer to a token that has been replaced meanwhile says nothing about the new one.
  if (!answer.ok && answer.status === 401 && readToken() === token) endClientSession();
  return answer;
}

let ending = false;

/**
 * The session is over: token and user are forgotten and the whole document is replaced, so that nothing the router keeps of
 * the sponsor's pages outlives it. Once a document. Unless the sponsor `loggedOut`, drafts are stored and /login says
 * what happened (R-STATE-03, A-22).
 */
export function endClientSession({ loggedOut = false } = {}): void {
  if (ending) return;
  ending = true;
  if (!loggedOut) {
    commitDrafts();
    writeItem('sessionStorage', ENDED_KEY, '1');
  }
  forgetSession();
  location.replace('/login');
}

/** Keeps the token of a new session. @returns false when this browser refuses to keep anything */
export const storeToken = (token: string) => writeItem('localStorage', TOKEN_KEY, token);

/** Removes token and user from this browser. */
export function forgetSession(): void {
  removeItem('localStorage', TOKEN_KEY);
  removeItem('localStorage', USER_KEY);
}

/** Whether a session of this tab ended by itself since the last login; /login says so. */
export const hasSessionEnded = () => readItem('sessionStorage', ENDED_KEY) !== null;
export const forgetSessionEnded = () => removeItem('sessionStorage', ENDED_KEY);
