'use client';

import { create } from 'zustand';
import { cartChanged, NEW_FLOW, restoredFlow, stepOf, type CheckoutFlow } from '@/lib/adoption/checkout-flow';
import { readCompleted, writeCompleted } from '@/lib/adoption/completed-storage';
import type { OtpMethod } from '@/lib/otp/schema';
import { useSelectionStore } from '@/lib/selection/store';

/**
 * Where the sponsor stands on /payment. Kept in memory only: a reload starts at the form, unless the adoption is recorded
 * already, which the marker in session storage remembers until 'Continue'. `restored` is false until it was read.
 */
export const useCheckout = create<CheckoutFlow & { restored: boolean }>()(() => ({ ...NEW_FLOW, restored: false }));

/** Makes a step of checkout-flow.ts and keeps the marker true to it. */
export function step(change: (flow: CheckoutFlow) => CheckoutFlow): void {
  useCheckout.setState(change(useCheckout.getState()));
  const { completed } = useCheckout.getState();
  if (completed) writeCompleted(completed);
}

/** Takes the flow up again when the page opens; codes travel by `otpMethod`. */
export function restoreCheckout(otpMethod: OtpMethod): void {
  const completed = readCompleted();
  const { cart, hydrated } = useSelectionStore.getState();
  if (completed) step(() => restoredFlow(completed));
  else if (useCheckout.getState().otpSent) step((flow) => (hydrated ? cartChanged(flow, cart) : flow));
  else step((flow) => ({ ...flow, userDetails: { ...flow.userDetails, otpMethod } }));
  useCheckout.setState({ restored: true });
}

/** The page is left: an adoption that 'Continue' has ended is forgotten, anything else is kept for coming back. */
export function leaveCheckout(): void {
  if (stepOf(useCheckout.getState()) === 'thanks' && !readCompleted()) useCheckout.setState({ ...NEW_FLOW });
}
