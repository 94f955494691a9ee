import type { AdoptionEventName } from './adoption-events';

/** State of a billing. Its meaning, and everything that depends on it, is defined once, in the table below. */
export type BillingState =
  | 'draft'
  | 'pledged'
  | 'held'
  | 'completed'
  | 'lapsed'
  | 'expired'
  | 'refund_due'
  | 'refunded'
  | 'replaced'
  | 'cancelled';

/**
 * Event that may change the state of an adoption (all events: adoption-events.ts). `verified` and `phone_verified`: the contact of a public or the phone of a dashboard adoption
 * was verified. `entered`: two administrators entered what came on paper or by telephone. `paid`: money was captured
 * and the seats are available; `part_paid`: money was captured, and other
 * money of a pledge is missing again; `paid_too_late`: the seats are not available; `paid_again`:
 * the adoption needs no further payment. `payment_not_accepted`: captured money does not pay for the adoption, because it
 * is another amount or currency, or a second capture of one payment. `hold_ended`: the hold expired. `replaced`: the sponsor requested another
 * selection. `cancelled`: an administrator or the operator cancelled the adoption. `transfer_chosen`: the sponsor pays by
 * bank transfer. `lapsed`: the term of a pledge ended. `payment_reversed`: the bank did not pay out. `more_due`:
 * seats moved to an offer that costs more. `refunded`,
 * `refund_failed`: money that came too late was paid back, or the bank returned it.
 */
export type BillingEvent = Extract<
  AdoptionEventName,
  | 'verified'
  | 'entered'
  | 'phone_verified'
  | 'payment_started'
  | 'payment_failed'
  | 'paid'
  | 'part_paid'
  | 'paid_too_late'
  | 'paid_again'
  | 'payment_not_accepted'
  | 'hold_ended'
  | 'replaced'
  | 'cancelled'
  | 'transfer_chosen'
  | 'lapsed'
  | 'payment_reversed'
  | 'more_due'
  | 'refunded'
  | 'refund_failed'
>;

/** Names of icons of lucide-react, and colours; components/platform/ui/status-tag.css draws them. */
export type StatusIcon = 'Ban' | 'CircleCheck' | 'Clock' | 'Handshake' | 'Hourglass' | 'Replace' | 'TimerOff' | 'Undo2';
export type StatusTone = 'ok' | 'warn' | 'error' | 'muted';

type StateDefinition = {
  /** For the documentation. */
  meaning: string;
  /** The channels that may have it. */
  channel: 'dashboard' | 'any';
  /** Whether its contact was verified; in the dashboard also whether it has an end of a hold. */
  verified: 'no' | 'yes' | 'maybe';
  /** What its seats count as in their courses. Adopted seats have a summary and count in the statistics. */
  seats: 'none' | 'held' | 'adopted';
  /** Whether money was captured. Seats that are not paid count for the limits of unpaid seats; paid ones have a receipt. */
  isPaid: boolean;
  /** Its status for administrators; an ended hold has the status of `expired`. */
  paymentStatus: string;
  /** A payment status of several states has the icon of the first. */
  icon: StatusIcon;
  /** Its colour for the sponsor; null if the sponsor sees it only while a payment is being confirmed. */
  sponsorTone: StatusTone | null;
  /** What /verify says about its reference; null if nothing. */
  verify: 'genuine' | 'cancelled' | null;
  /** The state after each event that is allowed; the effect on the seats follows from `seats` of both. */
  on: Partial<Record<BillingEvent, BillingState>>;
};

