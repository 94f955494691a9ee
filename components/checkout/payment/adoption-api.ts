import { send, type ApiResult } from '@/lib/api/client/client';
import type { CallerAs } from '@/lib/api/client/call-types';
import { callAsSponsor } from '@/lib/api/client/session';
import { errorText } from '@/lib/platform/i18n/errors';

/** The credential of the page: the access token of a guest, or null for the session of a sponsor. */
export type Bearer = string | null;

/**
 * Returns the caller for the holder of an adoption. A 401 response to a sponsor ends the session in this browser; to a
 * guest it says that the access has ended.
 */
export const callerOf = (bearer: Bearer): CallerAs<'holder'> =>
  bearer === null ? callAsSponsor : async (name, input) => asGuest(await send(name, { ...input, bearer }));

function asGuest<T>(result: ApiResult<T>): ApiResult<T> {
  return result.ok || result.status !== 401 ? result : { ...result, message: errorText('own_adoption.access_ended') };
}
