import { useEffect, useRef, useState } from 'react';

/** How long the pointer may cross other districts on its way onto the card, and stay on none of them. Milliseconds. */
const SWITCH_MS = 120;
const CLOSE_MS = 250;

/**
 * What the pointer is on. The first is there at once; it changes and ends with a small delay, so that a pointer can move onto
 * what is shown for it (WCAG 1.4.13): `hold` keeps it meanwhile, `drop` ends it at once.
 */
export function useAim<T>() {
  const [aimed, setAimed] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => hold, []);
  const drop = () => {
    hold();
    setAimed(null);
  };
  const aim = (next: T | null) => {
    hold();
    if (next && !aimed) setAimed(next);
    else if (next !== aimed) timer.current = setTimeout(() => setAimed(next), next ? SWITCH_MS : CLOSE_MS);
  };
  return { aimed, aim, hold, drop };
}
