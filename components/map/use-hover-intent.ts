import { useEffect, useRef, useState } from 'react';

/** So that the card does not flicker while the pointer crosses districts and the gaps between them. Milliseconds. */
const SWITCH_MS = 60;
const CLOSE_MS = 120;

/**
 * What the pointer is on. The first is there at once; it changes and ends with a small delay; `clear` ends it at once.
 */
export function useHoverIntent<T>() {
  const [hovered, setHovered] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  const clear = () => {
    cancel();
    setHovered(null);
  };
  const hover = (next: T | null) => {
    cancel();
    if (next && !hovered) setHovered(next);
    else if (next !== hovered) timer.current = setTimeout(() => setHovered(next), next ? SWITCH_MS : CLOSE_MS);
  };
  return { hovered, hover, clear };
}
