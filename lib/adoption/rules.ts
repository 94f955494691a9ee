/**
 * State of an adoption. A `draft` waits for its code and takes no seats. A `pledged` adoption of the public flow has
 * its seats permanently. A `held` one reserves them while its sponsor pays; a `completed` one is paid. An `expired`
 * hold has released its seats; `refund_due` was paid after that, when the seats were no longer available. A `cancelled`
 * pledge was released by the operator.
 */
export type BillingState =
  'draft' | 'pledged' | 'held' | 'completed' | 'expired' | 'refund_due' | 'replaced' | 'cancelled' | 'lapsed' | 'refunded';

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
  | 'cancelled'
  | 'transfer_chosen'
  | 'lapsed'
  | 'payment_reversed'
  | 'refunded'
  | 'refund_failed';

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
    transfer_chosen: { to: 'pledged', seats: 'settle' },
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
  completed: {
    paid_again: { to: 'completed', seats: 'none' },
    payment_reversed: { to: 'pledged', seats: 'none' },
    cancelled: { to: 'cancelled', seats: 'return' },
  },
  refund_due: {
    payment_failed: { to: 'refund_due', seats: 'none' },
    paid_again: { to: 'refund_due', seats: 'none' },
    refunded: { to: 'refunded', seats: 'none' },
  },
  refunded: { refund_failed: { to: 'refund_due', seats: 'none' } },
  pledged: {
    paid: { to: 'completed', seats: 'none' },
    lapsed: { to: 'lapsed', seats: 'return' },
    cancelled: { to: 'cancelled', seats: 'return' },
  },
  lapsed: { paid: { to: 'completed', seats: 'adopt' } },
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
