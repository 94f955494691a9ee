'use client';

import { create } from 'zustand';
import type { OtpMethod } from '@/lib/otp/schema';
import { useSelectionStore } from '@/lib/selection/store';
import { readCompleted, writeCompleted } from './completed';
import { NEW_FLOW, reconsidered, reopened, stepOf, type Flow } from './flow';

/**
 * Where the sponsor stands on /payment. Kept in memory only: a reload starts at the form, unless the adoption is recorded
 * already, which the marker in session storage remembers until 'Continue'. `restored` is false until it was read.
 */
export const useFlow = create<Flow & { restored: boolean }>()(() => ({ ...NEW_FLOW, restored: false }));

/** Makes a step of flow.ts and keeps the marker true to it. */
export function step(change: (flow: Flow) => Flow): void {
  useFlow.setState(change(useFlow.getState()));
  const { completed } = useFlow.getState();
  if (completed) writeCompleted(completed);
}

/** Takes the flow up again when the page opens; codes travel by `otpMethod`. */
export function restoreFlow(otpMethod: OtpMethod): void {
  const completed = readCompleted();
  const { cart, hydrated } = useSelectionStore.getState();
  if (completed) step(() => reopened(completed));
  else if (useFlow.getState().otpSent) step((flow) => (hydrated ? reconsidered(flow, cart) : flow));
  else step((flow) => ({ ...flow, userDetails: { ...flow.userDetails, otpMethod } }));
  useFlow.setState({ restored: true });
}

/** The page is left: an adoption that 'Continue' has ended is forgotten, anything else is kept for coming back. */
export function leaveFlow(): void {
  if (stepOf(useFlow.getState()) === 'thanks' && !readCompleted()) useFlow.setState({ ...NEW_FLOW });
}
