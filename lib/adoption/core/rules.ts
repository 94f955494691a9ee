import { STATES, statesThat, type BillingEvent, type BillingState } from '@/db/schema/billing-states';

/** Days for which personal data of unverified adoptions is stored. */
export const RETENTION_DAYS = 30;

/** States that are shown to the sponsor. */
export const VISIBLE_STATES = statesThat(({ sponsorTone }) => sponsorTone !== null);

/** States of an adoption that a code can verify. */
export const UNVERIFIED_STATES = statesThat(({ verified }) => verified === 'no');

/** States whose seats count for the limits of unpaid seats, as in the SQL function `billings_limited`. */
export const LIMITED_STATES = statesThat(({ seats, isPaid }) => seats !== 'none' && !isPaid);

/**
 * Effect of a transition on the seats: adopt available seats, hold them, release held seats, turn held into adopted
 * seats (`settle`), or return adopted seats.
 */
type SeatEffect = 'none' | 'adopt' | 'hold' | 'release' | 'settle' | 'return';

type Seats = (typeof STATES)[BillingState]['seats'];

/** The effect by what the seats count as before and after. Adopted seats are never held again. */
const SEAT_EFFECTS: Record<Seats, Partial<Record<Seats, SeatEffect>>> = {
  none: { none: 'none', held: 'hold', adopted: 'adopt' },
  held: { none: 'release', held: 'none', adopted: 'settle' },
  adopted: { none: 'return', adopted: 'none' },
};

/** The target state of an event and its effect on the seats. */
type Transition = { from: BillingState; to: BillingState; seats: SeatEffect };

/** Returns the transition of an event from a state, or null if the event is not allowed. All writers use it. */
export function transition(from: BillingState, event: BillingEvent): Transition | null {
  const allowed: Partial<Record<BillingEvent, BillingState>> = STATES[from].on;
  const to = allowed[event];
  const seats = to && SEAT_EFFECTS[STATES[from].seats][STATES[to].seats];
  return to && seats ? { from, to, seats } : null;
}

/**
 * Returns a transition, for code that writes it. Throws if there is no such transition with this effect on the seats.
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

/** Days that a pledge keeps at least when its payment turns out to be worthless or goes back. */
export const BOUNCE_GRACE_DAYS = 7;

/** Returns the path of the page where the sponsor of an adoption sees it: with an account, or as a guest. */
export const adoptionPath = (of: { isRegistered: boolean; billingId: string; reference: string }): string =>
  of.isRegistered ? `/dashboard/adoptions/${of.billingId}` : `/adoptions/${of.reference}`;

/** Returns the path of the page where seats are renewed: of an account all, of a guest those of an adoption. */
export const renewalPath = (of: { isRegistered: boolean; reference: string }): string =>
  of.isRegistered ? '/dashboard/renewals' : `/adoptions/${of.reference}/renewal`;

/** The path of the page whose visitor puts the seats of a reservation into the cart. */
export const reservedPath = (id: string): string => `/shared-cart/reserved/${id}`;
