import { useDeferredValue, type ReactNode } from 'react';

/** Draws its children in a step of their own, so that a slow phone can answer a finger between the steps that a map takes. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
