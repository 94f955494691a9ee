'use client';

import { create } from 'zustand';
import { cartChanged, NEW_FLOW, restoredFlow, stepOf, type CheckoutFlow } from '@/lib/checkout/checkout-flow';
import { readProgress, removeProgress, writeProgress } from '@/lib/checkout/checkout-storage';
import { readCompleted, writeCompleted } from '@/lib/checkout/completed-storage';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import { openLines } from '@/lib/selection/cart';
import { useSelectionStore } from '@/lib/selection/store';

/**
 * The sponsor's state on /payment. Session storage keeps the form and the step for a reload, and, once the adoption is
 * recorded, the adoption until 'Continue'. `restored` is false until it was read.
 */
export const useCheckout = create<CheckoutFlow & { restored: boolean }>()(() => ({ ...NEW_FLOW, restored: false }));

/** Applies a transition of checkout-flow.ts and stores the result. */
export function step(change: (flow: CheckoutFlow) => CheckoutFlow): void {
  useCheckout.setState(change(useCheckout.getState()));
  const flow = useCheckout.getState();
  if (!flow.completed) return writeProgress(flow);
  writeCompleted(flow.completed);
  removeProgress();
}

/** Resumes the flow when the page opens; codes are sent by `otpMethod`. */
export function restoreCheckout(otpMethod: OtpMethod): void {
  const completed = readCompleted();
  const { cart, hydrated } = useSelectionStore.getState();
  const { restored, ...memory } = useCheckout.getState();
  const before = (!restored && readProgress()) || memory;
  if (completed) step(() => restoredFlow(completed));
  else if (before.otpSent)
    step(() => (hydrated ? cartChanged({ ...NEW_FLOW, ...before }, openLines(cart)) : { ...NEW_FLOW, ...before }));
  else step(() => ({ ...NEW_FLOW, ...before, userDetails: { ...before.userDetails, otpMethod } }));
  useCheckout.setState({ restored: true });
}

/** Call when the page is left: resets the flow if 'Continue' has ended it, otherwise preserves it. */
export function leaveCheckout(): void {
  if (stepOf(useCheckout.getState()) === 'thanks' && !readCompleted()) useCheckout.setState({ ...NEW_FLOW });
}
