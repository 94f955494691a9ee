'use client';

import { create } from 'zustand';
import type { Cart } from '@/lib/selection/schema';
import { readAttempt } from './attempt';
import { opened, orderChanged, UNSENT, type Attempt, type Opening, type PaymentFlow } from '@/lib/payment/payment-flow';

/** What the server says of the sponsor's hold when it renders the page. */
export type ServerHold = {
  /** When it was read, by the server's clock: tells a new answer from one that the router shows again. */
  readAt: number;
  /** The hold; its seconds are counted from the reading. */
  hold: { billingId: string; reference: string; order: Cart; secondsLeft: number } | null;
  /** What to say when the hold's payment is still being confirmed, else null. */
  confirming: string | null;
};

/** In memory only: a reload starts from what the server holds. `seen` is the answer of the server that was taken last. */
export const usePaymentStore = create<{ flow: PaymentFlow; userId: string | null; seen: number | null }>()(() => ({
  flow: UNSENT,
  userId: null,
  seen: null,
}));

/** Makes a step of payment-flow.ts. */
export function step(change: (flow: PaymentFlow) => PaymentFlow): void {
  usePaymentStore.setState(({ flow }) => ({ flow: change(flow) }));
}

/**
 * Takes up what the server holds. An answer that was taken before is older than the steps made since, and counts no more.
 * @returns a try without an answer whose hold is gone: asking for it begins nothing new
 */
export function openPayment(userId: string, { readAt, hold, confirming }: ServerHold, order: Cart): Attempt | null {
  const now = Date.now();
  const before = usePaymentStore.getState();
  const flow = before.userId === userId ? before.flow : UNSENT;
  if (before.userId === userId && before.seen === readAt) {
    step(() => orderChanged(flow, order, now));
    return null;
  }
  const open = readAttempt(userId);
  const opening: Opening = { hold: hold && { ...hold, until: now + hold.secondsLeft * 1000 }, confirming };
  usePaymentStore.setState({ flow: opened(flow, opening, order, open), userId, seen: readAt });
  return hold || flow.step === 'paying' ? null : open;
}

/** The page is left: a payment that is done is not shown again, anything else is there on coming back. */
export function leavePayment(): void {
  if (usePaymentStore.getState().flow.step === 'done') usePaymentStore.setState({ flow: UNSENT });
}
