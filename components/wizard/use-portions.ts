'use client';

import { startTransition, useEffect, useState } from 'react';

/** More than any screen shows at once. */
const PORTION = 60;

/**
 * Returns the visible part of a list: its beginning immediately, the rest in portions while the page is idle, so that a
 * thousand entries never block a phone. A new list starts over.
 */
export function usePortions<T>(list: readonly T[]): readonly T[] {
  const [shown, setShown] = useState({ list, count: PORTION });
  if (shown.list !== list) setShown({ list, count: PORTION });
  const { count } = shown;
  useEffect(() => {
    if (count >= list.length) return;
    const timer = setTimeout(() => startTransition(() => setShown({ list, count: count + PORTION })));
    return () => clearTimeout(timer);
  }, [list, count]);
  return count < list.length ? list.slice(0, count) : list;
}
