import 'server-only';
import { headers } from 'next/headers';
import { unavailableCode } from '@/db/errors';
import { describeError, log } from '@/lib/platform/log';
import { REQUEST_ID_HEADER } from '@/lib/platform/request-id';
import { noteUnavailable } from '@/lib/platform/unavailable';

/**
 * Logs why a page is shown without what it is about. Next.js has no way to give such a page a status; if the database is
 * unavailable, our own server answers it with 503 and Retry-After.
 */
export async function noteFailedLoad(event: string, error: unknown): Promise<void> {
  log.error(event, describeError(error));
  if (unavailableCode(error)) noteUnavailable((await headers()).get(REQUEST_ID_HEADER) ?? '');
}
