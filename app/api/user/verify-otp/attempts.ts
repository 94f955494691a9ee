import type { TakeRefusal } from '@/lib/adoption/take/mutations';
import { formatDate } from '@/lib/platform/dates';
import { HttpError } from '@/lib/platform/errors';
import type { MoreOfRefusal } from '@/lib/api/or-refuse';
import { clientAddress } from '@/lib/platform/http';
import { CODE_TRIES } from '@/lib/platform/limits';
import { addressLimiter } from '@/lib/platform/rate-limit';
import type { Locale } from '@/lib/platform/i18n/locale';

const attempts = addressLimiter('otp_verify', { ...CODE_TRIES, points: 'code_tries' });

/**
 * Limits the guesses of one IP address over all recipients; guesses per recipient are limited separately. Throws
 * HttpError 429.
 */
export async function countAttempt(request: Request): Promise<void> {
  const allowed = await attempts.consume(clientAddress(request));
  if (!allowed.ok) throw new HttpError('request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
}

/**
 * Returns what the response adds to a code that took no seats: the adoption of the same seats by the same contact.
 * @param locale the language of the response
 */
export function earlierAdoption(refusal: TakeRefusal, locale: Locale): MoreOfRefusal {
  if (refusal.code !== 'adoption.repeated') return {};
  const { reference, adoptedAt } = refusal;
  return {
    params: { reference, date: formatDate(adoptedAt, locale) },
    details: { earlier: { reference, adopted_at: adoptedAt.toISOString() } },
  };
}
