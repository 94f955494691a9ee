'use client';

import { useEffect, useRef } from 'react';

/**
 * Scrolls to the first row and focuses the table when its address changes, since the clicked link is below it or
 * removed; the form, the column headers and the choice of columns keep the focus.
 * @param section the id of the table's heading
 * @param turn the search parameters of the table
 */
export function ScrollToTable({ section, turn }: { section: string; turn: string }) {
  const shown = useRef(turn);
  useEffect(() => {
    if (shown.current === turn) return;
    shown.current = turn;
    const region = document.querySelector<HTMLElement>(`[role="region"][aria-labelledby="${section}"]`);
    region?.scrollTo({ top: 0 });
    if (!document.activeElement?.closest('form, thead, details, [role="dialog"]'))
      region?.focus({ preventScroll: true });
  }, [section, turn]);
  return null;
}
