import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/platform/errors';
import { lineTotal, sumTotals } from '@/lib/platform/money';

/** A selected line as in carts and requests; the price is per seat. */
type ChosenLine = { id: string; selectedSeats: number; pricePaise: number };

/**
 * Difference between a selected line and the current catalogue: the course no longer exists, is full, has fewer seats
 * than selected, or has another price.
 */
export type SelectionChange =
  | { id: string; kind: 'gone' }
  | { id: string; kind: 'full'; course: Course }
  | { id: string; kind: 'seats'; course: Course; leftSeats: number }
  | { id: string; kind: 'price'; course: Course; fromPaise: number; toPaise: number };

/**
 * Returns the differences between selected lines and the current courses, in the order of the lines. A line may differ
 * in both seats and price.
 * @param courses the open courses among those selected, as returned by listCourses
 */
export function compareWithCatalogue(lines: readonly ChosenLine[], courses: readonly Course[]): SelectionChange[] {
  const current = new Map(courses.map((course) => [course.id, course]));
  return lines.flatMap((line): SelectionChange[] => {
    const course = current.get(line.id);
    if (!course) return [{ id: line.id, kind: 'gone' }];
    const changes: SelectionChange[] = [];
    const { left_seats: leftSeats, price_paise: toPaise } = course;
    if (leftSeats === 0) changes.push({ id: line.id, kind: 'full', course });
    else if (line.selectedSeats > leftSeats) changes.push({ id: line.id, kind: 'seats', course, leftSeats });
    if (line.pricePaise !== toPaise)
      changes.push({ id: line.id, kind: 'price', course, fromPaise: line.pricePaise, toPaise });
    return changes;
  });
}

/** A selected line with the line total shown to the sponsor, and the reservation whose link it is from. */
export type QuotedLine = ChosenLine & { totalPaise: number; reservation?: string };

/**
 * Checks the amounts shown to a sponsor against the current courses: each line, each line total and the sum.
 * @param shownPaise the total shown
 * @returns the total; 'course.unknown'; 'seats.max' or 'seats.none_left' if only seats are missing;
 * otherwise 'selection.changed'
 */
export function quoteSelection(
  lines: readonly QuotedLine[],
  shownPaise: number,
  courses: readonly Course[],
): Outcome<{ totalPaise: number }> {
  const changes = compareWithCatalogue(lines, courses);
  if (changes.some(({ kind }) => kind === 'gone')) return { ok: false, code: 'course.unknown' };

  const prices = new Map(courses.map((course) => [course.id, course.price_paise]));
  const quoted = lines.map((line) => ({ ...line, seats: line.selectedSeats, pricePaise: prices.get(line.id)! }));
  const totalPaise = sumTotals(quoted);
  const agrees = quoted.every((line) => lineTotal(line.seats, line.pricePaise) === line.totalPaise);
  if (!agrees || totalPaise !== shownPaise || changes.some(({ kind }) => kind === 'price'))
    return { ok: false, code: 'selection.changed' };

  const [short] = changes;
  if (!short) return { ok: true, totalPaise };
  if (short.kind === 'seats') return { ok: false, code: 'seats.max', params: { available: short.leftSeats } };
  return { ok: false, code: 'seats.none_left' };
}
