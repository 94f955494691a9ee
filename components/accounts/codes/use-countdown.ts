'use client';

import { useEffect, useState } from 'react';

/**
 * Returns whole seconds until a time, 0 afterwards. Use a new `key` for a new time.
 * @param until milliseconds of Date.now()
 */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
