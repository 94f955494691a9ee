'use client';

import { useEffect, useRef } from 'react';

/**
 * When the address of a table changes, the table stands at its first row. It gets the focus too, since the link that led there
 * is below it or gone; only the form and the heads of the columns keep theirs.
 * @param section the id of the table's heading
 * @param turn what the address says of the table
 */
export function ScrollToTable({ section, turn }: { section: string; turn: string }) {
  const shown = useRef(turn);
  useEffect(() => {
    if (shown.current === turn) return;
    shown.current = turn;
    const region = document.querySelector<HTMLElement>(`[role="region"][aria-labelledby="${section}"]`);
    region?.scrollTo({ top: 0 });
    if (!document.activeElement?.closest('form, thead, [role="dialog"]')) region?.focus({ preventScroll: true });
  }, [section, turn]);
  return null;
}
