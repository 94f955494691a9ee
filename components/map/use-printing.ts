import { useSyncExternalStore } from 'react';

const PRINT = 'print';

/** Between `beforeprint` and `afterprint`: the media query matches too late to render for it. */
let announced = false;

function subscribe(changed: () => void) {
  const query = window.matchMedia(PRINT);
  const announce = ({ type }: Event) => {
    announced = type === 'beforeprint';
    changed();
  };
  query.addEventListener('change', changed);
  window.addEventListener('beforeprint', announce);
  window.addEventListener('afterprint', announce);
  return () => {
    query.removeEventListener('change', changed);
    window.removeEventListener('beforeprint', announce);
    window.removeEventListener('afterprint', announce);
  };
}

/** Returns true while the page is laid out for print, so that print-only content is rendered only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => announced || window.matchMedia(PRINT).matches,
    () => false,
  );
}
