import { useEffect, useRef, useState } from 'react';

/** Prevents flicker of the card while the pointer crosses districts and gaps. Milliseconds. */
const SWITCH_MS = 60;
const CLOSE_MS = 120;

/**
 * Tracks the hovered item. The first appears immediately; changes and the end are delayed; `clear` ends it immediately.
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
