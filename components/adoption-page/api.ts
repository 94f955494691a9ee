import type { z } from 'zod';
import { getBlob, postJson, type ApiResult } from '@/lib/api-client/client';
import { userBlob, userPost } from '@/lib/api-client/session';
import { errorText } from '@/lib/i18n/errors';

/** The credential of the page: the access token of a guest, or null for the session of a sponsor. */
export type Bearer = string | null;

/** A 401 response to a guest: the access has ended. */
function asGuest<T>(result: ApiResult<T>): ApiResult<T> {
  return result.ok || result.status !== 401 ? result : { ...result, message: errorText('own_adoption.access_ended') };
}

/** Sends a POST request for the holder of an adoption. A 401 response to a sponsor ends the session in this browser. */
export async function holderPost<S extends z.ZodType>(
  bearer: Bearer,
  path: string,
  body: unknown,
  schema: S,
): Promise<ApiResult<z.infer<S>>> {
  return bearer === null ? userPost(path, body, schema) : asGuest(await postJson(path, body, schema, { bearer }));
}

/** Fetches a file for the holder of an adoption. */
export async function holderBlob(
  bearer: Bearer,
  path: string,
  options: { timeoutMs: number },
): Promise<ApiResult<Blob>> {
  return bearer === null ? userBlob(path, options) : asGuest(await getBlob(path, { ...options, bearer }));
}
