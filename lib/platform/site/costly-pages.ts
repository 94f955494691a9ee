import 'server-only';
import { headers } from 'next/headers';
import { clientAddress } from '@/lib/platform/http';
import { COSTLY_PAGES } from '@/lib/platform/limits';
import { addressLimiter } from '@/lib/platform/rate-limit';

const requests = addressLimiter('costly_page', COSTLY_PAGES);

/**
 * Counts the current request for a page that takes much processor time.
 * @returns false if its address has had COSTLY_PAGES
 * @throws DeadlineError when the database does not answer in time
 */
export async function mayRenderCostlyPage(): Promise<boolean> {
  return (await requests.consume(clientAddress({ headers: await headers() }))).ok;
}
