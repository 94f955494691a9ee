import { useEffect, useRef, useState } from 'react';

/** So that the card does not flicker while the pointer crosses districts and the gaps between them. Milliseconds. */
const SWITCH_MS = 60;
const CLOSE_MS = 120;

/**
 * What the pointer is on. The first is there at once; it changes and ends with a small delay; `drop` ends it at once.
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
  return { aimed, aim, drop };
}
