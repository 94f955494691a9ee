import { isSamePage, leavesPage } from './link-click';
import { onPopstate } from './popstate';

/** An attempt to leave the page: the target, and how to go there once allowed. */
export type NavigationAttempt = { href: string; go: () => void };

/** Called for each attempt to leave while a page has unsaved changes. */
type OnAttempt = (leave: NavigationAttempt) => void;

/** The handler of the page that blocks navigation, if any. */
let blocker: OnAttempt | null = null;

/**
 * Blocks leaving the page until the returned function is called: links, Back and Forward, buttons, and closing the tab.
 * @param anyQuery true if the page keeps its changes when only its search parameters change
 */
export function blockNavigation(ask: OnAttempt, navigate: (href: string) => void, anyQuery: boolean): () => void {
  const release = [blockButtons(ask), blockLinks(ask, navigate, anyQuery), blockPopstate(ask, anyQuery), blockUnload()];
  return () => release.forEach((stop) => stop());
}

/**
 * Leaves the page by other means than a link: immediately, or after the prompt about unsaved changes.
 * @param href the target, a path of this site, which decides the prompt
 */
export function navigateOrAsk(href: string, go: () => void): void {
  if (blocker) blocker({ href: new URL(href, location.href).href, go });
  else go();
}

/** Buttons that leave the page, such as 'Logout', call navigateOrAsk. */
function blockButtons(ask: OnAttempt) {
  blocker = ask;
  return () => {
    if (blocker === ask) blocker = null;
  };
}

/** In the capture phase of the document: before React, and so before the router's links handle the click. */
function blockLinks(ask: OnAttempt, navigate: (href: string) => void, anyQuery: boolean) {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const { href } = link;
    const leaves = leavesPage({
      button: event.button,
      modified: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
      href,
      target: link.getAttribute('target'),
      download: link.hasAttribute('download'),
      here: location.href,
      anyQuery,
    });
    if (!leaves) return;
    event.preventDefault();
    event.stopPropagation();
    ask({ href, go: () => navigate(href) });
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** The part of the Navigation API that gives the tab's position in the history; absent in older browsers. */
type History = { currentEntry: { key: string } | null; traverseTo: (key: string) => { finished: Promise<unknown> } };
const entries = () => (window as { navigation?: History }).navigation;

/** Moves to a history entry by its key, or, without the Navigation API, by a number of steps. */
function traverse(key: string | undefined, steps: number) {
  const navigation = entries();
  // A traversal that is overtaken by another rejects; the newer one decides.
  if (navigation && key) navigation.traverseTo(key).finished.catch(() => undefined);
  else history.go(steps);
}

/**
 * Back and Forward cannot be cancelled, so the tab returns to its entry before the router is notified, and the prompt
 * follows. No history entry is added: Forward still works. Without the Navigation API every traversal is treated as
 * Back, which it nearly always is.
 */
function blockPopstate(ask: OnAttempt, anyQuery: boolean) {
  const page = location.href;
  let home = entries()?.currentEntry?.key;
  let returning = false;
  let allowed = false;

  const onPop = (event: PopStateEvent) => {
    if (allowed) return;
    if (isSamePage(location.href, page, anyQuery)) {
      if (returning) event.stopImmediatePropagation();
      returning = false;
      return;
    }
    event.stopImmediatePropagation();
    const target = entries()?.currentEntry?.key;
    const go = () => {
      allowed = true;
      traverse(target, -1);
    };
    ask({ href: location.href, go });
    returning = true;
    traverse(home, 1);
  };
  const onHash = () => {
    if (isSamePage(location.href, page)) home = entries()?.currentEntry?.key;
  };

  const release = onPopstate(onPop);
  window.addEventListener('hashchange', onHash);
  return () => {
    release();
    window.removeEventListener('hashchange', onHash);
  };
}

/** Closing, reloading and other sites: the browser's own prompt, whose text cannot be changed. */
function blockUnload() {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', onUnload);
  return () => window.removeEventListener('beforeunload', onUnload);
}
