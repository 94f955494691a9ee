import { useState } from 'react';

const FIRST = 100;
const MORE = 500;

/** Shows a long list step by step: tens of thousands of rows would freeze the browser. */
export function useMore<T>(items: readonly T[]) {
  const [count, setCount] = useState(FIRST);
  return {
    shown: items.slice(0, count),
    /** Number of items that the next step adds; 0 when all are shown. */
    next: Math.max(0, Math.min(MORE, items.length - count)),
    showMore: () => setCount(count + MORE),
  };
}
