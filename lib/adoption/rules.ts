import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/core/errors';
import { lineTotal, requirePaise, sumTotals, toPaise } from '@/lib/core/money';

/**
 * State of an adoption. A `draft` waits for its code and takes no seats. A `pledged` adoption of the public flow has
 * its seats permanently. A `held` one reserves them while its sponsor pays; a `completed` one is paid. An `expired`
 * hold has released its seats; `refund_due` was paid after that, when the seats were no longer available. A `cancelled`
 * pledge was released by the operator.
 */
export type BillingState =
  'draft' | 'pledged' | 'held' | 'completed' | 'expired' | 'refund_due' | 'replaced' | 'cancelled';

/**
 * Event of an adoption. `verified` and `phone_verified`: the contact of a public or the phone of a dashboard adoption
 * was verified. `paid`: money was captured and the seats are available; `paid_too_late`: they are not; `paid_again`:
 * the adoption needs no further payment. `hold_ended`: the hold expired. `replaced`: the sponsor requested another
 * selection. `cancelled`: the operator cancelled a pledge.
 */
export type BillingEvent =
  | 'verified'
  | 'phone_verified'
  | 'payment_started'
  | 'payment_failed'
  | 'paid'
  | 'paid_too_late'
  | 'paid_again'
  | 'hold_ended'
  | 'replaced'
  | 'cancelled';

/** Days for which personal data of unverified adoptions is stored. */
export const RETENTION_DAYS = 30;

/**
 * Effect of a transition on the seats: adopt available seats, hold them, release held seats, turn held into adopted
 * seats (`settle`), or return adopted seats.
 */
export type SeatEffect = 'none' | 'adopt' | 'hold' | 'release' | 'settle' | 'return';

/** The target state of an event and its effect on the seats. */
export type Transition = { from: BillingState; to: BillingState; seats: SeatEffect };

const TRANSITIONS: Record<BillingState, Partial<Record<BillingEvent, Omit<Transition, 'from'>>>> = {
  draft: {
    verified: { to: 'pledged', seats: 'adopt' },
    phone_verified: { to: 'held', seats: 'hold' },
    replaced: { to: 'replaced', seats: 'none' },
  },
  held: {
    payment_started: { to: 'held', seats: 'none' },
    payment_failed: { to: 'held', seats: 'none' },
    paid: { to: 'completed', seats: 'settle' },
    hold_ended: { to: 'expired', seats: 'release' },
    replaced: { to: 'replaced', seats: 'release' },
  },
  // Money that arrives after the seats were released takes them again if all are available.
  expired: {
    payment_failed: { to: 'expired', seats: 'none' },
    paid: { to: 'completed', seats: 'adopt' },
    paid_too_late: { to: 'refund_due', seats: 'none' },
  },
  replaced: {
    payment_failed: { to: 'replaced', seats: 'none' },
    paid: { to: 'completed', seats: 'adopt' },
    paid_too_late: { to: 'refund_due', seats: 'none' },
  },
  // A second payment of the same adoption is refunded; the state does not change.
  completed: { paid_again: { to: 'completed', seats: 'none' } },
  refund_due: {
    payment_failed: { to: 'refund_due', seats: 'none' },
    paid_again: { to: 'refund_due', seats: 'none' },
  },
  pledged: { cancelled: { to: 'cancelled', seats: 'return' } },
  cancelled: {},
};

/** States with permanently adopted seats, counted as 'students booked'. */
export const ADOPTED_STATES = ['pledged', 'completed'] as const satisfies readonly BillingState[];

/** Returns the transition of an event from a state, or null if the event is not allowed. All writers use this table. */
export function transition(from: BillingState, event: BillingEvent): Transition | null {
  const step = TRANSITIONS[from][event];
  return step ? { from, ...step } : null;
}

/**
 * Returns a transition, for code that writes it. Throws if the table has no such transition with this effect on the
 * seats.
 */
export function requireTransition(
  from: BillingState,
  event: BillingEvent,
  seats: SeatEffect,
): Transition & { event: BillingEvent } {
  const step = transition(from, event);
  if (step?.seats !== seats) throw new Error(`'${event}' of a '${from}' adoption does not have the effect '${seats}'`);
  return { ...step, event };
}

/** All states, in no particular order. */
export const BILLING_STATES = Object.keys(TRANSITIONS) as BillingState[];

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
