import { HttpError, type ErrorCode, type Problem } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { supportContact } from '@/lib/settings/support-contact';

/** Statuses other than 409. */
const STATUS: Partial<Record<ErrorCode, 400 | 404 | 429 | 503>> = {
  'course.unknown': 400,
  'waiting.above_total': 400,
  'waiting.place_unknown': 400,
  'waiting.not_found': 404,
  'otp.invalid': 400,
  'otp.draft_required': 400,
  'otp.send_failed': 503,
  'otp.too_soon': 429,
  'otp.too_many_sends': 429,
  'otp.too_many_attempts': 429,
  'request.too_many': 429,
};

/** Returns the error of a refused request to wait. @param locale the language of the response */
export async function refusedRequest(
  { code, params, retryAfterSeconds }: Problem & { retryAfterSeconds?: number },
  locale: Locale,
): Promise<HttpError> {
  const contact = await supportContact(locale);
  return new HttpError(STATUS[code] ?? 409, code, { params: { ...params, contact }, retryAfterSeconds });
}
