import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/core/errors';
import { lineTotal, requirePaise, sumTotals, toPaise } from '@/lib/core/money';

/**
 * Where an adoption stands. A draft waits for its code and takes no seats; a pledge of the public flow has its seats for
 * good; a hold keeps them while its sponsor pays, and a completed one has paid for them. An expired hold has given them
 * back; `refund_due` was paid after that, when they could not be had again. A cancelled pledge was released by the operator.
 */
export type BillingState =
  'draft' | 'pledged' | 'held' | 'completed' | 'expired' | 'refund_due' | 'replaced' | 'cancelled';

/**
 * What can happen to an adoption: the contact of a public adoption was verified, the phone of a dashboard adoption was
 * verified, a payment was begun or failed, money was captured with the seats still to be had (`paid`) or not (`paid_too_late`)
 * or when nothing was left to pay (`paid_again`), the window of a hold ended, its sponsor asked for something else instead, or
 * the operator released a pledge.
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

/** Personal data of adoptions that nobody verified is kept this long, in days. */
export const RETENTION_DAYS = 30;

/**
 * What a step does to the seats of an adoption's courses: takes them for good, holds them, gives held ones back, makes held ones
 * adopted, or gives adopted ones back.
 */
export type SeatEffect = 'none' | 'adopt' | 'hold' | 'release' | 'settle' | 'return';

/** Where an event leads, and what it does to the seats of the adoption's courses. */
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
  // Money that arrives after the seats were given back takes them again if all of them are free.
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
  // Another payment of the same adoption: its money goes back, and the adoption stays what it is.
  completed: { paid_again: { to: 'completed', seats: 'none' } },
  refund_due: {
    payment_failed: { to: 'refund_due', seats: 'none' },
    paid_again: { to: 'refund_due', seats: 'none' },
  },
  pledged: { cancelled: { to: 'cancelled', seats: 'return' } },
  cancelled: {},
};

/** The states in which an adoption has seats for good: what 'students booked' counts. */
export const ADOPTED_STATES = ['pledged', 'completed'] as const satisfies readonly BillingState[];

/** The step that an event makes from a state; null where the event may not happen. Every writer asks here. */
export function transition(from: BillingState, event: BillingEvent): Transition | null {
  const step = TRANSITIONS[from][event];
  return step ? { from, ...step } : null;
}

/** transition() for code that writes a step: throws where the table does not have it with this effect on the seats. */
export function requireTransition(
  from: BillingState,
  event: BillingEvent,
  seats: SeatEffect,
): Transition & { event: BillingEvent } {
  const step = transition(from, event);
  if (step?.seats !== seats) throw new Error(`'${event}' of a '${from}' adoption does not have the effect '${seats}'`);
  return { ...step, event };
}

/** Every state, in no order that means anything. */
export const BILLING_STATES = Object.keys(TRANSITIONS) as BillingState[];

/** A chosen line as carts and requests hold it; the price is rupees per seat. */
export type ChosenLine = { id: string; selectedSeats: number; pricePerSeat: number };

/**
 * How a chosen line differs from the catalogue of now: its course is gone, full, has fewer seats left than chosen, or
 * costs something else. `course` names it for the notice; prices are integer paise.
 */
export type SelectionChange =
  | { id: string; kind: 'gone' }
  | { id: string; kind: 'full'; course: Course }
  | { id: string; kind: 'seats'; course: Course; available: number }
  | { id: string; kind: 'price'; course: Course; fromPaise: number | null; toPaise: number };

/**
 * Compares chosen lines with the current courses, in the order of the lines; a line may differ in seats and in price.
 * @param courses the open courses among those chosen, as listCourses and GET /api/courses give them
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

/** A chosen line with the line total that its sponsor was shown, in rupees. */
export type QuotedLine = ChosenLine & { totalPrice: number };

/**
 * Checks what a sponsor was shown against the current courses: every line, every line total and the sum.
 * @param totalPrice rupees
 * @returns the total in integer paise (R-BIZ-01, R-BIZ-03), or why the selection cannot be adopted: 'course.unknown',
 * a code of seats when nothing but seats is short, else 'selection.changed'
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
