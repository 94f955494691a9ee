import { quoteSelection, type QuotedLine } from '@/lib/selection/quote';
import { supportContact } from '@/lib/settings/support-contact';
import { reservationHolder } from '@/lib/adoption/queries';
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
 * A selection as claimed by a request: lines and total as shown, the sponsor whose own held seats count as left, and the
 * limitKeys of the contact that the code goes to, for which seats may be reserved.
 */
export type Claim = {
  lines: readonly QuotedLine[];
  shownPaise: number;
  holder?: PersonId;
  reservedFor: readonly string[];
};

/**
 * Prices a selection from the catalogue. The client's total is only compared, never used.
 * @returns the total, and how many of the seats are reserved for the sponsor; throws HttpError 400 or 409 otherwise, and
 * without details if the seats are reserved for somebody else whose link was opened: the selection stays as it is
 */
export async function quote(claim: Claim): Promise<{ totalPaise: number; reservedSeats: number }> {
  const courses = await coursesOf(claim);
  const quoted = quoteSelection(claim.lines, claim.shownPaise, courses);
  if (quoted.ok) {
    const reserved = new Map(courses.map(({ id, reserved_seats }) => [id, reserved_seats ?? 0]));
    const reservedSeats = claim.lines.reduce(
      (sum, { id, selectedSeats }) => sum + Math.min(selectedSeats, reserved.get(id) ?? 0),
      0,
    );
    return { totalPaise: quoted.totalPaise, reservedSeats };
  }
  const reservations = claim.lines.flatMap(({ reservation }) => reservation ?? []);
  if (reservations.length > 0 && quoteSelection(claim.lines, claim.shownPaise, await coursesOf(claim, reservations)).ok)
    throw new HttpError(409, 'seats.reserved', { params: { holder: await reservationHolder(reservations[0]!) } });
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

const coursesOf = ({ lines, holder, reservedFor }: Claim, reservations?: readonly string[]) =>
  listCourses({ ids: lines.map(({ id }) => id), holder, reservedFor, reservations });
