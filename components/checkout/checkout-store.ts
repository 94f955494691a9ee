'use client';

import { create } from 'zustand';
import { cartChanged, NEW_FLOW, restoredFlow, stepOf, type CheckoutFlow } from '@/lib/adoption/checkout-flow';
import { readCompleted, writeCompleted } from '@/lib/adoption/completed-storage';
import type { OtpMethod } from '@/lib/otp/schema';
import { useSelectionStore } from '@/lib/selection/store';

/**
 * The sponsor's state on /payment. In memory only: a reload starts at the form, unless the adoption is already
 * recorded; a marker in session storage remembers that until 'Continue'. `restored` is false until the marker
 * was read.
 */
export const useCheckout = create<CheckoutFlow & { restored: boolean }>()(() => ({ ...NEW_FLOW, restored: false }));

/** Applies a transition of checkout-flow.ts and syncs the marker. */
export function step(change: (flow: CheckoutFlow) => CheckoutFlow): void {
  useCheckout.setState(change(useCheckout.getState()));
  const { completed } = useCheckout.getState();
  if (completed) writeCompleted(completed);
}

/** Resumes the flow when the page opens; codes are sent by `otpMethod`. */
export function restoreCheckout(otpMethod: OtpMethod): void {
  const completed = readCompleted();
  const { cart, hydrated } = useSelectionStore.getState();
  if (completed) step(() => restoredFlow(completed));
  else if (useCheckout.getState().otpSent) step((flow) => (hydrated ? cartChanged(flow, cart) : flow));
  else step((flow) => ({ ...flow, userDetails: { ...flow.userDetails, otpMethod } }));
  useCheckout.setState({ restored: true });
}

/** Call when the page is left: resets the flow if 'Continue' has ended it, otherwise preserves it. */
export function leaveCheckout(): void {
  if (stepOf(useCheckout.getState()) === 'thanks' && !readCompleted()) useCheckout.setState({ ...NEW_FLOW });
}
