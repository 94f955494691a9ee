import type { TakeRefusal } from '@/lib/adoption/mutations';
import { supportContact } from '@/lib/settings/support-contact';
import { formatDate } from '@/lib/platform/dates';
import { HttpError } from '@/lib/platform/errors';
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
  if (!allowed.ok) throw new HttpError(429, 'request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
}

/**
 * Returns the error for a code that took no seats; for short seats it includes the seats left. Never 401, which would
 * sign the client out.
 * @param locale the language of the response
 */
export async function refusedCode(refusal: TakeRefusal, locale: Locale): Promise<HttpError> {
  switch (refusal.code) {
    case 'seats.limit_email':
    case 'seats.limit_domain':
    case 'seats.limit_phone':
    case 'seats.limit_company':
    case 'seats.limit_network':
    case 'payment.pending':
      return new HttpError(409, refusal.code, { params: { ...refusal.params, contact: await supportContact(locale) } });
    case 'seats.limit_address':
    case 'seats.hold_wait':
      return new HttpError(429, refusal.code, {
        params: { ...refusal.params, contact: await supportContact(locale) },
        retryAfterSeconds: refusal.retryAfterSeconds,
      });
    case 'adoption.repeated': {
      const { reference, adoptedAt } = refusal;
      return new HttpError(409, refusal.code, {
        params: { reference, date: formatDate(adoptedAt, locale) },
        details: { earlier: { reference, adopted_at: adoptedAt.toISOString() } },
      });
    }
    case 'otp.invalid':
    case 'otp.draft_required':
      return new HttpError(400, refusal.code);
    case 'otp.too_many_attempts':
      return new HttpError(429, refusal.code, { retryAfterSeconds: refusal.retryAfterSeconds });
    default:
      return new HttpError(409, refusal.code, {
        params: refusal.params,
        details: { shortages: refusal.shortages },
      });
  }
}
