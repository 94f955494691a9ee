'use client';

import { useEffect } from 'react';

/** Time in ms in which a dialog or a step may move the focus itself. */
const GRACE_MS = 100;

/**
 * When the focused element is removed (a link with its page, a button with its row) and nothing else takes the focus,
 * moves it to the page's content. Observes the document, so that it also works across layouts.
 */
export function FocusRestorer() {
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
      if (timer === undefined && isLost()) timer = setTimeout(restore, GRACE_MS);
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
