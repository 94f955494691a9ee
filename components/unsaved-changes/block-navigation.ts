import { isSamePage, leavesPage } from './link-click';
import { onPopstate } from './popstate';

/** A wish to leave the page: where to, and how to get there once it is allowed. */
export type NavigationAttempt = { href: string; go: () => void };

/** Told of each wish to leave while a page has unsaved changes. */
export type OnAttempt = (leave: NavigationAttempt) => void;

/** Who asks while a page is held. */
let asking: OnAttempt | null = null;

/** Holds the ways out of the page until the returned function is called: links, Back and Forward, buttons, and the tab itself. */
export function blockNavigation(ask: OnAttempt, navigate: (href: string) => void): () => void {
  const release = [blockButtons(ask), blockLinks(ask, navigate), blockPopstate(ask), blockUnload()];
  return () => release.forEach((stop) => stop());
}

/**
 * Leaves the page by other means than a link: at once, or after the question about unsaved changes.
 * @param href where it leads, a path of this site: decides which question is asked
 */
export function navigateOrAsk(href: string, go: () => void): void {
  if (asking) asking({ href: new URL(href, location.href).href, go });
  else go();
}

/** Buttons that lead away, such as 'Logout', ask by navigateOrAsk. */
function blockButtons(ask: OnAttempt) {
  asking = ask;
  return () => {
    if (asking === ask) asking = null;
  };
}

/** In the capture phase of the document: before React, and so before the router's own links see the click. */
function blockLinks(ask: OnAttempt, navigate: (href: string) => void) {
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
    });
    if (!leaves) return;
    event.preventDefault();
    event.stopPropagation();
    ask({ href, go: () => navigate(href) });
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** The part of the Navigation API that says where in the history the tab is; absent in older browsers. */
type History = { currentEntry: { key: string } | null; traverseTo: (key: string) => { finished: Promise<unknown> } };
const entries = () => (window as { navigation?: History }).navigation;

/** Moves the tab to a history entry by its key, or, where keys are not to be had, by so many steps. */
function traverse(key: string | undefined, steps: number) {
  const navigation = entries();
  // A traversal that another one overtakes rejects; the newer one decides.
  if (navigation && key) navigation.traverseTo(key).finished.catch(() => undefined);
  else history.go(steps);
}

/**
 * Back and Forward cannot be cancelled, so the tab goes straight back to where it was, before the router hears of it, and
 * the question follows. Nothing is added to the history: Forward keeps working and no entry is left behind.
 * Without the Navigation API the press is taken for a Back, which it nearly always is.
 */
function blockPopstate(ask: OnAttempt) {
  const page = location.href;
  let home = entries()?.currentEntry?.key;
  let returning = false;
  let allowed = false;

  const onPop = (event: PopStateEvent) => {
    if (allowed) return;
    if (isSamePage(location.href, page)) {
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

/** Closing, reloading and other sites: the browser's own question, whose words nobody can choose. */
function blockUnload() {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', onUnload);
  return () => window.removeEventListener('beforeunload', onUnload);
}
