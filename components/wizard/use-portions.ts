'use client';

import { startTransition, useEffect, useState } from 'react';

/** More than any screen shows at once. */
const PORTION = 60;

/**
 * The part of a list that is shown: its beginning at once, the rest a portion at a time while nobody types or presses, so that
 * a thousand entries never hold up a phone. Another list begins anew.
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
