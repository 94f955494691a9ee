import { hasSameSeats } from '@/lib/adoption/checkout-flow';
import type { ErrorCode } from '@/lib/core/errors';
import type { PaymentMethod } from '@/lib/payment/schema';
import type { Cart } from '@/lib/selection/schema';

/** Seats kept for their sponsor to pay, at the prices of their code, until a moment in milliseconds of Date.now(). */
export type PaymentHold = { billingId: string; reference: string; order: Cart; until: number };

/** A code on its way: for which draft (security 61) and lines at which prices, where to (masked), and its times in milliseconds of Date.now(). */
export type SentCode = {
  draftId: string;
  order: Cart;
  phone: string;
  delivered: 'sms' | 'email';
  sentTo: string;
  expiresAt: number;
  resendAt: number;
};

/** One try to pay. Its key makes sending it again the same try. */
export type Attempt = { key: string; method: PaymentMethod; billingId: string; reference: string; order: Cart };

/**
 * Where a sponsor stands on the dashboard's payment page (R-DPAY-05). `verified` is the server's hold, never a flag of the
 * browser. `unsent` may still know a hold for other seats: a new code gives those back. `unknown` is a try of a hold
 * that is gone, without an answer: it is asked for again, and nothing else is paid before.
 */
export type PaymentFlow =
  | { step: 'unsent'; lost: 'ended' | 'differs' | null; held: PaymentHold | null }
  | { step: 'sent'; sent: SentCode; held: PaymentHold | null }
  | { step: 'verified'; hold: PaymentHold; attempt: Attempt | null; problem: string | null }
  | { step: 'paying'; hold: PaymentHold | null; attempt: Attempt }
  | { step: 'unknown'; attempt: Attempt }
  | { step: 'done' }
  | { step: 'pending' | 'refund_due'; reference: string; message: string };

export const UNSENT: Extract<PaymentFlow, { step: 'unsent' }> = { step: 'unsent', lost: null, held: null };

/** What the page was opened with: the server's hold, and whether its payment is being confirmed. */
export type Opening = { hold: PaymentHold | null; confirming: string | null };

/**
 * The page opens, or is told anew what the server holds. Without a choice in this browser the held seats are the choice.
 * A code that was sent for the same seats is still asked for, and a payment under way goes on.
 * @param open a try of this browser whose answer never came: it can be sent again, also while its payment is being confirmed
 */
export function opened(
  flow: PaymentFlow,
  { hold, confirming }: Opening,
  order: Cart,
  open: Attempt | null,
): PaymentFlow {
  if (flow.step === 'paying') return flow;
  if (hold && covers(hold, order)) {
    const attempt = open?.billingId === hold.billingId ? open : null;
    if (confirming && !attempt) return { step: 'pending', reference: hold.reference, message: confirming };
    return codeVerified(hold, attempt);
  }
  if (flow.step === 'sent' && hasSameSeats(flow.sent.order, order)) return { ...flow, held: hold };
  return { step: 'unsent', lost: hold && 'differs', held: hold };
}

/** The choice changed under the page, e.g. in another tab: a code or a hold for other seats does not count for it. */
export function orderChanged(flow: PaymentFlow, order: Cart, now: number): PaymentFlow {
  switch (flow.step) {
    case 'sent':
      return hasSameSeats(flow.sent.order, order) ? flow : { step: 'unsent', lost: null, held: flow.held };
    case 'verified':
      return covers(flow.hold, order) ? flow : { step: 'unsent', lost: 'differs', held: flow.hold };
    case 'unsent':
      return flow.held && flow.held.until > now && hasSameSeats(flow.held.order, order)
        ? codeVerified(flow.held, null)
        : flow;
    default:
      return flow;
  }
}

/** True if a hold is for these seats, or if there are no others to be for. */
function covers(hold: PaymentHold, order: Cart): boolean {
  return Object.keys(order).length === 0 || hasSameSeats(hold.order, order);
}

/** A code was sent, for the first time or again (R-DPAY-05). */
export function codeSent(flow: PaymentFlow, sent: SentCode): PaymentFlow {
  if (flow.step !== 'unsent' && flow.step !== 'sent') return flow;
  return { step: 'sent', sent, held: flow.held };
}

/** The code was right, or its hold was found again: the seats are held. */
export function codeVerified(hold: PaymentHold, attempt: Attempt | null = null): PaymentFlow {
  return { step: 'verified', hold, attempt, problem: null };
}

/** Seats or prices are not those of the code, or the server knows no hold: a new code is needed. */
export function codeNeeded(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'done' ? flow : { step: 'unsent', lost: null, held: 'held' in flow ? flow.held : null };
}

/** The time to pay is over; what was chosen stays. */
export function holdEnded(flow: PaymentFlow): PaymentFlow {
  if (flow.step === 'unsent' && flow.held) return UNSENT;
  return flow.step === 'verified' || flow.step === 'paying' ? { step: 'unsent', lost: 'ended', held: null } : flow;
}

/** A try to pay is sent: the first of a hold, one after a refusal, or one whose answer never came. */
export function paymentStarted(flow: PaymentFlow, attempt: Attempt): PaymentFlow {
  if (flow.step === 'verified') return { step: 'paying', hold: flow.hold, attempt };
  return flow.step === 'unsent' || flow.step === 'unknown' ? { step: 'paying', hold: null, attempt } : flow;
}

/**
 * A try to pay failed; the hold stays for another one. `answered` is false when nobody knows what became of it: then the
 * next one is the same try again, so that money is never taken twice.
 */
export function paymentFailed(flow: PaymentFlow, problem: string, { answered }: { answered: boolean }): PaymentFlow {
  if (flow.step !== 'paying') return flow;
  if (!flow.hold) return answered ? UNSENT : { step: 'unknown', attempt: flow.attempt };
  return { step: 'verified', hold: flow.hold, attempt: answered ? null : flow.attempt, problem };
}

/** The payment succeeded (R-DPAY-16). */
export function paid(flow: PaymentFlow): PaymentFlow {
  return flow.step === 'paying' ? { step: 'done' } : flow;
}

/** Nothing is left to do here: the money may still come, or it came too late and goes back. */
export function paymentConcluded(flow: PaymentFlow, step: 'pending' | 'refund_due', message: string): PaymentFlow {
  return flow.step === 'paying' ? { step, reference: flow.attempt.reference, message } : flow;
}

/** The lines that the page shows and pays: those of the code or the hold, else the choice. */
export function orderOf(flow: PaymentFlow, order: Cart): Cart {
  if (flow.step === 'sent') return flow.sent.order;
  if (flow.step === 'verified') return flow.hold.order;
  return flow.step === 'paying' || flow.step === 'unknown' ? flow.attempt.order : order;
}

/** What stands against paying now, in the order of A-62: selections, verified phone, method (R-DPAY-13 to R-DPAY-15). */
export function paymentProblem(flow: PaymentFlow, order: Cart, method: PaymentMethod | null): ErrorCode | null {
  if (Object.keys(orderOf(flow, order)).length === 0) return 'payment.empty';
  if (flow.step !== 'verified') return 'payment.not_verified';
  return method ? null : 'payment.method_required';
}