/** The definition of every state, the only one. docs/architecture.md shows it. */
export const STATES = {
  draft: {
    meaning: 'Waits for its code and takes no seats',
    channel: 'any',
    verified: 'no',
    seats: 'none',
    isPaid: false,
    paymentStatus: 'pending',
    icon: 'Clock',
    sponsorTone: null,
    verify: null,
    on: { verified: 'pledged', entered: 'pledged', phone_verified: 'held', replaced: 'replaced' },
  },
  pledged: {
    meaning: 'Verified; the payment is arranged outside the site',
    channel: 'any',
    verified: 'yes',
    seats: 'adopted',
    isPaid: false,
    paymentStatus: 'pending',
    icon: 'Handshake',
    sponsorTone: 'ok',
    verify: 'genuine',
    on: {
      payment_started: 'pledged',
      payment_failed: 'pledged',
      payment_not_accepted: 'pledged',
      part_paid: 'pledged',
      paid: 'completed',
      lapsed: 'lapsed',
      cancelled: 'cancelled',
    },
  },
  held: {
    meaning: 'Its seats are reserved for a limited time while its sponsor pays',
    channel: 'dashboard',
    verified: 'yes',
    seats: 'held',
    isPaid: false,
    paymentStatus: 'pending',
    icon: 'Clock',
    sponsorTone: 'warn',
    verify: null,
    on: {
      payment_started: 'held',
      payment_failed: 'held',
      payment_not_accepted: 'held',
      paid: 'completed',
      transfer_chosen: 'pledged',
      hold_ended: 'expired',
      replaced: 'replaced',
    },
  },
  completed: {
    meaning: 'Paid. A second payment is refunded and changes no state',
    channel: 'any',
    verified: 'yes',
    seats: 'adopted',
    isPaid: true,
    paymentStatus: 'completed',
    icon: 'CircleCheck',
    sponsorTone: 'ok',
    verify: 'genuine',
    on: {
      payment_failed: 'completed',
      payment_not_accepted: 'completed',
      paid_again: 'completed',
      payment_reversed: 'pledged',
      more_due: 'pledged',
      cancelled: 'cancelled',
    },
  },
  lapsed: {
    meaning: 'The term of a pledge ended. Money that arrives later takes the seats again if all are available',
    channel: 'any',
    verified: 'yes',
    seats: 'none',
    isPaid: false,
    paymentStatus: 'lapsed',
    icon: 'TimerOff',
    sponsorTone: 'muted',
    verify: 'cancelled',
    on: {
      payment_failed: 'lapsed',
      payment_not_accepted: 'lapsed',
      paid: 'completed',
      paid_too_late: 'refund_due',
    },
  },
  expired: {
    meaning: 'The hold ended. Money that arrives later takes the seats again if all are available',
    channel: 'dashboard',
    verified: 'yes',
    seats: 'none',
    isPaid: false,
    paymentStatus: 'expired',
    icon: 'TimerOff',
    sponsorTone: 'muted',
    verify: null,
    on: {
      payment_failed: 'expired',
      payment_not_accepted: 'expired',
      paid: 'completed',
      paid_too_late: 'refund_due',
    },
  },
  refund_due: {
    meaning: 'Paid when the seats were no longer available',
    channel: 'any',
    verified: 'yes',
    seats: 'none',
    isPaid: true,
    paymentStatus: 'refund_due',
    icon: 'Undo2',
    sponsorTone: 'error',
    verify: null,
    on: {
      payment_failed: 'refund_due',
      payment_not_accepted: 'refund_due',
      paid_again: 'refund_due',
      refunded: 'refunded',
    },
  },
  refunded: {
    meaning: 'Money that came too late was paid back',
    channel: 'any',
    verified: 'yes',
    seats: 'none',
    isPaid: true,
    paymentStatus: 'refunded',
    icon: 'Undo2',
    sponsorTone: 'muted',
    verify: null,
    on: {
      payment_failed: 'refunded',
      payment_not_accepted: 'refunded',
      paid_again: 'refunded',
      refund_failed: 'refund_due',
    },
  },
  replaced: {
    meaning: 'The sponsor requested another selection or changed the details',
    channel: 'any',
    verified: 'maybe',
    seats: 'none',
    isPaid: false,
    paymentStatus: 'replaced',
    icon: 'Replace',
    sponsorTone: null,
    verify: null,
    on: {
      payment_failed: 'replaced',
      payment_not_accepted: 'replaced',
      paid: 'completed',
      paid_too_late: 'refund_due',
    },
  },
  cancelled: {
    meaning: 'Cancelled by an administrator or the operator',
    channel: 'any',
    verified: 'yes',
    seats: 'none',
    isPaid: false,
    paymentStatus: 'cancelled',
    icon: 'Ban',
    sponsorTone: 'muted',
    verify: 'cancelled',
    on: { payment_failed: 'cancelled', payment_not_accepted: 'cancelled', paid_again: 'cancelled' },
  },
} as const satisfies Record<BillingState, StateDefinition>;

/** Status of a billing for administrators. */
export type BillingPaymentStatus = (typeof STATES)[BillingState]['paymentStatus'];

/** A state that is shown to the sponsor. */
export type SponsorState = {
  [State in BillingState]: (typeof STATES)[State]['sponsorTone'] extends null ? never : State;
}[BillingState];

/** A state whose reference is confirmed as no longer adopted. */
export type CancelledState = {
  [State in BillingState]: (typeof STATES)[State]['verify'] extends 'cancelled' ? State : never;
}[BillingState];

/** All states. */
export const BILLING_STATES = Object.keys(STATES) as [BillingState, ...BillingState[]];

/** Returns the states whose definition meets a condition. */
export const statesThat = (condition: (state: StateDefinition) => boolean): BillingState[] =>
  BILLING_STATES.filter((state) => condition(STATES[state]));

/** Returns states as SQL literals with commas between them, for `in (…)`. */
export const stateList = (states: readonly BillingState[]): string => states.map((state) => `'${state}'`).join(', ');

/** States with permanently adopted seats, counted as 'students booked'. */
export const ADOPTED_STATES = statesThat(({ seats }) => seats === 'adopted');
export const PAID_STATES = statesThat(({ seats, isPaid }) => seats === 'adopted' && isPaid);
/** States of adoptions that ended, which /verify and a paper say. */
export const CANCELLED_STATES = statesThat(({ verify }) => verify === 'cancelled') as CancelledState[];

export const isCancelled = (state: string): state is CancelledState =>
  (CANCELLED_STATES as readonly string[]).includes(state);
