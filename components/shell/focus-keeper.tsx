'use client';

import { useEffect } from 'react';

/** What a dialog or a step gives the focus to, it gives within this time, in milliseconds. */
const OTHERS_FIRST = 100;

/**
 * Where what had the focus went away (a link with the page before, a button with its row) and nothing took the focus over, it
 * goes to the page's content, never to nothing. Looks at the document, so that it also serves where layouts change.
 */
export function FocusKeeper() {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body;
    const restore = () => {
      timer = undefined;
      if (isLost()) document.getElementById('content')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (timer === undefined && isLost()) timer = setTimeout(restore, OTHERS_FIRST);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return null;
}
