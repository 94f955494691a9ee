'use client';

import { useEffect } from 'react';

/** Time in ms in which a dialog or a step may move the focus itself. */
const GRACE_MS = 100;

/** Elements that may get the focus of what was in them: a row, a list, a part of the page. */
const AROUND = 'li, ul, ol, tr, section';

/** Everything of that kind around an element, innermost first. */
function placesOf(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(AROUND);
  return place ? [place, ...placesOf(place)] : [];
}

/** Moves the focus to an element for once: it does not become a tab stop. */
function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * When the focused element is removed (a link with its page, a button with its row) and nothing else takes the focus,
 * moves it to what was around it, of a part of the page to the heading, or else to the page's content. Observes the
 * document, so that it also works across layouts.
 */
export function FocusRestorer() {
  useEffect(() => {
    let last: Element | null = null;
    let places: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      places = last ? placesOf(last) : [];
    };
    const isLost = () => last !== null && !last.isConnected && document.activeElement === document.body;
    const restore = () => {
      timer = undefined;
      if (!isLost()) return;
      // What is removed or hidden has no boxes and takes no focus.
      const place = places.find((element) => element.getClientRects().length > 0);
      const heading = place?.matches('section') ? place.querySelector<HTMLElement>('h1, h2, h3') : null;
      focusOn(heading ?? place ?? document.getElementById('content'));
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
