import 'server-only';
import { headers } from 'next/headers';
import { formatFrom } from '@/lib/platform/dates';
import { clientAddress } from '@/lib/platform/http';
import type { Locale } from '@/lib/platform/i18n/locale';
import { COSTLY_PAGES } from '@/lib/platform/limits';
import { addressLimiter } from '@/lib/platform/rate-limit';

const requests = addressLimiter('costly_page', COSTLY_PAGES);

/**
 * Counts the current request for a page that takes much processor time.
 * @returns null, or when its address may have the next one, as text, if it has had COSTLY_PAGES
 * @throws DeadlineError when the database does not answer in time
 */
export async function countCostlyPage(locale: Locale): Promise<string | null> {
  const allowed = await requests.consume(clientAddress({ headers: await headers() }));
  return allowed.ok ? null : formatFrom(new Date(Date.now() + allowed.retryAfterSeconds * 1000), locale);
}
