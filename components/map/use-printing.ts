import { useSyncExternalStore } from 'react';

const PRINT = 'print';

/** Between `beforeprint` and `afterprint`: the query matches only from the layout on, which is too late to render for it. */
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

/** True while the page is laid out for paper, so that what only paper needs is made only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => announced || window.matchMedia(PRINT).matches,
    () => false,
  );
}
