import { useSyncExternalStore } from 'react';

const PRINT = 'print';

/** True while the page is laid out for paper, so that what only paper needs is made only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(PRINT);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(PRINT).matches,
    () => false,
  );
}
