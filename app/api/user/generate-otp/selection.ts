import { quoteSelection, type QuotedLine } from '@/lib/selection/quote';
import { reservationHolder } from '@/lib/adoption/take/queries';
import { listCourses } from '@/lib/catalogue/queries';
import { toApiCourse } from '@/lib/catalogue/schema';
import type { MoreOfRefusal } from '@/lib/api/or-refuse';
import { HttpError, type Problem } from '@/lib/platform/errors';
import { ERROR_STATUS } from '@/lib/platform/i18n/error-codes';
import type { PersonId } from '@/lib/accounts/session';

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
    throw new HttpError('seats.reserved', { params: { holder: await reservationHolder(reservations[0]!) } });
  const details = { courses: courses.map(toApiCourse) };
  throw new HttpError(quoted.code, { params: quoted.params, details });
}

/** Returns the current courses for a selection that no longer fits the catalogue, so that the screen can refresh. */
export async function currentCourses({ code }: Problem, claim: Claim): Promise<MoreOfRefusal> {
  if (ERROR_STATUS[code] !== 409) return {};
  return { details: { courses: (await coursesOf(claim)).map(toApiCourse) } };
}

const coursesOf = ({ lines, holder, reservedFor }: Claim, reservations?: readonly string[]) =>
  listCourses({ ids: lines.map(({ id }) => id), holder, reservedFor, reservations });
