import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/platform/env';
import { HttpError } from '@/lib/platform/errors';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Requires `Authorization: Bearer CRON_SECRET`. Throws HttpError 404 'request.unknown' while no CRON_SECRET is
 * configured, and 403 'auth.forbidden' for any other header.
 */
export async function requireScheduler(request: Request): Promise<void> {
  const { CRON_SECRET } = env();
  if (!CRON_SECRET) throw new HttpError('request.unknown');
  const header = request.headers.get('authorization') ?? '';
  // Digests have one length, and the comparison takes the same time for each.
  if (!timingSafeEqual(digest(header), digest(`Bearer ${CRON_SECRET}`))) throw new HttpError('auth.forbidden');
}
