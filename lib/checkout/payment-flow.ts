import type { PaymentMethod } from '@/db/schema/enums';
import { hasSameSeats } from './checkout-flow';
import type { ErrorCode } from '@/lib/platform/errors';
import type { Cart } from '@/lib/selection/cart';

/**
 * A hold: the seats at the quoted prices, its end in epoch milliseconds, and whether an online payment of it was begun and
 * is open.
 */
export type PaymentHold = { billingId: string; reference: string; order: Cart; until: number; isPaying: boolean };

/** A code that was sent: its draft with lines and prices, the masked recipient, and its times in epoch milliseconds. */
export type SentCode = {
  draftId: string;
  order: Cart;
  phone: string;
  delivered: 'sms' | 'email';
  sentTo: string;
  expiresAt: number;
  resendAt: number;
};

/** A payment attempt. Sending it again with the same key repeats the same attempt. */
export type Attempt = { key: string; method: PaymentMethod; billingId: string; reference: string; order: Cart };

/**
 * State of the payment page. `done` leads to the page `next`. `verified` reflects the hold of the server, never a flag of the browser. `unsent` may have
 * a hold for other seats, which a new code releases. `unknown` is an attempt without a response whose hold is gone: it
 * must be repeated before anything else can be paid. A payment that was begun is shown by the page of the adoption.
 */
export type PaymentFlow =
  | { step: 'unsent'; lost: 'ended' | 'differs' | null; held: PaymentHold | null }
  | { step: 'sent'; sent: SentCode; held: PaymentHold | null }
  | { step: 'verified'; hold: PaymentHold; attempt: Attempt | null; problem: string | null }
  | { step: 'paying'; hold: PaymentHold | null; attempt: Attempt }
  | { step: 'unknown'; attempt: Attempt }
  | { step: 'done'; next: string }
  | { step: 'refund_due'; reference: string; message: string };

export const UNSENT: Extract<PaymentFlow, { step: 'unsent' }> = { step: 'unsent', lost: null, held: null };

/**
 * The page was opened, or the hold was reloaded. If the cart of this browser is empty, the held seats are used. A code
 * that was sent for the same seats stays valid, and a payment in progress continues.
 * @param open an attempt of this browser without a response: it can be sent again, also while its payment is open
 */
export function opened(flow: PaymentFlow, hold: PaymentHold | null, order: Cart, open: Attempt | null): PaymentFlow {
  if (flow.step === 'paying') return flow;
  if (hold && covers(hold, order)) {
    const attempt = open?.billingId === hold.billingId ? open : null;
    return hold.isPaying && !attempt ? adoptionPage(hold.billingId) : codeVerified(hold, attempt);
  }
  if (flow.step === 'sent' && hasSameSeats(flow.sent.order, order)) return { ...flow, held: hold };
  return { step: 'unsent', lost: hold && 'differs', held: hold };
}

/** The cart changed, e.g. in another tab: a code or a hold for other seats does not apply to it. */
export function orderChanged(flow: PaymentFlow, order: Cart, now: number): PaymentFlow {
  switch (flow.step) {
    case 'sent':
      return hasSameSeats(flow.sent.order, order) ? flow : { step: 'unsent', lost: null, held: flow.held };
    case 'verified':
      return covers(flow.hold, order) ? flow : { step: 'unsent', lost: 'differs', held: flow.hold };
    case 'unsent':
      return flow.held && flow.held.until > now && hasSameSeats(flow.held.order, order)
        ? opened(flow, flow.held, order, null)
        : flow;
    default:
      return flow;
  }
}

const adoptionPage = (billingId: string): PaymentFlow => ({ step: 'done', next: `/dashboard/adoptions/${billingId}` });

/** True if the hold is for these seats, or if the cart is empty. */
function covers(hold: PaymentHold, order: Cart): boolean {
  return Object.keys(order).length === 0 || hasSameSeats(hold.order, order);
}

/** A code was sent or resent. */
export function codeSent(flow: PaymentFlow, sent: SentCode): PaymentFlow {
  if (flow.step !== 'unsent' && flow.step !== 'sent') return flow;
  return { step: 'sent', sent, held: flow.held };
}

/** The code was verified, or its hold was restored: the seats are held. */
export function codeVerified(hold: PaymentHold, attempt: Attempt | null = null): PaymentFlow {
  return { step: 'verified', hold, attempt, problem: null };
}

/** Seats or prices differ from those of the code, or the server has no hold: a new code is needed. */
export function codeNeeded(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'done' ? flow : { step: 'unsent', lost: null, held: 'held' in flow ? flow.held : null };
}

/** The hold expired; the cart stays. */
export function holdEnded(flow: PaymentFlow): PaymentFlow {
  if (flow.step === 'unsent' && flow.held) return UNSENT;
  return flow.step === 'verified' || flow.step === 'paying' ? { step: 'unsent', lost: 'ended', held: null } : flow;
}

/** A payment attempt is sent: the first one of a hold, one after a refusal, or a repeated one without a response. */
export function paymentStarted(flow: PaymentFlow, attempt: Attempt): PaymentFlow {
  if (flow.step === 'verified') return { step: 'paying', hold: flow.hold, attempt };
  return flow.step === 'unsent' || flow.step === 'unknown' ? { step: 'paying', hold: null, attempt } : flow;
}

/**
 * A payment attempt failed; the hold stays. If `answered` is false, its outcome is unknown: the next attempt repeats
 * it, so that no money is charged twice.
 */
export function paymentFailed(flow: PaymentFlow, problem: string, { answered }: { answered: boolean }): PaymentFlow {
  if (flow.step !== 'paying') return flow;
  if (!flow.hold) return answered ? UNSENT : { step: 'unknown', attempt: flow.attempt };
  return { step: 'verified', hold: flow.hold, attempt: answered ? null : flow.attempt, problem };
}

/** The payment succeeded; the thanks are on the dashboard. */
export function paid(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'paying' ? { step: 'done', next: '/dashboard' } : flow;
}

/** The seats were moved into the cart, where they are adopted without a hold and paid by bank transfer. */
export const movedToCart = (): PaymentFlow => ({ step: 'done', next: '/cart' });

/** Bank transfer was chosen; the page of the adoption says how to pay. */
export function transferChosen(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'verified' ? adoptionPage(flow.hold.billingId) : flow;
}

/** The result follows, and the sponsor may come back without having paid: the page of the adoption shows the payment. */
export function paymentBegun(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'paying' ? adoptionPage(flow.attempt.billingId) : flow;
}

/** The money arrived too late and will be refunded: the final state of the page. */
export function paymentTooLate(flow: PaymentFlow, message: string): PaymentFlow {
  return flow.step === 'paying' ? { step: 'refund_due', reference: flow.attempt.reference, message } : flow;
}

/** Returns the lines to show and pay: those of the code or the hold, otherwise the cart. */
export function orderOf(flow: PaymentFlow, order: Cart): Cart {
  if (flow.step === 'sent') return flow.sent.order;
  if (flow.step === 'verified') return flow.hold.order;
  return flow.step === 'paying' || flow.step === 'unknown' ? flow.attempt.order : order;
}

/**
 * Returns the first problem that prevents payment, or null. The order is given by A-62: lines, verified phone, method.
 */
export function paymentProblem(flow: PaymentFlow, order: Cart, method: PaymentMethod | null): ErrorCode | null {
  if (Object.keys(orderOf(flow, order)).length === 0) return 'payment.empty';
  if (flow.step !== 'verified') return 'payment.not_verified';
  return method ? null : 'payment.method_required';
}
