import { quoteSelection, type QuotedLine } from '@/lib/selection/quote';
import { supportContact } from '@/lib/settings/support-contact';
import { listCourses } from '@/lib/catalogue/queries';
import { toApiCourse } from '@/lib/catalogue/schema';
import { HttpError, type ErrorCode, type Problem } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { PersonId } from '@/lib/accounts/session';

/** Statuses of send errors other than 409, which means that the selection no longer fits the catalogue. */
const STATUS: Partial<Record<ErrorCode, 400 | 429 | 503>> = {
  'course.unknown': 400,
  'sponsor.phone_invalid': 400,
  'otp.too_soon': 429,
  'otp.too_many_sends': 429,
  'seats.limit_address': 429,
  'seats.hold_wait': 429,
  'otp.send_failed': 503,
};

/**
 * A selection as claimed by a request: lines and total as shown, and the sponsor whose own held seats count as left.
 */
export type Claim = { lines: readonly QuotedLine[]; shownPaise: number; holder?: PersonId };

/**
 * Prices a selection from the catalogue. The client's total is only compared, never used.
 * @returns the total; throws HttpError 400 or 409 otherwise
 */
export async function quote(claim: Claim): Promise<{ totalPaise: number }> {
  const courses = await coursesOf(claim);
  const quoted = quoteSelection(claim.lines, claim.shownPaise, courses);
  if (quoted.ok) return quoted;
  const details = { courses: courses.map(toApiCourse) };
  throw new HttpError(STATUS[quoted.code] ?? 409, quoted.code, { params: quoted.params, details });
}

/**
 * Returns the error for a code that was not sent; an invalid selection includes the current courses, so that the screen
 * can refresh.
 * @param locale the language of the response
 */
export async function refusedSend(
  problem: Problem & { retryAfterSeconds?: number },
  claim: Claim,
  locale: Locale,
): Promise<HttpError> {
  const { code, retryAfterSeconds } = problem;
  const params = { ...problem.params, contact: await supportContact(locale) };
  const status = STATUS[code] ?? 409;
  const details = status === 409 ? { courses: (await coursesOf(claim)).map(toApiCourse) } : {};
  return new HttpError(status, code, { params, retryAfterSeconds, details });
}

const coursesOf = ({ lines, holder }: Claim) => listCourses({ ids: lines.map(({ id }) => id), holder });
