'use client';

import { useEffect, useRef } from 'react';

/**
 * After the page of a table was turned, the table stands at its first row and has the focus, since the link that led there is
 * below it. `turn` is what the address says of the table, `page` its page, `section` the id of its heading.
 */
export function PageTurn({ section, turn, page }: { section: string; turn: string; page: number }) {
  const shown = useRef({ turn, page });
  useEffect(() => {
    const before = shown.current;
    if (before.turn === turn) return;
    shown.current = { turn, page };
    const region = document.querySelector<HTMLElement>(`[role="region"][aria-labelledby="${section}"]`);
    region?.scrollTo({ top: 0 });
    if (before.page !== page && page > 1) region?.focus({ preventScroll: true });
  }, [section, turn, page]);
  return null;
}
