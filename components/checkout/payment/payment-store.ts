'use client';

import { create } from 'zustand';
import type { Cart } from '@/lib/selection/cart';
import { readAttempt } from './attempt';
import {
  opened,
  orderChanged,
  UNSENT,
  type Attempt,
  type PaymentFlow,
  type PaymentHold,
} from '@/lib/checkout/payment-flow';

/** The sponsor's hold as of the server's rendering of the page. */
export type ServerHold = {
  /** When it was read, by the server's clock: distinguishes a new response from one in the router cache. */
  readAt: number;
  /** The hold; its seconds count from `readAt`. */
  hold: (Omit<PaymentHold, 'until'> & { secondsLeft: number }) | null;
};

/** In memory only: a reload starts from the server's state. `seen` is the last server response that was applied. */
export const usePaymentStore = create<{ flow: PaymentFlow; userId: string | null; seen: number | null }>()(() => ({
  flow: UNSENT,
  userId: null,
  seen: null,
}));

/** Applies a transition of payment-flow.ts. */
export function step(change: (flow: PaymentFlow) => PaymentFlow): void {
  usePaymentStore.setState(({ flow }) => ({ flow: change(flow) }));
}

/**
 * Applies the server's state. A response that was applied before is older than the transitions since, and is ignored.
 * @returns an unanswered attempt whose hold has ended: checking it starts nothing new
 */
export function openPayment(userId: string, { readAt, hold }: ServerHold, order: Cart): Attempt | null {
  const now = Date.now();
  const before = usePaymentStore.getState();
  const flow = before.userId === userId ? before.flow : UNSENT;
  if (before.userId === userId && before.seen === readAt) {
    step(() => orderChanged(flow, order, now));
    return null;
  }
  const open = readAttempt(userId);
  const live = hold && { ...hold, until: now + hold.secondsLeft * 1000 };
  usePaymentStore.setState({ flow: opened(flow, live, order, open), userId, seen: readAt });
  return hold || flow.step === 'paying' ? null : open;
}

/** Call when the page is left: removes a completed payment, otherwise preserves the state. */
export function leavePayment(): void {
  if (usePaymentStore.getState().flow.step === 'done') usePaymentStore.setState({ flow: UNSENT });
}
