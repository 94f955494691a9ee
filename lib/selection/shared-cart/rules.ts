import type { Course } from '@/lib/catalogue/schema';
import { openLines, type Cart } from '@/lib/selection/cart';
import { compareWithCatalogue, type SelectionChange } from '@/lib/selection/quote';
import { toEntry, totalsOf, type SeatDraft, type Totals } from '@/lib/selection/rules';
import type { SharedLine } from './schema';

/** A line of a shared cart beside the current catalogue. */
export type ComparedLine = {
  /** Seats and price as shared; the names are current if the course is still offered. */
  line: SharedLine;
  /** The current course; null if it is not offered any more. */
  course: Course | null;
  /** Seats of the line that can be adopted now; 0 if none. */
  seats: number;
  changes: readonly SelectionChange[];
};

/** A shared cart beside the current catalogue, with its totals when it was shared and now. Amounts in paise. */
export type ComparedCart = { lines: ComparedLine[]; then: Totals; now: Totals };

/**
 * Compares the lines of a shared cart with the current courses.
 * @param courses the open courses among those of the lines, as returned by listCourses
 */
export function compareSharedCart(shared: readonly SharedLine[], courses: readonly Course[]): ComparedCart {
  const current = new Map(courses.map((course) => [course.id, course]));
  const changes = compareWithCatalogue(shared, courses);
  const lines = shared.map((line): ComparedLine => {
    const course = current.get(line.id) ?? null;
    const named = course ? { ...toEntry(course, line.selectedSeats), pricePaise: line.pricePaise } : line;
    const seats = Math.min(line.selectedSeats, course?.left_seats ?? 0);
    return { line: named, course, seats, changes: changes.filter(({ id }) => id === line.id) };
  });
  return { lines, then: totalsOf(shared), now: totalsOf(currentEntries(lines)) };
}

/** Returns the lines that can be adopted now, with the seats and prices of now. */
export function currentEntries(lines: readonly ComparedLine[]): SharedLine[] {
  return lines.flatMap(({ course, seats }) => (course && seats > 0 ? [toEntry(course, seats)] : []));
}

/**
 * Returns what the lines of a link put into a cart: the courses with seats and their draft, and the numbers of lines with
 * fewer seats than wanted, and without any.
 */
export function takenFrom(lines: readonly ComparedLine[]): {
  courses: Course[];
  draft: SeatDraft;
  reduced: number;
  omitted: number;
} {
  const current = currentEntries(lines);
  return {
    courses: lines.flatMap(({ course, seats }) => (course && seats > 0 ? [course] : [])),
    draft: Object.fromEntries(current.map(({ id, selectedSeats }) => [id, selectedSeats])),
    reduced: lines.filter(({ line, seats }) => seats > 0 && seats < line.selectedSeats).length,
    omitted: lines.length - current.length,
  };
}

/**
 * Returns the courses of a draft that a cart already has with another number of seats, or has adopted: whether the
 * draft replaces them has to be asked.
 */
export function conflictsWith(cart: Cart, draft: SeatDraft): string[] {
  const open = openLines(cart);
  return Object.keys(draft).filter((id) => id in cart && open[id]?.selectedSeats !== draft[id]);
}
