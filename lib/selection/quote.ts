import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/core/errors';
import { lineTotal, requirePaise, sumTotals, toPaise } from '@/lib/core/money';

/** A selected line as in carts and requests; the price is in rupees per seat. */
export type ChosenLine = { id: string; selectedSeats: number; pricePerSeat: number };

/**
 * Difference between a selected line and the current catalogue: the course no longer exists, is full, has fewer seats
 * than selected, or has another price. Prices are integer paise.
 */
export type SelectionChange =
  | { id: string; kind: 'gone' }
  | { id: string; kind: 'full'; course: Course }
  | { id: string; kind: 'seats'; course: Course; available: number }
  | { id: string; kind: 'price'; course: Course; fromPaise: number | null; toPaise: number };

/**
 * Returns the differences between selected lines and the current courses, in the order of the lines. A line may differ
 * in both seats and price.
 * @param courses the open courses among those selected, as returned by listCourses and GET /api/courses
 */
export function compareWithCatalogue(lines: readonly ChosenLine[], courses: readonly Course[]): SelectionChange[] {
  const current = new Map(courses.map((course) => [course.id, course]));
  return lines.flatMap((line): SelectionChange[] => {
    const course = current.get(line.id);
    if (!course) return [{ id: line.id, kind: 'gone' }];
    const changes: SelectionChange[] = [];
    const available = course.left_seats;
    if (available === 0) changes.push({ id: line.id, kind: 'full', course });
    else if (line.selectedSeats > available) changes.push({ id: line.id, kind: 'seats', course, available });
    const [fromPaise, nowPaise] = [toPaise(line.pricePerSeat), requirePaise(course.price_per_seat)];
    if (fromPaise !== nowPaise) changes.push({ id: line.id, kind: 'price', course, fromPaise, toPaise: nowPaise });
    return changes;
  });
}

/** A selected line with the line total shown to the sponsor, in rupees. */
export type QuotedLine = ChosenLine & { totalPrice: number };

/**
 * Checks the amounts shown to a sponsor against the current courses: each line, each line total and the sum.
 * @param totalPrice rupees
 * @returns the total in integer paise; 'course.unknown'; 'seats.max' or 'seats.none_left' if only seats are missing;
 * otherwise 'selection.changed'
 */
export function quoteSelection(
  lines: readonly QuotedLine[],
  totalPrice: number,
  courses: readonly Course[],
): Outcome<{ totalPaise: number }> {
  const changes = compareWithCatalogue(lines, courses);
  if (changes.some(({ kind }) => kind === 'gone')) return { ok: false, code: 'course.unknown' };

  const prices = new Map(courses.map((course) => [course.id, requirePaise(course.price_per_seat)]));
  const quoted = lines.map((line) => ({
    seats: line.selectedSeats,
    pricePaise: prices.get(line.id)!,
    shown: line.totalPrice,
  }));
  const totalPaise = sumTotals(quoted);
  const agrees = quoted.every(({ seats, pricePaise, shown }) => lineTotal(seats, pricePaise) === toPaise(shown));
  if (!agrees || totalPaise !== toPaise(totalPrice) || changes.some(({ kind }) => kind === 'price'))
    return { ok: false, code: 'selection.changed' };

  const [short] = changes;
  if (!short) return { ok: true, totalPaise };
  if (short.kind === 'seats') return { ok: false, code: 'seats.max', params: { available: short.available } };
  return { ok: false, code: 'seats.none_left' };
}
