/** What a click on a link would do, as far as the guard has to know. */
export type LinkClick = {
  button: number;
  modified: boolean;
  /** The link's address, resolved. */
  href: string;
  target: string | null;
  download: boolean;
  /** The address of the page. */
  here: string;
};

/**
 * True when a click takes this tab to another page of the site, the one case the guard can hold. New tabs, downloads,
 * other protocols and places on the same page do not leave; other origins leave the document, where the browser itself asks.
 */
export function leavesPage({ button, modified, href, target, download, here }: LinkClick): boolean {
  if (button !== 0 || modified || download || (target !== null && target !== '' && target !== '_self')) return false;
  const to = new URL(href);
  return to.origin === new URL(here).origin && !isSamePage(to.href, here);
}

/** True when two addresses are the same page, whatever place on it they name. */
export function isSamePage(a: string, b: string): boolean {
  const [left, right] = [new URL(a), new URL(b)];
  return left.origin === right.origin && left.pathname === right.pathname && left.search === right.search;
}

/** Pages that show what has been chosen: going there means to keep it. */
const CONFIRMING = ['/cart', '/dashboard/payment'];

/** Which question a target raises: 'confirm' keeps the draft and goes, 'discard' drops it and goes. */
export function dialogFor(href: string): 'confirm' | 'discard' {
  const { pathname } = new URL(href);
  return CONFIRMING.includes(pathname.replace(/\/+$/, '')) ? 'confirm' : 'discard';
}
