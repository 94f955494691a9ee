import { useDeferredValue, type ReactNode } from 'react';

/** Renders its children in a separate task, so that a slow phone stays responsive while the map is built. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
